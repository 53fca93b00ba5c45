"""Re-dealing: what a seat cannot know is drawn anew, what it knows stays. The base of honest search."""

from functools import cache

import numpy as np
import pytest
from scipy.stats import chi2_contingency, chisquare

from kingsburg_env import (
    Buffers,
    Rules,
    check_values,
    clone,
    legal,
    new_games,
    observe,
    redeal,
    rollout_batch,
    step_batch,
    text,
)
from kingsburg_env.engine.answers import masks_of
from kingsburg_env.engine.names import (
    NO_GOVERNOR,
    NO_TOKEN,
    NUM_DEALT_GOVERNORS,
    NUM_ENEMIES_PER_YEAR,
    NUM_GOVERNORS,
    NUM_YEARS,
    Decision,
    Governor,
    Phase,
)
from kingsburg_env.engine.rules import MODULES
from kingsburg_env.engine.state import INSIDE
from kingsburg_env.engine.tables import governors
from kingsburg_env.engine.tables.army import TOKENS
from kingsburg_env.kernels import find_all_answers
from tests.given import SEATS, given
from tests.hidden import known_governors, scramble, unknown_enemies, without_secrets
from tests.random_play import ALL_MODULES, differences, join, name_of, play_for, positions

FAIR = 1e-4
OPTIONAL = Rules(num_players=3, modules=MODULES, optional_effects=True)
EVERY_RULES = pytest.mark.parametrize("rules", [*ALL_MODULES, OPTIONAL], ids=name_of)


@cache
def _positions(rules):
    """Positions from random games, and for each a seat that looks at it."""
    games = positions(rules, count=24, every=5)
    return games, np.random.default_rng(0).integers(rules.num_players, size=len(games))


def _many(game, seat, count=3000):
    """Re-deal one position under many seeds."""
    return redeal(np.repeat(game.games, count), SEATS.index(seat), seed=0)


def _picking(picks=1, players=3):
    """A game in which so many players have picked a governor in secret; the seats in turn order."""
    game = given(players=players, at="governors", modules=("governors",), seed=3)
    for _ in range(picks):
        game.play(f"{game.asked}: {min(game.options())}")
    return game


def _in_winter(picks=1, players=3):
    """A game in which so many players have put down an army token in secret."""
    game = given(players=players, at="winter", modules=("army",))
    for seat in SEATS[:picks]:
        game.play(f"{seat}: put down army token 2")
    return game


# In random games with all modules, at every kind of decision


@pytest.mark.compiled
def test_the_random_positions_stand_at_every_kind_of_decision():
    every = [*ALL_MODULES, OPTIONAL]
    asked = {int(decision) for rules in every for decision in _positions(rules)[0]["decision"]}

    assert asked == set(Decision)


@pytest.mark.compiled
@EVERY_RULES
def test_what_a_seat_knows_stays(rules):
    games, seats = _positions(rules)
    redealt = redeal(games, seats, seed=7)

    changed = differences(without_secrets(redealt, seats), without_secrets(games, seats))

    assert changed == []


@pytest.mark.compiled
@EVERY_RULES
def test_the_observation_of_the_seat_stays(rules):
    games, seats = _positions(rules)
    before, after = observe(games, seats), observe(redeal(games, seats, seed=7), seats)

    assert before.tobytes() == after.tobytes()


@pytest.mark.compiled
@EVERY_RULES
def test_games_that_differ_in_secrets_alone_become_the_same_bytes(rules):
    games, seats = _positions(rules)
    others = scramble(games, seats, seed=1)

    differ_before = differences(games, others)
    differ_after = differences(redeal(games, seats, seed=7), redeal(others, seats, seed=7))

    assert differ_before
    assert differ_after == []


@pytest.mark.compiled
@EVERY_RULES
def test_a_redealt_game_is_a_possible_game(rules):
    redealt = redeal(*_positions(rules), seed=7)

    again = clone(redealt)
    find_all_answers(again.view(INSIDE))

    check_values(redealt)
    assert differences(again, redealt) == []


