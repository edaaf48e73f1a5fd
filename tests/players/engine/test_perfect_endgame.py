import numpy as np
import pytest
from naive import endgame as naive_endgame
from naive.rules import from_words
from samples import late_position, small_tree

from othello.bits import squares
from othello.jit import COMPILED
from othello.position import START
from players import registry
from players.engine.endgame import Solution, Solver
from players.limits import Limits
from players.perfect_endgame import (
    FEWEST_BY_DEPTH,
    MOST_BY_DEPTH,
    NODES_NEEDED,
    PerfectEndgame,
    Solved,
    merge_proof,
    most_empties,
    remaining_limits,
)
from players.protocol import MOST, Choice
from players.registry import SpecError

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


@pytest.mark.parametrize(
    ("limits", "most"),
    [
        (Limits(depth=FEWEST_BY_DEPTH - 1), -1),
        (Limits(depth=FEWEST_BY_DEPTH), FEWEST_BY_DEPTH),
        (Limits(depth=17), 17),
        (Limits(depth=30), MOST_BY_DEPTH),
        (Limits(nodes=919), -1),
        (Limits(nodes=920), 6),
        (Limits(nodes=200_000), 12),
        (Limits(seconds=0.001), -1),
        (Limits(seconds=0.005), 13),
        (Limits(seconds=5), 21),
        (Limits(seconds=1000), 22),
        (Limits(depth=12, seconds=5), 12),
        (Limits(depth=30, seconds=0.005), 13),
        (Limits(interest=0.5), 8),
        (Limits(interest=9, nodes=920), 6),
        (Limits(), -1),
    ],
)
def test_by_default_solving_begins_where_it_costs_no_more(limits, most):
    assert most_empties(limits) == most


def test_what_solving_needs_grows_with_the_empty_squares():
    needed = list(NODES_NEEDED.values())
    assert needed == sorted(needed)
    assert list(NODES_NEEDED) == list(range(6, 23))


@pytest.mark.skipif(not COMPILED, reason="ten empty squares need compiled kernels")
@pytest.mark.parametrize(
    ("spec", "limits", "empties"),
    [
        ("alphabeta:solve=none", Limits(depth=10), (10,)),
        ("forward", Limits(depth=11), (10, 11)),
        ("interest", Limits(interest=1), (1, 5, 8)),
        ("alphabeta", Limits(nodes=6000), (1, 5, 8)),
        ("alphabeta:solve=3", Limits(depth=2), (1, 2, 3)),
    ],
)
def test_a_player_solves_exactly_where_it_should(spec, limits, empties):
    player = registry.make(spec)
    for size in range(1, 13):
        asked = player.perfect_endgame.found(late_position(1, size), limits)
        assert (asked is not None) == (min(empties) <= size <= max(empties))


def test_nothing_but_othello_is_solved():
    assert PerfectEndgame(solve=60).found(small_tree(1), Limits(depth=60)) is None


@pytest.mark.parametrize("spec", PLAYERS)
def test_a_raised_flag_gives_a_legal_move_at_once(spec):
    player, position = with_options(spec, "solve=60"), late_position(3, 40)
    choice = player.choose(position, Limits(depth=60, stop=np.ones(1, np.int64)))
    assert choice.move in squares(position.legal())
    assert player.perfect_endgame.solver is None  # it is not even made


class Noted:
    """A solver that proves a range of results and notes what it is asked."""

    def __init__(self, lower=-64, upper=64, line=()):
        self.asked, self.cleared, self.stop = [], 0, None
        self.solution = Solution(lower, lower, upper, None, line, 30, 0.0, False)

    def solve(self, position, **words):
        self.asked.append(words)
        return self.solution

    def clear(self):
        self.cleared += 1


def test_the_solver_is_given_half_of_the_limits_and_the_search_the_rest():
    takes = PerfectEndgame(solve=60)
    takes.solver = solver = Noted()
    for limits, budget, seconds in [
        (Limits(nodes=101), 50, None),
        (Limits(seconds=3.0), None, 1.5),
        (Limits(depth=9), None, None),
    ]:
        found = takes.found(START, limits)
        assert solver.asked[-1] == {"budget": budget, "seconds": seconds}
        left = remaining_limits(found._replace(seconds=0.5), limits)
        assert left.nodes == (limits.nodes and limits.nodes - 30)
        assert left.seconds == (limits.seconds and limits.seconds - 0.5)
        assert left.depth == limits.depth
    assert remaining_limits(found, Limits(nodes=7)).nodes == 1


@pytest.mark.parametrize(
    ("lower", "upper", "line", "settled"),
    [(4, 4, (19,), True), (4, 6, (19,), False), (-64, -64, (), False)],
)
def test_a_result_settles_the_move(lower, upper, line, settled):
    takes = PerfectEndgame(solve=60)
    takes.solver = Noted(lower, upper, line)
    found = takes.found(START, Limits(depth=4))
    assert (found.lower, found.upper, found.line) == (100 * lower, 100 * upper, line)
    assert found.settled == settled


def test_a_solver_is_cleared_once_after_each_game_that_used_it():
    takes = PerfectEndgame(solve=60)
    takes.solver = solver = Noted()
    takes.new_game(Limits(depth=4))
    takes.found(START, Limits(depth=4))
    for _ in range(2):
        takes.new_game(Limits(depth=4))
        assert solver.cleared == 1


