"""Games of chosen agents as an offline dataset in Minari's form, one episode for each seat of each game.

    python -m kingsburg_training.make_dataset --dataset kingsburg/adaptive-v0 --agents adaptive

An episode is what the Gymnasium environment would have given: observations, actions, rewards, and in the infos the masks.
The infos say also which seat it is, and which agent, by its place among the agents of the dataset's metadata.
It needs the extra `data`.
"""

# The extra `data` need not be installed where types are checked.
# pyright: reportMissingImports=false

import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kingsburg_env.extras import needed

with needed("data", __name__):
    import h5py
    import minari
    from minari.data_collector import EpisodeBuffer
    from minari.dataset.minari_dataset import MinariDataset, parse_dataset_id

import gymnasium
import numpy as np

import kingsburg_env
from kingsburg_agents import make
from kingsburg_agents.progress import Progress
from kingsburg_agents.seeds import check_training_seed
from kingsburg_env.envs.registration import GYMNASIUM_ID
from kingsburg_env.rewards import REWARD_CODES, reward_code
from kingsburg_training import options
from kingsburg_training.episodes import Episode, play
from kingsburg_training.options import setting
from kingsburg_training.rulesets import rules_from

PLACE = "MINARI_DATASETS_PATH"
DATA_FILE = "main_data.hdf5"
SMOKE: dict[str, Any] = {
    "dataset": "kingsburg/smoke-v0",
    "root": "runs/datasets",
    "agents": "greedy random",
    "games": 8,
    "games_at_once": 4,
}


@dataclass
class Settings:
    """The settings of a dataset."""

    dataset: str = setting("kingsburg/adaptive-v0", "name: namespace/name-v0")
    root: str = setting("", "folder of datasets; empty: Minari's own")
    seed: int = setting(0, "of the first game; the others follow", 0, is_fixed=True)
    agents: str = setting(
        "adaptive", "who plays, by name; for every seat of every game one of them is drawn", is_fixed=True
    )
    ruleset: str = setting(
        "4", "which game: players, then +rows, +governors, +army, +first, +group, +optional", is_fixed=True
    )
    reward: str = setting("win", "what is written as reward: " + ", ".join(REWARD_CODES), is_fixed=True)
    games: int = setting(250, "how many games; a game of four takes nearly a megabyte", 1)
    games_at_once: int = setting(50, "games played side by side and then written", 1, 1 << 12, is_fixed=True)

    def __post_init__(self) -> None:
        """Refuse what cannot work, before any work is done."""
        options.check_ranges(self)
        check_name(self.dataset)
        check_training_seed(self.seed + self.games - 1)
        rules_from(self.ruleset)
        reward_code(self.reward)
        if not self.agents.split():
            raise ValueError("agents: must name at least one")
        for name in self.agents.split():
            make(name)


def check_name(dataset: str) -> None:
    """Refuse a name that Minari would not find again."""
    try:
        parse_dataset_id(dataset)
    except (ValueError, TypeError):
        raise ValueError(f"dataset={dataset!r}: must be like kingsburg/adaptive-v0") from None


def look_in(root: str) -> None:
    """Tell Minari where datasets are kept; it knows no other way."""
    if root:
        os.environ[PLACE] = str(Path(root).resolve())  # Minari loses itself in relative ones


def load(dataset: str, root: str) -> MinariDataset:
    """Load a dataset, or say which there are."""
    look_in(root)
    known = list(minari.list_local_datasets())
    if dataset not in known:
        raise FileNotFoundError(
            f"dataset={dataset!r}: must be one of {', '.join(known) or 'none: make one first'}"
        )
    return minari.load_dataset(dataset)


def part(settings: Settings, first_game: int) -> list[EpisodeBuffer]:
    """Play the next games; they depend on the settings alone, not on what was played before."""
    agents, rules = [make(name) for name in settings.agents.split()], rules_from(settings.ruleset)
    count = min(settings.games_at_once, settings.games - first_game)
    seeds = (settings.seed + first_game + np.arange(count)).astype(np.uint64)
    luck = [settings.seed, first_game]
    seated = np.random.default_rng(luck).integers(len(agents), size=(count, rules.num_players))
    rngs = [np.random.default_rng([*luck, number]) for number in range(len(agents))]
    return [as_buffer(episode) for episode in play(agents, rules, seeds, seated, settings.reward, rngs)]


