"""What two threads of the engine are worth: wall time to a depth, and games on a wall clock.

Both searches of a position begin with empty tables. One game or position at a time is measured,
`--jobs 1`, the default: the machine must have two cores that nothing else uses.
"""

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np

from tournament.experiments.engine.search_trials import ToDepth, with_threads
from tournament.experiments.engine.techniques import add_search_arguments, title_of
from tournament.experiments.runner import contests, plots, trials
from tournament.experiments.runner.contests import GAIN_CAPTION, GAIN_COLUMNS, Pairing
from tournament.experiments.runner.output import Column, Shown, measured_ratio, print_tables
from tournament.experiments.runner.plots import Curve, Panel
from tournament.games.tournament import Clock
from tournament.options import seconds

SUMMARY = "two threads of the engine against one: wall time to a depth, and games on a clock"
EXAMPLES = (
    "python -m tournament experiment engine-threads",
    "python -m tournament experiment engine-threads --depth 18 --trials 10 --game-seconds 2",
    "python -m tournament experiment engine-threads --openings 20",
    "python -m tournament experiment engine-threads --json",
)
POSITIONS, DEPTH = 30, 18
GAME_SECONDS = 10.0
OPENINGS = "classes"
THREADS = (1, 2)
TIME_COLUMNS = (
    Column("threads", "threads", "{:d}"),
    Column("wall ms", "milliseconds", "{:,.1f}"),
    Column("times as fast", "speed", "{:.2f}"),
    Column("+-", "speed_error", "{:.2f}"),
    Column("nodes", "nodes", "{:,.0f}"),
    Column("x", "nodes_ratio", "{:.2f}"),
    Column("M nodes/s", "node_rate", "{:.1f}"),
)
TIME_CAPTION = "means of a position; times as fast: as one thread, +- its standard error"
GAME_COLUMNS = (Column("A against B", "name"), *GAIN_COLUMNS)


def time_rows(results: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """A row for each number of threads, beside the first."""
    columns = {
        threads: {
            key: np.array([one[str(threads)][key] for one in results], float)
            for key in ("wall", "nodes")
        }
        for threads in THREADS
    }
    alone, rows = columns[THREADS[0]], []
    for threads, own in columns.items():
        speed = measured_ratio(alone["wall"], own["wall"])
        rows.append(
            {
                "threads": threads,
                "milliseconds": 1000 * float(own["wall"].mean()),
                "speed": speed.mean,
                "speed_error": speed.standard_error,
                "nodes": float(own["nodes"].mean()),
                "nodes_ratio": float(own["nodes"].sum() / max(1, alone["nodes"].sum())),
                "node_rate": float(own["nodes"].sum() / max(1e-9, 1e6 * own["wall"].sum())),
            }
        )
    return rows


def pairing() -> Pairing:
    """Two threads against one; the clock is the tournament's."""
    one, two = THREADS
    a, b = (contests.spec("engine", f"threads={threads}") for threads in (two, one))
    return Pairing("2 threads against 1", a, b)


def draw(rows: Sequence[dict[str, Any]], options: argparse.Namespace) -> None:
    """How many times as fast so many threads are."""
    threads = [row["threads"] for row in rows]
    errors = [row["speed_error"] for row in rows]
    curve = Curve("engine", threads, [row["speed"] for row in rows], errors)
    axes = {"xlabel": "threads", "ylabel": "times as fast", "xticks": threads}
    plots.draw([Panel([curve], axes)], options.plot, SUMMARY)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    add_search_arguments(parser, POSITIONS, DEPTH)
    add = parser.add_argument
    add(
        "--game-seconds",
        type=seconds,
        default=GAME_SECONDS,
        metavar="S",
        help="wall time of a side for all moves of a game (default: %(default)g)",
    )
    add(
        "--openings",
        default=OPENINGS,
        metavar="N",
        help="so many for the games (default: %(default)s)",
    )


def run(options: argparse.Namespace) -> int:
    """Measure, play and print."""
    plots.check(options.plot)
    asked = ToDepth(options.depth, options.selectivity)
    rows = time_rows(trials.run("engine-threads", with_threads, asked, options))
    games = contests.play([pairing()], options, Clock(options.game_seconds))
    matches = [contests.with_gain(row) for row in games]
    result = {"experiment": "engine-threads", **asked._asdict(), "rows": rows}
    said = {**result, "game_seconds": options.game_seconds, "matches": matches}
    played = f"Games of {options.game_seconds:g} s of wall time a side"
    lost = sum(sum(row["match"]["forfeits"].values()) for row in matches)
    tables = [
        Shown(rows, TIME_COLUMNS, f"Wall time to {title_of(options)}", TIME_CAPTION),
        Shown(matches, GAME_COLUMNS, played, f"{GAIN_CAPTION}; games forfeited: {lost}"),
    ]
    print_tables(said, tables, options.json)
    if options.plot is not None:
        draw(rows, options)
    return 0
