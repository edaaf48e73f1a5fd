"""How values swing with the parity of the depth, in positions of human games.

An evaluation that does not know what a move is worth says more after an own move than after
one of the other side: its values of odd depths are all above those of even ones, or below.
"""

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from othello import evaluation
from othello.rules import SCORE_SCALE
from players.search.alphabeta import Search, new_search
from players.search.deepening import search_depth
from players.search.workspace import start
from tournament.experiments.laboratory.endgame import games_option, of_games, sampled
from tournament.experiments.laboratory.endgame_trials import Sampled, position_of
from tournament.experiments.patterns.evaluators import Compared, compared
from tournament.experiments.runner import Experiment, Found, Runner, Size, Table, plots
from tournament.experiments.runner.arguments import evaluators_option, of_trials
from tournament.experiments.runner.output import grouped, measured

DISCS = tuple(range(12, 49, 4))
DEEPEST = 6
SQUARES = 64

POSITIONS = "discs {discs:d} | positions {positions:d}"
MEANS = (f"depth {depth} {{mean_{depth}:+.2f}}" for depth in range(1, DEEPEST + 1))
SWING = "odd minus even {odd_minus_even:+.2f} | +- {standard_error:.2f}"
CHANGES = (f"{depth} to {depth + 1} {{rms_{depth}:.2f}}" for depth in range(1, DEEPEST))
MEAN_CAPTION = (
    "discs for the side to move; odd minus even: the mean difference of the value of a depth and"
    " the mean of the values of its two neighbours, taken as odd less even; +-: standard error"
)
CHANGE_CAPTION = "discs: the root of the mean squared change from one depth to the next"
SHOWN = (
    ((POSITIONS, *MEANS, SWING), "mean value by depth", MEAN_CAPTION),
    ((POSITIONS, *CHANGES), "change from depth to depth", CHANGE_CAPTION),
)
"""Of each kind of table its columns, what they are, and what stands below the last."""


class ParitySettings(NamedTuple):
    """Positions of human games, the evaluator of their searches, and the deepest of these."""

    sampled: Sampled
    evaluator: Compared
    deepest: int


@functools.lru_cache(maxsize=1)
def _search(evaluator: Compared) -> Search:
    """A search without a table, so that it may be used again."""
    return new_search(evaluation.named(evaluator.name))


def values(settings: ParitySettings, seed: int) -> dict[str, Any]:
    """The values of one game's position in discs by depth, or the "fault" of an illegal game."""
    position, search = position_of(settings.sampled, seed), _search(settings.evaluator)
    if isinstance(position, str):
        return {"fault": position}
    found = []
    for depth in range(1, settings.deepest + 1):
        start(search.workspace)
        result = search_depth(position, search, depth)
        assert result is not None  # no limit was set
        found.append(result.score / SCORE_SCALE)
    return {"values": found}


def odd_minus_even(by_depth: np.ndarray) -> np.ndarray:
    """By how much odd depths are worth more, for each position: float64[n, depths] to float64[n].

    Each depth but the first and the last is compared with the mean of its neighbours, so that
    a steady trend with depth counts for nothing.
    """
    middle = by_depth[:, 1:-1] - (by_depth[:, :-2] + by_depth[:, 2:]) / 2
    signs = np.where(np.arange(2, by_depth.shape[1]) % 2, 1.0, -1.0)
    return (middle * signs).mean(axis=1)


def row_of(name: Compared, discs: int, found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What the tables show of an evaluator at one number of discs."""
    by_depth = np.array([one["values"] for one in found])
    swing = measured(odd_minus_even(by_depth))
    changes = np.sqrt((np.diff(by_depth, axis=1) ** 2).mean(axis=0))
    return {
        "evaluator": name.name,
        "label": name.label,
        "discs": discs,
        "positions": len(found),
        "odd_minus_even": swing.mean,
        "standard_error": swing.standard_error,
        **{f"mean_{depth}": mean for depth, mean in enumerate(by_depth.mean(axis=0).tolist(), 1)},
        **{f"rms_{depth}": change for depth, change in enumerate(changes.tolist(), 1)},
    }


def tables(found: Found) -> list[Table]:
    """Values and their changes, a table for each evaluator."""
    shown = []
    for columns, words, caption in SHOWN:
        for name, own in grouped(found["rows"], "label").items():
            shown.append(Table(" | ".join(columns), f"{name}: {words}", rows=own))
        shown[-1] = shown[-1]._replace(caption=caption)
    return shown


def draw(found: Found) -> list[plots.Panel]:
    """What odd depths say more, and the mean change from depth to depth, against discs."""
    changes = [f"rms_{depth}" for depth in range(1, DEEPEST)]
    rows = found["rows"]
    rows = [{**row, "change": float(np.mean([row[key] for key in changes]))} for row in rows]
    panels = []
    for key, words, spread in (
        ("odd_minus_even", "odd minus even depths, discs", "standard_error"),
        ("change", "rms change from depth to depth, discs", 0.0),
    ):
        axes = {"xlabel": "discs on the board"}
        panels += plots.panels_of(rows, "label", "discs", {key: words}, spread, **axes)
    return panels


def measure(run: Runner) -> dict[str, Any]:
    """The swings of each evaluator at each number of discs."""
    options, rows = run.options, []
    samples = sampled(options.files, [SQUARES - discs for discs in DISCS])
    for name in compared(options.evaluators):
        for discs, sample in zip(DISCS, samples, strict=True):
            asked, title = ParitySettings(sample, name, DEEPEST), f"{name.label}, {discs} discs"
            found = of_games(run, values, asked, sample, options.trials, title)
            rows.append(row_of(name, discs, found))
    files = [path.name for path in options.files]
    return {"files": files, "trials": options.trials, "seed": options.seed, "rows": rows}


EXPERIMENT = Experiment(
    name="parity",
    summary="how values swing between searches of odd and of even depth",
    size=Size(0.1, 0.5, "--trials 10", measured=True),
    examples="WTH_2019.wtb --plot parity.png; WTH_2019.wtb --trials 20 --evaluators patterns;"
    " WTH_*.wtb --json",
    options=(games_option, evaluators_option(), of_trials(100)),
    measure=measure,
    tables=tables,
    draw=draw,
)
