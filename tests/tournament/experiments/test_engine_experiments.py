import json

import pytest

from othello.jit import COMPILED
from players.engine.midgame_memory import OFF, ON
from tournament.__main__ import main
from tournament.experiments.engine import search_trials
from tournament.experiments.engine.search_trials import (
    FEWEST_DISCS,
    MOST_DISCS,
    NONE_OFF,
    TECHNIQUES,
    ToDepth,
    midgame,
    with_each_technique,
)
from tournament.experiments.engine.techniques import row_of

compiled = pytest.mark.skipif(not COMPILED, reason="too slow as plain Python")


def run(tmp_path, capsys, *words):
    store = str(tmp_path / "results.sqlite")
    try:
        code = main(["experiment", *words, "--jobs", "0", "--store", store])
    except SystemExit as ended:
        code = ended.code
    return code, *capsys.readouterr()


def told(tmp_path, capsys, *words):
    code, output, _ = run(tmp_path, capsys, *words, "--json")
    assert code == 0
    return json.loads(output)


def spent(nodes, seconds, move=19, score=0):
    return {
        "move": move,
        "score": score,
        "nodes": nodes,
        "evaluations": 2 * nodes,
        "seconds": seconds,
        "wall": seconds,
    }


@compiled
def test_positions_are_of_every_number_of_discs_and_of_games_of_their_own():
    numbers = range(MOST_DISCS - FEWEST_DISCS + 1)
    positions = [midgame(seed) for seed in numbers]
    assert [int(one.own | one.opp).bit_count() for one in positions] == [
        FEWEST_DISCS + seed for seed in numbers
    ]
    assert all(int(one.legal()) for one in positions)
    again = [midgame(seed) for seed in (0, 5, MOST_DISCS - FEWEST_DISCS + 1)]
    assert again[:2] == [positions[0], positions[5]]
    assert again[2] != positions[0]


def test_a_row_has_the_sums_beside_those_of_the_first():
    whole = [spent(100, 0.010), spent(300, 0.030)]
    row = row_of("off: x", [spent(150, 0.010), spent(450, 0.010, move=20, score=-150)], whole)
    assert (row["nodes"], row["milliseconds"]) == pytest.approx((300, 10))
    assert (row["nodes_ratio"], row["nodes_error"]) == pytest.approx((1.5, 0))
    assert row["seconds_ratio"] == pytest.approx(0.5)
    assert row["seconds_error"] > 0
    assert (row["node_rate"], row["evaluation_rate"]) == pytest.approx((0.03, 0.06))
    assert (row["same"], row["change"]) == (50, 0.75)


@compiled
def test_each_position_begins_with_another_technique(monkeypatch):
    asked = []

    def engine(settings, level, threads):
        asked.append(settings)
        return real(settings, level, threads)

    real = search_trials._engine
    monkeypatch.setattr(search_trials, "_engine", engine)
    monkeypatch.setattr(search_trials, "TABLE_MEGABYTES", 2)
    monkeypatch.setattr(search_trials, "TECHNIQUES", dict(list(TECHNIQUES.items())[:2]))
    first, second = (with_each_technique(ToDepth(2, 1), seed) for seed in (0, 1))
    assert asked[:2] == asked[3:1:-1]
    assert set(first) == set(second) == set(list(TECHNIQUES)[:2])
    real.cache_clear()


@compiled
def test_every_technique_has_its_row(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(search_trials, "TABLE_MEGABYTES", 2)
    result = told(tmp_path, capsys, "engine-techniques", "--depth", "5", "--trials", "2")
    assert [row["technique"] for row in result["rows"]] == [
        NONE_OFF,
        *(f"off: {name}" for name in OFF),
        *(f"on: {name}" for name in ON),
    ]
    nodes = {row["technique"]: row["nodes"] for row in result["rows"]}
    assert nodes["off: evaluation order"] > nodes[NONE_OFF]
    search_trials._engine.cache_clear()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("engine-techniques", "--depth", "28"), "28 is more than 27"),
        (("engine-techniques", "--selectivity", "9"), "invalid choice"),
        (("engine-techniques", "--plot", "nowhere/plot.png"), "there is no such folder"),
    ],
)
def test_what_cannot_be_measured_is_said_in_one_line(words, complaint, tmp_path, capsys):
    code, output, complaints = run(tmp_path, capsys, *words)
    assert (code, output, complaints.count("\n")) == (2, "", 1)
    assert complaint in complaints
