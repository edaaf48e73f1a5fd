"""Forward estimation against alpha-beta at equal CPU time.

Both have a table, principal variation search, iterative deepening and the same limit in seconds,
which makes every game depend on the machine and on its load: another run plays other games. With
`--jobs` of no more than the idle cores the load is least.
"""

from itertools import product
from typing import Any

from tournament.experiments.runner import Experiment, Found, Runner, Size, Table, contests, plots
from tournament.experiments.runner.arguments import (
    evaluator_option,
    move_seconds,
    of_matches,
    option,
    plot,
)
from tournament.experiments.runner.contests import FORWARD_WINS
from tournament.experiments.runner.output import grouped

PRUNES = "how forward estimation prunes (default: %(default)s)"
WON_LABEL = "pairs won by forward estimation, %"
BESIDE = 1.02
"""How much further right each setting is drawn, so that intervals do not hide each other."""


def measure_equal_time(run: Runner) -> dict[str, Any]:
    """The matches of each setting at each limit."""
    conditions, rows = contests.CONDITIONS[contests.MODERN], []
    shared = conditions, f"evaluator={run.options.evaluator}"
    for setting, limit in product(run.options.settings, run.options.seconds):
        told = run.match(*contests.against(setting, f"seconds={limit}", *shared))
        row = {"setting": setting, "milliseconds": 1000 * limit, **contests.row_of(told)}
        rows.append(row | contests.move_ms(told, "alphabeta", "forward"))
    return {"conditions": conditions, "pairs": sum(rows[0]["pairs_won_tied_lost"]), "rows": rows}


def draw_equal_time(found: Found) -> list[plots.Panel]:
    """Win rate against time, a line for each setting."""
    curves = []
    for number, (setting, mine) in enumerate(grouped(found["rows"], "setting").items()):
        x = [row["milliseconds"] * BESIDE**number for row in mine]
        y = [row["win_rate"] for row in mine]
        curves.append(plots.Curve(setting, x, y, plots.bars(mine, "win_rate"), number))
    axes = {"xlabel": "CPU time a move of either, ms", "ylabel": WON_LABEL, "xscale": "log"}
    ticks = plots.named_ticks("x", (row["milliseconds"] for row in found["rows"]))
    return [plots.Panel(curves, {**axes, **ticks}, level=50)]


EQUAL_TIME_TITLE = "Forward estimation, alpha-beta, equal time, {evaluator}, {pairs} pairs"

EQUAL_TIME = Experiment(
    name="forward-equal-time",
    summary="forward estimation plays alpha-beta at equal CPU time, modern conditions",
    size=Size(30, 90, "--seconds 0.002 --openings 12"),
    examples="--plot equal-time.png; --settings quantile=0.9 rule=likely;"
    " --openings 20 --seconds 0.005; --json",
    options=(
        of_matches(),
        plot(),
        evaluator_option("of both"),
        option("--settings OPTIONS...", PRUNES, default=(contests.BEST,)),
        move_seconds((0.005, 0.02, 0.1)),
    ),
    measure=measure_equal_time,
    tables=Table(
        f"setting {{setting}} | ms a move {{milliseconds:g}} | {FORWARD_WINS}"
        " | points % {points:.1f} | nodes FE/AB {node_ratio:.2f}"
        " | AB ms used {alphabeta_move_ms:.2f} | FE ms used {forward_move_ms:.2f}",
        EQUAL_TIME_TITLE,
        "FE: forward estimation; AB: alpha-beta; from, to: 95 % interval over the classes of"
        " openings; ms used: CPU time a move",
    ),
    asked=("evaluator",),
    aside=("pairs",),
    draw=draw_equal_time,
    drawing_title=EQUAL_TIME_TITLE,
)
