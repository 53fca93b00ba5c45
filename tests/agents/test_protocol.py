"""What an agent is asked, and what counts as an answer: everything else is refused in one line that names the agent."""

import numpy as np
import pytest

from kingsburg_agents import Agent, EngineAgent, Opponent, choose, make
from kingsburg_agents.protocol import NoActionError
from kingsburg_env import Rules, features_of, legal, new_games, observe
from kingsburg_env.engine.actions import NUM_ACTIONS
from kingsburg_env.observation import OBSERVATION_SIZE

RNG = np.random.default_rng(0)


@pytest.fixture
def asked():
    """The questions of three games: games, observations, masks."""
    games = new_games(3, seed=np.arange(3))
    return games, observe(games, games["actor"]), legal(games)


class Answering:
    """Keeps what it is going to answer."""

    name = "saying"

    def __init__(self, answer):
        self.answer = answer


class Saying(Answering, Agent):
    def act(self, observation, mask, rng):
        return self.answer


class SayingToAll(Answering, Agent):
    def act_batch(self, observations, masks, rng):
        return self.answer


class SayingOn(Answering, EngineAgent):
    def act_on(self, game, rng):
        return self.answer


class SayingOnAll(Answering, EngineAgent):
    def act_on_batch(self, games, rng):
        return self.answer


@pytest.mark.parametrize("kind", [Saying, SayingOn])
@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (3.5, "returned 3.5"),
        (None, "returned None"),
        ("pass", "returned 'pass'"),
        (np.array([3]), r"returned an array of int64 of shape \(1,\)"),
        (np.float32(3), "returned .*3"),
    ],
)
def test_an_answer_that_is_no_whole_number_is_refused(asked, kind, answer, words):
    with pytest.raises(
        NoActionError, match=rf"agent 'saying': act(_on)?\(\) {words}.*must return one whole number"
    ):
        choose(kind(answer), *asked, RNG)


@pytest.mark.parametrize("kind", [SayingToAll, SayingOnAll])
@pytest.mark.parametrize(
    ("answers", "words"),
    [
        (np.array([1.0, 2.0, 3.0]), "returned float64"),
        ([1, 2], r"of shape \(2,\)"),
        (3, r"of shape \(\)"),
        (None, "returned object"),
        (["pass"] * 3, "returned <U4"),
    ],
)
def test_answers_that_are_not_a_whole_number_for_each_game_are_refused(asked, kind, answers, words):
    with pytest.raises(
        NoActionError, match=rf"agent 'saying': .*{words}.*must return whole numbers of shape \(3,\)"
    ):
        choose(kind(answers), *asked, RNG)


def test_an_opponent_s_answer_is_looked_at_too(asked):
    with pytest.raises(NoActionError, match="agent 'saying': act"):
        Opponent(Saying(3.5))(*asked, np.zeros(3, np.uint64))


def test_whole_numbers_of_any_kind_are_answers(asked):
    for answer in (3, np.int8(3), np.array(3)):
        assert choose(Saying(answer), *asked, RNG).tolist() == [3, 3, 3]
    kept = np.array([3, 4, 5], np.int32)
    answers = choose(SayingToAll(kept), *asked, RNG)
    answers[:] = 0
    assert kept.tolist() == [3, 4, 5]


def test_one_of_the_two_methods_is_enough(asked):
    _, observations, masks = asked
    assert SayingToAll([7]).act(observations[0], masks[0], RNG) == 7
    assert SayingOnAll([7]).act_on(asked[0][:1], RNG) == 7
    with pytest.raises(NoActionError, match="must return whole numbers"):
        SayingToAll([7.5]).act(observations[0], masks[0], RNG)


class Mute(Agent):
    pass


class MuteOn(EngineAgent):
    pass


@pytest.mark.parametrize(("agent", "words"), [(Mute(), r"'Mute': has neither act\(\) nor act_batch\(\)"), (MuteOn(), r"'MuteOn': has neither act_on\(\)")])  # fmt: skip
def test_an_agent_without_a_method_of_its_own_is_told_which(asked, agent, words):
    with pytest.raises(NotImplementedError, match=words):
        choose(agent, *asked, RNG)


@pytest.mark.parametrize("method", ["act", "act_batch"])
def test_an_agent_that_uses_the_engine_says_how_it_is_asked(asked, method):
    _, observations, masks = asked
    with pytest.raises(
        NotImplementedError, match=r"agent 'greedy': uses the engine.*call act_on\(game, rng\), or choose"
    ):
        getattr(make("greedy"), method)(observations, masks, RNG)


@pytest.mark.parametrize("agent", ["greedy", None, Saying])
def test_choose_takes_agents_only(asked, agent):
    with pytest.raises(TypeError, match=r"must be an Agent, such as make\('greedy'\)"):
        choose(agent, *asked, RNG)


@pytest.mark.parametrize("name", ["first", "champion", "greedy", "random"])
def test_where_nothing_is_legal_nobody_answers(asked, name):
    games, observations, masks = asked
    masks[1] = 0
    with pytest.raises(ValueError, match="row 1 allows no action"):
        choose(make(name), games, observations, masks, RNG)


@pytest.mark.parametrize("name", ["first", "champion", "random"])
def test_an_agent_asked_directly_refuses_a_mask_of_zeros_too(asked, name):
    _, observations, masks = asked
    with pytest.raises(ValueError, match=r"row 0.*no action"):
        make(name).act(observations[0], 0 * masks[0], RNG)


def test_a_single_question_is_told_apart_from_a_batch(asked):
    games, observations, masks = asked
    wrong = rf"observations of shape \({OBSERVATION_SIZE},\): must be \(n, {OBSERVATION_SIZE}\).*observation\[None\]"
    with pytest.raises(ValueError, match=wrong):
        choose(make("champion"), games[:1], observations[0], masks[0], RNG)
    for method in ("act_batch", "logits_and_values", "probabilities"):
        with pytest.raises(ValueError, match=wrong):
            getattr(make("champion"), method)(
                observations[0], masks[0], *([RNG] if method == "act_batch" else [])
            )
    with pytest.raises(ValueError, match=rf"masks of shape \(3, 7\): must be \(n, {NUM_ACTIONS}\)"):
        choose(make("first"), games, observations, masks[:, :7], RNG)


class Seeing(Agent):
    """Keeps what it was shown, and plays the first legal action."""

    obs_type = "features"

    def act_batch(self, observations, masks, rng):
        self.shown = observations
        return masks.argmax(axis=1)


def test_an_agent_is_shown_the_observations_it_asks_for():
    agent, games = Seeing(), new_games(3, Rules(2), seed=1)
    choose(agent, games, observe(games, games["actor"]), legal(games), np.random.default_rng(0))
    np.testing.assert_array_equal(agent.shown, features_of(games, games["actor"]))


def test_an_agent_that_asks_for_no_kind_of_observation_is_refused():
    agent, games = Seeing(), new_games(1, Rules(2), seed=1)
    agent.obs_type = "pixels"
    with pytest.raises(ValueError, match="obs_type='pixels': must be one of 'plain', 'features'"):
        choose(agent, games, observe(games, games["actor"]), legal(games), np.random.default_rng(0))
