"""The search for the best setting of forward estimation in Othello, and games at equal time.

A setting is how forward estimation prunes, written as options of the player `forward`; the
conditions are those of both players. In `forward-settings` every one meets alpha-beta at depth 5
and at depth 6, since odd and even depths differ. It begins at alpha-beta's depth and is deepened by
one until it costs more CPU time than alpha-beta: the last match that it can afford is its result.
In `forward-equal-time` both have a table, principal variation search, iterative deepening and the
same limit in seconds, which makes every game depend on the machine and on its load: another run
plays other games. With `--jobs` of no more than the idle cores the load is least.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

from othello.parser import natural
from players.registry import deepened
from tournament.experiments.runner import Experiment, Found, Runner, Size, Table, contests, plots
from tournament.experiments.runner.arguments import (
    count,
    evaluator_option,
    move_seconds,
    of_matches,
    option,
    plot,
    some_of,
)
from tournament.experiments.runner.contests import FORWARD_WINS
from tournament.experiments.runner.output import grouped

DELTAS = (0.005, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1)
QUANTILES = (0.7, 0.8, 0.9, 0.95, 0.97, 0.99)
GRID = {
    contests.PLAIN: (
        *(f"rule={rule}" for rule in ("likely", "mode", "median", "mean")),
        *(f"delta={delta}" for delta in DELTAS),
        *(f"quantile={quantile}" for quantile in QUANTILES),
        "rule=likely,mirror=false",
        *(f"quantile={quantile},mirror=false" for quantile in (0.8, 0.9, 0.95)),
    ),
    contests.SCOUT: tuple(
        f"{rule}{windows}"
        for rule in ("rule=likely", "quantile=0.8", "quantile=0.9", "quantile=0.95")
        for windows in ("", ",windows=narrow")
    ),
    contests.MODERN: ("rule=likely", *(f"quantile={quantile}" for quantile in QUANTILES)),
}
"""The settings by their conditions; `likely` is delta=0.02 to three digits."""
ASKED_KEYS = ("conditions", "setting", "depth", "affordable")
SUCH_AS = "delta=0.02,mirror=false"
PRUNES = "how forward estimation prunes (default: %(default)s)"
WON_LABEL = "pairs won by forward estimation, %"
LINES = ("-", "--", ":", "-.")
LEGEND_INCHES = 2.4
RATIOS = (0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 10)
"""Where the axis of costs may have a mark."""
BESIDE = 1.02
"""How much further right each setting is drawn, so that intervals do not hide each other."""


def play(run: Runner, conditions: str, setting: str) -> Iterable[dict[str, Any]]:
    """The matches of one setting, deeper and deeper until it is the dearer one."""
    shared = contests.CONDITIONS[conditions], f"evaluator={run.options.evaluator}"
    a, b = contests.against(setting, *shared)
    for depth in run.options.depths:
        for forward_depth in range(depth, depth + run.options.most_deeper + 1):
            row = contests.row_of(run.match(deepened(a, depth), deepened(b, forward_depth)))
            affordable = row["cpu_ratio"] <= 1
            asked = zip(ASKED_KEYS, (conditions, setting, depth, affordable), strict=True)
            yield {**row, **dict(asked), "forward_depth": forward_depth}
            if not affordable:
                break


def affordable_of(rows: Sequence[dict[str, Any]], depths: Sequence[int]) -> list[dict[str, Any]]:
    """For each setting its deepest affordable match at each depth, and their mean, best first.

    A setting that can afford none at a depth has lost all there.
    """
    found = []
    for conditions, setting in dict.fromkeys((row["conditions"], row["setting"]) for row in rows):
        line: dict[str, Any] = {"conditions": conditions, "setting": setting}
        rates = []
        for depth in depths:
            asked = conditions, setting, depth, True
            mine = [row for row in rows if tuple(row[key] for key in ASKED_KEYS) == asked]
            last = max(mine, key=lambda row: row["forward_depth"], default=None)
            for key in ("forward_depth", "win_rate", "low", "high", "cpu_ratio"):
                line[f"{key}_{depth}"] = last[key] if last else None
            rates.append(last["win_rate"] if last else 0.0)
        found.append({**line, "mean": sum(rates) / len(rates)})
    return sorted(found, key=lambda line: -line["mean"])


def draw_settings(found: Found) -> plots.Drawing:
    """Win rate against CPU ratio: a row of panels for each depth, a line for each setting."""
    rows = found["rows"]
    conditions = list(dict.fromkeys(row["conditions"] for row in rows))
    panels = [
        _panel(
            [row for row in rows if (row["depth"], row["conditions"]) == (depth, name)],
            f"{name}, alpha-beta at depth {depth}",
        )
        for depth in sorted({row["depth"] for row in rows})
        for name in conditions
    ]
    return plots.Drawing(panels, len(conditions))


def _panel(rows: Sequence[dict[str, Any]], title: str) -> plots.Panel:
    """The settings under one condition at one depth of alpha-beta, each point with its depth."""
    curves = []
    for number, (setting, points) in enumerate(sorted(grouped(rows, "setting").items())):
        points.sort(key=lambda row: row["forward_depth"])
        line = plots.curve(setting, points, "cpu_ratio", "win_rate", 0.0, number)
        dashes = LINES[number // len(plots.COLORS) % len(LINES)]
        notes = [str(row["forward_depth"]) for row in points]
        curves.append(line._replace(line=dashes, notes=notes, above=2))
    known = [row["cpu_ratio"] for row in rows if math.isfinite(row["cpu_ratio"])]
    marks = [ratio for ratio in RATIOS if min(known) <= ratio <= max(known)]
    width, height = plots.PANEL_INCHES
    inches = width + LEGEND_INCHES, height
    axes = {"title": title, "xlabel": "CPU time of forward estimation / alpha-beta"}
    settings = {**axes, "ylabel": WON_LABEL, "xscale": "log", **plots.named_ticks("x", marks)}
    return plots.Panel(curves, settings, level=50, upright=1, inches=inches)


def measure_settings(run: Runner) -> dict[str, Any]:
    """The matches of all settings, best first, and what each can afford."""
    options = run.options
    asked = dict.fromkeys(  # each pair once
        (conditions, setting)
        for conditions in options.conditions
        for setting in options.settings or GRID[conditions]
    )
    rows = [row for one in asked for row in play(run, *one)]
    rows.sort(key=lambda row: (not row["affordable"], -row["win_rate"]))
    settings, pairs = affordable_of(rows, options.depths), sum(rows[0]["pairs_won_tied_lost"])
    return {"settings": settings, "pairs": pairs, "rows": rows}


TITLE = "Forward estimation against alpha-beta, evaluation {evaluator}, {pairs} pairs a match"


def tables(found: Found) -> list[Table]:
    """All matches, and below them what each setting can afford."""
    lines = [{**row, "affordable": "yes" if row["affordable"] else "no"} for row in found["rows"]]
    affordable = " | ".join(
        f"AB {depth}: FE {{forward_depth_{depth}:d}} | wins % {{win_rate_{depth}:.1f}}"
        f" | from {{low_{depth}:.1f}} | to {{high_{depth}:.1f}} | CPU {{cpu_ratio_{depth}:.2f}}"
        for depth in found["depths"]
    )
    return [
        Table(
            "conditions {conditions} | setting {setting} | AB depth {depth:d}"
            f" | FE depth {{forward_depth:d}} | {FORWARD_WINS} | nodes FE/AB {{node_ratio:.2f}}"
            " | CPU FE/AB {cpu_ratio:.2f} | at no more CPU {affordable}",
            TITLE.format_map(found),
            "best first, those that cost no more CPU time than alpha-beta above those that do",
            lines,
        ),
        Table(
            f"conditions {{conditions}} | setting {{setting}} | {affordable} | mean % {{mean:.1f}}",
            "The deepest that each setting can afford, the best setting first",
            "the rate of the best of many is flattered by chance: play it again before it is told",
            "settings",
        ),
    ]


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

EXPERIMENT = Experiment(
    name="forward-settings",
    summary="the setting of forward estimation that wins most at no more CPU time",
    size=Size(30, 240, "--conditions plain --depths 4 --openings 6"),
    examples="--plot settings.png; --openings 40 --conditions plain;"
    " --settings delta=0.02 quantile=0.9; --json",
    options=(
        of_matches(),
        plot(),
        evaluator_option("of both"),
        some_of("--conditions NAME...", GRID),
        option("--settings OPTIONS...", f"instead of the fixed list, such as {SUCH_AS}"),
        option("--depths N...", "alpha-beta's (default: %(default)s)", natural, (5, 6)),
        count("--most-deeper", 4, "plies that forward estimation may be ahead"),
    ),
    measure=measure_settings,
    tables=tables,
    asked=("evaluator",),
    aside=("pairs",),
    draw=draw_settings,
    drawing_title=TITLE,
)
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