def test_by_default_a_depth_leaves_the_last_moves_to_the_search_and_nothing_else_does():
    takes, last = PerfectEndgame(), late_position(1, 3)
    takes.solver = Noted()
    assert takes.found(last, Limits(depth=30)) is None
    for limits in (Limits(nodes=10**6), Limits(seconds=5), Limits(interest=1)):
        assert takes.found(last, limits) is not None


def test_the_flag_reaches_the_solver():
    player, stop = registry.make("alphabeta:solve=4"), np.zeros(1, np.int64)
    player.choose(late_position(1, 3), Limits(depth=1, stop=stop))
    assert player.perfect_endgame.solver.stop is stop
    player.choose(late_position(1, 3), Limits(depth=1))
    assert player.perfect_endgame.solver.stop is not stop


@pytest.mark.skipif(not COMPILED, reason="16 empty squares need compiled kernels")
@pytest.mark.parametrize("spec", PLAYERS)
def test_what_the_solver_leaves_of_the_nodes_goes_to_the_search(spec):
    nodes, position = 20_000, late_position(2, UNFINISHED)
    choices = [
        with_options(spec, "solve=60").choose(position, Limits(nodes=nodes)) for _ in range(2)
    ]
    assert choices[0]._replace(cpu_seconds=0) == choices[1]._replace(cpu_seconds=0)
    assert 0.95 * nodes < choices[0].nodes < nodes + 1000
    result = Solver(megabytes=1).solve(position).score
    assert choices[0].lower <= 100 * result <= choices[0].upper


@pytest.mark.skipif(not COMPILED, reason="shows how soon compiled kernels end")
def test_the_solver_uses_half_of_the_seconds():
    player = registry.make("alphabeta:solve=60")
    player.choose(START, Limits(seconds=0.01))
    choice = player.choose(START, Limits(seconds=0.2))
    assert 0.19 < choice.cpu_seconds < 0.4
    assert choice.move in squares(START.legal())


@pytest.mark.skipif(not COMPILED, reason="12 empty squares need compiled kernels")
def test_the_same_game_gets_the_same_answers():
    player = registry.make("alphabeta:nodes=200000")
    games = []
    for _ in range(2):
        player.new_game()
        games.append([player.choose(late_position(seed, 12)) for seed in (1, 2, 1)])
    assert [choice._replace(cpu_seconds=0) for choice in games[0]] == [
        choice._replace(cpu_seconds=0) for choice in games[1]
    ]
    assert games[0][2].nodes != games[0][0].nodes  # the table is not cleared between moves


def test_a_new_game_makes_the_solver_ready_only_where_it_may_be_asked():
    for spec, ready in [("alphabeta:depth=9", False), ("alphabeta:solve=4", True)]:
        player = registry.make(spec)
        player.new_game()
        assert (player.perfect_endgame.solver is not None) == ready


def solved(lower, upper, line=()):
    return Solved(lower, upper, line, settled=False, nodes=5, seconds=0.5)


@pytest.mark.parametrize(
    ("lower", "upper", "line", "move", "score", "bound"),
    [
        (-MOST, MOST, (), 9, 300, 0),
        (-MOST, 200, (), 9, 200, -1),
        (350, MOST, (), 9, 350, 1),
        (200, MOST, (8,), 9, 300, 0),
        (300, MOST, (8,), 8, 300, 1),
        (400, 600, (8,), 8, 400, 1),
    ],
)
def test_a_range_that_is_proven_corrects_the_search(lower, upper, line, move, score, bound):
    choice = Choice(9, 300, nodes=7, cpu_seconds=0.25, variation=(9, 1))
    found = merge_proof(choice, solved(lower, upper, line))
    assert (found.move, found.score, found.bound) == (move, score, bound)
    assert found.variation[0] == move
    assert (found.lower, found.upper, found.proven) == (lower, upper, False)
    assert (found.nodes, found.cpu_seconds) == (12, 0.75)


@pytest.mark.parametrize("name", ["alphabeta", "forward", "interest"])
@pytest.mark.parametrize("option", ["solve=61", "solve=-1"])
def test_senseless_numbers_of_empty_squares_get_one_line(name, option):
    key, value = option.split("=")
    with pytest.raises(SpecError, match=f"{key} must be from 0 to 60, not {value}$"):
        registry.make(f"{name}:{option}")


@pytest.mark.skipif(not COMPILED, reason="sixteen empty squares need compiled kernels")
def test_a_solver_that_was_stopped_shows_a_move_that_reaches_what_it_proved():
    shown = 0
    for seed in range(20):
        position = late_position(seed, UNFINISHED)
        found = Solver(megabytes=1).solve(position, budget=60_000)
        if found.lower == -64 or found.best is None:
            continue
        shown += 1
        assert found.line[0] == found.best
        after = Solver(megabytes=1).solve(position.play(found.best)).score
        assert -after >= found.lower
    assert shown > 3


@pytest.mark.parametrize("lower", [-MOST, -400])
def test_a_lost_position_is_proven_only_if_no_move_can_be_better(lower):
    found = merge_proof(Choice(9, 300), solved(lower, lower))
    assert (found.score, found.bound, found.proven) == (lower, 0, lower == -MOST)
