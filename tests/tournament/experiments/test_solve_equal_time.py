import pytest

from players import registry
from tournament.experiments.bill import matches
from tournament.experiments.laboratory import equal_time
from tournament.experiments.muller2007 import pollution, range_audit
from tournament.experiments.patterns import errors
from tournament.experiments.patterns import matches as pattern_matches
from tournament.experiments.patterns.matches import Sides
from tournament.experiments.rollason2014 import agreement, agreement_trials, table
from tournament.experiments.runner import contests

COMPARED = [
    *equal_time.pairings(0.01, "bill"),
    *matches.pairings(),
    *pattern_matches.matches(Sides("bill", "bill"), (2, 4), (0.005,))[0],
    *pollution.pairings("nodes=5000"),
    *table.ablations(0.01, None),
    *table.same_iterations(),
    table.equal_time(0.01),
    table.flat_time(0.01),
]
SPECS = {
    *(spec for pairing in COMPARED for spec in (pairing.a, pairing.b)),
    *range_audit.PLAYERS.values(),
    *(player.format(5000) for player in (*agreement.PLAYERS.values(), agreement_trials.DEEP)),
    errors.PLAYER,
    contests.BILL_ALPHABETA,
    contests.CHALLENGER,
}


@pytest.mark.parametrize("spec", sorted(SPECS))
def test_experiments_on_searches_leave_the_solver_out(spec):
    assert registry.parse(spec)[1]["solve"] == 0


def test_one_of_each_pair_solves_where_the_default_says():
    for pairing in equal_time.solving(0.005):
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
