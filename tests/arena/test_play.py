"""Playing a chunk: the same luck in each seat, replays, and agents that fail."""

import numpy as np
import pytest

from kingsburg_arena.play import Hang, Heartbeat, final_ranks, play_chunk
from kingsburg_arena.replay import actions_of
from kingsburg_arena.schedule import chunk_of, table
from kingsburg_env import Buffers, Rules, new_games, reset, scores, step_batch
from kingsburg_env.engine.names import NOBODY, Event, Phase

BAD = "tests.arena.bad_agents:"

pytestmark = pytest.mark.compiled


def play(players, games=6, hangs=(), budget=60.0, **rules):
    tournament = table(players, Rules(len(players), **rules), games, seed=3, budget=budget)
    return play_chunk(tournament, chunk_of(tournament, 0), 0, hangs)


def first_roll(seed, num_players, actions):
    """The dice of the first Spring, seat by seat, read from the log of a replay."""
    games, buffers = new_games(1, Rules(num_players), int(seed)), Buffers(1, with_log=True)
    reset(games, int(seed), buffers=buffers)
    events, step = list(buffers.log().copy()), 0
    while games["phase"][0] < Phase.SUMMER:
        step_batch(games, actions[step : step + 1], buffers)
        events += list(buffers.log().copy())
        step += 1
    return sorted((event.seat, event.what, event.amount) for event in events if event.kind == Event.ROLLED)


def test_whoever_sits_there_meets_the_same_luck():
    chunk = play(["random", "first", "first"])

    for block in np.unique(chunk["block"]):
        rolls = [
            first_roll(chunk["seed"][game], 3, actions_of(chunk, game))
            for game in np.flatnonzero(chunk["block"] == block)
        ]
        assert len(rolls) == 3
        assert rolls[0] == rolls[1] == rolls[2]


def test_copies_of_an_agent_without_randomness_get_exactly_equal_results():
    chunk = play(["first#1", "first#2", "first#3"])

    for block in np.unique(chunk["block"]):
        points = chunk["vp"][chunk["block"] == block]
        assert (points == points[0]).all()


def test_the_stored_actions_play_the_same_game_again():
    chunk = play(["random", "first", "random"], modules=("rows", "governors", "army"))

    for game, seed in enumerate(chunk["seed"].tolist()):
        games, buffers = new_games(1, Rules(3, modules=("rows", "governors", "army")), seed), Buffers(1)
        for action in actions_of(chunk, game):
            step_batch(games, np.array([action]), buffers)
        assert buffers.terminal[0]
        assert scores(games)[0, :3].tolist() == chunk["vp"][game].tolist()


def test_what_happened_adds_up():
    chunk = play(["random", "random"], games=8)

    assert (chunk["vp_from"].sum(axis=2) == chunk["vp"]).all()
    assert (chunk["battles"].sum(axis=2) == 5).all()
    assert (chunk["turn_index"].sum(axis=2) == 15).all()
    assert (chunk["turn_index"].sum(axis=1) == 15).all()
    assert ((chunk["built_at"] >= 1) >= (chunk["standing"] == 1)).all()
    assert chunk["built_at"].max() in range(10, 16)
    assert set(np.unique(chunk["first_good"])) <= {0, 1, 2}
    assert chunk["advisors"].sum() > 0


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Crashing", "crashed: RuntimeError: out of ideas"),
        ("Leaving", "crashed: SystemExit"),
        ("Illegal", "illegal action 10000"),
        ("Wordy", "must return whole numbers"),
    ],
)
def test_who_fails_loses_that_game_and_the_others_play_on(name, reason):
    chunk = play([BAD + name, "random", "random"])

    assert len(chunk["forfeit_game"]) == 6
    for game, seat, why in zip(
        chunk["forfeit_game"], chunk["forfeit_seat"], chunk["forfeit_reason"], strict=True
    ):
        assert chunk["seats"][game, seat] == 0
        assert reason in why
        others = np.delete(chunk["ranks"][game], seat)
        assert chunk["ranks"][game, seat] == 3
        assert others.min() == 1
        assert others.max() <= 2


def test_who_is_over_its_budget_loses_that_game():
    chunk = play([BAD + "Sluggish", "random"], games=2, budget=0.02)

    assert len(chunk["forfeit_game"]) == 2
    assert "over its budget" in chunk["forfeit_reason"][0]


