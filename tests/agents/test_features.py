"""What a network is shown, found again in the game itself."""

import numpy as np
import pytest

from kingsburg_agents import make
from kingsburg_agents.network.features import INPUT_SIZE, inputs_of, write_inputs
from kingsburg_agents.network.features.layout import (
    EVEN,
    FIRST_COMING_LACK,
    FIRST_ENOUGH,
    FIRST_HAND,
    FIRST_LACK,
    FIRST_LEAD,
    FIRST_MARK,
    FIRST_PAIR,
    FIRST_PLAN,
    FIRST_RIVAL,
    FIRST_STRENGTH,
    FIRST_USUAL_LEAD,
    LACK_MARKS,
    LARGEST,
    MARKS_AT,
    MAX_LACK,
    MAX_LACKS,
    MAX_STRENGTH,
    NUM_HANDS,
    UNFOLDED,
)
from kingsburg_env import Buffers, Rules, new_games, reset, sample_legal, step_batch
from kingsburg_env.engine.actions import BLOCKS, NUM_ACTIONS
from kingsburg_env.engine.names import NUM_ADVISORS, Decision
from kingsburg_env.engine.rules import MODULES
from kingsburg_env.engine.tables.buildings import BUILDINGS
from kingsburg_env.engine.tables.enemies import ENEMIES
from kingsburg_env.obs_types import layout
from kingsburg_env.observation import OBSERVATION_SIZE
from tests.play import many
from tests.weights import save

RULES = Rules(num_players=3, modules=MODULES)


@pytest.fixture(scope="module")
def asked():
    """Games some way on, and their questions."""
    rng = np.random.default_rng(0)
    games, buffers = new_games(64, RULES), Buffers(64)
    reset(games, 0, buffers=buffers)
    for _ in range(100):
        step_batch(games, sample_legal(buffers.mask, rng), buffers, auto_reset=True)
    return games, buffers


@pytest.fixture(scope="module")
def inputs(asked):
    """What a network is shown of them; worked out once, since plain Python takes its time."""
    _, buffers = asked
    return inputs_of(buffers.observation, buffers.mask)


def test_observation_and_mask_come_first(asked, inputs):
    _, buffers = asked
    assert inputs.shape == (64, INPUT_SIZE)
    np.testing.assert_array_equal(inputs[:, :OBSERVATION_SIZE], buffers.observation)
    np.testing.assert_array_equal(inputs[:, OBSERVATION_SIZE:FIRST_MARK], buffers.mask)


def test_some_rows_are_written_as_all_are(asked, inputs):
    _, buffers = asked
    rows, some = np.array([5, 0, 63]), np.full((3, INPUT_SIZE), np.nan, np.float32)
    write_inputs(buffers.observation, buffers.mask, rows, some)
    np.testing.assert_array_equal(some, inputs[rows])


@pytest.mark.parametrize(
    ("rows", "size", "columns", "match"),
    [
        ([64], 1, INPUT_SIZE, "rows: must be"),
        ([-1], 1, INPUT_SIZE, "rows: must be"),
        ([0], 2, INPUT_SIZE, "inputs: must have"),
        ([0], 1, INPUT_SIZE - 1, "inputs: must have"),
    ],
)
def test_rows_and_room_that_do_not_fit_are_refused(asked, rows, size, columns, match):
    _, buffers = asked
    with pytest.raises(ValueError, match=match):
        write_inputs(buffers.observation, buffers.mask, np.array(rows), np.zeros((size, columns), np.float32))


def test_observations_and_masks_that_do_not_fit_are_refused(asked):
    _, buffers = asked
    with pytest.raises(ValueError, match="observations, masks: must have"):
        inputs_of(buffers.observation[:, 1:], buffers.mask)
    with pytest.raises(ValueError, match="observations, masks: must have"):
        inputs_of(buffers.observation, buffers.mask[1:])


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("name", UNFOLDED)
def test_a_counter_is_marked_by_its_value(asked, inputs, name, place):
    games, _ = asked
    block = _block(name, place)
    for game in range(len(games)):
        counted = np.atleast_1d(games["players"][name][game, _seat(games, game, place)])
        for number, value in zip(block, counted.tolist(), strict=True):
            first = MARKS_AT[number]
            marked = np.flatnonzero(inputs[game, first : first + LARGEST[number]]) + 1
            assert marked.tolist() == ([min(value, UNFOLDED[name])] if value > 0 else [])


