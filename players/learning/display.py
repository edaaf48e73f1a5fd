"""What the learning command shows: its progress, its scores, its weights as a picture."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from players.learning.bill_fit import HAND_SET

FEWEST_DISCS = 8
"""The first disc count drawn: games are random before."""


@contextmanager
def game_progress(games: int) -> Iterator[Callable[[int], None]]:
    """A bar on the error stream that is told how many games are played."""
    columns = TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("games", total=games)
        yield lambda played: bar.update(task, completed=min(played, games))


def print_scores(report: Mapping[str, Any]) -> None:
    """The scores on held-out games, by method and stage."""
    table = Table(title="On games held out", title_justify="left", box=SIMPLE_HEAD, show_edge=False)
    for heading in ("weights", "discs", "positions", "winner %", "error", "correlation", "nats"):
        table.add_column(heading, justify="left" if heading == "weights" else "right")
    for kind, stages in report.items():
        for stage, found in stages.items():
            table.add_row(
                kind,
                stage,
                f"{found['positions']:,}",
                f"{100 * found['winner']:.1f}",
                f"{found['error']:.2f}",
                f"{found['correlation']:.3f}",
                f"{found['cross_entropy']:.3f}",
            )
    Console().print(table)


def draw_weights(arrays: Mapping[str, np.ndarray], path: Path) -> None:
    """Draw each feature's weight by disc count, one panel a method.

    ValueError, in one line, where matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ValueError("plots need matplotlib: install the extra 'plots'") from None
    kinds = [name.removesuffix("_weights") for name in arrays if name.endswith("_weights")]
    figure = Figure(figsize=(4 * len(kinds), 3.4), layout="constrained")
    discs = np.arange(FEWEST_DISCS, 64)
    for place, kind in enumerate(kinds, 1):
        axes = figure.add_subplot(1, len(kinds), place)
        for column, name in enumerate(HAND_SET, 1):
            axes.plot(discs, arrays[f"{kind}_weights"][discs, column], label=name)
        axes.axhline(0, color="grey", linewidth=0.5)
        axes.set(title=kind, xlabel="discs on the board", ylabel="log-odds per unit of input")
        axes.legend(fontsize="small")
    figure.savefig(path, dpi=150)
