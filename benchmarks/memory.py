"""Whether memory stays flat: `python -m benchmarks.memory`, a million games in one process, `--json` for one object.

What is reported is the most memory the process ever held, which can only grow: any leak shows.
"""

import argparse
import json
import resource
import sys

from benchmarks.cases import Batch, play_aec
from kingsburg_env import kingsburg_v0

# One game through the AEC environment for so many in the batch, to have both in a few minutes.
BATCHED_PER_AEC = 500
# Games after which everything that is made once has been made.
SHARE_TO_SETTLE = 0.02
KIB_PER_MIB = 1024


def peak_mib() -> float:
    """Read the most memory this process ever held."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / KIB_PER_MIB / (KIB_PER_MIB if sys.platform == "darwin" else 1)


def play_batched(at_least: int) -> int:
    """Play games in a batch, with observation and mask, until so many have ended."""
    batch, ended = Batch(), 0
    while ended < at_least:
        batch.choose_and_step()
        ended += batch.num_ended()
    return ended


def play_one_by_one(at_least: int) -> int:
    """Play so many games one after the other through the AEC environment."""
    env = kingsburg_v0.env(num_players=4)
    for _ in range(at_least):
        play_aec(env)
    return at_least


def measure(games: int) -> dict[str, float]:
    """Settle, play, and say what memory was before and after."""
    settle = max(1, int(games * SHARE_TO_SETTLE))
    play_batched(settle)
    play_one_by_one(max(1, settle // BATCHED_PER_AEC))
    before = peak_mib()
    played = play_batched(games) + play_one_by_one(max(1, games // BATCHED_PER_AEC))
    return {"games": played, "before_mib": before, "after_mib": peak_mib()}


def main() -> None:
    """Print the figures, as a line or as one JSON object."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1_000_000, help="how many games to play")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    if arguments.games < 1:
        parser.error(f"--games {arguments.games}: must be at least 1")
    figures = measure(arguments.games)
    if arguments.json:
        print(json.dumps(figures))
    else:
        print(
            "{games:,} games: {before_mib:.1f} MiB at most before, {after_mib:.1f} MiB after".format(
                **figures
            )
        )


if __name__ == "__main__":
    main()
