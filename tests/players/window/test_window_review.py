"""The review of a game: by depth or time, stopped, kept in files, opened again, exported."""

from contextlib import contextmanager

import pytest
from window_driver import TWO_PEOPLE, Driver, FakeEngine

from othello.bits import squares
from othello.game import Game
from othello.notation import move_name
from players.move_values import MoveValue, sorted_values
from players.study.coach.mistakes import why
from players.window.coach_text import reasons
from players.window.game.clocks import HUMAN
from players.window.game.judgements import judged_line, judged_move
from players.window.open_games import open_file

LINE = "f5d6c3d3c4f4"


class CountingEngine(FakeEngine):
    """Notes what it is asked to value."""

    def __init__(self):
        super().__init__()
        self.valued = []

    def values(self, position, deepest, stop):
        self.valued.append((position, deepest))
        yield from super().values(position, deepest, stop)


def hide_graph(window):
    """Analyse without the graph, so that the engine looks at nothing for it."""
    window.state.analysis.open = True
    window.frame()
    window.state.analysis.graph = False


def opened(tmp_path, engine=None, size=(1160, 740)):
    return Driver(tmp_path, size, engine or CountingEngine(), sides=TWO_PEOPLE)


def load(window):
    window.paste(LINE)
    assert window.game.transcript() == LINE


def save(window, path):
    window.key("ctrl+s")
    window.enter(path)


def losses(window):
    live = window.state.live
    judged = (judged_move(step, live.best_values) for step in live.steps)
    return [move and move.lost for move in judged]


def test_a_review_is_kept_with_the_game_and_shown_again_without_searching(tmp_path):
    with opened(tmp_path) as window:
        load(window)
        window.review()
        found = losses(window)
        assert any(found)
        shown = [(cell.name, cell.lost) for cell in window.shown("moves")]
        save(window, tmp_path / "game.othello")

    engine = CountingEngine()
    with opened(tmp_path, engine) as window:
        window.idle()
        engine.valued.clear()
        open_file(window.state, tmp_path / "game.othello")
        window.frame()
        window.idle()
        assert window.state.analysis.review and losses(window) == found
        assert [(cell.name, cell.lost) for cell in window.shown("moves")] == shown
        last = Game.from_transcript(LINE).position
        assert {position for position, _ in engine.valued} <= {last}  # it is the graph's


@pytest.mark.parametrize("key", ["escape", "r"])
def test_stopped_review_resumes_and_goes_to_the_depth_of_the_settings(tmp_path, key):
    engine = CountingEngine()
    with opened(tmp_path, engine) as window:
        hide_graph(window)
        load(window)
        window.state.change(review="8 plies")
        engine.free.clear()
        window.key("r")
        window.until(lambda: bool(engine.valued))
        window.key(key)
        assert not window.state.analysis.review
        window.idle()
        engine.free.set()
        window.review()
        assert len(losses(window)) == 7
        assert max(deepest for _, deepest in engine.valued) == 8
        window.key("escape")
        assert window.state.analysis.review  # done, it stays


@contextmanager
def exercising(tmp_path, engine=None, size=(1160, 740)):
    """A window with a game of mistakes, reviewed, at its first exercise."""
    with opened(tmp_path, engine, size) as window:
        load(window)
        window.key("shift+r")
        assert window.state.practice.exercises is not None or window.state.practice.wanted
        window.until(lambda: window.state.practice.exercises is not None)
        yield window


class WorstEngine(CountingEngine):
    """Finds the last legal square the best by six discs for each square."""

    def values(self, position, deepest, stop):
        moves = squares(position.legal())
        scores = {move: 600 * place for place, move in enumerate(moves)}
        yield sorted_values(deepest, [MoveValue(m, s, False, (m,)) for m, s in scores.items()])


def said(window):
    """The words of the exercise."""
    return " ".join(filter(None, (row.cells[0] for row in window.shown("review"))))


