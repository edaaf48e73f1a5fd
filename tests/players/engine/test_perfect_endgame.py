import numpy as np
import pytest
from naive import endgame as naive_endgame
from naive.rules import from_words
from samples import late_position, small_tree

from othello.bits import squares
from othello.jit import COMPILED
from players import registry
from players.engine.endgame import Solver
from players.engine.request import PROOF, Request, Result
from players.limits import Limits
from players.protocol import EXACT, MAX_SCORE, Choice
from players.search.player import PerfectEndgame, merge_proof

PLAYERS = ("alphabeta", "forward", "interest")
EMPTIES = 7 if COMPILED else 4
SEEDS = 12 if COMPILED else 3
UNFINISHED = 16
"""Empty squares at which a hundred nodes prove nothing much."""


def with_options(spec, options):
    return registry.make(f"{spec}{',' if ':' in spec else ':'}{options}")


def true_moves(position):
    """The result of every move, naively."""
    known = {}
    return {
        move: -100 * naive_endgame.result(from_words(int(child.own), int(child.opp)), known)
        for move in squares(position.legal())
        for child in (position.play(move),)
    }


@pytest.mark.parametrize("spec", PLAYERS)
def test_a_solved_position_gets_a_best_move_and_its_result(spec):
    player = with_options(spec, f"solve={EMPTIES}")
    for seed in range(SEEDS):
        position = late_position(seed, EMPTIES)
        results = true_moves(position)
        choice = player.choose(position)
        best = max(results.values())
        assert (results[choice.move], choice.score) == (best, best)
        assert (choice.lower, choice.upper, choice.proven, choice.bound) == (best, best, True, 0)
        assert (choice.depth, choice.variation[0]) == (EMPTIES, choice.move)
        assert choice.nodes > 0


@pytest.mark.skipif(not COMPILED, reason="ten empty squares need compiled kernels")
@pytest.mark.parametrize("spec", ["alphabeta", "forward"])
def test_the_solver_gives_the_score_of_a_search_to_the_end(spec):
    solving, searching = with_options(spec, "solve=60"), with_options(spec, "solve=0")
    for seed in range(6):
        position, limits = late_position(seed, 10), Limits(depth=10)
        assert solving.choose(position, limits).score == searching.choose(position, limits).score


def test_nothing_but_othello_is_solved():
    assert PerfectEndgame(solve=60).solve(small_tree(1), Limits(depth=60)) is None


@pytest.mark.parametrize("spec", PLAYERS)
def test_a_raised_flag_gives_a_legal_move_at_once(spec):
    player, position = with_options(spec, "solve=60"), late_position(3, 40)
    choice = player.choose(position, Limits(depth=60, stop=np.ones(1, np.int64)))
    assert choice.move in squares(position.legal())
    assert player.perfect_endgame.solver is None  # it is not even made


@pytest.mark.skipif(not COMPILED, reason="16 empty squares need compiled kernels")
@pytest.mark.parametrize("spec", PLAYERS)
def test_nodes_that_the_solver_leaves_go_to_the_search(spec):
    nodes, position = 20_000, late_position(2, UNFINISHED)
    choices = [
        with_options(spec, "solve=60").choose(position, Limits(nodes=nodes)) for _ in range(2)
    ]
    assert choices[0]._replace(cpu_seconds=0) == choices[1]._replace(cpu_seconds=0)
    assert 0.95 * nodes < choices[0].nodes < nodes + 1000
    result = Solver(megabytes=1).solve(position).score
    assert choices[0].lower <= result <= choices[0].upper


def solved(lower, upper, line=()):
    return Result(lower, EXACT, 0, PROOF, line, lower, upper, nodes=5, seconds=0.5)


@pytest.mark.parametrize(
    ("lower", "upper", "line", "move", "score", "bound"),
    [
        (-MAX_SCORE, MAX_SCORE, (), 9, 300, 0),
        (-MAX_SCORE, 200, (), 9, 200, -1),
        (350, MAX_SCORE, (), 9, 350, 1),
        (200, MAX_SCORE, (8,), 9, 300, 0),
        (300, MAX_SCORE, (8,), 8, 300, 1),
        (400, 600, (8,), 8, 400, 1),
    ],
)
def test_proven_bounds_correct_the_search(lower, upper, line, move, score, bound):
    choice = Choice(9, 300, nodes=7, cpu_seconds=0.25, variation=(9, 1))
    found = merge_proof(choice, solved(lower, upper, line))
    assert (found.move, found.score, found.bound) == (move, score, bound)
    assert found.variation[0] == move
    assert (found.lower, found.upper, found.proven) == (lower, upper, False)
    assert (found.nodes, found.cpu_seconds) == (12, 0.75)


@pytest.mark.skipif(not COMPILED, reason="sixteen empty squares need compiled kernels")
def test_the_move_of_a_stopped_solver_reaches_its_lower_bound():
    shown = 0
    for seed in range(20):
        position = late_position(seed, UNFINISHED)
        found = Solver(megabytes=1).solve(position, Request(nodes=60_000))
        if found.lower == -MAX_SCORE or not found.line:
            continue
        shown += 1
        after = Solver(megabytes=1).solve(position.play(found.line[0])).score
        assert -after >= found.lower
    assert shown > 3


@pytest.mark.parametrize("lower", [-MAX_SCORE, -400])
def test_a_lost_position_is_proven_only_if_no_move_can_be_better(lower):
    found = merge_proof(Choice(9, 300), solved(lower, lower))
    assert (found.score, found.bound, found.proven) == (lower, 0, lower == -MAX_SCORE)
