import documents
import pytest

from othello.formats import obf
from othello.jit import COMPILED
from players.registry import SpecError, make
from tournament.experiments.patterns.best_moves import asked_for
from tournament.games.tournament import code_parts

LATE = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"
SCORES = {"H5": 6, "H6": -2, "G6": 2, "F6": 6}
"""Every legal move of LATE with a score made up for it."""
CHEAP = "alphabeta:evaluator=mobility,solve=0"


@pytest.fixture
def problems(tmp_path):
    path = tmp_path / "problems.obf"
    path.write_text(f"{LATE}; " + "".join(f"{move}:{loss:+d}; " for move, loss in SCORES.items()))
    return str(path)


@pytest.mark.rare_kernels
def test_moves_of_any_player_are_judged_with_the_limits_that_are_asked_for(problems, typed):
    words = (problems, "--players", CHEAP, "--depths", "2", "1", "--json")
    code, output, _ = typed("engine-moves", *words)
    result = documents.read(output)
    assert (code, result["positions"]) == (0, 1)
    assert [(row["player"], row["limit_text"]) for row in result["rows"]] == [
        (CHEAP, "depth 1"),
        (CHEAP, "depth 2"),
    ]
    (problem,) = obf.read_problems(problems).problems
    for row in result["rows"]:
        choice = make(f"{CHEAP},depth={row['limit']}").choose(problem.position)
        loss = 6 - dict(problem.scores)[choice.move]
        assert (row["loss"], row["best"]) == (loss, 100 * (loss == 0))
        assert (row["depth_reached"], row["nodes"]) == (choice.depth, choice.nodes)
    assert documents.read(typed("engine-moves", *words)[1]) == result


@pytest.mark.skipif(not COMPILED, reason="too slow as plain Python")
def test_the_engine_is_judged_where_nobody_is_named_and_searches_no_deeper(problems, typed):
    code, output, _ = typed("engine-moves", problems, "--depths", "3", "--json")
    (row,) = documents.read(output)["rows"]
    assert (code, row["player"], row["depth_reached"]) == (0, "engine:prove=0", 3)


def test_every_player_has_every_limit_once():
    asked = asked_for([CHEAP, CHEAP], (0.1, 0.01, 0.1), (4,))
    assert [(one.limit, one.kind.format(one.limit)) for one in asked] == [
        (10, "10 ms"),
        (100, "100 ms"),
        (4, "depth 4"),
    ]
    assert "seconds=0.01" in asked[0].spec
    with pytest.raises(SpecError, match="given twice"):
        asked_for([f"{CHEAP},depth=3"], (), (4,))


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--players", "nobody"), "unknown player 'nobody'"),
        (("--players", "greedy", "--depths", "2"), "no option 'depth'"),
        (("--seconds", "0"), "0"),
        (("--plot", "nowhere/plot.png"), "there is no such folder"),
    ],
)
def test_players_that_cannot_be_judged_are_said_in_one_line(words, complaint, problems, typed):
    code, output, complaints = typed("engine-moves", problems, *words)
    assert (code, output, complaints.count("\n")) == (2, "", 1)
    assert complaint in complaints


def test_cuts_that_a_player_names_are_part_of_what_a_game_depends_on(tmp_path):
    path = tmp_path / "cuts.npz"
    parts = []
    for content in (b"a", b"b"):
        path.write_bytes(content)
        parts.append(code_parts((), (f"engine:cuts={path},depth=2",))[str(path)])
    assert parts[0] != parts[1]
