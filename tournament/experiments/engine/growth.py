"""How much stronger the engine is with twice the CPU time for a move, from short to long.

A limit in seconds makes every game depend on the machine and on its load.
"""

from collections.abc import Sequence

from tournament.experiments.runner import arguments, contests, plots
from tournament.experiments.runner.contests import GAIN_CAPTION, GAIN_COLUMNS, Pairing
from tournament.experiments.runner.experiment import Experiment, Found, Size
from tournament.experiments.runner.output import Column, Table


def pairings(limits: Sequence[float]) -> list[Pairing]:
    """Twice each limit against that limit, from the shortest on."""
    return [
        Pairing(
            f"{2000 * limit:g} ms against {1000 * limit:g} ms",
            contests.spec("engine", f"seconds={2 * limit:g}"),
            contests.spec("engine", f"seconds={limit:g}"),
            {"milliseconds": 1000 * limit},
        )
        for limit in sorted(set(limits))
    ]


def draw(found: Found) -> list[plots.Panel]:
    """Elo a doubling against the time that is doubled, where it is finite."""
    rows = found["rows"]
    finite = [row for row in rows if None not in (row["elo"], row["elo_low"], row["elo_high"])]
    line = plots.curve("engine", finite, "milliseconds", "elo", ("elo_low", "elo_high"))
    axes = {"xlabel": "ms a move, doubled", "ylabel": "Elo gained", "xscale": "log"}
    ticks = plots.named_ticks("x", [row["milliseconds"] for row in rows])
    return [plots.Panel([line], {**axes, **ticks})]


EXPERIMENT = Experiment(
    name="engine-growth",
    summary="how much stronger the engine is with twice the CPU time for a move",
    size=Size(90, 360, "--seconds 0.001 0.002 --openings 6"),
    examples=("--plot engine-growth.png", "--seconds 0.01 0.02 0.04 --openings all", "--json"),
    options=(
        arguments.of_matches("classes"),
        arguments.move_seconds((0.01, 0.02, 0.04, 0.08, 0.16, 0.32)),
        arguments.plot(),
    ),
    measure=lambda run: {"rows": run.play(pairings(run.options.seconds), gain=True)},
    tables=(
        Table(
            (Column("B's ms", "milliseconds", "{:g}"), *GAIN_COLUMNS),
            "{summary}",
            f"A has twice the time of B for a move; {GAIN_CAPTION}",
        ),
    ),
    draw=draw,
)
