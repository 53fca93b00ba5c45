"""Agents at the table: who may be seated, many asked at once, one that fails, arena games to watch."""

import asyncio

import pytest

from kingsburg_agents import Agent
from kingsburg_app.game_in_progress import GameInProgress
from kingsburg_app.saved_game import SavedGame
from kingsburg_app.web import arena_games
from kingsburg_app.web.agent_pool import AgentPool, Question, make_agents
from kingsburg_arena.schedule import table as line_up
from kingsburg_arena.tournament import run
from kingsburg_env import Rules
from tests.app.web.conftest import serving

pytestmark = pytest.mark.compiled


class Counting(Agent):
    """Answers with the first legal action and notes how many questions came together."""

    def __init__(self):
        self.batches = []

    def act_batch(self, observations, masks, rng):
        self.batches.append(len(masks))
        return masks.argmax(axis=1)


class Broken(Agent):
    def act_batch(self, observations, masks, rng):
        raise RuntimeError("no idea")


class Mute(Agent):
    def act_batch(self, observations, masks, rng):
        return masks.argmax(axis=1)[1:]


def question():
    game = GameInProgress(SavedGame(Rules(2), 1, ("", ""), []))
    return Question(game.games, game.buffers.observation, game.buffers.mask)


def test_the_usual_agents_are_offered_and_none_that_reads_files():
    names = list(make_agents())

    assert {"adaptive", "greedy", "random", "first", "planner:faith"} <= set(names)
    assert not [name for name in names if name.startswith("neural")]


def test_questions_that_wait_are_asked_together():
    agent = Counting()

    async def ask_many():
        agent_pool = AgentPool({"counting": agent})
        answers = await asyncio.gather(*(agent_pool.ask("counting", question()) for _ in range(50)))
        agent_pool.close()
        return answers

    answers = asyncio.run(ask_many())

    assert sum(agent.batches) == 50
    assert len(agent.batches) < 10
    assert len(set(answers)) == 1


@pytest.mark.parametrize("agents", [{"broken": Broken()}, {"broken": Mute()}, {}])
def test_a_failing_or_missing_agent_is_told_and_stops_its_own_table_alone(tmp_path, agents):
    place = tmp_path / "games.sqlite"
    with serving(place) as client:
        healthy, _ = client.lay("", "first", seed="1")
    agent_pool = AgentPool({"broken": Broken(), "first": make_agents()["first"]})
    with serving(place, agent_pool=agent_pool) as client:
        tokens, _ = client.lay("", "broken", seed="3")
        agent_pool.agents.pop("broken")
        agent_pool.agents.update(agents)
        with client.sit(tokens[0]) as seat, client.sit(healthy[0]) as other:
            while seat.hear()["type"] != "error":
                if seat.is_asked:
                    seat.answer()
                    seat.view = None
            assert seat.heard[-1]["text"] == "The agent broken failed; the game stands still."
            other.wait_for_question()


def test_games_of_the_arena_can_be_watched(tmp_path):
    results = tmp_path / "results"
    result = run(line_up(["first", "random"], Rules(2), 4, 1, 60.0), results, 0, lambda *_: None)
    with serving(tmp_path / "games.sqlite", results=results) as client:
        assert client.http.get("/api/catalog").json()["arena_games"] == result["games"]
        file = client.post("arena", {"game": 1}).json()
        frames = client.post("replay", file).json()["frames"]

        assert set(file["seats"]) == {"first", "random"}
        assert min(frames[-1]["result"]["ranks"]) == 1
        assert client.post("arena", {"game": 10_000}).status_code == 400


def test_who_lost_a_game_of_the_arena_by_default_is_named(tmp_path):
    crashing = "tests.arena.bad_agents:Crashing"
    run(line_up([crashing, "random"], Rules(2), 2, 1, 60.0), tmp_path, 0, lambda *_: None)
    assert set(arena_games.read(tmp_path, 0).seats) == {f"{crashing} (lost by default)", "random"}


def test_without_a_tournament_there_are_no_games_of_the_arena(tmp_path):
    with serving(tmp_path / "games.sqlite") as client:
        assert client.post("arena", {"game": 0}).status_code == 400
