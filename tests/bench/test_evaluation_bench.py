"""Evaluations per second over positions of real games, and the time to load the tables."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from bench import evaluation_rates
from features import host_without

from othello import evaluation
from othello.evaluation import tables
from othello.evaluation.patterns.vectors import GATHERS
from othello.jit import jit
from othello.position import Position

NAMES = (
    "patterns",
    "bill-quadratic",
    "bill-logistic",
    "mobility",
)


@jit
def _evaluate_all(evaluator, own, opp):
    total = 0
    for row in range(own.size):
        total += evaluator.value(Position(own[row], opp[row]))
    return total


@pytest.fixture(scope="module")
def positions():
    """About 4,500 positions of games at depth 2."""
    return evaluation_rates.positions()


@pytest.mark.parametrize("name", NAMES)
def test_evaluations_per_second(benchmark, positions, name):
    evaluator = evaluation.named(name)
    _evaluate_all(evaluator, positions.own, positions.opp)
    benchmark.pedantic(
        _evaluate_all, (evaluator, positions.own, positions.opp), rounds=200, iterations=5
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


def _show_ratios(told):
    """Print what patterns and bill do in a second, and the ratio."""
    ways = [("alone", "evaluations"), ("search", "evaluations"), ("search", "nodes")]
    for way, key in ways:
        patterns, bill = (told[way][name][key] for name in ("patterns", "bill"))
        rates = f"patterns {patterns:.2f}, bill {bill:.2f}, ratio {patterns / bill:.2f}"
        print(f"{way}, M {key}/s: {rates}")


def test_patterns_beside_bill(benchmark):
    names = ("patterns", "bill")
    told = benchmark.pedantic(evaluation_rates.rates, (names,), rounds=1)
    print(f"\n{'with' if GATHERS else 'without'} gathers")
    _show_ratios(told)


@pytest.mark.skipif(not GATHERS, reason="this processor gathers nothing, or may not")
def test_patterns_without_gathers(benchmark):
    """In a process of its own, whose kernels are compiled for a processor without AVX."""
    features = host_without("avx")
    tests = Path(__file__).parents[1]
    paths = os.pathsep.join((str(tests), str(tests.parent)))
    environment = {**os.environ, "NUMBA_CPU_FEATURES": features, "PYTHONPATH": paths}
    words = [sys.executable, "-m", "bench.evaluation_rates", "patterns", "bill"]

    def run():
        done = subprocess.run(words, env=environment, cwd=tests, capture_output=True, check=True)
        return json.loads(done.stdout)

    told = benchmark.pedantic(run, rounds=1)
    assert not told["gathers"]
    print("\nwithout gathers")
    _show_ratios(told)