@pytest.mark.compiled
@EVERY_RULES
def test_nobody_holds_a_governor_twice_after_redealing(rules):
    dealt = redeal(*_positions(rules), seed=7)["players"]["dealt"][:, : rules.num_players]

    assert all(len(set(cards)) == len(cards) for cards in dealt.reshape(len(dealt), -1).tolist())


@pytest.mark.compiled
@EVERY_RULES
def test_a_rivals_governor_is_one_of_his_three_after_redealing(rules):
    players = redeal(*_positions(rules), seed=7)["players"][:, : rules.num_players]
    is_dealt = (players["dealt"] == players["picked_governor"][:, :, None]).any(axis=2)
    is_right = is_dealt | (players["picked_governor"] == NO_GOVERNOR)

    assert is_right.all()


@pytest.mark.compiled
@EVERY_RULES
def test_a_redealt_game_can_be_played_to_the_end(rules):
    redealt = redeal(*_positions(rules), seed=7)
    rollout_batch(redealt, seed=1)
    phases, years = set(redealt["phase"].tolist()), set(redealt["year"].tolist())

    assert phases == {Phase.OVER}
    assert years == {NUM_YEARS}


@pytest.mark.compiled
@EVERY_RULES
def test_the_answers_of_the_seat_itself_stay(rules):
    games, seats = _positions(rules)
    is_asked = games["actor"] == seats
    games, seats = games[is_asked], seats[is_asked]
    before, after = legal(games), legal(redeal(games, seats, seed=7))

    assert len(before) > 0
    assert np.array_equal(before, after)


@pytest.mark.compiled
@EVERY_RULES
def test_redealing_twice_is_redealing_once(rules):
    games, seats = _positions(rules)
    changed = differences(redeal(redeal(games, seats, seed=1), seats, seed=7), redeal(games, seats, seed=7))

    assert changed == []


@pytest.mark.compiled
@EVERY_RULES
def test_other_seeds_change_what_is_unknown(rules):
    games, seats = _positions(rules)
    one, other = redeal(games, seats, seed=7), redeal(games, seats, seed=10**6)
    is_open = unknown_enemies(games, seats).any(axis=1)
    has_other_luck = one["key"] != other["key"]
    has_other_enemies = np.any(one["enemies"] != other["enemies"], axis=1)[is_open]

    assert has_other_luck.all()
    # Of up to five cards, each of five: far more than half of the games get other ones.
    assert has_other_enemies.mean() > 0.5


# Position by position


@pytest.mark.parametrize("rules", [Rules(num_players=2), Rules(num_players=3, modules=MODULES)], ids=name_of)
def test_redealing_leaves_the_game_itself_alone(rules):
    games = play_for(new_games(2, rules), steps=5, seed=0)
    before = games.tobytes()
    redeal(games, 1, seed=7)
    after = games.tobytes()

    assert before == after


def test_each_game_may_be_redealt_for_another_seat():
    games = new_games(3, Rules(num_players=3, modules=MODULES))
    seats = np.array([2, 0, 1])
    together = redeal(games, seats, seed=7)
    alone = [redeal(games[i : i + 1], int(seat), seed=7 + i) for i, seat in enumerate(seats)]
    different = differences(together, join(alone))

    assert different == []


def test_own_governors_stay():
    game = _picking(picks=0)
    dealt = game.player(game.asked).dealt.tolist()
    game.games = redeal(game.games, SEATS.index(game.asked), seed=7)

    assert game.player(game.asked).dealt.tolist() == dealt


def test_an_own_secret_pick_stays():
    game = _picking()
    seat = game.order[0]
    picked = game.player(seat).picked_governor
    game.games = redeal(game.games, SEATS.index(seat), seed=7)

    assert game.player(seat).picked_governor == picked != NO_GOVERNOR


@pytest.mark.parametrize("picks", [0, 1, 2])
def test_who_has_picked_in_secret_stays(picks):
    game = _picking(picks)
    game.games = redeal(game.games, SEATS.index(game.asked), seed=7)
    has_picked = [game.player(seat).picked_governor != NO_GOVERNOR for seat in game.order]

    assert has_picked == [True] * picks + [False] * (3 - picks)


