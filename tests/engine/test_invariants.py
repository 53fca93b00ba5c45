"""What holds in every game at every question, whoever plays how."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st

from kingsburg_env import (
    Buffers,
    IllegalActionError,
    Rules,
    check_values,
    clone,
    legal,
    new_games,
    observe,
    ranking,
    reset,
    rollout_batch,
    rules_of,
    scores,
    step_batch,
    text,
)
from kingsburg_env.engine.actions import ANSWERS, BLOCKS, NUM_ACTIONS, PASS
from kingsburg_env.engine.answers import masks_of
from kingsburg_env.engine.names import (
    MAX_PLAYERS,
    NO_GROUP,
    NUM_ADVISORS,
    NUM_OWN_DICE,
    Advisor,
    Decision,
    Event,
    Governor,
    Phase,
    Step,
)
from kingsburg_env.kernels import find_all_answers
from tests.play import (
    EVERYTHING,
    MANNERS,
    Table,
    any_rules,
    choose,
    manners,
    many,
    reach,
    seeds,
    some_steps,
    walk,
)

NO_ACTION = -1
IMPOSSIBLE = (-1, -2, -NUM_ACTIONS, NUM_ACTIONS, NUM_ACTIONS + 1, 2**31, -(2**31), 2**62, -(2**62))

whole_games = settings(max_examples=30)
single_positions = settings(max_examples=many(100, 4))


# Questions and answers


@pytest.mark.bounds
@pytest.mark.rule("frame.one-option-is-played")
@settings(max_examples=many(30, 1))
@for_all(rules=any_rules, seed=seeds, manner=manners)
def test_whoever_is_asked_has_at_least_two_answers_until_the_end(rules, seed, manner):
    numbers = [len(table.options()) for table in walk(rules, seed, manner)]

    assert min(numbers[:-1]) >= 2
    assert numbers[-1] == 0


@pytest.mark.compiled
@whole_games
@for_all(rules=any_rules, seed=seeds, manner=manners)
def test_a_question_is_answered_from_its_own_blocks_and_by_passing(rules, seed, manner):
    for table in walk(rules, seed, manner):
        blocks = [BLOCKS[name] for name in ANSWERS[Decision(table.decision.item(0))]]

        assert all(
            action == PASS or any(block.first <= action < block.end for block in blocks)
            for action in table.options()
        )


MUST_CHOOSE = {
    Decision.PICK_GOVERNOR,
    Decision.TAKE_GOODS,
    Decision.PICK_DICE,
    Decision.SAVE_GOOD,
    Decision.COMMIT_TOKEN,
    Decision.LOSE_GOODS,
}


@pytest.mark.compiled
@whole_games
@for_all(rules=any_rules, seed=seeds, manner=manners)
def test_passing_is_offered_wherever_a_player_need_not_act_and_nowhere_else(rules, seed, manner):
    for table in walk(rules, seed, manner):
        if not table.is_over:
            may_pass = table.decision.item(0) not in MUST_CHOOSE
            # A tax may be left, and the Architect save nothing.
            may_decline = rules.optional_effects and table.games["step"][0] == Step.BUILD
            assert PASS in table.options() or not may_pass
            assert PASS not in table.options() or may_pass or may_decline


@single_positions
@for_all(rules=any_rules, seed=seeds, manner=manners, steps=some_steps)
def test_every_offered_action_can_be_played(rules, seed, manner, steps):
    table = reach(rules, seed, manner, steps)
    for action in table.options():
        after = Table(clone(table.games))
        after.step(action)

        assert after.games.tobytes() != table.games.tobytes()
        assert after.is_over or len(after.options()) >= 2


@pytest.mark.bounds
@settings(max_examples=many(25, 2))
@for_all(rules=any_rules, seed=seeds, manner=manners, steps=some_steps)
def test_every_other_action_is_refused_and_changes_nothing(rules, seed, manner, steps):
    table = reach(rules, seed, manner, steps)
    games, buffers = table.games, table.buffers
    before = games.tobytes()
    shown = [
        getattr(buffers, name).tobytes()
        for name in ("observation", "mask", "actor", "rewards", "terminal", "logs")
    ]
    illegal = set(range(NUM_ACTIONS)).union(IMPOSSIBLE) - set(table.options())
    if table.is_over:
        illegal.discard(NO_ACTION)
    for action in illegal:
        with pytest.raises(IllegalActionError):
            table.step(action)

    assert games.tobytes() == before
    assert [
        getattr(buffers, name).tobytes()
        for name in ("observation", "mask", "actor", "rewards", "terminal", "logs")
    ] == shown


@single_positions
@for_all(rules=any_rules, seed=seeds, illegal=st.sampled_from(range(4)), action=st.sampled_from(IMPOSSIBLE))
def test_one_illegal_action_keeps_a_whole_batch_from_moving(rules, seed, illegal, action):
    games = new_games(4, rules, seed % 2**32)
    actions = np.array([np.flatnonzero(mask)[0] for mask in legal(games)])
    actions[illegal] = action
    before = games.tobytes()

    with pytest.raises(IllegalActionError, match=f"game {illegal}"):
        step_batch(games, actions, Buffers(4))
    assert games.tobytes() == before


# The course of a game


@pytest.mark.rule("frame.five-years")
@pytest.mark.compiled
@whole_games
@for_all(rules=any_rules, seed=seeds, manner=manners)
def test_years_and_phases_only_go_forward_and_the_game_ends_after_year_five(rules, seed, manner):
    times = [
        (table.games["year"].item(0), table.games["phase"].item(0)) for table in walk(rules, seed, manner)
    ]

    assert times == sorted(times)
    assert times[-1] == (5, Phase.OVER)


@pytest.mark.compiled
@pytest.mark.bounds
@settings(max_examples=40)
@for_all(rules=any_rules, seed=st.integers(0, 2**32))
def test_random_play_inside_the_engine_ends_all_games(rules, seed):
    games = new_games(64, rules, seed)
    decisions = rollout_batch(games, seed)

    assert set(games["phase"]) == {Phase.OVER}
    assert set(games["decision"]) == {Decision.NONE}
    assert decisions.min() > 0


@pytest.mark.compiled
@whole_games
@for_all(rules=any_rules, seed=seeds, manner=manners)
def test_the_turn_order_names_every_player_once(rules, seed, manner):
    for table in walk(rules, seed, manner):
        order = table.games["order"][0].tolist()

        assert sorted(order[: rules.num_players]) == list(range(rules.num_players))
        assert order[rules.num_players :] == [-1] * (MAX_PLAYERS - rules.num_players)


@pytest.mark.compiled
@whole_games
@for_all(rules=any_rules, seed=seeds, manner=manners)
def test_nothing_countable_is_negative_but_points(rules, seed, manner):
    for table in walk(rules, seed, manner):
        players = table.games["players"][0]

        assert all(
            players[name].min() >= 0 for name in ("goods", "soldiers", "plus_two", "tokens", "bonus", "dice")
        )


@pytest.mark.compiled
@whole_games
@for_all(rules=any_rules, seed=seeds, manner=manners)
def test_a_row_of_a_province_holds_four_buildings_at_most(rules, seed, manner):
    for table in walk(rules, seed, manner):
        rows = table.games["players"]["rows"][0]

        assert ((rows >= 0) & (rows <= 4)).all()


@pytest.mark.compiled
@whole_games
@for_all(rules=any_rules, seed=seeds, manner=manners)
def test_rows_governors_and_tokens_appear_only_with_their_modules(rules, seed, manner):
    for table in walk(rules, seed, manner):
        players = table.games["players"][0]

        assert "rows" in rules.modules or not players["rows"][:, [0, 6]].any()
        assert "governors" in rules.modules or (players["governor"] == -1).all()
        assert ("army" in rules.modules) == players["tokens"].any()


@pytest.mark.compiled
@whole_games
@for_all(rules=any_rules, seed=seeds, manner=manners)
def test_empty_seats_stay_empty(rules, seed, manner):
    empty = new_games(1, Rules(num_players=2, modules=rules.modules), 0)["players"][0, 2:].copy()
    for table in walk(rules, seed, manner):
        assert (
            table.games["players"][0, rules.num_players :].tobytes()
            == empty[rules.num_players - 2 :].tobytes()
        )


@pytest.mark.compiled
@whole_games
@for_all(rules=any_rules, seed=seeds, manner=manners)
def test_the_rules_of_a_game_stay_in_its_record(rules, seed, manner):
    *_, last = walk(rules, seed, manner)

    assert rules_of(last.games) == rules


@pytest.mark.rule("influence.taken-is-closed")
@pytest.mark.compiled
@whole_games
@for_all(rules=any_rules, seed=seeds, manner=manners)
def test_an_advisor_holds_one_group_unless_the_envoy_brought_another(rules, seed, manner):
    joined = 0
    for table in walk(rules, seed, manner):
        game = table.games[0]
        kinds = table.events()["kind"].tolist()
        if Event.PHASE in kinds:
            joined = 0
        # The envoy leaves right before the group he brings is placed.
        joined += sum(pair == (Event.ENVOY, Event.PLACED) for pair in pairwise(kinds))
        groups = game["players"]["group_at"]
        held = np.bincount(groups[groups != NO_GROUP], minlength=NUM_ADVISORS)
        held += game["neutral"] >> np.arange(NUM_ADVISORS) & 1

        assert np.maximum(held - 1, 0).sum() <= joined <= 1


@pytest.mark.rule("governor.politician")
@pytest.mark.compiled
@settings(max_examples=30)
@for_all(seed=seeds, manner=manners, players=st.sampled_from((2, 5)))
def test_private_advisors_are_the_politicians_alone(seed, manner, players):
    for table in walk(Rules(num_players=players, modules=("governors",)), seed, manner):
        seats = table.games["players"][0]
        visitors = (seats["group_at"] >= Advisor.PRIVATE_SERGEANT).any(axis=1)

        assert (seats["governor"][visitors] == Governor.POLITICIAN).all()
        assert table.games["neutral"][0] < 1 << Advisor.PRIVATE_SERGEANT


# Fields that follow from others


@pytest.mark.compiled
@whole_games
@for_all(rules=any_rules, seed=seeds, manner=manners)
def test_dice_in_hand_are_those_rolled_and_not_placed(rules, seed, manner):
    for table in walk(rules, seed, manner):
        for player in table.games["players"][0]:
            in_hand = np.where(player["group_of"] == NO_GROUP, player["dice"], 0)
            own, bonus = in_hand[:NUM_OWN_DICE], in_hand[NUM_OWN_DICE:]

            assert np.bincount(own, minlength=7)[1:].tolist() == player["own_hand"].tolist()
            assert np.bincount(bonus, minlength=7)[1:].tolist() == player["bonus_hand"].tolist()


@pytest.mark.compiled
@whole_games
@for_all(rules=any_rules, seed=seeds, manner=manners)
def test_dice_are_three_own_and_the_bonus_dice_or_none_at_all(rules, seed, manner):
    for table in walk(rules, seed, manner):
        for player in table.games["players"][0]:
            is_there = (player["dice"] != 0).tolist()
            bonus = int(player["bonus"])

            assert is_there in ([False] * 5, [True] * 3 + [True] * bonus + [False] * (2 - bonus))


@pytest.mark.rule("ruling.duke")
@pytest.mark.compiled
@whole_games
@for_all(rules=any_rules, seed=seeds, manner=manners)
def test_taken_advisors_are_those_with_groups_or_neutral_dice(rules, seed, manner):
    for table in walk(rules, seed, manner):
        groups = table.games["players"]["group_at"][0]
        taken = int(table.games["neutral"][0])
        for advisor in groups[groups != NO_GROUP].tolist():
            taken |= 1 << advisor

        assert taken == table.games["taken"][0]


@pytest.mark.compiled
@whole_games
@for_all(rules=any_rules, seed=seeds, manner=manners)
def test_points_add_up_from_where_they_came(rules, seed, manner):
    for table in walk(rules, seed, manner):
        players = table.games["players"][0]

        assert (players["vp_from"].sum(axis=1) == players["vp"]).all()


@pytest.mark.compiled
@whole_games
@for_all(rules=any_rules, seed=seeds, manner=manners)
def test_the_players_present_are_as_many_as_play(rules, seed, manner):
    for table in walk(rules, seed, manner):
        present = table.games["players"]["present"][0].tolist()

        assert present == [1] * rules.num_players + [0] * (MAX_PLAYERS - rules.num_players)


@pytest.mark.compiled
@whole_games
@for_all(rules=any_rules, seed=seeds, manner=manners)
def test_the_answers_kept_are_those_worked_out_anew(rules, seed, manner):
    for table in walk(rules, seed, manner):
        again = clone(table.games)
        again["answers"] = 1
        find_all_answers(again)

        assert again.tobytes() == table.games.tobytes()


# Looking changes nothing; what is shown is what is


@single_positions
@for_all(rules=any_rules, seed=seeds, manner=manners, steps=some_steps)
def test_looking_changes_no_byte(rules, seed, manner, steps):
    games = reach(rules, seed, manner, steps).games
    before = games.tobytes()
    legal(games)
    scores(games)
    ranking(games)
    text.describe(games[0])
    text.describe_question(games[0])
    text.describe_illegal(games[0], PASS)
    rules_of(games)
    for seat in range(rules.num_players):
        observe(games, seat)

    assert games.tobytes() == before


@pytest.mark.compiled
@whole_games
@for_all(rules=any_rules, seed=seeds, manner=manners)
def test_buffers_show_the_question_on_the_table(rules, seed, manner):
    for table in walk(rules, seed, manner):
        games, buffers = table.games, table.buffers

        assert (buffers.mask == legal(games)).all()
        assert buffers.actor[0] == table.actor[0]
        assert (buffers.observation == observe(games, max(table.actor.item(0), 0))).all()


@single_positions
@for_all(rules=any_rules, seed=seeds, manner=manners, steps=some_steps)
def test_every_value_of_a_position_is_within_its_range(rules, seed, manner, steps):
    check_values(reach(rules, seed, manner, steps).games)


# The same game again


@pytest.mark.compiled
@settings(max_examples=25)
@for_all(rules=any_rules, seed=seeds, manner=manners, steps=some_steps)
def test_a_clone_with_the_same_answers_has_the_same_future(rules, seed, manner, steps):
    table = reach(rules, seed, manner, steps)
    other = Table(clone(table.games))
    rng = Random(seed)
    while not table.is_over:
        other.step(table.play(manner, rng))

        assert other.games.tobytes() == table.games.tobytes()


@single_positions
@for_all(rules=any_rules, seed=seeds, manner=manners, steps=some_steps)
def test_playing_on_leaves_a_clone_alone(rules, seed, manner, steps):
    table = reach(rules, seed, manner, steps)
    copy = clone(table.games)
    before = copy.tobytes()
    if not table.is_over:
        table.play(manner, Random(seed))

    assert copy.tobytes() == before


@pytest.mark.compiled
@settings(max_examples=25)
@for_all(rules=any_rules, seed=seeds, manner=manners)
def test_the_log_changes_nothing_of_a_game(rules, seed, manner):
    table = Table.new(rules, seed)
    silent, buffers = clone(table.games), Buffers(1)
    rng = Random(seed)
    while not table.is_over:
        action = table.play(manner, rng)
        step_batch(silent, np.array([action]), buffers)

        assert silent.tobytes() == table.games.tobytes()


@pytest.mark.bounds
@pytest.mark.compiled
@settings(max_examples=20)
@for_all(rules=any_rules, seed=st.integers(0, 2**32))
def test_a_batch_plays_like_its_games_one_by_one(rules, seed):
    n = 4
    batch, buffers = new_games(n, rules, seed), Buffers(n)
    tables = [Table.new(rules, seed + game) for game in range(n)]
    rng = Random(seed)
    while not all(table.is_over for table in tables):
        actions = [
            NO_ACTION if table.is_over else table.play(MANNERS[game], rng)
            for game, table in enumerate(tables)
        ]
        over = [game for game, action in enumerate(actions) if action == NO_ACTION]
        step_batch(batch, np.array(actions), buffers)

        assert batch.tobytes() == b"".join(table.games.tobytes() for table in tables)
        for name in ("observation", "mask", "actor", "terminal", "rewards"):
            one_by_one = np.concatenate([getattr(table.buffers, name) for table in tables])
            if name in {"terminal", "rewards"}:
                # A game that was over before has nothing to give any more.
                one_by_one[over] = 0
            assert (getattr(buffers, name) == one_by_one).all()


@pytest.mark.compiled
@settings(max_examples=20)
@for_all(rules=any_rules, seed=seeds)
def test_a_game_that_is_over_stays_as_it_is(rules, seed):
    *_, table = walk(rules, seed, "any")
    before = table.games.tobytes()
    table.step(NO_ACTION)

    assert table.games.tobytes() == before
    assert not table.buffers.terminal[0]
    assert not table.buffers.rewards.any()


# Dealing anew by itself


def play_past_the_end(rules, seed):
    """Play a batch with auto-reset until its first game has ended; return it before and after that step."""
    games, buffers, rng = new_games(3, rules, seed), Buffers(3), Random(seed)
    while True:
        before = clone(games)
        actions = np.array(
            [
                choose(np.flatnonzero(masks_of(state)).tolist(), state["decision"], "any", rng)
                for state in games
            ]
        )
        step_batch(games, actions, buffers, auto_reset=True)
        if buffers.terminal.any():
            return before, actions, games, buffers


auto_resets = settings(max_examples=15)


@pytest.mark.compiled
@auto_resets
@for_all(rules=any_rules, seed=st.integers(0, 2**32))
def test_auto_reset_gives_the_rewards_of_the_ended_game(rules, seed):
    before, actions, _, buffers = play_past_the_end(rules, seed)
    plain = Buffers(3)
    step_batch(before, actions, plain)

    assert (buffers.terminal == plain.terminal).all()
    assert (buffers.rewards == plain.rewards).all()
    assert (before["decision"][buffers.terminal] == Decision.NONE).all()


@pytest.mark.compiled
@auto_resets
@for_all(rules=any_rules, seed=st.integers(0, 2**32))
def test_auto_reset_deals_a_fresh_game_with_other_luck(rules, seed):
    before, _, games, buffers = play_past_the_end(rules, seed)
    fresh, ended = games[buffers.terminal], before[buffers.terminal]

    assert rules_of(fresh) == rules
    assert (fresh["key"] != ended["key"]).all()
    assert (fresh["year"] <= 1).all()
    assert (fresh["players"]["rows"] == 0).all()
    assert (fresh["players"]["vp"] == 0).all()
    assert (legal(fresh).sum(axis=1) >= 2).all()
    assert (buffers.mask == legal(games)).all()
    assert (buffers.actor == games["actor"]).all()
    assert (buffers.observation == observe(games, buffers.actor)).all()


@pytest.mark.compiled
@auto_resets
@for_all(rules=any_rules, seed=st.integers(0, 2**32))
def test_auto_reset_leaves_the_other_games_alone(rules, seed):
    before, actions, games, buffers = play_past_the_end(rules, seed)
    step_batch(before, actions, Buffers(3))
    others = np.flatnonzero(~buffers.terminal)

    assert clone(games[others]).tobytes() == clone(before[others]).tobytes()


@pytest.mark.compiled
@auto_resets
@for_all(rules=any_rules, seed=st.integers(0, 2**32))
def test_auto_reset_tells_the_end_of_one_game_and_the_beginning_of_the_next(rules, seed):
    table = reach(rules, seed, "any", 10_000)
    reset(table.games, seed)
    rng = Random(seed)
    ends = 0
    while ends < 2:
        action = choose(table.options(), table.decision.item(0), "any", rng)
        step_batch(table.games, np.array([action]), table.buffers, auto_reset=True)
        kinds = table.events()["kind"].tolist()
        ends += int(table.buffers.terminal[0])

        assert table.buffers.terminal[0] == (Event.OVER in kinds)
        if Event.OVER in kinds:
            beginning = kinds[kinds.index(Event.OVER) + 1 :]
            assert beginning[: rules.num_players] == [Event.ORDER] * rules.num_players


# Rewards


def final_rewards(rules, seed, reward):
    """Play to the end; return the ranks, the points, and what each step gave to the seats that play."""
    table, rng = Table.new(rules, seed), Random(seed)
    given = []
    while not table.is_over:
        action = choose(table.options(), table.decision.item(0), "any", rng)
        step_batch(table.games, np.array([action]), table.buffers, reward=reward)
        given.append(table.buffers.rewards[0].copy())
    n = rules.num_players
    assert not np.any(np.array(given)[:, n:])
    return ranking(table.games)[0, :n], scores(table.games)[0, :n], np.array(given)[:, :n]


def win_rewards(ranks):
    is_winner = ranks == 1
    winners, losers = is_winner.sum(), (~is_winner).sum()
    return np.where(is_winner, 1 / winners, -1 / losers) if losers else np.zeros(len(ranks))


few_games = settings(max_examples=25)


@pytest.mark.compiled
@few_games
@for_all(rules=any_rules, seed=seeds)
def test_winning_shares_one_among_the_winners_and_minus_one_among_the_others(rules, seed):
    ranks, _, given = final_rewards(rules, seed, "win")

    assert not given[:-1].any()
    assert given[-1] == pytest.approx(win_rewards(ranks))
    assert given[-1].sum() == pytest.approx(0)


@pytest.mark.compiled
@few_games
@for_all(rules=any_rules, seed=seeds)
def test_rank_rewards_are_spread_evenly_and_shared_by_equals(rules, seed):
    ranks, _, given = final_rewards(rules, seed, "rank")
    ladder = np.linspace(1, -1, rules.num_players)
    shared = [
        np.mean([ladder[place] for place, rank in enumerate(sorted(ranks)) if rank == mine]) for mine in ranks
    ]

    assert not given[:-1].any()
    assert given[-1] == pytest.approx(np.array(shared))
    assert given[-1].sum() == pytest.approx(0)


@pytest.mark.compiled
@few_games
@for_all(rules=any_rules, seed=seeds)
def test_margin_rewards_measure_the_points_to_the_best_opponent(rules, seed):
    _, points, given = final_rewards(rules, seed, "vp_margin")
    margins = [mine - max(np.delete(points, seat)) for seat, mine in enumerate(points)]

    assert not given[:-1].any()
    assert given[-1].tolist() == [margin / 64 for margin in margins]


@pytest.mark.compiled
@few_games
@for_all(rules=any_rules, seed=seeds)
def test_point_by_point_rewards_add_up_to_the_reward_of_winning(rules, seed):
    ranks, _, given = final_rewards(rules, seed, "vp_delta")

    assert given.sum(axis=0) == pytest.approx(win_rewards(ranks), abs=1e-12)


@pytest.mark.compiled
@few_games
@for_all(rules=any_rules, seed=seeds)
def test_point_by_point_rewards_are_the_change_of_the_lead(rules, seed):
    table, rng = Table.new(rules, seed), Random(seed)
    n = rules.num_players

    def lead():
        points = scores(table.games)[0, :n]
        return np.zeros(n) if table.is_over else (n * points - points.sum()) / 256

    while not table.is_over:
        before = lead()
        action = choose(table.options(), table.decision.item(0), "any", rng)
        step_batch(table.games, np.array([action]), table.buffers, reward="vp_delta")
        outcome = win_rewards(ranking(table.games)[0, :n]) if table.is_over else np.zeros(n)

        assert table.buffers.rewards[0, :n] == pytest.approx(lead() - before + outcome, abs=1e-12)


def test_an_unknown_reward_is_refused_with_the_known_ones():
    games = new_games(1, Rules(modules=EVERYTHING), 0)

    with pytest.raises(ValueError, match="'win', 'rank', 'vp_margin', 'vp_delta'"):
        step_batch(games, np.flatnonzero(legal(games)[0])[:1], Buffers(1), reward="points")