def test_mistakes_are_exercises_in_which_a_try_changes_no_game(tmp_path):
    with exercising(tmp_path, WorstEngine()) as window:
        state, live = window.state, window.state.live
        found = state.practice.exercises.queue
        expected = [n for n, lost in enumerate(losses(window)) if (lost or 0) > 200]
        assert sorted(exercise.number for exercise in found) == expected and len(found) > 1
        before = live.tree, live.line
        assert window.shown("board").marks == () and live.step == found[0].number

        window.key("w")
        assert state.ui.tab == "tab_moves"  # the coach is silent
        best = live.search_values[live.here.position].best.move
        wrong = found[0].step.move
        window.click_square(wrong)
        board = window.shown("board")
        assert board.marks == () and board.numbered == (wrong,)
        assert move_name(best) not in said(window)
        window.click(window.place_of("command", "solution").centre)
        board = window.shown("board")
        assert board.numbered == () and window.place_of("command", "solution") is None
        assert move_name(best) in window.shown("status").detail
        assert {mark.square for mark in board.marks} == {best, wrong}
        assert said(window).startswith(why(judged_here(live)))  # as the review says it

        window.key("backspace")
        assert window.shown("board").marks == ()
        window.keys(*move_name(best))
        assert move_name(best) in window.shown("status").headline and not state.practice.asking
        window.key("return")
        assert state.practice.exercises.index == 1 and state.practice.exercises.tried is None
        window.key("left")
        assert state.practice.exercises.index == 0
        window.keys(*["right"] * len(found))
        assert state.practice.exercises is None
        assert (live.tree, live.line) == before


def judged_here(live):
    """The judged move of the game at the position shown."""
    moves = judged_line(live.steps, live.best_values)
    (judged,) = (move for move in moves if move.number == live.step + 1)
    return judged


class ReplyEngine(WorstEngine):
    """Knows the reply to each move, the lowest."""

    def values(self, position, deepest, stop):
        for found in super().values(position, deepest, stop):
            moves = []
            for each in found.moves:
                reply = squares(position.play(each.move).legal())[:1]
                moves.append(each._replace(line=(each.move, *reply)))
            yield found._replace(moves=tuple(moves))


def test_the_reply_to_a_wrong_try_is_played_and_taken_back_by_a_click(tmp_path):
    with exercising(tmp_path, ReplyEngine()) as window:
        state, before = window.state, window.shown("board")
        wrong = state.practice.exercises.current.step.move
        window.click_square(wrong)
        line = state.ui.playback
        assert line.moves[0] == wrong and len(line.moves) == 2
        window.until(lambda: window.shown("board").numbered == line.moves)
        assert move_name(line.moves[1]) in window.shown("status").detail
        window.click_square(wrong)
        shown = window.shown("board")
        assert state.practice.exercises.tried is None
        assert (shown.black, shown.white) == (before.black, before.white)
        window.click_square(wrong)
        window.key("return")
        assert not state.practice.asking and window.shown("board").marks
        window.key("return")
        assert state.practice.exercises is None or state.practice.exercises.index == 1


def test_reasons_in_an_exercise_play_their_lines_and_hide_the_best_move(tmp_path):
    with exercising(tmp_path, ReplyEngine(), (1700, 900)) as window:
        practice, ui = window.state.practice, window.state.ui
        window.until(lambda: teaches(window))
        wrong, best = practice.exercises.current.step.move, practice.answer.best.move
        judged = judged_here(window.state.live)
        shown = window.shown("review")[0]
        assert shown.cells[0] in (
            f"{move_name(wrong)}: {judged.facts[0].reason.title}",
            *(found.text for found in reasons(judged.facts, judged)),
        )
        assert move_name(best) not in said(window)
        assert all(best not in line for line in shown.meaning.lines)
        window.key("return")
        reason = window.shown("review")[0].meaning
        place = window.place_of("coach", reason)
        for line in (*reason.lines, None, reason.lines[0]):
            window.click((place.x + 5, place.centre[1]))
            assert (ui.playback and ui.playback.moves) == line
        window.key("backspace")  # takes back the line, not the try
        assert ui.playback is None and practice.exercises.tried == wrong and not practice.asking
        window.key("backspace")
        assert practice.exercises.tried is None


