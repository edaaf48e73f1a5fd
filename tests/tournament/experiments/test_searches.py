import pytest
from samples import met, write_people

from players import registry
from tournament.experiments import equal_time
from tournament.experiments import korf1996 as matches
from tournament.experiments.bill import KINDS
from tournament.games.openings import chosen_openings
from tournament.statistics.pairs import Pair


def given(spec):
    return registry.parse(spec)[1]


def test_a_move_of_best_first_has_the_mean_nodes_of_alpha_beta():
    found = [{"nodes": [10, 100], "moves": 2}, {"nodes": [20, 260], "moves": 4}]
    assert matches.mean_nodes(found, 2) == [5, 60]
    for pairing, nodes in zip(matches.pairings("bill", [5, 60]), (5, 60), strict=True):
        assert given(pairing.a)["nodes"] == nodes
        assert given(pairing.b)["depth"] == pairing.extra["depth"]


def test_means_are_of_all_deeper_matches_by_class():
    class Run:
        @staticmethod
        def pairs(row):
            won = {("bill", 2): 0, ("bill", 3): 4, ("patterns", 2): 4, ("patterns", 3): 4}
            winners = won.get((row["evaluator"], row["depth"]), 0)
            chosen = chosen_openings("4")
            return [Pair(opening, 2 * (n < winners) - 1, 0) for n, opening in enumerate(chosen)]

    rows = [
        {"evaluator": evaluator, "depth": depth}
        for evaluator in ("bill", "patterns")
        for depth in (1, 2, 3)
    ]
    found = {row["evaluation"]: row["mean"] for row in matches.means(Run, rows)}
    assert found == {"bill": 50, "patterns": 100}


@pytest.mark.parametrize("evaluator", ["patterns", "bill"])
def test_all_have_the_same_limit_and_evaluation_and_nobody_solves(evaluator):
    found = equal_time.specs_of(evaluator, "seconds=0.02")
    for spec in found.values():
        name = registry.parse(spec)[0]
        default = registry.options(name)["evaluator"].default
        assert given(spec)["seconds"] == 0.02 and given(spec)["solve"] == 0
        assert given(spec).get("evaluator", default) == evaluator
    assert len(set(found.values())) == len(equal_time.PLAYERS)


def test_what_a_player_spends_on_a_move_is_of_all_its_matches_on_either_side():
    def side(nodes, moves):
        return {"nodes": nodes, "cpu_seconds": nodes / 1000, "moves": moves}

    matches = [
        {"a": "x", "b": "y", "match": {"a": side(100, 2), "b": side(7, 1)}},
        {"a": "z", "b": "x", "match": {"a": side(9, 1), "b": side(200, 4)}},
    ]
    assert equal_time.cost_per_move("x", matches) == pytest.approx({"nodes": 50, "cpu_ms": 50})
    assert equal_time.cost_per_move("z", matches) == {"nodes": 9, "cpu_ms": 9}


def test_winners_of_human_games_are_predicted_by_each_kind_of_weights(measured, tmp_path):
    folder = write_people(tmp_path / "wthor", [met(number, 128) for number in range(6)])
    rows = measured("wthor", "--data", folder)["rows"]
    for row in rows:
        assert {f"{kind}_winner" for kind in KINDS} <= row.keys()
    assert sum(row["positions"] for row in rows) > 100
