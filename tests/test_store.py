"""Games as bytes: whole ones come back as they were; foreign, broken and tampered ones are refused with a reason."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given as hypothesis_given
from hypothesis import settings
from hypothesis import strategies as st

from kingsburg_env import (
    BadBytesError,
    Rules,
    clone,
    from_bytes,
    new_games,
    rollout_batch,
    rules_of,
    to_bytes,
)
from kingsburg_env.engine.actions import PASS
from kingsburg_env.engine.answers import BITS
from kingsburg_env.engine.names import NOBODY, Column, Decision, Effect, Governor, Phase, Row, Step
from kingsburg_env.engine.rules import MODULES
from kingsburg_env.engine.state import FURTHER, PUBLIC, SHARED, STATE, TAKEN_RANGE
from kingsburg_env.kernels import find_all_answers
from kingsburg_env.store import DIGEST_SIZE, FORMAT, HEADER, MAGIC
from tests.given import given
from tests.random_play import EVERY_RULES, differences, join, name_of, play_for, positions

ROOT = Path(__file__).parent.parent
TIMEOUT = 300
SAVED = to_bytes(play_for(new_games(2, Rules(num_players=3, modules=MODULES), seed=1), steps=8, seed=1))


def _seal(body):
    """Put the right digest behind a body, as somebody who tampers with care would do."""
    return body + hashlib.blake2b(body, digest_size=DIGEST_SIZE).digest()


def _header(magic=MAGIC, version=FORMAT, itemsize=STATE.itemsize, count=2):
    return HEADER.pack(magic, version, itemsize, count)


RECORDS = SAVED[HEADER.size : -DIGEST_SIZE]


# Whole games


@pytest.mark.parametrize("rules", EVERY_RULES[::5], ids=name_of)
@pytest.mark.parametrize("steps", [0, 7])
def test_games_come_back_as_they_were(rules, steps):
    games = play_for(new_games(2, rules, seed=3), steps, seed=3)
    different = differences(from_bytes(to_bytes(games)), games)

    assert different == []


@pytest.mark.compiled
@pytest.mark.parametrize("rules", EVERY_RULES, ids=name_of)
def test_games_come_back_as_they_were_from_any_question_and_from_the_end(rules):
    games = positions(rules, count=5, every=9)
    different = differences(from_bytes(to_bytes(games)), games)

    assert (games["phase"] == Phase.OVER).any()
    assert different == []


def test_games_that_came_back_know_their_rules():
    rules = Rules(num_players=2, edition="first", modules=("rows", "army"), plus_two="group")

    assert rules_of(from_bytes(to_bytes(new_games(1, rules)))) == rules


def test_games_that_came_back_can_be_played():
    games = play_for(from_bytes(SAVED), steps=2, seed=0)

    assert games.tobytes() != from_bytes(SAVED).tobytes()


def test_games_under_different_rules_may_be_saved_together():
    games = join([new_games(1, Rules(num_players=2)), new_games(1, Rules(num_players=5, modules=MODULES))])
    different = differences(from_bytes(to_bytes(games)), games)

    assert different == []


def test_no_games_are_saved_and_come_back():
    nothing = new_games(1)[:0]

    assert len(from_bytes(to_bytes(nothing))) == 0


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_anything_made_of_bytes_is_read(kind):
    different = differences(from_bytes(kind(SAVED)), from_bytes(SAVED))

    assert different == []


def test_saving_changes_no_byte():
    games = from_bytes(SAVED)
    before = games.tobytes()
    to_bytes(games)
    after = games.tobytes()

    assert before == after


# What is not games


@pytest.mark.parametrize(
    "data", [None, 5, 1.5, "KINGSBRG", [1, 2], np.zeros(3, STATE)], ids=lambda data: type(data).__name__
)
def test_what_is_not_bytes_is_refused(data):
    with pytest.raises(TypeError, match="data: must be bytes, not "):
        from_bytes(data)


@pytest.mark.parametrize(
    "games",
    [None, 5, "games", [1], np.zeros(3), np.zeros((1, 1), STATE)],
    ids=lambda games: type(games).__name__,
)
def test_what_is_not_games_is_not_saved(games):
    with pytest.raises(TypeError, match="games: must be a one-dimensional array of games"):
        to_bytes(games)


FOREIGN = {
    "empty": b"",
    "a byte": b"K",
    "the name alone": MAGIC,
    "something else": b"PK\x03\x04" + bytes(3000),
    "zeros": bytes(len(SAVED)),
    "another name": _seal(_header(magic=b"CARCASON") + RECORDS),
    "a header alone": _header(),
}


@pytest.mark.parametrize("data", FOREIGN.values(), ids=FOREIGN)
def test_foreign_bytes_are_refused(data):
    with pytest.raises(BadBytesError, match="no Kingsburg games"):
        from_bytes(data)


@pytest.mark.parametrize("version", [0, FORMAT + 1, 65535])
def test_another_version_is_refused_with_both_numbers(version):
    with pytest.raises(BadBytesError, match=f"format {version} .*this version reads {FORMAT}"):
        from_bytes(_seal(_header(version=version) + RECORDS))


@pytest.mark.parametrize("itemsize", [0, 1, STATE.itemsize - 1, 2 * STATE.itemsize, 2**32 - 1])
def test_records_of_another_size_are_refused_with_both_sizes(itemsize):
    with pytest.raises(BadBytesError, match=f"{itemsize} bytes each.*{STATE.itemsize} bytes"):
        from_bytes(_seal(_header(itemsize=itemsize) + RECORDS))


@pytest.mark.parametrize("count", [0, 1, 3, 2**63, 2**64 - 1])
def test_another_number_of_games_is_refused(count):
    with pytest.raises(BadBytesError, match=f"for {count} games: truncated or changed"):
        from_bytes(_seal(_header(count=count) + RECORDS))


@pytest.mark.parametrize("missing", [1, DIGEST_SIZE, STATE.itemsize, STATE.itemsize + 1])
def test_truncated_bytes_are_refused(missing):
    with pytest.raises(BadBytesError, match="truncated or changed"):
        from_bytes(SAVED[:-missing])


@pytest.mark.parametrize("more", [b"\0", bytes(DIGEST_SIZE), bytes(STATE.itemsize)], ids=len)
def test_extended_bytes_are_refused(more):
    with pytest.raises(BadBytesError, match="truncated or changed"):
        from_bytes(SAVED + more)


@hypothesis_given(st.integers(0, 8 * len(SAVED) - 1))
@settings(max_examples=300)
def test_a_flipped_bit_is_noticed(bit):
    data = bytearray(SAVED)
    data[bit // 8] ^= 1 << bit % 8

    with pytest.raises(BadBytesError):
        from_bytes(data)


@hypothesis_given(st.binary(max_size=200))
@settings(max_examples=300)
def test_any_bytes_behind_the_name_are_refused(noise):
    with pytest.raises(BadBytesError):
        from_bytes(MAGIC + noise)


@hypothesis_given(st.integers(0, len(SAVED) - 1))
@settings(max_examples=100)
def test_any_beginning_is_refused(length):
    with pytest.raises(BadBytesError):
        from_bytes(SAVED[:length])


# What was tampered with, digest and all


def _tampered(games, change):
    copy = clone(games)
    change(copy)
    return _seal(_header(count=len(copy)) + copy.tobytes())


def _set(name, value):
    """Set one field of the first game, in a player's block that of the first player."""

    def change(games):
        values = (
            games["players"][name.removeprefix("players.")] if name.startswith("players.") else games[name]
        )
        values[(0,) * values.ndim] = value

    return change


