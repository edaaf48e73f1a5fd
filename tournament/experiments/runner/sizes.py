"""How long each experiment takes at its defaults, and a smaller size that shows the same."""

import sys
from argparse import Namespace
from typing import NamedTuple


class Size(NamedTuple):
    """CPU minutes of one core at the defaults, from and to, and the options of --quick.

    The options end in one that takes a single value, so that a file may follow. Where the time at
    the defaults was not measured but told from the work of a smaller run, the range is wide, and
    it is called an estimate. With --quick all were measured: 1 to 59 seconds.
    """

    least: float
    most: float
    quick: str
    measured: bool = False

    def text(self) -> str:
        """The time in words."""
        if self.most < 1:
            return "less than a minute"
        said = "" if self.measured else "an estimated "
        unit, scale = ("hours", 60) if self.most > 90 else ("minutes", 1)
        return f"{said}{self.least / scale:.2g} to {self.most / scale:.2g} {unit}"


SIZES: dict[str, Size] = {
    "table1": Size(0.1, 0.5, "--trials 20", measured=True),
    "figure1a": Size(10, 60, "--max-depth 8 --trials 20"),
    "figure1b": Size(10, 60, "--max-depth 8 --trials 20"),
    "figure2": Size(0.1, 0.5, "--trials 20", measured=True),
    "figure3a": Size(10, 120, "--max-depth 5 --trials 10"),
    "figure3b": Size(30, 90, "--series paper shipped --max-depth 4 --openings 12"),
    "forward-settings": Size(30, 240, "--conditions plain --depths 4 --openings 6"),
    "forward-equal-time": Size(30, 90, "--seconds 0.002 --openings 12"),
    "online-learning": Size(0.5, 2, "--trials 5", measured=True),
    "bill-matches": Size(2, 5, "--openings 12", measured=True),
    "bill-ablation": Size(2, 20, "--openings 12"),
    "wthor": Size(0.3, 0.9, "--games 1000", measured=True),
    "tree-shape": Size(5, 60, "--positions 20 --max-depth 5"),
    "interest-table": Size(60, 180, "--seconds 0.002 --steps 1 --openings 6"),
    "interest-ablation": Size(60, 240, "--seconds 0.001 --only variants --openings 4"),
    "interest-agreement": Size(5, 60, "--depth 5 --trials 20"),
    "score-range": Size(0.3, 0.9, "--most-nodes 20000 --trials 20", measured=True),
    "range-audit": Size(10, 120, "--trials 140"),
    "pollution": Size(5, 60, "--depth 5 --trials 20"),
    "pollution-matches": Size(15, 40, "--limits nodes=1000 --openings 6"),
    "endgame-techniques": Size(5, 120, "--positions 1"),
    "endgame-cost": Size(60, 600, "--empties 10 12 14 --trials 20"),
    "round-robin": Size(25, 60, "--seconds 0.001 --openings 12"),
    "solve-equal-time": Size(30, 90, "--seconds 0.002 --openings 12"),
    "pattern-matches": Size(30, 120, "--depths 2 4 --seconds 0.002 --openings 6"),
    "pattern-errors": Size(1, 5, "--empties 12 14 --trials 20", measured=True),
    "best-moves": Size(0.05, 0.5, "--depths 4 --positions 20", measured=True),
    "parity": Size(0.1, 0.5, "--trials 10", measured=True),
    "engine-techniques": Size(1, 3, "--depth 8 --trials 12", measured=True),
    "engine-matches": Size(90, 240, "--seconds 0.002 --openings 4"),
    "engine-switches": Size(60, 150, "--seconds 0.002 --openings 4"),
    "engine-growth": Size(90, 360, "--seconds 0.001 0.002 --openings 6"),
    "engine-depths": Size(0.2, 0.8, "--depth 10 --full-depth 6 --trials 10", measured=True),
    "engine-threads": Size(120, 240, "--depth 12 --game-seconds 0.5 --openings 2 --trials 6"),
    "engine-moves": Size(0.2, 0.8, "--seconds 0.01 --positions 20", measured=True),
    "pattern-choices": Size(20, 60, "--only games --games 1000 --openings 6 --trials 20"),
    "coverage": Size(1.5, 5, "--trials 100"),
}
"""By the names of the experiments."""


def time_line(name: str) -> str:
    """What is said of the time of an experiment, in its help and when it starts."""
    size = SIZES[name]
    return (
        f"{name} takes {size.text()} of CPU time at its defaults;"
        f" --quick does less, in a minute at most: {size.quick}"
    )


def say_time(options: Namespace) -> None:
    """Say once how long the experiment takes that the options name, before it begins to work.

    Not earlier, so that bad input is answered in one line.
    """
    name = vars(options).pop("name", None)
    if name in SIZES:
        print(time_line(name), file=sys.stderr, flush=True)
