"""How often players choose a best move of problems in a given time, and what their choices lose.

The problems have a score for every move. The engine is asked not to search to the end of the
game, so that what is judged is its midgame; what else is asked for plays as its options say.
A limit in seconds makes every choice depend on the machine and on its load.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tournament.experiments.patterns.best_move_trials import Judged, chosen
from tournament.experiments.patterns.best_moves import MEASURES, check, measures
from tournament.experiments.patterns.matches import DEPTH, MILLISECONDS
from tournament.experiments.runner import contests, plots
from tournament.experiments.runner.output import Column, print_result
from tournament.experiments.runner.plots import Curve, Panel
from tournament.experiments.runner.trials import Measurement, TrialSet
from tournament.games.tournament import code_version
from tournament.options import add_results, natural, seconds

SUMMARY = "how often the engine chooses a best move of scored problems, by time or depth"
EXAMPLES = (
    "python -m tournament experiment engine-moves hard-20.obf --plot engine-moves.png",
    "python -m tournament experiment engine-moves hard-20.obf --players engine:off=cuts,prove=0",
    "python -m tournament experiment engine-moves hard-20.obf --seconds 0.01 --depths 8",
    "python -m tournament experiment engine-moves hard-20.obf --json",
)
PLAYERS = ("engine:prove=0",)
SECONDS = (0.01, 0.1, 1.0)
COLUMNS = (
    Column("player", "player"),
    Column("limit", "limit_text"),
    *MEASURES,
    Column("depth", "depth_reached", "{:.1f}"),
    Column("nodes", "nodes", "{:,.0f}"),
    Column("CPU ms", "milliseconds", "{:,.1f}"),
)
CAPTION = (
    "from, to: 95 % intervals, positions drawn anew; depth, nodes and CPU ms: means of a position"
)


class Asked(NamedTuple):
    """A player before the problems: as it was named, with its limit, and the limit itself."""

    player: str
    spec: str
    kind: str
    limit: float


def asked_for(players: Sequence[str], times: Sequence[float], depths: Sequence[int]) -> list[Asked]:
    """Every player with every limit; SpecError for one that cannot be made."""
    found = []
    for player in dict.fromkeys(players):
        for limit in sorted(set(times)):
            spec = contests.spec(player, f"seconds={limit:g}")
            found.append(Asked(player, spec, MILLISECONDS, 1000 * limit))
        for depth in sorted(set(depths)):
            found.append(Asked(player, contests.spec(player, f"depth={depth}"), DEPTH, depth))
    return found


def row_of(asked: Asked, found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What the table shows of one player with one limit."""
    return {
        **asked._asdict(),
        "limit_text": asked.kind.format(asked.limit),
        **measures(found),
        "depth_reached": float(np.mean([one["depth"] for one in found])),
        "milliseconds": 1000 * float(np.mean([one["seconds"] for one in found])),
    }


def draw(rows: Sequence[dict[str, Any]], path: Path) -> None:
    """Both measures against each kind of limit."""
    panels = []
    for kind, label, scale in ((MILLISECONDS, "CPU ms a move", "log"), (DEPTH, "depth", "linear")):
        own = [row for row in rows if row["kind"] == kind]
        marks = sorted({row["limit"] for row in own})
        for key, measure in (("best", "best moves, %"), ("loss", "discs lost, mean")):
            curves = []
            for color, player in enumerate(dict.fromkeys(row["player"] for row in own)):
                mine = [row for row in own if row["player"] == player]
                errors = [(row[f"{key}_high"] - row[f"{key}_low"]) / 4 for row in mine]
                limits = [row["limit"] for row in mine]
                curves.append(Curve(player, limits, [row[key] for row in mine], errors, color))
            if curves:
                axes = {"xlabel": label, "ylabel": measure, "xscale": scale, "xticks": marks}
                names = [f"{mark:g}" for mark in marks]
                panels.append(Panel(curves, {**axes, "xticklabels": names}))
    plots.draw(panels, path, SUMMARY)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    add = parser.add_argument
    add("file", type=Path, metavar="FILE", help="problems in the OBF form, every move scored")
    add(
        "--players",
        dest="specs",  # those of the command that experiments belong to are modules
        nargs="+",
        default=list(PLAYERS),
        metavar="SPEC",
        help=f"without their limits (default: {' '.join(PLAYERS)})",
    )
    add(
        "--seconds",
        type=seconds,
        nargs="+",
        metavar="S",
        help="CPU seconds a move"
        f" (default, without --depths: {' '.join(f'{limit:g}' for limit in SECONDS)})",
    )
    add("--depths", type=natural, nargs="+", metavar="N", help="plies")
    add("--positions", type=natural, metavar="N", help="the first N of the file (default: all)")
    add_results(parser, default_jobs=1)
    plots.add_argument(parser)
    parser.set_defaults(seed=0)


def run(options: argparse.Namespace) -> int:
    """Measure and print."""
    plots.check(options.plot)
    count, content = check(options.file, options.positions)
    times = options.seconds or (() if options.depths else SECONDS)
    rows = []
    with Measurement(options) as measurement:
        for asked in asked_for(options.specs, times, options.depths or ()):
            played_by = code_version((), (asked.spec,))
            judged = Judged(str(options.file.resolve()), content, asked.spec, played_by)
            trials = TrialSet("engine-moves", chosen, judged)
            title = f"{asked.player}, {asked.kind.format(asked.limit)}"
            rows.append(row_of(asked, measurement.results(trials, count, title)))
    result = {"experiment": "engine-moves", "file": options.file.name, "positions": count}
    title = f"Moves chosen in {count} positions of {options.file.name}"
    print_result({**result, "rows": rows}, COLUMNS, title, CAPTION, as_json=options.json)
    if options.plot is not None:
        draw(rows, options.plot)
    return 0