RANGES = {
    **{name: allowed for name, _, allowed in SHARED},
    "taken": TAKEN_RANGE,
    "neutral": TAKEN_RANGE,
    **{f"players.{name}": allowed for name, _, allowed, *_ in [*PUBLIC, *FURTHER]},
}
OUT_OF_RANGE = [(name, value) for name, (low, high) in RANGES.items() for value in (low - 1, high + 1)]


@pytest.mark.parametrize(
    ("name", "value"), OUT_OF_RANGE, ids=[f"{name}={value}" for name, value in OUT_OF_RANGE]
)
def test_a_value_out_of_its_range_is_refused_by_name(name, value):
    low, high = RANGES[name]

    with pytest.raises(BadBytesError, match=rf"^{name}: a value outside {low} to {high}$"):
        from_bytes(_tampered(from_bytes(SAVED), _set(name, value)))


def test_there_is_no_governor_16():
    with pytest.raises(BadBytesError, match=r"^players.dealt: a value outside -1 to 15$"):
        from_bytes(_tampered(from_bytes(SAVED), _set("players.dealt", 16)))


@pytest.mark.parametrize("bits", [-1, 1 << BITS, 1 << 62])
def test_an_answer_is_one_of_the_actions(bits):
    games = from_bytes(SAVED)

    with pytest.raises(BadBytesError, match="answers"):
        from_bytes(_tampered(games, lambda games: games["answers"][0].__setitem__(-1, bits)))


def _building(**position):
    return given(
        players=3,
        at="build",
        goods=dict.fromkeys(("red", "blue", "green"), "9 gold, 9 wood, 9 stone"),
        **position,
    )


