import functools

import pytest

from players import registry
from tournament.experiments.bill import matches
from tournament.experiments.laboratory import equal_time
from tournament.experiments.muller2007 import pollution, range_audit
from tournament.experiments.patterns import errors
from tournament.experiments.patterns import matches as pattern_matches
from tournament.experiments.patterns.matches import Sides
from tournament.experiments.rollason2014 import agreement, table

BOTH = [*matches.pairings(), *pattern_matches.matches(Sides("bill", "bill"), (2, 4), (0.005,))[0]]


def specs_of(pairings):
    """All players of these matches."""
    return [spec for pairing in pairings for spec in (pairing.a, pairing.b)]


@functools.cache
def compared(evaluator):
    """All players of the papers' experiments with an evaluator."""
    pairings = [
        *pollution.pairings("nodes=5000", f"evaluator={evaluator}"),
        *table.ablations(0.01, None, evaluator),
        *table.same_iterations(evaluator),
        table.equal_time(0.01, evaluator),
        table.flat_time(0.01, evaluator),
    ]
    asked = agreement.settings_of(evaluator, 3)
    players = [*range_audit.plan(evaluator, (6,), solve=True).players, *asked.players, asked.deep]
    return [*equal_time.players(0.01, evaluator).values(), *specs_of(pairings), *players]


@pytest.mark.parametrize("evaluator", ["bill", "patterns"])
def test_the_papers_experiments_have_one_evaluator_for_all_players(evaluator):
    for spec in map(registry.canonical, compared(evaluator)):
        name, given = registry.parse(spec)
        default = registry.options(name)["evaluator"].default
        assert given.get("evaluator", default) == evaluator


def test_experiments_on_searches_leave_the_solver_out():
    specs = {*specs_of(BOTH), *compared("bill"), *compared("patterns"), errors.PLAYER}
    assert [spec for spec in sorted(specs) if registry.parse(spec)[1]["solve"] != 0] == []


def test_one_of_each_pair_solves_where_the_default_says():
    for pairing in equal_time.solving(0.005, "patterns"):
        given = registry.parse(pairing.a)[1]
        assert given["seconds"] == 0.005
        assert "solve" not in given
        assert registry.parse(pairing.b)[1] == {**given, "solve": 0}


@pytest.mark.rare_kernels
def test_the_experiment_tells_what_either_used(measured):
    words = ("--openings", "1", "--seconds", "0.0005")
    result = measured("solve-equal-time", *words, jobs=1)
    assert [row["name"] for row in result["rows"]] == list(equal_time.SOLVERS)
    for row in result["rows"]:
        assert row["milliseconds"] == 0.5
        assert row["a_move_ms"] > 0 < row["b_move_ms"]