def as_buffer(episode: Episode) -> EpisodeBuffer:
    """Write an episode as Minari takes it."""
    steps = len(episode.actions)
    return EpisodeBuffer(
        seed=episode.seed,
        observations=episode.observations,  # type: ignore[arg-type] - arrays are as good as lists
        actions=episode.actions,  # type: ignore[arg-type]
        rewards=episode.rewards,  # type: ignore[arg-type]
        terminations=np.arange(steps) == steps - 1,  # type: ignore[arg-type]
        truncations=np.zeros(steps, np.bool_),  # type: ignore[arg-type]
        infos={
            "action_mask": episode.masks,
            "seat": np.full(steps + 1, episode.seat),
            "agent": np.full(steps + 1, episode.agent),
        },
    )


def create(settings: Settings, buffers: list[EpisodeBuffer]) -> MinariDataset:
    """Begin a dataset with its first games."""
    rules = rules_from(settings.ruleset)
    env = gymnasium.make(
        GYMNASIUM_ID, **{**asdict(rules), "modules": list(rules.modules)}, reward=settings.reward
    )
    dataset = minari.create_dataset_from_buffers(
        settings.dataset,
        buffers,
        env,
        algorithm_name=settings.agents,
        description=f"Games of Kingsburg by {settings.agents}, every seat an episode, masks in the infos.",
        requirements=[f"kingsburg-env=={kingsburg_env.__version__}"],
    )
    dataset.storage.update_metadata({"agents": settings.agents.split(), "settings": asdict(settings)})
    return dataset


def kept_in_dataset(kind: type, values: dict[str, Any]) -> dict[str, Any]:
    """Read what a dataset was made with."""
    wanted = {name: values.get(name, getattr(kind, name)) for name in ("dataset", "root")}
    made = load(**wanted).storage.metadata.get("settings")
    if made is None:
        name = wanted["dataset"]
        raise FileNotFoundError(
            f"{name}: was broken off as it began, or not made here: minari delete {name}, and begin again"
        )
    return dict(made) | wanted


def continued(settings: Settings) -> tuple[MinariDataset, int]:
    """Go on with a dataset; returns too how many games it holds."""
    options.check_fixed(settings, kept_in_dataset(Settings, asdict(settings)))
    dataset = load(settings.dataset, settings.root)
    drop_unfinished(dataset)
    return dataset, dataset.total_episodes // rules_from(settings.ruleset).num_players


def drop_unfinished(dataset: MinariDataset) -> None:
    """Drop episodes that a killed run wrote without counting them."""
    with h5py.File(dataset.storage.data_path / DATA_FILE, "a") as file:
        for name in [
            name for name in map(str, file) if int(name.rpartition("_")[2]) >= dataset.total_episodes
        ]:
            del file[name]


def write(settings: Settings, *, resume: bool = False) -> MinariDataset | None:
    """Play and write; Ctrl-C keeps what is written, if anything is."""
    look_in(settings.root)
    dataset, done = continued(settings) if resume else (None, 0)
    if not resume and settings.dataset in minari.list_local_datasets():
        raise FileExistsError(f"{settings.dataset} exists: give --resume to go on, or another --dataset")
    bar = Progress()
    bar.tell("playing", done, settings.games)
    try:
        while done < settings.games:
            buffers = part(settings, done)
            if dataset is None:
                dataset = create(settings, buffers)
            else:
                dataset.update_dataset_from_buffer(buffers)
            done = min(done + settings.games_at_once, settings.games)
            bar.tell("playing", done, settings.games)
    except KeyboardInterrupt:
        bar.write(
            f"Stopped; {settings.dataset} holds {done} games. Go on with --resume."
            if done
            else "Stopped; nothing is written yet."
        )
    finally:
        bar.close()
    return dataset


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and write the dataset."""
    settings, given = options.read(
        Settings, "Write games as a Minari dataset.", arguments, SMOKE, kept=kept_in_dataset
    )
    write(settings, resume=given.resume)


if __name__ == "__main__":
    options.start(main)