def _order(games):
    games[0].order[:3] = [0, 0, 1]


def _order_with_a_stranger(games):
    games[0].order[:3] = [0, 1, 3]


def _order_too_short(games):
    games[0].order[2] = NOBODY


def _order_too_long(games):
    games[0].order[3] = 3


def _nobody_is_asked(games):
    games[0].actor = NOBODY


def _a_stranger_is_asked(games):
    games[0].actor = 3


def _the_envoy_is_with_a_stranger(games):
    games[0].envoy = 4


def _more_players(games):
    games[0].num_players = 4


def _somebody_is_absent(games):
    games[0].players[1].present = 0


def _a_stranger_is_present(games):
    games[0].players[3].present = 1


def _another_question(games):
    games[0].decision = Decision.COMMIT_TOKEN


def _no_question(games):
    games[0].decision = Decision.NONE


def _another_phase(games):
    games[0].phase = Phase.WINTER


def _another_step(games):
    games[0].step = Step.HELP


def _over_with_a_question(games):
    games[0].phase, games[0].step = Phase.OVER, Step.BEGIN


def _an_answer_more(games):
    games[0].answers[np.flatnonzero(games[0].answers == 0)[0]] = 1


def _an_answer_less(games):
    games[0].answers[0] &= ~(1 << PASS)


def _no_answers(games):
    games[0].answers[:] = 0


def _goods_that_pay_for_less(games):
    games[0].players[0].goods[:] = 0


INCONSISTENT = {
    _order: "order",
    _order_with_a_stranger: "order",
    _order_too_short: "order",
    _order_too_long: "order",
    _nobody_is_asked: "actor",
    _a_stranger_is_asked: "actor",
    _the_envoy_is_with_a_stranger: "envoy",
    _more_players: "order",
    _somebody_is_absent: "players.present",
    _a_stranger_is_present: "players.present",
    _another_question: "decision",
    _no_question: "decision",
    _another_phase: "decision",
    _another_step: "decision",
    _over_with_a_question: "decision",
    _an_answer_more: "answers",
    _an_answer_less: "answers",
    _no_answers: "answers",
    _goods_that_pay_for_less: "answers",
}


@pytest.mark.parametrize(
    ("change", "what"), INCONSISTENT.items(), ids=[change.__name__.lstrip("_") for change in INCONSISTENT]
)
def test_fields_that_contradict_each_other_are_refused(change, what):
    with pytest.raises(BadBytesError, match=rf"^game 0: no game can stand like this \({what}\)"):
        from_bytes(_tampered(_building().games, change))


def test_the_game_that_is_wrong_is_named():
    games = join([_building().games] * 3)

    with pytest.raises(BadBytesError, match=r"^game 2: "):
        from_bytes(_tampered(games, lambda games: games[2].order.__setitem__(0, 2)))


def test_an_ended_game_with_somebody_asked_is_refused():
    game = given(at="year end", year=5)

    with pytest.raises(BadBytesError, match="actor"):
        from_bytes(_tampered(game.games, _set("actor", 1)))


# Contradictions that lead play astray later: past the end of an array, to a question without answers, to no end.


def _cursor_past_the_last(games):
    games["cursor"] = games["num_players"]


def _recruiting():
    return given(players=3, at="recruiting", goods={"red": "2 gold, 2 wood"})


def _trading():
    return given(players=3, at="end", buildings_of={"red": ["Town Hall"]}, goods={"red": "1 gold"})


def _out_of_turn(games):
    # Blue owns what red owns, so the answers fit.
    games["actor"] = 1


def _picking_governors():
    return given(players=3, at="governors", year=0, modules=("governors",))


def _last_year(games):
    games["year"] = 5


def _before_the_first_year(games):
    games["year"] = 0


def _putting_down_tokens():
    return given(players=3, at="winter", modules=("army",))


def _no_token_left(games):
    games["players"]["tokens"][:, 1] = 0


def _army_without_tokens(games):
    games["with_army"] = 1


def _taking_goods():
    return given(players=3, at="aid")


def _too_many_bonus_dice(games):
    games["players"]["bonus"][:, 0] = 2
    games["players"]["rows"][:, 0, Row.C] = Column.III + 1


def _tax_without_a_collector(games):
    games["is_tax_due"] = 1


def _influencing():
    return given(players=3, dice={"red": (1, 2, 4), "blue": (1, 2, 5)})


def _groups_without_dice(games):
    games["players"]["group_at"][:, 0] = (12, 13, 14)
    games["players"]["groups"][:, 0, 12:15] = 1


def _groups_miscounted(games):
    games["players"]["groups"][:, 0, 12] = 1