def test_the_governors_a_rival_is_asked_about_are_his_new_ones():
    game = _picking(picks=0)
    observer, asked = SEATS.index(game.order[2]), SEATS.index(game.asked)
    redealt = redeal(game.games, observer, seed=7)[0]
    dealt_before, dealt = (sorted(state.players[asked].dealt.tolist()) for state in (game.state, redealt))
    offered = [text.describe_action(int(action)) for action in np.flatnonzero(masks_of(redealt))]

    assert dealt != dealt_before
    assert offered == [f"keep {governors.NAMES[Governor(card)]}" for card in dealt]


def test_shown_governors_stay():
    game = _picking(picks=3)
    shown = {seat: game.governor(seat) for seat in game.order}
    game.games = redeal(game.games, 0, seed=7)

    assert None not in shown.values()
    assert {seat: game.governor(seat) for seat in game.order} == shown


def test_a_rivals_put_aside_governors_change_and_the_shown_one_is_among_his_three():
    game = _picking(picks=3)
    before = set(game.player("blue").dealt.tolist())
    game.games = redeal(game.games, SEATS.index("red"), seed=7)
    after = set(game.player("blue").dealt.tolist())

    assert after != before
    assert game.player("blue").governor in after


def test_an_own_token_put_down_stays():
    game = _in_winter()
    game.games = redeal(game.games, SEATS.index("red"), seed=5)

    assert game.player("red").picked_token == 2


def test_a_token_not_put_down_yet_stays_so():
    game = _in_winter()
    game.games = redeal(game.games, SEATS.index("red"), seed=5)

    assert game.player("green").picked_token == NO_TOKEN


def test_the_year_of_a_looked_at_card_is_kept_for_who_looked_and_for_nobody_else():
    game = given(at="help", year=2, placed={"red": ["Queen"]}, enemy="Orcs 4 (year II)")
    card = game.state.enemies[1]
    for_red, for_blue = (
        {int(redeal(game.games, SEATS.index(seat), seed=seed)[0].enemies[1]) for seed in range(20)}
        for seat in ("red", "blue")
    )

    assert game.has_looked("red")
    assert for_red == {card}
    assert len(for_blue) > 1


def test_a_shown_card_is_kept_for_everybody():
    # Blue must say which goods he loses, so the game stands in the middle of the battle.
    game = given(
        at="winter",
        year=1,
        enemy="Orcs 3 (year I)",
        goods={"blue": "2 gold, 2 wood"},
        seed=_seed_of_a_weak_king(),
    )
    redealt = [redeal(game.games, seat, seed=7)[0].enemies[0] for seat in range(4)]

    assert game.question == "lose goods"
    assert redealt == [game.state.enemies[0]] * 4


def _seed_of_a_weak_king():
    """A seed whose King's die in year I is too low to hold the enemy."""
    for seed in range(100):
        game = given(
            at="winter", year=1, enemy="Orcs 3 (year I)", goods={"blue": "2 gold, 2 wood"}, seed=seed
        )
        if game.question == "lose goods":
            return seed
    raise AssertionError


def test_past_cards_are_kept():
    game = given(at="aid", year=4)
    past = game.state.enemies[:3].tolist()
    game.games = redeal(game.games, SEATS.index("red"), seed=7)

    assert game.state.enemies[:3].tolist() == past


def test_at_the_end_all_cards_are_past():
    game = given(at="year end", year=5)
    redealt = [redeal(game.games, 0, seed=seed)[0].enemies.tolist() for seed in range(10)]

    assert game.asked is None
    assert redealt == [game.state.enemies.tolist()] * 10


def test_future_dice_differ():
    game = given(at="build", goods={"red": "9 gold, 9 wood, 9 stone"})
    futures = set()
    for seed in range(8):
        future = game.copy()
        future.games = redeal(game.games, 0, seed=seed)
        future.play("red: pass")
        assert future.phase == "summer"
        futures.add(tuple(tuple(future.dice(seat)) for seat in future.order))

    assert len(futures) == 8