def teaches(window):
    """Try the move of the game; show the next exercise unless a reason with a term is said."""
    window.click_square(window.state.practice.exercises.current.step.move)
    window.until(lambda: window.state.practice.answer is not None)
    window.frame()
    if window.shown("review")[0].link:
        return True
    window.key("right")
    return False


@pytest.mark.parametrize(("both", "sides"), [(False, {0}), (True, {0, 1})])
def test_training_uses_the_persons_mistakes_by_default(tmp_path, both, sides):
    moves = "f5d6c3d3c4f4f6f3"
    with Driver(tmp_path, position=moves, sides=(HUMAN, None), engine=WorstEngine()) as window:
        window.state.change(both_sides=both)
        window.review()
        steps = set()
        for _ in moves:
            window.key("w")
            steps.add(window.state.live.step)
        assert {step % 2 for step in steps} == sides


def test_a_move_tried_in_a_reviewed_game_is_a_side_line_with_a_way_back(tmp_path):
    game = Game()
    while not game.over:
        game.play(game.legal()[0])
    moves = "".join(move_name(move) for move in game.moves if move >= 0)
    with Driver(tmp_path, position=moves, sides=(HUMAN, None)) as window:
        window.review()
        live, whole = window.state.live, window.state.live.line
        window.key("home")
        window.click_square(window.game.legal()[-1])
        window.frames(10)
        assert live.step == len(live.line) == 1 and not window.engine.asked
        window.click_square(window.game.legal()[0])  # for the engine: both sides are explored
        assert live.step == 2 and live.human_to_move and live.on_side_line
        window.click(window.place_of("command", "to_the_game").centre)
        assert (live.line, live.step) == (whole, 0) and window.shown("status").button is None
        window.click_square(window.game.legal()[-1])  # the side line again
        window.key("space")
        window.until(lambda: live.step == 2)
        assert len(window.engine.asked) == 1


@pytest.mark.parametrize("key", ["escape", "shift+r", "home", "ctrl+n", "ctrl+e"])
def test_exercises_end_by_their_key_and_by_going_elsewhere(tmp_path, key):
    with exercising(tmp_path, WorstEngine()) as window:
        window.key(key)
        assert window.state.practice.exercises is None
        assert window.frame()


def test_a_review_ends_where_an_edited_board_takes_the_games_place(tmp_path):
    with opened(tmp_path) as window:
        load(window)
        window.review()
        window.keys("ctrl+e", "delete", "escape")
        assert window.state.analysis.review
        window.keys("ctrl+e", "delete")
        window.click_square(27)
        window.key("return")
        assert window.game.transcript() == "" and not window.state.analysis.review


def test_a_try_that_the_file_does_not_tell_of_is_looked_at(tmp_path):
    with exercising(tmp_path, WorstEngine()) as window:
        save(window, tmp_path / "game.othello")
    with opened(tmp_path, WorstEngine()) as window:
        open_file(window.state, tmp_path / "game.othello")
        window.frame()
        window.key("shift+r")
        window.until(lambda: window.state.practice.exercises is not None)
        live = window.state.live
        known = live.review_values[live.here.position]
        other = next(move for move in live.game.legal() if known.of(move) is None)
        window.click_square(other)
        window.until(lambda: window.state.practice.answer is not None)
        window.state.practice.show_solution()
        assert other in {mark.square for mark in window.shown("board").marks}


def test_opening_the_game_that_is_shown_keeps_its_review(tmp_path):
    with opened(tmp_path) as window:
        load(window)
        save(window, tmp_path / "game.ggf")
        window.review()
        found, number = losses(window), window.state.live.number
        kept = dict(window.state.live.review_values)
        window.drop(tmp_path / "game.ggf")
        live = window.state.live
        assert live.number != number and live.review_values == kept and losses(window) == found
