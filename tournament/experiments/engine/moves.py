"""How often players choose a best move of problems in a given time, and what their choices lose.

The problems have a score for every move. The engine is asked not to search to the end of the
game, so that what is judged is its midgame; what else is asked for plays as its options say.
A limit in seconds makes every choice depend on the machine and on its load.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tournament.experiments.patterns.best_move_trials import Judged, chosen
from tournament.experiments.patterns.best_moves import MEASURES, check, measures
from tournament.experiments.patterns.matches import DEPTH_LABEL, MILLISECONDS_LABEL
from tournament.experiments.runner import arguments, contests, plots
from tournament.experiments.runner.experiment import Experiment, ExperimentRun, Found, Size
from tournament.experiments.runner.output import Column, Table
from tournament.games.tournament import code_version
from tournament.options import natural, seconds

PLAYERS = ("engine:prove=0",)
SECONDS = (0.01, 0.1, 1.0)


class Limited(NamedTuple):
    """A player before the problems: as it was named, with its limit, and the limit itself."""

    player: str
    spec: str
    kind: str
    limit: float


def asked_for(
    players: Sequence[str], times: Sequence[float], depths: Sequence[int]
) -> list[Limited]:
    """Every player with every limit; SpecError for one that cannot be made."""
    found = []
    for player in dict.fromkeys(players):
        for limit in sorted(set(times)):
            spec = contests.spec(player, f"seconds={limit:g}")
            found.append(Limited(player, spec, MILLISECONDS_LABEL, 1000 * limit))
        for depth in sorted(set(depths)):
            found.append(
                Limited(player, contests.spec(player, f"depth={depth}"), DEPTH_LABEL, depth)
            )
    return found


def row_of(asked: Limited, found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What the table shows of one player with one limit."""
    return {
        **asked._asdict(),
        "limit_text": asked.kind.format(asked.limit),
        **measures(found),
        "depth_reached": float(np.mean([one["depth"] for one in found])),
        "milliseconds": 1000 * float(np.mean([one["seconds"] for one in found])),
    }


def draw(found: Found) -> list[plots.Panel]:
    """Both measures against each kind of limit."""
    panels = []
    for kind, label, scale in (
        (MILLISECONDS_LABEL, "CPU ms a move", "log"),
        (DEPTH_LABEL, "depth", "linear"),
    ):
        own = [row for row in found["rows"] if row["kind"] == kind]
        ticks = plots.named_ticks("x", [row["limit"] for row in own])
        for key, measure in (("best", "best moves, %"), ("loss", "discs lost, mean")):
            curves = plots.curves_by(own, "player", "limit", key, (f"{key}_low", f"{key}_high"))
            if curves:
                axes = {"xlabel": label, "ylabel": measure, "xscale": scale, **ticks}
                panels.append(plots.Panel(curves, axes))
    return panels


def measure(run: ExperimentRun) -> dict[str, Any]:
    """What each player chooses with each limit."""
    options, rows = run.options, []
    count, content = check(options.file, options.positions)
    times = options.seconds or (() if options.depths else SECONDS)
    for asked in asked_for(options.specs, times, options.depths or ()):
        played_by = code_version((), (asked.spec,))
        judged = Judged(str(options.file.resolve()), content, asked.spec, played_by)
        title = f"{asked.player}, {asked.kind.format(asked.limit)}"
        rows.append(row_of(asked, run.trials(chosen, judged, count, title)))
    return {"file": options.file.name, "positions": count, "rows": rows}


EXPERIMENT = Experiment(
    name="engine-moves",
    summary="how often the engine chooses a best move of scored problems, by time or depth",
    size=Size(0.2, 0.8, "--seconds 0.01 --positions 20", measured=True),
    examples=(
        "hard-20.obf --plot engine-moves.png",
        "hard-20.obf --players engine:off=cuts,prove=0",
        "hard-20.obf --seconds 0.01 --depths 8",
        "hard-20.obf --json",
    ),
    options=(
        arguments.option(
            "file", type=Path, metavar="FILE", help="problems in the OBF form, every move scored"
        ),
        arguments.option(
            "--players",
            dest="specs",  # those of the command that experiments belong to are modules
            nargs="+",
            default=list(PLAYERS),
            metavar="SPEC",
            help=f"without their limits (default: {' '.join(PLAYERS)})",
        ),
        arguments.option(
            "--seconds",
            type=seconds,
            nargs="+",
            metavar="S",
            help="CPU seconds a move"
            f" (default, without --depths: {' '.join(f'{limit:g}' for limit in SECONDS)})",
        ),
        arguments.option("--depths", type=natural, nargs="+", metavar="N", help="plies"),
        arguments.option(
            "--positions", type=natural, metavar="N", help="the first N of the file (default: all)"
        ),
        arguments.of_results(jobs=1),
        arguments.plot(),
    ),
    measure=measure,
    tables=(
        Table(
            (
                Column("player", "player"),
                Column("limit", "limit_text"),
                *MEASURES,
                Column("depth", "depth_reached", "{:.1f}"),
                Column("nodes", "nodes", "{:,.0f}"),
                Column("CPU ms", "milliseconds", "{:,.1f}"),
            ),
            "Moves chosen in {positions} positions of {file}",
            "from, to: 95 % intervals, positions drawn anew; depth, nodes and CPU ms: means"
            " of a position",
        ),
    ),
    draw=draw,
)