def _seat(games, game, place):
    """The seat that comes so many places after the one asked."""
    order = games["order"][game, :3].tolist()
    return order[(order.index(int(games["actor"][game])) + place) % 3]


def _block(name, place):
    """The numbers of a counter of the player at a place, in the order of the observation."""
    lengths = {"goods": 3, "plus_two": 1, "soldiers": 1, "rows": 7}
    first = place * sum(lengths.values())
    for other, length in lengths.items():
        if other == name:
            return range(first, first + length)
        first += length
    raise KeyError(name)


@pytest.mark.parametrize("place", range(3))
def test_every_hand_of_own_dice_has_one_mark(asked, inputs, place):
    games, buffers = asked
    first = FIRST_HAND + place * NUM_HANDS
    marks = inputs[:, first : first + NUM_HANDS]
    number_of = {}
    for game in range(len(games)):
        dice = buffers.observation[game, _hand(place)]
        marked = np.flatnonzero(marks[game]).tolist()
        assert len(marked) == (dice.sum() > 0)
        if marked:
            assert number_of.setdefault(tuple(dice.tolist()), marked[0]) == marked[0]
    assert len(set(number_of.values())) == len(number_of) > 1


def _hand(place):
    first = next(part.first for part in layout() if part.name == f"counters[{place}].own_hand")
    return slice(first, first + 6)


def test_what_is_lacking_for_the_next_building_of_a_row_is_marked(asked, inputs):
    games, _ = asked
    for game in range(len(games)):
        player = games["players"][game, _seat(games, game, 0)]
        for row in range(7):
            first = FIRST_LACK + row * LACK_MARKS
            marks = np.flatnonzero(inputs[game, first : first + LACK_MARKS]).tolist()
            assert marks == _lack_marks(_lacks(player, row, player["goods"]))


def _lacks(player, row, goods, saving=0):
    """What of the next building's price is lacking, kind by kind; nothing can be bought in a full row."""
    if player["rows"][row] == 4:
        return None
    price = BUILDINGS[row * 4 + int(player["rows"][row])]["cost"].astype(int) - [saving, 0, 0]
    return np.maximum(price - goods, 0)


def _lack_marks(lacks, choice=0):
    """Where the marks of a row belong, with so many goods of choice to come."""
    if lacks is None:
        return []
    of_each = [good * (MAX_LACK + 1) + lack for good, lack in enumerate(lacks.tolist()) if lack <= MAX_LACK]
    in_all = max(int(lacks.sum()) - choice, 0)
    return of_each + ([3 * (MAX_LACK + 1) + in_all] if in_all <= MAX_LACKS else [])


# What the advisors bring, by rank: gold, wood, stone, goods of choice.
GIFTS = {
    2: (1, 0, 0, 0), 3: (0, 1, 0, 0), 4: (0, 0, 0, 1), 7: (0, 0, 0, 1), 8: (2, 0, 0, 0), 9: (0, 1, 0, 1),
    11: (0, 0, 1, 1), 12: (0, 0, 0, 2), 13: (0, 0, 3, 0), 14: (0, 0, 0, 3), 15: (1, 1, 1, 0), 16: (4, 0, 0, 0),
    17: (0, 0, 0, 2), 18: (1, 1, 1, 0),
}  # fmt: skip


def _to_come(player):
    """The goods a player will have when the advisors have helped, and how many of choice besides."""
    helped = [GIFTS.get(int(rank) + 1, (0, 0, 0, 0)) for rank in np.flatnonzero(player["groups"])]
    gifts = np.array([(0, 0, 0, 0), *helped]).sum(axis=0)
    return player["goods"] + gifts[:3], int(gifts[3])


def _saving(player, row):
    """What the Crane, second in row F, saves on the next building of a row."""
    return int(player["rows"][5] >= 2 and player["rows"][row] >= 2)


