"""What the engine's midgame search costs: by technique, by depth, and with two threads.

Positions of games of the pattern evaluation against itself, searched with nothing switched off and
with one technique after the other, to one depth after the other, by one thread and by two. Each
search has empty tables; the costs of a depth are those of all iterations up to it. CPU seconds are
truest with `--jobs 1`, the default here; threads need two cores that nothing else uses.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from othello.parser import seconds, whole
from othello.rules import SCORE_SCALE
from players.engine.engine import MIDGAME_SELECTIVITY
from players.engine.midgame_memory import FULL_WIDTH
from tournament.experiments.engine import search_trials as trials
from tournament.experiments.engine.search_trials import ToDepth
from tournament.experiments.runner import Experiment, Found, Runner, Size, Table, contests, plots
from tournament.experiments.runner.arguments import Option, count, of_trials, option
from tournament.experiments.runner.contests import GAIN_CAPTION, GAIN_COLUMNS, Pairing
from tournament.experiments.runner.output import measured_ratio, values_of
from tournament.games.tournament import Clock

DEEPEST = 64 - trials.MOST_DISCS - 1
"""No search comes to the end of the game."""
FIRST_DEPTH = 6
"""The least depth that is shown."""
SELECTIVE, FULL = "selective", "full width"
TOLD = ("move", "score", "nodes", "evaluations", "seconds")
THREADS = (1, 2)
GAME_CLOCK = "wall time of a side for all moves of a game (default: %(default)g)"
SEARCHED = (
    "depth {depth}, selectivity {selectivity}:"
    f" {{trials}} positions of {trials.FEWEST_DISCS} to {trials.MOST_DISCS} discs"
)
"""What was searched, in words, to be filled in."""


def search_options(positions: int, depth: int) -> tuple[Option, ...]:
    """The options of an experiment that searches positions of the midgame to a depth."""
    words = f"from 0 to {FULL_WIDTH} for full width (default: %(default)s)"
    levels = range(FULL_WIDTH + 1)
    return (
        count("--depth", depth, f"plies, at most {DEEPEST}", whole(1, DEEPEST)),
        option("--selectivity N", words, int, MIDGAME_SELECTIVITY, choices=levels),
        of_trials(positions, jobs=1),
    )


def technique_row(
    name: str, found: Sequence[dict[str, Any]], whole: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """The means over all positions, beside those with nothing switched."""
    ours, theirs = ({key: values_of(each, key) for key in TOLD} for each in (found, whole))
    row: dict[str, Any] = {"technique": name}
    for key in ("nodes", "seconds"):
        over = measured_ratio(ours[key], theirs[key])
        row |= {f"{key}_ratio": over.mean, f"{key}_error": over.standard_error}
    spent = max(1e-9, 1e6 * ours["seconds"].sum())
    return {
        **row,
        "nodes": float(ours["nodes"].mean()),
        "milliseconds": 1000 * float(ours["seconds"].mean()),
        "evaluations": float(ours["evaluations"].mean()),
        "node_rate": float(ours["nodes"].sum() / spent),
        "evaluation_rate": float(ours["evaluations"].sum() / spent),
        "same": 100 * float((ours["move"] == theirs["move"]).mean()),
        "change": float(np.abs(ours["score"] - theirs["score"]).mean()) / SCORE_SCALE,
    }


def draw_techniques(found: Found) -> list[plots.Panel]:
    """Nodes and CPU time of each row over those of the first."""
    rows = [{**row, "place": place} for place, row in enumerate(found["rows"])]
    curves = []
    for color, (label, key) in enumerate((("nodes", "nodes_ratio"), ("CPU", "seconds_ratio"))):
        line = plots.curve(label, rows, key, "place", 0, color)
        curves.append(line._replace(line=""))
    axes = {"xlabel": "over those of the first row", "xscale": "log", "yticks": range(len(rows))}
    names = [row["technique"] for row in rows]
    return [plots.Panel(curves, {**axes, "yticklabels": names})]


def measure_techniques(run: Runner) -> dict[str, Any]:
    """A row for each technique."""
    asked = ToDepth(run.options.depth, run.options.selectivity)
    results = run.trials(trials.with_each_technique, asked)
    by_name = {name: [one[name] for one in results] for name in trials.TECHNIQUES}
    whole = by_name[trials.NONE_OFF]
    rows = [technique_row(name, own, whole) for name, own in by_name.items()]
    return {"positions": len(results), **asked._asdict(), "rows": rows}


def depth_rows(search: str, results: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """A row for each depth of one search, from the nodes and seconds of all positions."""
    nodes, seconds = (values_of(results, key).mean(axis=0).tolist() for key in ("nodes", "seconds"))
    rows = []
    for depth in range(min(FIRST_DEPTH, len(nodes)), len(nodes) + 1):
        last, before = depth - 1, depth - 3
        growths = [
            math.sqrt(values[last] / max(1e-9, values[before])) if before >= 0 else math.nan
            for values in (nodes, seconds)
        ]
        row = {
            "search": search,
            "depth": depth,
            "nodes": nodes[last],
            "milliseconds": 1000 * seconds[last],
            "node_rate": nodes[last] / max(1e-9, 1e6 * seconds[last]),
            "effective_branching_factor": nodes[last] ** (1 / depth),
        }
        rows.append({**row, "growth": growths[0], "seconds_growth": growths[1]})
    return rows


def draw_depths(found: Found) -> list[plots.Panel]:
    """Nodes and branching factor against depth."""
    axes = {"xlabel": "depth", "xticks": sorted({row["depth"] for row in found["rows"]})}
    shown = {"nodes": "nodes, mean", "effective_branching_factor": "branching factor"}
    nodes, factor = plots.panels_of(found["rows"], "search", "depth", shown, 0, **axes)
    nodes.settings["yscale"] = "log"
    return [nodes, factor]


def measure_depths(run: Runner) -> dict[str, Any]:
    """The costs of each depth, selective and at full width."""
    options, rows = run.options, []
    for search, asked in (
        (SELECTIVE, ToDepth(options.depth, options.selectivity)),
        (FULL, ToDepth(options.full_depth, FULL_WIDTH)),
    ):
        found = run.trials(trials.by_depth, asked, title=f"engine-depths, {search}")
        rows += depth_rows(search, found)
    return {"positions": options.trials, "selectivity": options.selectivity, "rows": rows}


def thread_rows(results: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """A row for each number of threads, beside the first."""
    rows = []
    alone = [one[str(THREADS[0])] for one in results]
    first, fewest = values_of(alone, "wall"), max(1, values_of(alone, "nodes").sum())
    for threads in THREADS:
        own = [one[str(threads)] for one in results]
        wall, nodes = values_of(own, "wall"), values_of(own, "nodes")
        speed = measured_ratio(first, wall)
        row = {"threads": threads, "milliseconds": 1000 * float(wall.mean())}
        row |= {"speed": speed.mean, "speed_error": speed.standard_error}
        row |= {"nodes": float(nodes.mean()), "nodes_ratio": float(nodes.sum() / fewest)}
        rows.append({**row, "node_rate": float(nodes.sum() / max(1e-9, 1e6 * wall.sum()))})
    return rows


def thread_pairing() -> Pairing:
    """Two threads against one; the clock is the tournament's."""
    a, b = (contests.spec("engine", f"threads={threads}") for threads in THREADS[::-1])
    return Pairing("2 threads against 1", a, b)


