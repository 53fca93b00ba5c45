"""A value head fitted anew, to what another reward than the one learned with brings.

    python -m kingsburg_training.fit_value --weights runs/champion-6.npz --reward win --out runs/champion-6-win.npz

Policy and hidden layers stay as they are.
The head is the best linear one (least squares) for what the rest of each game brought, in games against copies of one opponent:
a learner that begins with it, or a search, need not wait until the old one has been unlearned.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from kingsburg_env.extras import needed

with needed("train", __name__):
    import torch
    from torch import nn

import numpy as np
from numpy.typing import NDArray

from kingsburg_agents import make
from kingsburg_agents.champion import WEIGHTS as CHAMPION
from kingsburg_agents.network.features import inputs_of
from kingsburg_agents.progress import Progress
from kingsburg_agents.seeds import check_training_seed
from kingsburg_env.rewards import REWARD_CODES, reward_code
from kingsburg_training import options
from kingsburg_training.episodes import play
from kingsburg_training.export import load_file, read_npz, write_npz
from kingsburg_training.league import Snapshot
from kingsburg_training.network import PolicyValue
from kingsburg_training.options import setting
from kingsburg_training.rulesets import rules_from, shares_from, spread

GAMES_AT_ONCE = 128
# One batch of games in so many only measures.
MEASURING = 5
SMOKE: dict[str, Any] = {
    "weights": str(CHAMPION),
    "out": "runs/revalued.npz",
    "rulesets": "4 2",
    "games": 16,
    "opponent": "random",
}

Floats = NDArray[np.float64]


@dataclass
class Settings:
    """The settings of a fit."""

    weights: str = setting("runs/selfplay/latest.npz", "the network, an .npz file with a value head")
    out: str = setting("revalued.npz", "the file to write")
    reward: str = setting("win", "what positions are to be worth: " + ", ".join(REWARD_CODES))
    seed: int = setting(0, "of the first game; the others follow", 0)
    rulesets: str = setting(
        "4:0.54 2:0.28 3:0.05 5:0.05 4+rows+governors+army:0.08",
        "which games, with their shares: players, then +rows, +governors, +army, +first, +group, +optional",
    )
    games: int = setting(2000, "how many games", 2, 1 << 20)
    opponent: str = setting("adaptive", "who sits at the other seats, by name")

    def __post_init__(self) -> None:
        """Refuse what cannot work, before any work is done."""
        options.check_ranges(self)
        check_training_seed(self.seed + self.games - 1)
        reward_code(self.reward)
        spread(shares_from(self.rulesets), self.games)
        make(self.opponent)
        read_npz(Path(self.weights))


class Positions(NamedTuple):
    """Positions of the network's seats, and what the rest of the game brought them."""

    hidden: Floats
    returns: Floats


def watch(network: PolicyValue, settings: Settings) -> Iterator[Positions]:
    """Play games with one seat of the network's, batch by batch."""
    agents, first = [Snapshot(network), make(settings.opponent)], settings.seed
    for table, count in spread(shares_from(settings.rulesets), settings.games).items():
        for start in range(0, count, GAMES_AT_ONCE):
            seeds = np.arange(first, first + min(GAMES_AT_ONCE, count - start)).astype(np.uint64)
            first += len(seeds)
            rules = rules_from(table)
            # 0 is the network, at one seat after the other
            seated = (np.arange(len(seeds))[:, None] % rules.num_players != np.arange(rules.num_players)) * 1
            rngs = [np.random.default_rng([int(seeds[0]), number]) for number in range(len(agents))]
            episodes = play(agents, rules, seeds, seated, settings.reward, rngs)
            own = [episode for episode in episodes if episode.agent == 0]
            seen = [(episode.observations[:-1], episode.masks[:-1]) for episode in own]
            yield Positions(
                np.concatenate([_hidden(network, *shown) for shown in seen]),
                np.concatenate([returns_of(episode.rewards) for episode in own]),
            )


def returns_of(rewards: Floats) -> Floats:
    """Add up, for every decision, what came after it."""
    return rewards[::-1].cumsum()[::-1]


def _hidden(network: PolicyValue, observations: NDArray[np.float32], masks: NDArray[np.int8]) -> Floats:
    with torch.inference_mode():
        return network.run_trunk(torch.from_numpy(inputs_of(observations, masks))).double().numpy()


def fit(positions: Positions) -> Floats:
    """Find the linear head, weights and then bias, with the least squared error; units that never fire get 0."""
    ones = np.ones((len(positions.returns), 1))
    return np.asarray(np.linalg.lstsq(np.hstack([positions.hidden, ones]), positions.returns)[0], np.float64)


def explained(head: Floats, positions: Positions) -> float:
    """Tell which share of the returns_of' variance a head foretells."""
    errors = positions.hidden @ head[:-1] + head[-1] - positions.returns
    return float(1 - errors.var() / positions.returns.var())


def revalue(settings: Settings) -> PolicyValue:
    """Play, fit, write; return the network with its new head."""
    network, about = load_file(Path(settings.weights))
    with Progress() as bar:
        batches = _watched(network, settings, bar)
    held_out = batches[MEASURING - 1 :: MEASURING]
    head = fit(_together([batch for number, batch in enumerate(batches, 1) if number % MEASURING]))
    if held_out:
        bar.write(f"foretells {explained(head, _together(held_out)):.1%} of the variance in games held out")
    with torch.no_grad():
        # what the rivals get by this reward was not looked at
        network.value = nn.Linear(len(head) - 1, 1)
        network.value.weight.copy_(torch.from_numpy(head[None, :-1]))
        network.value.bias.fill_(float(head[-1]))
    Path(settings.out).parent.mkdir(parents=True, exist_ok=True)
    write_npz(network, Path(settings.out), about | {"value": settings.reward})
    return network


def _watched(network: PolicyValue, settings: Settings, bar: Progress) -> list[Positions]:
    """Watch all games, and show how far it is."""
    batches: list[Positions] = []
    total = sum(
        -(-count // GAMES_AT_ONCE)
        for count in spread(shares_from(settings.rulesets), settings.games).values()
    )
    bar.tell("playing", 0, total)
    for batch in watch(network, settings):
        batches.append(batch)
        bar.tell("playing", len(batches), total)
    return batches


def _together(batches: list[Positions]) -> Positions:
    return Positions(*(np.concatenate(column) for column in zip(*batches, strict=True)))


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and run."""
    settings, _ = options.read(Settings, "Fit a value head anew.", arguments, SMOKE, can_resume=False)
    revalue(settings)


if __name__ == "__main__":
    options.start(main)