@pytest.fixture(scope="module")
def placing():
    """Questions where to place dice, in half of the games with a Crane, a Market and a +2 token for everybody.

    Player, table, legal answers, inputs of each.
    """
    rng = np.random.default_rng(0)
    number = many(256, 40)
    games, buffers = new_games(number, Rules(num_players=3)), Buffers(number)
    reset(games, 0, buffers=buffers)
    for step in range(100):
        if step == 60:
            games["players"]["rows"][::2, :, [2, 5]] = 2
            games["players"]["plus_two"][::2] = 1
        step_batch(games, sample_legal(buffers.mask, rng), buffers, auto_reset=True)
    rows = np.flatnonzero(games["decision"] == Decision.INFLUENCE)
    mask = buffers.mask[rows]
    inputs = inputs_of(buffers.observation[rows], mask)
    players = [games["players"][game, games["actor"][game]] for game in rows]
    assert any(_saving(player, row) for player in players for row in range(7))
    assert any(player["groups"].any() for player in players)
    assert any(player["plus_two_used"] for player in players)
    return players, games[rows], mask, inputs


def test_while_dice_are_placed_the_goods_to_come_count_and_so_does_the_crane(placing):
    for player, _, _, inputs in zip(*placing, strict=True):
        goods, choice = _to_come(player)
        for row in range(7):
            first = FIRST_COMING_LACK + row * LACK_MARKS
            lacks = _lacks(player, row, goods, _saving(player, row))
            assert np.flatnonzero(inputs[first : first + LACK_MARKS]).tolist() == _lack_marks(lacks, choice)


def test_an_advisor_who_would_bring_what_is_lacking_is_marked(placing):
    seen = 0
    for player, _, mask, inputs in zip(*placing, strict=True):
        goods, choice = _to_come(player)
        offered = _offered(mask)
        for rank in range(1, 19):
            *gift, choices = GIFTS.get(rank, (0, 0, 0, 0))
            for row in range(7):
                now = _lacks(player, row, goods, _saving(player, row))
                then = _lacks(player, row, goods + gift, _saving(player, row))
                is_enough = now is not None and now.sum() > choice and then.sum() <= choice + choices
                marked = inputs[FIRST_ENOUGH + (rank - 1) * 7 + row]
                assert marked == (is_enough and rank in offered)
                seen += int(marked)
    assert seen > 0


def _in_hand(player):
    """The dice in hand, each with whether it is an own one."""
    return [
        (int(player["dice"][die]), die < 3)
        for die in range(5)
        if player["dice"][die] > 0 and player["group_of"][die] < 0
    ]


def _groups(dice):
    """Every group: its total, and the dice left."""
    for number in range(1, 1 << len(dice)):
        group = [die for place, die in enumerate(dice) if number >> place & 1]
        if any(is_own for _, is_own in group):
            yield (
                sum(face for face, _ in group),
                [die for place, die in enumerate(dice) if not number >> place & 1],
            )


def _may(player):
    """Whether the player may still use a +2 token and the Market."""
    has_token = player["plus_two"] > 0 and not player["plus_two_used"]
    return bool(has_token), bool(player["rows"][2] >= 2 and not player["market_used"])


def _ways(may_plus_two, may_market):
    """What may be added to a group: how much, and whether token and Market are still there afterwards."""
    for token in range(may_plus_two + 1):
        for shift in (-1, 0, 1) if may_market else (0,):
            yield 2 * token + shift, (may_plus_two and not token, may_market and not shift)


def _second(table, player, first):
    """The ranks of the free advisors whom the dice left reach when a group has gone to this rank."""
    ranks = set()
    for total, left in _groups(_in_hand(player)):
        for more, still in _ways(*_may(player)):
            if total + more == first:
                ranks |= {then + add for then, _ in _groups(left) for add, _ in _ways(*still)}
    return {
        rank for rank in ranks if 1 <= rank <= 18 and rank != first and not table["taken"] >> (rank - 1) & 1
    }


def _offered(mask):
    """The ranks of the court that may be influenced."""
    block = BLOCKS["influence"]
    offered = mask[block.first : block.first + block.size].reshape(-1, NUM_ADVISORS).any(axis=0)
    return [rank for rank in range(1, 19) if offered[rank - 1]]


def test_whom_the_dice_left_reach_is_marked_for_every_advisor_that_may_be_influenced(placing):
    for player, table, mask, inputs in zip(*placing, strict=True):
        marks = inputs[FIRST_PAIR:FIRST_PLAN].reshape(NUM_ADVISORS, 18)
        for rank in range(1, 19):
            expected = _second(table, player, rank) if rank in _offered(mask) else set()
            assert set((np.flatnonzero(marks[rank - 1]) + 1).tolist()) == expected


