import argparse
import importlib
import json

import pytest

from othello.jit import COMPILED
from tournament.__main__ import main
from tournament.experiments import EXPERIMENTS
from tournament.experiments.laboratory import tree_shape
from tournament.experiments.runner.output import Measured
from tournament.experiments.zhang1995 import table1
from tournament.experiments.zhang1995.paper import errors_apart

pytestmark = pytest.mark.skipif(not COMPILED, reason="too slow as plain Python")


def run(module, arguments, capsys):
    parser = argparse.ArgumentParser()
    module.add_arguments(parser)
    assert module.run(parser.parse_args(arguments)) == 0
    return capsys.readouterr().out


def test_every_experiment_has_its_parts():
    for path in EXPERIMENTS.values():
        module = importlib.import_module(path)
        assert "\n" not in module.SUMMARY
        assert callable(module.add_arguments)
        assert callable(module.run)


@pytest.fixture
def here(tmp_path):
    """The options that keep an experiment of trials in this process and in a store of its own."""
    return ["--jobs", "0", "--store", str(tmp_path / "results.sqlite")]


def test_table1_reproduces_every_column(capsys, here):
    """Zhang 1995, Table 1, on 300 trees: every depth within four standard errors."""
    result = json.loads(run(table1, ["--trials", "300", "--json", *here], capsys))
    assert [row["depth"] for row in result["rows"]] == list(range(1, 11))
    for row in result["rows"]:
        for series in ("", "exact_", "learned_"):
            assert abs(row[f"{series}nodes_errors_apart"]) < 4, row
            assert abs(row[f"{series}quality_errors_apart"]) < 4, row
        assert abs(row["saved_nodes_errors_apart"]) < 4, row
    assert result["rows"][0]["alphabeta_nodes"] == 5
    assert result["rows"][-1]["alphabeta_quality"] == 100
    assert result["rows"][-1]["exact_quality"] == 100


@pytest.mark.parametrize(
    ("words", "depth", "off"),
    [
        (["--no-mirror", "--cut-depth", "1"], 3, "exact_nodes_errors_apart"),
        pytest.param(
            ["--generation", "full"], 4, "nodes_errors_apart", marks=pytest.mark.second_tier
        ),
        pytest.param(
            ["--learned", "extremes"],
            10,
            "saved_nodes_errors_apart",
            marks=pytest.mark.second_tier,
        ),
    ],
)
def test_table1_is_not_reproduced_by_other_conventions(words, depth, off, capsys, here):
    result = json.loads(run(table1, ["--trials", "300", "--json", *words, *here], capsys))
    assert abs(result["rows"][depth - 1][off]) > 4


def test_table1_prints_a_table_for_a_single_tree(capsys, here):
    printed = run(table1, ["--trials", "1", *here], capsys)
    assert "37402.340" in printed
    assert "nan" not in printed


def test_the_errors_apart_are_those_of_a_difference():
    assert errors_apart(Measured(12.0, 1.0, 1000), 10.0) == pytest.approx(2 / 2**0.5)
    assert errors_apart(Measured(12.0, 1.0, 3000), 10.0) == pytest.approx(1)
    assert errors_apart(Measured(5.0, 0.0, 1000), 5.0) == 0


@pytest.mark.parametrize(
    ("module", "arguments"),
    [
        (table1, ["--trials", "0"]),
        (tree_shape, ["--positions", "0"]),
        (tree_shape, ["--max-depth", "0"]),
    ],
)
def test_impossible_sizes_are_refused(module, arguments, capsys):
    parser = argparse.ArgumentParser()
    module.add_arguments(parser)
    with pytest.raises(SystemExit) as ended:
        parser.parse_args(arguments)
    assert ended.value.code == 2
    assert "0 is less than 1" in capsys.readouterr().err


@pytest.mark.second_tier
def test_tree_shape_finds_the_order_of_orders(capsys):
    result = json.loads(
        run(tree_shape, ["--positions", "12", "--max-depth", "4", "--json"], capsys)
    )
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


@pytest.mark.parametrize(
    ("words", "complaint"), [([], "required: --data"), (["--data", "{}"], "no .wtb file")]
)
def test_human_games_are_looked_for_where_the_user_says(words, complaint, tmp_path, capsys):
    try:
        code = main(["experiment", "wthor", *(word.format(tmp_path) for word in words)])
    except SystemExit as stopped:
        code = stopped.code
    captured = capsys.readouterr()
    assert (code, captured.out, captured.err.count("\n")) == (2, "", 1)
    assert complaint in captured.err