def draw_threads(found: Found) -> list[plots.Panel]:
    """How many times as fast so many threads are."""
    line = plots.curve("engine", found["rows"], "threads", "speed", "speed_error")
    ticks = [row["threads"] for row in found["rows"]]
    return [plots.Panel([line], {"xlabel": "threads", "ylabel": "times as fast", "xticks": ticks})]


def measure_threads(run: Runner) -> dict[str, Any]:
    """The wall time of one thread and of two, and their games on a wall clock."""
    options = run.options
    asked = ToDepth(options.depth, options.selectivity)
    rows = thread_rows(run.trials(trials.with_threads, asked))
    matches = run.play([thread_pairing()], Clock(options.game_seconds), gain=True)
    lost = sum(sum(row["match"]["forfeits"].values()) for row in matches)
    told = {"game_seconds": options.game_seconds, "matches": matches, "forfeited": lost}
    return {**asked._asdict(), "rows": rows, **told}


EXPERIMENT = Experiment(
    name="engine-techniques",
    summary="nodes and CPU time of the engine's search with each technique switched off",
    size=Size(1, 3, "--depth 8 --trials 12", measured=True),
    examples="; --depth 10 --trials 20; --selectivity 4 --depth 8; --json",
    options=search_options(60, 14),
    measure=measure_techniques,
    tables=Table(
        "switched {technique} | nodes {nodes:,.0f} | x {nodes_ratio:.2f}"
        " | CPU ms {milliseconds:,.2f} | x {seconds_ratio:.2f} | +- {seconds_error:.2f}"
        " | M nodes/s {node_rate:.1f} | M evals/s {evaluation_rate:.1f} | same % {same:.0f}"
        " | discs {change:.2f}",
        f"The engine's techniques, {SEARCHED}",
        "nodes and CPU ms: means of a position; x: over those of the first row, +- its standard"
        " error; same: the best move is that of the first row; discs: how far the score is from"
        " its",
    ),
    draw=draw_techniques,
)
DEPTHS = Experiment(
    name="engine-depths",
    summary="nodes, CPU time, branching factor of the engine by depth, with and without cuts",
    size=Size(0.2, 0.8, "--depth 10 --full-depth 6 --trials 10", measured=True),
    examples="--plot engine-depths.png; --depth 18 --full-depth 11; --selectivity 2 --trials 20;"
    " --json",
    options=(
        *search_options(60, 16),
        count("--full-depth", 10, "plies at full width", whole(1, DEEPEST)),
    ),
    measure=measure_depths,
    tables=Table(
        "search {search} | depth {depth:d} | nodes {nodes:,.0f} | CPU ms {milliseconds:,.2f}"
        " | M nodes/s {node_rate:.1f} | branching factor {effective_branching_factor:.2f}"
        " | growth of nodes {growth:.2f} | of CPU {seconds_growth:.2f}",
        f"The engine by depth, {SEARCHED}",
        "means of a position, over all iterations; branching factor: nodes ** (1 / depth); growth:"
        " from ply to ply, over the last two plies",
    ),
    draw=draw_depths,
)
GAMES_OF_THREADS = Experiment(
    name="engine-threads",
    summary="two threads of the engine against one: wall time to a depth, and games on a clock",
    size=Size(120, 240, "--depth 12 --game-seconds 0.5 --openings 2 --trials 6"),
    examples="; --depth 18 --trials 10 --game-seconds 2; --openings 20; --json",
    options=(
        *search_options(30, 18),
        option("--game-seconds S", GAME_CLOCK, seconds, 10.0),
        option("--openings N", "so many for the games (default: %(default)s)", default="classes"),
    ),
    measure=measure_threads,
    tables=(
        Table(
            "threads {threads:d} | wall ms {milliseconds:,.1f} | times as fast {speed:.2f}"
            " | +- {speed_error:.2f} | nodes {nodes:,.0f} | x {nodes_ratio:.2f}"
            " | M nodes/s {node_rate:.1f}",
            f"Wall time to {SEARCHED}",
            "means of a position; times as fast: as one thread, +- its standard error",
        ),
        Table(
            f"A against B {{name}} | {GAIN_COLUMNS}",
            "Games of {game_seconds:g} s of wall time a side",
            f"{GAIN_CAPTION}; games forfeited: {{forfeited}}",
            "matches",
        ),
    ),
    aside=("forfeited",),
    draw=draw_threads,
)
