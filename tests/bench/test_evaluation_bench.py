"""Evaluations per second over positions of real games, and the time to load the tables."""

import pytest

from othello import arrays, evaluation
from othello.evaluation import tables
from players.learning.bill import Recipe, play_batch, positions_of


@pytest.fixture(scope="module")
def positions():
    """About 4,500 positions of games at depth 2."""
    return positions_of(*play_batch(Recipe("bill", 2, 6), 0, 100).values())


@pytest.mark.parametrize("name", ["patterns", "bill", "mobility"])
def test_evaluations_per_second(benchmark, positions, name):
    evaluator = evaluation.named(name)
    arrays.values(evaluator, positions.own, positions.opp)
    benchmark.pedantic(
        arrays.values, (evaluator, positions.own, positions.opp), rounds=200, iterations=5
    )
    rate = positions.own.size / benchmark.stats["median"] / 1e6
    benchmark.extra_info["million_evaluations_per_second"] = rate
    best = positions.own.size / benchmark.stats["min"] / 1e6
    print(f"\n{name}: {rate:.1f} M evaluations/s, median; {best:.1f}, best")


def test_load(benchmark):
    def load():
        tables.shared_arrays.cache_clear()
        return tables.bill("logistic")

    benchmark(load)
    print(f"\nloading: {1000 * benchmark.stats['median']:.1f} ms, median")
