import pytest

from othello.formats import obf
from players.registry import make
from tournament.experiments.best_moves import limits

LATE = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"
SCORES = {"H5": 6, "H6": -2, "G6": 2, "F6": 6}
"""Every legal move of LATE with a score made up for it."""
ENGINE_RIVAL = "alphabeta:evaluator=mobility,solve=0"

searches = pytest.mark.rare_kernels


@pytest.fixture
def problems(tmp_path):
    """The file of LATE with its scores."""
    path = tmp_path / "problems.obf"
    path.write_text(f"{LATE}; " + "".join(f"{move}:{loss:+d}; " for move, loss in SCORES.items()))
    return str(path)


@searches
def test_moves_of_any_player_are_judged_with_each_limit(problems, measured):
    words = (problems, "--players", ENGINE_RIVAL, "--depths", "2", "1")
    result = measured("engine-moves", *words)
    assert result["positions"] == 1
    assert [(row["player"], row["limit_text"]) for row in result["rows"]] == [
        (ENGINE_RIVAL, "depth 1"),
        (ENGINE_RIVAL, "depth 2"),
    ]
    (problem,) = obf.read_problems(problems)
    for row in result["rows"]:
        choice = make(f"{ENGINE_RIVAL},depth={row['limit']}").choose(problem.position)
        loss = 6 - dict(problem.scores)[choice.move]
        assert (row["loss"], row["best"]) == (loss, 100 * (loss == 0))
        assert (row["depth_reached"], row["nodes"]) == (choice.depth, choice.nodes)
    assert measured("engine-moves", *words) == result


def test_every_limit_is_played_once():
    asked = limits([0.1, 0.01, 0.1], [4])
    assert asked == [
        ("seconds=0.01", "10 ms", 10),
        ("seconds=0.1", "100 ms", 100),
        ("depth=4", "depth 4", 4),
    ]


@searches
def test_the_two_players_of_each_match_meet(measured):
    players = "alphabeta:depth=1", "greedy", "mobility", "alphabeta:seconds=0.0005,solve=0"
    rows = measured("matches", *players, "--openings", "1")["rows"]
    assert [(row["a"], row["b"]) for row in rows] == [players[:2], players[2:]]
    assert [row["match"]["games"] for row in rows] == [2, 2]
