import pytest

from tournament.experiments import EXPERIMENTS


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_help_has_examples(name, typed):
    code, shown, _ = typed(name, "--help")
    assert code == 0
    assert f"examples:\n  python -m tournament experiment {name}" in shown


@pytest.mark.compiled
def test_table1_reproduces_every_column(measured):
    """Zhang 1995, Table 1, on 300 trees: every depth within four standard errors."""
    result = measured("table1", "--trials", "300")
    assert [row["depth"] for row in result["rows"]] == list(range(1, 11))
    for row in result["rows"]:
        for series in ("", "exact_", "learned_"):
            assert abs(row[f"{series}nodes_errors_apart"]) < 4, row
            assert abs(row[f"{series}quality_errors_apart"]) < 4, row
        assert abs(row["saved_nodes_errors_apart"]) < 4, row
    assert result["rows"][0]["alphabeta_nodes"] == 5
    assert result["rows"][-1]["alphabeta_quality"] == 100
    assert result["rows"][-1]["exact_quality"] == 100


@pytest.mark.compiled
@pytest.mark.second_tier
def test_table1_is_not_reproduced_by_another_way_of_counting(measured):
    result = measured("table1", "--trials", "300", "--generation", "full")
    assert abs(result["rows"][3]["nodes_errors_apart"]) > 4


@pytest.mark.compiled
@pytest.mark.second_tier
def test_tree_shape_finds_the_order_of_orders(measured):
    result = measured("tree-shape", "--positions", "12", "--max-depth", "4")
    last = {row["way"]: row for row in result["rows"] if row["depth"] == 4}
    assert last["static value"]["nodes"] < last["no order"]["nodes"]
    assert last["static value"]["cut_single"] > last["no order"]["cut_single"]
