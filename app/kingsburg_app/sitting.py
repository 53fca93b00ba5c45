"""A person's game in progress: who is asked, what happened since, taking back, and good advice."""

from collections.abc import Iterator

import numpy as np

from kingsburg_agents import make
from kingsburg_agents.neural import Neural
from kingsburg_agents.protocol import Agent, choose
from kingsburg_app.game_file import PERSON, GameRecord
from kingsburg_env import Buffers, new_games, reset, step_batch, text
from kingsburg_env.engine.names import NOBODY
from kingsburg_env.outcome import DECIDED_BY, outcome_of
from kingsburg_env.render import Story, ansi

NUM_ADVISED = 3
LEAST_PROBABILITY = 0.005
"""Less probable actions are not advised."""
LUCK_OF_ADVICE = 1
"""Keeps the random numbers of advice apart from those of the agents that play."""


class Sitting:
    """One game with persons and agents at the table; the agents answer at once."""

    def __init__(self, saved: GameRecord) -> None:
        self.saved = saved
        self.agents: list[Agent | None] = [make(name) if name != PERSON else None for name in saved.seats]
        self.games = new_games(1, saved.rules, saved.seed)
        self.buffers = Buffers(1, with_log=True)
        self.story = Story()
        """What happened since a person answered last."""
        self._answered: list[int] = []
        """Which of the actions persons gave."""
        self.replay(saved.actions)

    @property
    def actor(self) -> int:
        """The seat asked, or NOBODY when the game is over."""
        return int(self.buffers.actor[0])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.actor == NOBODY

    @property
    def is_persons_turn(self) -> bool:
        """Whether a person is asked."""
        return not self.is_over and self.agents[self.actor] is None

    def replay(self, actions: list[int]) -> None:
        """Play from the start to where these actions lead, then on to a person's question."""
        self.saved, self._answered = self.saved._replace(actions=[]), []
        reset(self.games, self.saved.seed, buffers=self.buffers)
        self.story.forget()
        self.story.tell(self.buffers.log())
        for action in actions:
            self._play(action)
        self._let_agents_play()

    def answer(self, action: int) -> None:
        """Answer for the person asked, and let the agents play on to the next person's question."""
        self._play(action)
        self._let_agents_play()

    def undo(self) -> bool:
        """Go back to the last question a person answered; the luck stays the same. Tell whether there was one."""
        if not self._answered:
            return False
        self.replay(self.saved.actions[: self._answered[-1]])
        return True

    def _play(self, action: int) -> None:
        """Play one action; a person who answers has seen what happened before."""
        is_persons = self.is_persons_turn
        step_batch(self.games, np.array([action], np.int64), self.buffers)
        if is_persons:
            self._answered.append(len(self.saved.actions))
            self.story.forget()
        self.saved.actions.append(action)
        self.story.tell(self.buffers.log())

    def _let_agents_play(self) -> None:
        while not self.is_over and (agent := self.agents[self.actor]) is not None:
            self._play(self._ask(agent))

    def _ask(self, agent: Agent, *luck: int) -> int:
        """Ask an agent; its luck depends on seed and place in the game alone, so a game read back goes on the same."""
        rng = np.random.default_rng([self.saved.seed, len(self.saved.actions), *luck])
        return int(choose(agent, self.games, self.buffers.observation, self.buffers.mask, rng)[0])

    def advice(self, agent: Agent) -> list[tuple[int, float | None]]:
        """Say what an agent would answer here: likely answers with their probabilities, or its one answer without."""
        if not isinstance(agent, Neural):
            return [(self._ask(agent, LUCK_OF_ADVICE), None)]
        probabilities = agent.probabilities(self.buffers.observation, self.buffers.mask)[0]
        best = np.argsort(-probabilities, kind="stable")[:NUM_ADVISED].tolist()
        return [
            (action, float(probabilities[action]))
            for action in best
            if probabilities[action] > LEAST_PROBABILITY
        ]

    def read_answer(self, said: str) -> int:
        """Understand a number, the text of an answer, or words that only one legal answer has."""
        legal = np.flatnonzero(self.buffers.mask[0]).tolist()
        if said.isascii() and said.isdigit():
            chosen = [action for action in legal if action == int(said)]
        else:
            chosen = _matching(said.lower(), legal)
        if len(chosen) == 1:
            return chosen[0]
        if chosen:
            raise ValueError(f"{said!r} may be: {', '.join(map(text.describe_action, chosen))}")
        raise ValueError(f"{said!r} is no answer to this question; type a number of the list, or help")

    def board(self) -> str:
        """Write what happened since the person answered last, and the board with the answers as it knows them."""
        earlier = [f"  {line.said}" for line in self.story][: -ansi.STORY_LINES]
        return "\n".join([*earlier, ansi.describe_board(self.games[0], self.story)])

    def ending(self) -> Iterator[str]:
        """Tell who won, by what."""
        result = outcome_of(self.games)
        for seat in sorted(range(len(self.agents)), key=lambda seat: result["ranks"][seat]):
            who = self.saved.seats[seat] or "person"
            yield f"{result['ranks'][seat]}. {text.SEATS[seat]} ({who}): {result['scores'][seat]} VP"
        yield f"Decided by: {DECIDED_BY[result['decided_by']]}."


def _matching(said: str, legal: list[int]) -> list[int]:
    """Find the legal answers with this text, else those that have all these words."""
    texts = {action: text.describe_action(action).lower() for action in legal}
    exact = [action for action, known in texts.items() if known == said]
    return exact or [action for action, known in texts.items() if all(word in known for word in said.split())]
