import documents
import pytest
from naive.rules import random_moves

from othello.formats import wthor
from tournament.__main__ import main
from tournament.experiments.laboratory.endgame import growth_of, positions_at
from tournament.experiments.laboratory.endgame_trials import SOLVER_TECHNIQUES
from tournament.experiments.runner.experiment import Experiment

BOARD = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"
SCORE = 6


def game_file(path, games):
    written = [wthor.WthorGame(0, 0, 0, 32, 32, tuple(moves)) for moves in games]
    wthor.write_games(path, written, wthor.Header(20, 26, 1, 1))
    return str(path)


def games(number):
    return [[move for move in random_moves(seed) if move is not None] for seed in range(number)]


@pytest.mark.compiled
@pytest.mark.parametrize(("error", "expected"), [(0, 0), (2, 1)])
def test_every_technique_is_switched_off_once(error, expected, tmp_path, typed):
    file = tmp_path / "problems.obf"
    file.write_text(f"{BOARD}; H5:{SCORE - error:+d};\n{BOARD};\n{BOARD};\n")
    words = ("endgame-techniques", str(file), "--positions", "2", "--json")
    code, output, _ = typed(*words)
    result = documents.read(output)
    assert (code, result["positions"]) == (expected, 2)
    assert [row["off"] for row in result["rows"]] == list(SOLVER_TECHNIQUES)
    assert {row["wrong"] for row in result["rows"]} == {expected}
    whole = result["rows"][0]
    assert whole["nodes_ratio"] == whole["seconds_ratio"] == 1
    for row in result["rows"]:
        assert row["nodes_ratio"] == row["nodes"] / whole["nodes"]


@pytest.mark.compiled
def test_costs_are_those_of_positions_of_different_games(tmp_path, typed):
    lines = games(5)
    file = game_file(tmp_path / "games.wtb", [*lines, lines[0], lines[1][:40]])
    words = ("endgame-cost", file, "--empties", "8", "6", "--json")
    code, output, _ = typed(*words)
    result = documents.read(output)
    assert code == 0
    assert [(row["empties"], row["positions"]) for row in result["rows"]] == [(6, 5), (8, 5)]
    assert 0 < result["rows"][0]["nodes_median"] < result["rows"][1]["nodes_median"]
    _, again, _ = typed(*words)
    assert documents.read(again) == result


@pytest.mark.parametrize(
    ("content", "words", "complaint"),
    [
        ([[0, 1, 2, *range(3, 20)]], ("--empties", "50"), "not a legal move|flips nothing"),
        ([[19, 18]], ("--empties", "10"), "no game has a position with 10 empty squares"),
    ],
)
def test_what_cannot_be_measured_is_said_in_one_line(content, words, complaint, tmp_path, typed):
    """Below what was said of the work, where that has begun before the fault is met."""
    path = tmp_path / "games.wtb"
    game_file(path, content)
    code, output, errors = typed("endgame-cost", str(path), *words)
    *begun, last = errors.splitlines()
    assert (code, output) == (2, "")
    assert [line.split()[0] for line in begun] in ([], ["endgame-cost", "50"])
    assert any(part in last for part in complaint.split("|"))


@pytest.mark.parametrize(("words", "expected"), [((), 1), (("--jobs", "3"), 3)])
@pytest.mark.parametrize("before", [True, False])
def test_cpu_seconds_are_measured_by_one_process_unless_asked(words, before, expected, monkeypatch):
    asked = []
    monkeypatch.setattr(Experiment, "run", lambda self, options: asked.append(options.jobs) or 0)
    line = ["experiment", "endgame-cost", "games.wtb"]
    assert main([*words, *line] if before else [*line, *words]) == 0
    assert asked == [expected]


def test_growth_is_that_of_the_medians_from_fourteen_empty_squares_on():
    rows = [
        {"empties": empties, "nodes_median": 3.0**empties, "seconds_median": 5 * 2.0**empties}
        for empties in range(14, 22, 2)
    ]
    noise = {"empties": 10, "nodes_median": 1e9, "seconds_median": 1e9}
    assert growth_of([noise, *rows]) == pytest.approx({"nodes": 3, "seconds": 2})
    assert all(factor != factor for factor in growth_of(rows[:1]).values())


def test_fewer_positions_are_solved_where_each_takes_long():
    numbers = [positions_at(empties, 200) for empties in range(10, 27, 2)]
    assert numbers == [200, 200, 200, 200, 200, 100, 50, 25, 12]
    assert positions_at(26, 1) == 1
