"""The review of a game, and its mistakes as exercises."""

from othello.notation import move_name
from players.move_values import MoveValue, MoveValues
from players.study.coach.accuracy import BEST, rating
from players.study.coach.mistakes import JudgedMove
from players.study.coach.words import MOST_SAID
from players.window.coach_text import ShownReason, merits, reason_rows, reasons
from players.window.drawing.canvas import wrapped
from players.window.drawing.rows import TEXT, TextRow, rows_part, text_width
from players.window.drawing.scene import Part, Target
from players.window.game.judgements import value_of
from players.window.panels.panel import ANALYSIS, Command, Panel, View
from players.window.player_names import tried_values
from players.window.state import State
from players.window.thinking.analysis import REVIEW_SOLVED, review_progress
from players.window.thinking.exercises import Exercises
from players.window.translation import N_, _


def show(view: View) -> Part | None:
    """Return the question or the reasons; a click below them leads to the next exercise.

    The coach takes the clicks on the reasons.
    """
    body, layout, state = view.body_of("moves"), view.layout, view.state
    if body is None or state.practice.exercises is None:
        return None
    width, size = text_width(layout, body), layout.size(TEXT)
    found, rows = tried_values(state), list[TextRow]()
    if found is None:
        click = _("Click your move or type its name. This won't change your game.")
        rows = [TextRow((line,)) for line in wrapped(click, size, width, 99)]
    else:
        shown = _reasons(state.practice.exercises, *found)
        if state.practice.asking:
            best, name = found[0].best.move, move_name(found[1].move)
            shown = [_without(reason, best, name) for reason in shown]
        for reason in {reason.text: reason for reason in shown if reason.text}.values():
            rows += reason_rows(reason, width, size)
    rows += [TextRow((line,), head=True) for line in wrapped(_keys(state), size, width, 99)]
    part = rows_part("coach", layout, body, rows, state.ui.scrolled)
    if state.practice.asking:
        return part
    return part._replace(targets=(*part.targets, Target(body, 1, "review")))


def _keys(state: State) -> str:
    """Return the keys of the exercise shown."""
    if not state.practice.asking:
        return _("Enter: next. Backspace: retry. Escape: quit.")
    if tried_values(state) is not None:
        return _("Enter: solution. Backspace: try again. Escape: quit.")
    if state.practice.exercises is not None and state.practice.exercises.back:
        return _("Right, left: next, previous exercise. Escape: quit.")
    return _("Right: next exercise. Escape: quit.")


def _without(reason: ShownReason, best: int, tried: str) -> ShownReason:
    """Return a reason that does not show the best move: its title if the sentence names it."""
    text = reason.text
    if move_name(best) in text:
        text = f"{tried}: {reason.title}" if reason.title else ""
    return reason._replace(text=text, lines=tuple(x for x in reason.lines if best not in x))


def _reasons(exercises: Exercises, values: MoveValues, tried: MoveValue) -> list[ShownReason]:
    """Return reasons against the move tried; if it is best, for it and against the one played."""
    best, step = values.best, exercises.current.step
    other = value_of(values, step.move) if tried.move == best.move else tried
    found = merits(step, values)[:1] if tried.move == best.move else []
    found = [reason for reason in found if reason.short]  # it has a fact
    if other is not None and rating(best.score - other.score) != BEST:
        mistake = JudgedMove(0, step.black_to_move, step.position, other, best, False)
        found += reasons(mistake.facts, mistake)
    return found[:MOST_SAID]


def find_mistakes(state: State) -> None:
    """Review the game and show the person's mistakes as exercises, or end the exercises."""
    if state.practice.exercises is not None:
        state.drop_pending()
    elif state.editor is None:
        if not state.analysis.review:
            state.start_review()
        state.practice.wanted = True
        if review_progress(state.live, state.analysis.limit) < 1:
            state.notify(_("Reviewing the game first …"))


def toggle_review(state: State) -> None:
    """Start or stop the review: compare all moves of the game with the best ones."""
    if state.analysis.review:
        state.stop_review()
        return
    state.start_review()
    text = _("Comparing every move with the best: {limit} each, the last {count} exactly")
    state.notify(text.format(limit=_(state.settings.review), count=REVIEW_SOLVED))


PANELS = {
    "review": Panel(
        show=show,
        click=lambda state, by, right: state.practice.step(by),
        commands=(
            Command("review", "r", N_("Review the game"), toggle_review, ANALYSIS),
            Command("exercises", "shift+r", N_("Practise your mistakes"), find_mistakes, ANALYSIS),
        ),
    )
}
