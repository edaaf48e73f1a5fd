import documents
import pytest

from players import registry
from players.limits import Limits
from tournament.__main__ import main
from tournament.games.match import Clock, Entrant, TimeControl, differences

FAULTY = ("--players", "faulty_players")


@pytest.fixture
def check(capsys):
    """Runs `check` and returns its exit code and its JSON, a player's under its specification."""

    def run(*words, jobs=0):
        code = main(["check", *words, "--jobs", str(jobs), "--json"])
        told = documents.read(capsys.readouterr().out)["players"]
        return code, {one["spec"]: one for one in told}

    return run


def test_players_that_can_play_say_what_they_need_and_know(check):
    code, told = check("greedy", "alphabeta:depth=3", "interest")
    assert code == 0
    assert [one["fault"] for one in told.values()] == ["", "", ""]
    known = [one["limits"] for one in told.values()]
    assert known == [[], ["depth", "nodes", "seconds"], ["depth", "nodes", "seconds", "interest"]]
    assert told["alphabeta:depth=3"]["nodes"] > told["greedy"]["nodes"] == 11
    assert all(one["start_seconds"] >= 0 < one["move_seconds"] for one in told.values())
    assert len({one["code"] for one in told.values()}) == 1


def test_each_fault_is_a_line_and_the_others_are_tried_all_the_same(check):
    code, told = check("unready", "nobody", "greedy:x=1", "corner", "shallow", *FAULTY)
    assert code == 2
    faults = {name: one["fault"] for name, one in told.items()}
    assert faults["unready"] == "'unready': OSError: no weights"
    assert faults["nobody"].startswith("unknown player 'nobody'")
    assert faults["greedy:x=1"].endswith("greedy has no option 'x'; it has: none")
    assert faults["corner"] == "ValueError: illegal move a1"
    assert faults["shallow"] == ""


def test_player_that_hangs_or_dies_takes_nobody_along(check):
    words = ("stuck", "dying", "shallow", *FAULTY, "--move-seconds", "0.5")
    code, told = check(*words, jobs=1)
    assert code == 2
    assert [one["fault"] for one in told.values()] == [
        "no answer within 0.5 seconds",
        "its process died",
        "",
    ]


def test_without_names_the_players_of_a_module_are_meant(check, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "factories", dict(registry.factories))
    (tmp_path / "sample_player.py").write_text(
        "from players.baseline import GreedyPlayer\n"
        "from players.registry import register\n"
        "@register('sample')\n"
        "class Sample(GreedyPlayer):\n"
        "    pass\n"
    )
    assert set(registry.names_in(["faulty_players"])) > {"shallow", "stuck"}
    assert registry.names_in([]) == []
    assert set(check("--players", "sample_player")[1]) == {"sample"}


@pytest.mark.parametrize(
    ("a", "b", "own_limits", "said"),
    [
        ("alphabeta:depth=5", "forward:depth=5", True, []),
        ("alphabeta", "forward", True, []),
        ("alphabeta:evaluator=patterns", "forward", True, ["evaluator: A patterns, B bill"]),
        ("alphabeta:depth=5", "forward:nodes=9", True, ["limits: A depth 5, B nodes 9"]),
        ("alphabeta:depth=5", "forward:nodes=9", False, []),
        (
            "alphabeta",
            "interest",
            True,
            ["limits: A its default depth, B its default interest"],
        ),
        (
            "engine:game_seconds=5,increment=1",
            "bestfirst:evaluator=patterns",
            True,
            ["limits: A game_seconds 5.0, increment 1.0, B its default nodes"],
        ),
        ("engine:level=3", "engine", True, ["limits: A level 3, B its default depth"]),
        ("alphabeta", "greedy", True, []),
        ("alphabeta", "nobody", True, []),
    ],
)
def test_players_that_differ_are_said_to(a, b, own_limits, said):
    assert differences([Entrant("A", a), Entrant("B", b)], own_limits) == said


NODES, CLOCK = TimeControl(Limits(nodes=9)), TimeControl(clock=Clock(60.0, 0.5))


@pytest.mark.parametrize(
    ("a", "b", "a_terms", "b_time_control", "said"),
    [
        ("alphabeta", "forward:depth=9", NODES, NODES, []),
        ("alphabeta", "forward", NODES, TimeControl(), ["limits: A nodes 9, B its default depth"]),
        ("alphabeta:nodes=9", "forward", TimeControl(), NODES, []),
        ("greedy", "greedy", TimeControl(), CLOCK, [f"limits: A none, B {CLOCK.words()}"]),
        ("greedy", "forward", CLOCK, CLOCK, []),
    ],
)
def test_limits_and_clocks_of_one_side_are_differences(a, b, a_terms, b_time_control, said):
    assert differences([Entrant("A", a, a_terms), Entrant("B", b, b_time_control)]) == said
