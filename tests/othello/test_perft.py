"""Perft counts, as in the tables of the literature, and the command that prints them."""

import documents
import pytest
from naive import rules as naive

from othello.jit import COMPILED
from othello.perft import PASS_COSTS, main, perft
from othello.position import START, Position

# Source: the perft counts as in the table of literature; a finished game is one leaf.
FIRST = (1, 4, 12, 56, 244, 1396, 8200, 55092, 390216)
GOLDEN = {
    "ply": (*FIRST, 3005288, 24571284, 212258800),
    "free": (*FIRST, 3005320, 24571420, 212260880),
}
DEPTHS = range(12 if COMPILED else 6)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("passes", GOLDEN)
def test_perft_is_golden(passes, depth):
    assert perft(START, depth, passes) == GOLDEN[passes][depth]


def naive_leaves(position, depth, pass_cost):
    """The leaves below a position of tests/naive/rules.py."""
    if depth == 0 or position.over():
        return 1
    moves = position.legal()
    if not moves:
        return naive_leaves(position.passed(), depth - pass_cost, pass_cost)
    return sum(naive_leaves(position.play(move), depth - 1, pass_cost) for move in moves)


@pytest.mark.parametrize("passes", PASS_COSTS)
def test_perft_at_the_end_of_games_with_passes_agrees_with_the_naive_count(passes):
    forced = 0
    for seed in range(12):
        for slow in list(naive.random_game(seed))[-7:]:
            forced += not slow.legal() and not slow.over()
            position = Position(*slow.words())
            for depth in range(1, 5):
                leaves = naive_leaves(slow, depth, PASS_COSTS[passes])
                assert perft(position, depth, passes) == leaves
    assert forced > 5


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"depth": -1}, "depth must be"),
        ({"depth": 129}, "depth must be"),
        ({"depth": 1, "passes": "dear"}, "passes must be"),
    ],
)
def test_perft_refuses_what_it_does_not_know(arguments, words):
    with pytest.raises(ValueError, match=words):
        perft(START, **arguments)


@pytest.mark.parametrize("passes", ["ply", "free"])
def test_command_prints_json(capsys, passes):
    assert main(["4", "--passes", passes, "--json"]) == 0
    result = documents.read(capsys.readouterr().out)
    seconds, speed = result.pop("seconds"), result.pop("leaves_per_second")
    counted = {"depth": 4, "leaves": 244, "passes": passes, "path": result["path"]}
    assert result == {"document": "perft", "version": 1, **counted}
    assert speed == pytest.approx(244 / seconds)
