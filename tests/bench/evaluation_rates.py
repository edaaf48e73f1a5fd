"""How fast evaluators are, alone and in a search, in turns, as CPU time of one thread.

`python -m bench.evaluation_rates NAME...` in the folder `tests` prints them as JSON.
"""

import json
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from othello import evaluation
from othello.evaluation.patterns.vectors import GATHERS
from othello.position import Position
from players.learning.bill.fit import Positions, positions_of
from players.learning.bill.samples import Recipe, play_batch
from players.search.alphabeta import new_search
from players.search.deepening import search_depth
from players.search.workspace import EVALUATIONS, NODES, start
from tournament.experiments.patterns.evaluators import values_in_discs

ROUNDS = 7
"""Of each rate the best is told: other programs can only make one lower."""
REPEATS = 20
"""How often a round evaluates all positions."""
DEPTH = 5
EARLIEST, LATEST, STEP = 16, 48, 40
"""Of the positions with so many discs, one in so many is searched."""


def positions() -> Positions:
    """About 4,500 positions of games at depth 2."""
    return positions_of(*play_batch(Recipe("bill", 2, 6), 0, 100).values())


def _alone(evaluator: Any, found: Positions) -> Callable[[], dict[str, int]]:
    """What evaluates the positions, and tells how many evaluations that took."""

    def run() -> dict[str, int]:
        for _ in range(REPEATS):
            values_in_discs(evaluator, found.own, found.opp)
        return {"evaluations": REPEATS * found.own.size}

    return run


def _searching(evaluator: Any, found: Positions) -> Callable[[], dict[str, int]]:
    """What searches some of the positions, and tells the evaluations and nodes."""
    search = new_search(evaluator)
    rows = ((found.discs >= EARLIEST) & (found.discs <= LATEST)).nonzero()[0][::STEP]

    def run() -> dict[str, int]:
        start(search.workspace)
        for row in rows:
            search_depth(Position(found.own[row], found.opp[row]), search, DEPTH)
        counters = search.workspace.counters
        return {"evaluations": int(counters[EVALUATIONS]), "nodes": int(counters[NODES])}

    return run


def best_rates(
    runs: dict[str, Callable[[], dict[str, int]]],
) -> dict[str, dict[str, float]]:
    """The best rates a second, in millions, of what each run counts, by its name; in turns."""
    best: dict[str, dict[str, float]] = {name: {} for name in runs}
    for run in runs.values():
        run()  # compiles
    for _ in range(ROUNDS):
        for name, run in runs.items():
            began = time.thread_time()
            counted = run()
            seconds = time.thread_time() - began
            for key, number in counted.items():
                best[name][key] = max(best[name].get(key, 0.0), number / seconds / 1e6)
    return best


def rates(names: Sequence[str]) -> dict[str, Any]:
    """Millions a second, alone and in a search, by evaluator."""
    found = positions()
    evaluators = {name: evaluation.named(name) for name in names}
    ways = {"alone": _alone, "search": _searching}
    told = {
        way: best_rates({name: make(evaluator, found) for name, evaluator in evaluators.items()})
        for way, make in ways.items()
    }
    return {"gathers": GATHERS, **told}


if __name__ == "__main__":
    print(json.dumps(rates(sys.argv[1:])))