class Listening(Heartbeat):
    """Keeps which games were asked about, and within how many seconds."""

    def __init__(self):
        self.questions = []

    def start(self, agent, step, game, seconds):
        self.questions.append((agent, game, seconds))


def questions_to(name):
    tournament = table([BAD + name, "random"], Rules(2), 6, seed=3, budget=2)
    heartbeat = Listening()
    play_chunk(tournament, chunk_of(tournament, 0), 0, heartbeat=heartbeat)
    return [(game, seconds) for agent, game, seconds in heartbeat.questions if agent == 0]


def test_a_batch_of_questions_has_the_budget_of_all_of_them():
    assert questions_to("Together")[0] == (NOBODY, 3 * 2.0)


def test_who_answers_game_by_game_is_asked_game_by_game():
    assert {seconds for _, seconds in questions_to("Printing")} == {2.0}
    assert NOBODY not in {game for game, _ in questions_to("Printing")}


def test_only_the_seat_that_fails_loses_not_its_copies():
    ranks = final_ranks(np.array([[1, 2, 2, 4]]), np.array([[True, False, False, False]]))

    assert ranks.tolist() == [[4, 1, 1, 3]]


def test_several_who_fail_share_the_last_rank():
    ranks = final_ranks(np.array([[1, 2, 3, 4]]), np.array([[True, False, True, False]]))

    assert ranks.tolist() == [[3, 1, 3, 2]]


def test_a_question_that_got_no_answer_is_not_put_again():
    players = [BAD + "Searching", "first"]
    before = play(players, games=2)
    asked_first = int(new_games(1, Rules(2), int(before["seed"][0]))["actor"][0])
    game = int(np.flatnonzero(before["seats"][:, asked_first] == 0)[0])
    chunk = play(players, games=2, hangs=(Hang(0, 0, game, "hung: no answer"),))

    assert len(before["forfeit_game"]) == 0
    assert chunk["forfeit_game"].tolist() == [game]
    assert chunk["forfeit_reason"].tolist() == ["hung: no answer"]


def test_after_three_hangs_an_agent_is_not_asked_again_in_that_chunk():
    hangs = tuple(Hang(0, 0, game, "hung") for game in (100, 101, 102))
    chunk = play([BAD + "Searching", "first"], games=2, hangs=hangs)

    assert len(chunk["forfeit_game"]) == 2
    assert "not asked again after 3 hangs" in chunk["forfeit_reason"][0]


def test_a_late_hang_does_not_put_off_the_end_of_asking():
    hangs = tuple(Hang(0, step, game, "hung") for step, game in ((0, 100), (0, 101), (0, 102), (999, 103)))
    chunk = play([BAD + "Searching", "first"], games=2, hangs=hangs)

    assert len(chunk["forfeit_game"]) == 2


def test_time_is_measured_for_every_agent():
    chunk = play(["random", "first"], games=2)

    assert (chunk["nanoseconds"] > 0).all()
    assert chunk["decisions"].sum() == chunk["length"].sum() == len(chunk["actions"])


def test_an_agent_is_told_where_its_games_begin_and_how_they_end():
    tournament = table([BAD + "Listening", BAD + "Crashing"], Rules(2), 200, seed=3)
    agent = tournament.players[0]
    chunk = play_chunk(tournament, chunk_of(tournament, 1), 1)
    games, seats = np.nonzero(chunk["seats"] == 0)

    assert chunk["number"][0] > 0
    assert agent.begun == [
        (game, seat, Rules(2)) for game, seat in zip(chunk["number"][games], seats, strict=True)
    ]
    assert agent.ended == [
        (game, seat, chunk["ranks"][row, seat])
        for game, row, seat in zip(chunk["number"][games], games, seats, strict=True)
    ]
    assert {rank for *_, rank in agent.ended} == {1}


def test_who_fails_when_games_begin_loses_all_of_them():
    chunk = play([BAD + "Unready", "random"], games=4)

    assert chunk["forfeit_game"].tolist() == [0, 1, 2, 3]
    assert set(chunk["forfeit_reason"]) == {"crashed: RuntimeError: not ready"}
