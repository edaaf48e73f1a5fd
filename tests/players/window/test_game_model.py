"""The parts of the game model alone: clocks, trees and judgements."""

from types import SimpleNamespace

from othello.formats.entry import Reviewed
from othello.game import Game
from othello.game_tree import GameTree
from othello.position import START
from players.move_values import MoveValue, MoveValues
from players.window.game.clocks import BLACK, HUMAN
from players.window.game.judgements import BestValues, add_reviews, is_proven, review_results
from players.window.game.live_game import LiveGame
from players.window.thinking.analysis import show_file_review
from players.window.thinking.exercises import LEAST_LOST, Exercises, find_exercises

F5, D6, C3, C5, F4 = 37, 43, 18, 34, 29


def steps_of(moves):
    tree = GameTree.of(Game.from_transcript(moves))
    return tree.steps(tree.main_line)


def tree_of(*lines):
    """The tree of some lines, the main line first, with comments at their first moves."""
    tree = GameTree()
    for line in lines:
        tree = tree.with_line(line)
    return tree.commented((F5,), "one two")


def test_a_review_out_of_a_file_is_shown_if_it_is_of_every_move():
    steps = steps_of("f5d6c3")
    known = [MoveValues(5, (MoveValue(step.move, 0, False, ()),)) for step in steps[:-1]]
    live = SimpleNamespace(steps=steps, review_values={})
    analysis = SimpleNamespace(limit=None, review=False)
    for step, found in zip(steps, known, strict=False):
        assert not show_file_review(live, analysis) and not analysis.review
        live.review_values[step.position] = found
    assert show_file_review(live, analysis) and analysis.review
    assert analysis.limit.depth == 5


def values(*scores, depth=4, exact=()):
    """Values of the first squares, with these scores; those of the squares `exact` are proven."""
    bounds = [(s, s) if move in exact else () for move, s in enumerate(scores)]
    moves = (MoveValue(m, s, m in exact, (m,), *bounds[m]) for m, s in enumerate(scores))
    return MoveValues(depth, tuple(moves))


def test_the_deeper_of_two_searches_is_believed():
    shallow, deep = values(100, depth=3), values(200, depth=9)
    assert BestValues({START: shallow}, {START: deep}).get(START) is deep
    assert BestValues({START: deep}, {START: shallow}).get(START) is deep
    assert (
        BestValues({START: deep}, {}).get(START) is deep and BestValues({}, {}).get(START) is None
    )


def test_proven_values_replace_deeper_estimates():
    live = LiveGame((HUMAN, HUMAN))
    position = live.here.position
    deep, glance = (values(200, 100, depth=depth) for depth in (8, 4))
    solved = values(600, 100, exact=(0,))
    for given, kept in ((deep, deep), (glance, deep), (solved, solved), (deep, deep)):
        live.search_values.keep(position, given)
        assert live.search_values[position] is kept


def test_a_best_move_is_proven_only_if_no_other_can_be_better():
    best = MoveValue(0, 300, True, (0,), 300, 300)
    rival = MoveValue(1, 100, False, (1,), -100, 400)
    assert not is_proven(MoveValues(4, (best, rival)))
    rival = rival._replace(upper=300)
    assert is_proven(MoveValues(4, (best, rival)))
    assert not is_proven(MoveValues(4, (best._replace(exact=False), rival)))


def test_a_review_calls_an_equal_move_best():
    tree = tree_of((F5,))
    played = MoveValue(F5, 200, False, (F5, D6), 100, 300)
    better = MoveValue(19, 400, False, (19,), 350, 500)
    ((path, found),) = review_results(tree, {START: MoveValues(6, (better, played))})
    assert path == (F5,) and (found.score, found.best_score, found.line) == (200, 400, (19,))
    equal = better._replace(score=200)
    ((_, found),) = review_results(tree, {START: MoveValues(6, (equal, played))})
    assert found.line == (F5, D6)


def test_deeper_values_survive_opening_a_file():
    tree, said = tree_of((F5,)), Reviewed(3, 100, 200, (19,), False)
    kept = {}
    add_reviews(tree, kept, [((F5,), said), ((C5,), said)])
    assert [value.move for value in kept[START].moves] == [19, F5]
    own = {START: values(500, 400)}
    add_reviews(tree, own, [((F5,), said)])
    assert own[START] == values(500, 400)


def test_exercises_are_the_persons_mistakes_the_worst_first():
    steps, known = steps_of("f5d6c3d3"), {}
    losses = (LEAST_LOST + 1, LEAST_LOST + 2, LEAST_LOST, LEAST_LOST + 3)
    for step, lost in zip(steps, losses, strict=False):
        best = MoveValue(63, lost, False, (63,))
        known[step.position] = MoveValues(4, (best, MoveValue(step.move, 0, False, (step.move,))))
    for person, both, expected in (
        (None, False, [3, 1, 0]),
        (BLACK, False, [0]),
        (BLACK, True, [3, 1, 0]),
    ):
        live = SimpleNamespace(steps=steps, best_values=known, person=person)
        found = find_exercises(live, both)
        assert [exercise.number for exercise in found] == expected
    exercises = Exercises(found)
    exercises.attempt(5)
    assert exercises.step(2) and (exercises.index, exercises.tried) == (2, None)
    assert not exercises.step(1) and not exercises.step(-3)
