"""What a run shows of its evaluations."""

import pytest

from kingsburg_training.logger import HEAD, Logger, count_text


class Bar:
    """Keeps the lines that are written above it."""

    def __init__(self):
        self.lines = []

    def write(self, line):
        self.lines.append(line)


def row(round_reached, name, share, low, high):
    name = f"eval/win_share/{name}"
    reached = {"round": round_reached, "decisions": 98_304 * round_reached, "seconds": 12.3}
    return reached | {name: share, f"{name}/ci95_low": low, f"{name}/ci95_high": high}


def test_evaluations_are_shown_with_their_intervals_below_a_line_that_names_the_columns(tmp_path):
    logger, bar = Logger(tmp_path), Bar()
    logger.show(bar, {"round": 1, "decisions": 5, "seconds": 1.0, "loss": 0.5})
    logger.show(bar, row(1, "4/random", 1.0, 0.863, 1.0))
    logger.show(bar, row(20, "3+rows+army/neural:runs/ci95_low", 0.284, 0.2, 0.4))
    logger.board.close()

    assert bar.lines == [
        HEAD,
        "    12 s     98.3 k  3 random                    100.0 % (86.3 to 100.0)",
        "    12 s      2.0 M  2 neural:runs/ci95_low with rows+army  28.4 % (20.0 to 40.0)",
    ]


@pytest.mark.parametrize(
    ("number", "text"), [(640, "640"), (98_304, "98.3 k"), (20_000_000, "20.0 M"), (4_023e6, "4,023.0 M")]
)
def test_a_number_is_written_in_a_unit_that_can_be_read(number, text):
    assert count_text(number) == text