def _placed_dice_without_a_group(games):
    games["players"]["group_of"][:, 0, 0] = 2
    games["players"]["own_hand"][:, 0, 0] -= 1


def _asked_for_a_die():
    return given(
        players=3,
        at="start",
        season="summer",
        buildings_of={"red": ["Farms"], "blue": ["Farms"]},
        optional_effects=True,
    )


def _asked_for_the_kings_die():
    return given(
        players=3,
        at="aid",
        year=2,
        buildings_of={"blue": ["Inn"], "green": ["Inn"]},
        optional_effects=True,
    )


def _asked_for_a_saving():
    return given(
        players=3,
        at="build",
        goods={"red": "5 gold, 5 wood, 5 stone"},
        buildings_of={"red": ["Crane"]},
        optional_effects=True,
    ).play("red: build Town Hall")


def _asked_for_the_preachers_point():
    return given(
        players=3,
        at="end",
        modules=("governors",),
        governors_of={"red": "Preacher", "blue": "Minstrel"},
        optional_effects=True,
    )


def _effects_not_optional(games):
    games["optional_effects"] = 0


def _another_effect(games):
    games["effect"] = Effect.FORTRESS


def _two_bonus_dice(games):
    games["players"]["bonus"][:, 0] = 2


def _no_bonus_dice(games):
    games["players"]["bonus"] = 0


def _too_poor_for_the_full_price(games):
    games["players"]["goods"] = 0


def _no_preacher(games):
    games["players"]["governor"][:, 0] = Governor.DUKE


ASTRAY = [
    (_asked_for_a_die, _effects_not_optional),
    (_asked_for_a_die, _another_effect),
    (_asked_for_a_die, _two_bonus_dice),
    (_asked_for_a_die, _out_of_turn),
    (_asked_for_the_kings_die, _no_bonus_dice),
    (_asked_for_a_saving, _too_poor_for_the_full_price),
    (_asked_for_the_preachers_point, _no_preacher),
    (_building, _cursor_past_the_last),
    (_recruiting, _cursor_past_the_last),
    (_trading, _cursor_past_the_last),
    (_building, _out_of_turn),
    (_picking_governors, _last_year),
    (_building, _before_the_first_year),
    (_putting_down_tokens, _no_token_left),
    (_building, _army_without_tokens),
    (_taking_goods, _too_many_bonus_dice),
    (_building, _tax_without_a_collector),
    (_influencing, _groups_without_dice),
    (_influencing, _groups_miscounted),
    (_influencing, _placed_dice_without_a_group),
]


@pytest.mark.parametrize(
    ("make", "change"),
    ASTRAY,
    ids=[f"{make.__name__.lstrip('_')}-{change.__name__.lstrip('_')}" for make, change in ASTRAY],
)
def test_what_would_lead_play_astray_is_refused(make, change):
    games = make().games
    from_bytes(to_bytes(games))

    with pytest.raises(BadBytesError, match=r"^game 0: no game can stand like this"):
        # Somebody who tampers with care would make the answers fit.
        from_bytes(_tampered(games, lambda games: (change(games), find_all_answers(games))))


# In other processes


@pytest.mark.compiled
@pytest.mark.bounds
@pytest.mark.parametrize("first", [0, 2000])
def test_tampered_games_are_refused_or_played_on_without_harm(first):
    command = [sys.executable, "-m", "tests.fuzz_store", str(first), "2000"]
    fuzz = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=TIMEOUT)
    last = fuzz.stdout.splitlines()[-1:]

    assert fuzz.returncode == 0, f"{last}\n{fuzz.stderr[-500:]}"
    assert "accepted and played on" in last[0]


GO_ON = """
import sys
from pathlib import Path
from kingsburg_env import from_bytes, rollout_batch, to_bytes
games = from_bytes(Path(sys.argv[1]).read_bytes())
rollout_batch(games, seed=5)
Path(sys.argv[2]).write_bytes(to_bytes(games))
"""


@pytest.mark.compiled
def test_a_thousand_saved_games_go_on_in_a_new_process_byte_for_byte(tmp_path):
    games = join(positions(rules, count=4, every=14, seed=40 + at) for at, rules in enumerate(EVERY_RULES))
    saved, played = tmp_path / "saved", tmp_path / "played"
    saved.write_bytes(to_bytes(games))
    subprocess.run(
        [sys.executable, "-c", GO_ON, saved, played], cwd=ROOT, env=os.environ, check=True, timeout=TIMEOUT
    )
    rollout_batch(games, seed=5)
    different = differences(from_bytes(played.read_bytes()), games)

    assert len(games) >= 1000
    assert set(games["phase"].tolist()) == {Phase.OVER}
    assert different == []
