"""`kingsburg train`: the learners of kingsburg_training, each with its own options."""

from collections.abc import Callable
from importlib import import_module

import typer

from kingsburg_app.exits import find_own_modules, show_help

NEEDED = ("torch", "tensorboard")
PASS_ON = {"allow_extra_args": True, "ignore_unknown_options": True}
"""Options go to the learner as they are, --help too."""

app = typer.Typer(invoke_without_command=True, rich_markup_mode="rich")


@app.callback()
def train(context: typer.Context) -> None:
    """Train an agent; the extra `train` must be installed.

    A run writes weights, checkpoints, progress.csv and TensorBoard files into its folder, and --resume goes on.
    Its weights play as an agent named neural:FOLDER/latest.npz.

    Examples:
      kingsburg train selfplay --help

      kingsburg train selfplay --smoke

      kingsburg train selfplay --run runs/mine --total-decisions 20000000

      kingsburg train maskable-ppo --run runs/ppo --agents "random greedy"
    """
    show_help(context)


def _learner(module: str, *packages: str) -> Callable[[typer.Context], None]:
    """Make the subcommand that hands its options to a learner."""

    def run(context: typer.Context) -> None:
        find_own_modules()
        from kingsburg_env.extras import need

        need("train", *NEEDED, *packages)
        # the learner reads its options itself, under the name of the command
        import_module(module).main(context.args, context.command_path)

    return run


app.command(
    "selfplay",
    help="The fast learner: masked PPO that learns from every decision of every seat.",
    context_settings=PASS_ON,
    add_help_option=False,
)(_learner("kingsburg_training.selfplay"))
app.command(
    "maskable-ppo",
    help="MaskablePPO of sb3-contrib: one seat learns against a pool of opponents.",
    context_settings=PASS_ON,
    add_help_option=False,
)(_learner("kingsburg_training.maskable_ppo", "stable_baselines3", "sb3_contrib"))