def test_the_same_seed_gives_the_same_future():
    game = given(at="build", goods={"red": "9 gold, 9 wood, 9 stone"})
    one, other = redeal(game.games, 0, seed=7), redeal(game.games, 0, seed=7)
    buffers = Buffers(1)
    for redealt in (one, other):
        step_batch(redealt, np.array([0]), buffers)
    different = differences(one, other)

    assert different == []


# How the unknown is spread


def test_unknown_enemies_are_spread_evenly_over_the_five_of_their_year():
    enemies = _many(given(at="aid", year=2), "red")["enemies"]

    for year in range(2, NUM_YEARS + 1):
        cards = enemies[:, year - 1] - (year - 1) * NUM_ENEMIES_PER_YEAR
        assert chisquare(np.bincount(cards, minlength=NUM_ENEMIES_PER_YEAR)).pvalue > FAIR, year


def test_secret_tokens_are_spread_evenly_over_those_a_rival_has():
    players = _many(_in_winter(picks=2), "green")["players"]

    for rival in ("red", "blue"):
        tokens = players["picked_token"][:, SEATS.index(rival)]
        expected = np.array(TOKENS) / TOKENS.sum() * len(tokens)
        assert chisquare(np.bincount(tokens, minlength=len(TOKENS)), expected).pvalue > FAIR, rival


def test_secret_tokens_are_only_such_as_a_rival_still_has():
    game = given(
        players=2, at="winter", year=4, modules=("army",), army_tokens={"red": (0, 3, 4), "blue": (1, 1, 2)}
    )
    game.play("red: put down army token 3")
    tokens = _many(game, "blue")["players"]["picked_token"][:, SEATS.index("red")]

    assert set(tokens.tolist()) == {0, 3, 4}


def test_governors_dealt_to_rivals_are_spread_evenly_over_those_the_seat_cannot_place():
    game = _picking(picks=0)
    observer = SEATS.index(game.order[2])
    unknown = sorted(set(range(NUM_GOVERNORS)) - known_governors(game.state, observer))
    dealt = _many(game, game.order[2])["players"]["dealt"][:, SEATS.index(game.order[0])]

    for card in range(NUM_DEALT_GOVERNORS):
        counts = np.bincount(dealt[:, card], minlength=NUM_GOVERNORS)
        assert set(np.flatnonzero(counts)) == set(unknown)
        assert chisquare(counts[unknown]).pvalue > FAIR, card


def test_a_secret_pick_is_spread_evenly_over_the_rivals_new_three():
    game = _picking(picks=1)
    rival = SEATS.index(game.order[0])
    players = _many(game, game.order[2])["players"][:, rival]
    which = (players["dealt"] == players["picked_governor"][:, None]).argmax(axis=1)

    assert chisquare(np.bincount(which, minlength=NUM_DEALT_GOVERNORS)).pvalue > FAIR


def test_an_unknown_enemy_tells_nothing_of_a_rivals_governors():
    game = _picking(picks=1)
    redealt = _many(game, game.order[2])
    players = redealt["players"][:, SEATS.index(game.order[0])]
    secrets = [*players["dealt"].T, (players["dealt"] == players["picked_governor"][:, None]).argmax(axis=1)]
    tables = [
        np.histogram2d(enemies % NUM_ENEMIES_PER_YEAR, secret, bins=(5, np.arange(-0.5, NUM_GOVERNORS)))[0]
        for enemies in redealt["enemies"].T
        for secret in secrets
    ]

    assert min(chi2_contingency(table[:, table.any(axis=0)]).pvalue for table in tables) > FAIR


@pytest.mark.compiled
def test_other_seeds_give_independent_futures():
    games = clone(_many(given(at="aid", year=1), "red"))
    rollout_batch(games, seed=np.zeros(len(games), np.int64))
    results = {tuple(points) for points in games["players"]["vp"].tolist()}

    # Played by the same random choices, so that luck alone makes the difference.
    assert len(results) > 0.99 * len(games)
