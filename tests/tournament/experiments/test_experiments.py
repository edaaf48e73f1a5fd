import pytest

from tournament.experiments import EXPERIMENTS, find_experiment
from tournament.experiments.runner.experiment import Experiment


@pytest.fixture(params=EXPERIMENTS)
def experiment(request):
    """Each of the experiments."""
    return find_experiment(request.param)


def test_examples_can_be_typed_and_quick_is_smaller(experiment, typed, monkeypatch):
    asked = []

    def run(self, options):
        asked.append({**vars(options), "quick": None, "rest": None})
        return 0

    monkeypatch.setattr(Experiment, "run", run)
    for example in experiment.examples.split("; "):
        assert typed(experiment.name, *example.split())[0] == 0
    shortest = min(
        (one for one in experiment.examples.split("; ") if one.endswith("--json")), key=len
    )
    needed = shortest.removesuffix("--json").split()
    asked.clear()
    assert typed(experiment.name, *needed)[0] == 0
    assert typed(experiment.name, *needed, "--quick")[0] == 0
    usual, quick = asked
    assert usual != quick


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
@pytest.mark.parametrize(
    ("words", "depth", "off"),
    [
        (["--no-mirror", "--cut-depth", "1"], 3, "exact_nodes_errors_apart"),
        (["--generation", "full"], 4, "nodes_errors_apart"),
    ],
)
def test_table1_is_not_reproduced_by_other_conventions(words, depth, off, measured):
    result = measured("table1", "--trials", "300", *words)
    assert abs(result["rows"][depth - 1][off]) > 4


@pytest.mark.compiled
@pytest.mark.second_tier
def test_tree_shape_finds_the_order_of_orders(measured):
    result = measured("tree-shape", "--positions", "12", "--max-depth", "4")
    last = {row["way"]: row for row in result["rows"] if row["depth"] == 4}
    nodes = [last[way]["nodes"] for way in ("perfect order", "static value", "no order")]
    assert nodes == sorted(nodes)
    perfect = last["perfect order"]
    assert perfect["over_minimal"] == 1
    assert perfect["cut_single"] == perfect["pv_first"] == 100
    assert last["static value"]["cut_single"] > last["no order"]["cut_single"]
    confusion = sum(sum(row) for row in last["no order"]["confusion"])
    by_depth = last["no order"]["by_remaining_depth"]
    assert confusion == sum(sum(map(sum, depth["kinds"])) for depth in by_depth)
