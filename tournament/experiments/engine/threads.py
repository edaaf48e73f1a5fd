"""What two threads of the engine are worth: wall time to a depth, and games on a wall clock.

Both searches of a position begin with empty tables. One game or position at a time is measured,
`--jobs 1`, the default: the machine must have two cores that nothing else uses.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tournament.experiments.engine.search_trials import ToDepth, with_threads
from tournament.experiments.engine.techniques import SEARCH_COLUMNS, search_options
from tournament.experiments.runner import arguments, contests, plots
from tournament.experiments.runner.contests import GAIN_CAPTION, GAIN_COLUMNS, Pairing
from tournament.experiments.runner.experiment import Experiment, ExperimentRun, Found, Size
from tournament.experiments.runner.output import Column, Table, measured_ratio
from tournament.games.tournament import Clock
from tournament.options import seconds

POSITIONS, DEPTH = 30, 18
THREADS = (1, 2)


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


def draw(found: Found) -> list[plots.Panel]:
    """How many times as fast so many threads are."""
    line = plots.curve("engine", found["rows"], "threads", "speed", "speed_error")
    ticks = [row["threads"] for row in found["rows"]]
    return [plots.Panel([line], {"xlabel": "threads", "ylabel": "times as fast", "xticks": ticks})]


def measure(run: ExperimentRun) -> dict[str, Any]:
    """The wall time of one thread and of two, and their games."""
    options = run.options
    asked = ToDepth(options.depth, options.selectivity)
    rows = time_rows(run.trials(with_threads, asked))
    matches = run.play([pairing()], Clock(options.game_seconds), gain=True)
    lost = sum(sum(row["match"]["forfeits"].values()) for row in matches)
    told = {"game_seconds": options.game_seconds, "matches": matches, "forfeited": lost}
    return {**asked._asdict(), "rows": rows, **told}


EXPERIMENT = Experiment(
    name="engine-threads",
    summary="two threads of the engine against one: wall time to a depth, and games on a clock",
    size=Size(120, 240, "--depth 12 --game-seconds 0.5 --openings 2 --trials 6"),
    examples=("", "--depth 18 --trials 10 --game-seconds 2", "--openings 20", "--json"),
    options=(
        search_options(POSITIONS, DEPTH),
        arguments.option(
            "--game-seconds",
            type=seconds,
            default=10.0,
            metavar="S",
            help="wall time of a side for all moves of a game (default: %(default)g)",
        ),
        arguments.option(
            "--openings",
            default="classes",
            metavar="N",
            help="so many for the games (default: %(default)s)",
        ),
    ),
    measure=measure,
    tables=(
        Table(
            (
                Column("threads", "threads", "{:d}"),
                Column("wall ms", "milliseconds", "{:,.1f}"),
                Column("times as fast", "speed", "{:.2f}"),
                Column("+-", "speed_error", "{:.2f}"),
                Column("nodes", "nodes", "{:,.0f}"),
                Column("x", "nodes_ratio", "{:.2f}"),
                Column("M nodes/s", "node_rate", "{:.1f}"),
            ),
            f"Wall time to {SEARCH_COLUMNS}",
            "means of a position; times as fast: as one thread, +- its standard error",
        ),
        Table(
            (Column("A against B", "name"), *GAIN_COLUMNS),
            "Games of {game_seconds:g} s of wall time a side",
            f"{GAIN_CAPTION}; games forfeited: {{forfeited}}",
            "matches",
        ),
    ),
    aside=("forfeited",),
    draw=draw,
)