def test_what_can_be_built_with_two_advisors_but_not_with_the_first_alone_is_marked(placing):
    seen = 0
    for player, table, mask, inputs in zip(*placing, strict=True):
        goods, choice = _to_come(player)
        for rank in _offered(mask):
            gift = np.array(GIFTS.get(rank, (0, 0, 0, 0)))
            for row in range(7):
                first = _lacks(player, row, goods + gift[:3], _saving(player, row))
                is_plan = False
                if first is not None and first.sum() > choice + gift[3]:
                    for second in _second(table, player, rank):
                        both = gift + GIFTS.get(second, (0, 0, 0, 0))
                        left = _lacks(player, row, goods + both[:3], _saving(player, row))
                        is_plan |= left.sum() <= choice + both[3]
                marked = inputs[FIRST_PLAN + (rank - 1) * 7 + row]
                assert marked == is_plan
                seen += int(marked)
    assert seen > 0


def test_how_many_rivals_reach_an_advisor_is_marked(placing):
    for _, table, _, inputs in zip(*placing, strict=True):
        rivals = [table["players"][seat] for seat in range(3) if seat != table["actor"]]
        reached = [
            {total for total, _ in _groups(_in_hand(rival))} if not rival["passed"] else set()
            for rival in rivals
        ]
        for rank in range(1, 19):
            count = sum(rank in totals for totals in reached) if not table["taken"] >> (rank - 1) & 1 else 0
            marks = [inputs[FIRST_RIVAL + number * 18 + rank - 1] for number in range(3)]
            assert marks == [count > 0, count > 1, count > 2]


def test_nothing_is_marked_of_placing_where_no_dice_are_placed(asked, inputs):
    games, _ = asked
    rows = np.flatnonzero(~np.isin(games["decision"], (Decision.INFLUENCE, Decision.PICK_DICE)))
    assert len(rows)
    assert not inputs[rows, FIRST_COMING_LACK:FIRST_STRENGTH].any()
    assert not inputs[rows, FIRST_PAIR:].any()


def test_strength_and_its_lead_over_the_enemy_are_marked(asked, inputs):
    games, buffers = asked
    usual, known = [3, 4, 5, 6, 8], 0
    for game in range(len(games)):
        seat = int(games["actor"][game])
        player, year = games["players"][game, seat], int(games["year"][game])
        owned = [row * 4 + column for row in range(7) for column in range(player["rows"][row])]
        strength = int(player["soldiers"]) + sum(int(BUILDINGS[number]["defence"]) for number in owned)
        assert _marked(inputs[game], FIRST_STRENGTH) == [min(max(strength, 0), MAX_STRENGTH)]
        assert _marked(inputs[game], FIRST_USUAL_LEAD) == [_lead(strength - usual[year - 1])]
        shown = np.flatnonzero(buffers.observation[game, _block_of("enemy")])
        for enemy in shown:
            kind = ENEMIES[enemy]["kind"]
            more = sum(int(BUILDINGS[number]["defence_vs"][kind]) for number in owned)
            lead = strength + more - int(ENEMIES[enemy]["strength"])
            assert _marked(inputs[game], FIRST_LEAD) == [_lead(lead)]
        assert len(_marked(inputs[game], FIRST_LEAD)) == len(shown)
        known += len(shown)
    assert known > 0


def _lead(lead):
    return min(max(lead + EVEN, 0), MAX_STRENGTH)


def _marked(inputs, first):
    return np.flatnonzero(inputs[first : first + MAX_STRENGTH + 1]).tolist()


def _block_of(name):
    return next(slice(first, first + length) for known, first, length, *_ in layout() if known == name)


def test_a_network_may_see_everything_or_the_observation_alone(tmp_path, asked, inputs):
    _, buffers = asked
    rng, answers = np.random.default_rng(1), []
    weight = rng.normal(size=(INPUT_SIZE, NUM_ACTIONS)).astype(np.float32)
    for rows in (OBSERVATION_SIZE, INPUT_SIZE):
        path = tmp_path / f"{rows}.npz"
        save(path, {"w0": weight[:rows], "b0": np.zeros(NUM_ACTIONS, np.float32)})
        answers.append(make(f"neural:{path}").logits_and_values(buffers.observation, buffers.mask)[0])
    np.testing.assert_allclose(answers[0], buffers.observation @ weight[:OBSERVATION_SIZE], atol=1e-4)
    np.testing.assert_allclose(answers[1], inputs @ weight, rtol=1e-3, atol=1e-4)
