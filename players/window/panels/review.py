"""The review of a game, and its mistakes as exercises."""

from othello.notation import move_name
from players.coach.accuracy import BEST, rating
from players.coach.mistakes import JudgedMove
from players.coach.words import MOST_SAID
from players.move_values import MoveValue, MoveValues
from players.window.drawing.canvas import wrapped
from players.window.drawing.rows import TEXT, TextRow, rows_part, text_width
from players.window.drawing.scene import Part, Target
from players.window.explaining import Reason, merits, reasons
from players.window.game.judgements import value_of
from players.window.panels.panel import ANALYSIS, Panel, View, commands_of
from players.window.state import State
from players.window.thinking.analysis import REVIEW_SOLVED, review_progress
from players.window.thinking.exercises import Exercises
from players.window.translation import N_, _
from players.window.wording import tried_values


def show(view: View) -> Part | None:
    """Return the question or the reasons; a click after the try leads to the next exercise."""
    body, layout, state = view.body_of("moves"), view.layout, view.state
    if body is None or state.exercises is None:
        return None
    width, size = text_width(layout, body), layout.size(TEXT)
    *texts, keys = exercise_words(state)
    rows = [TextRow((line,)) for text in texts for line in wrapped(text, size, width, 99)]
    rows += [TextRow((line,), head=True) for line in wrapped(keys, size, width, 99)]
    part = rows_part("review", layout, body, rows, state.scrolled)
    return part if state.asking else part._replace(targets=(Target(body, 1, "review"),))


def exercise_words(state: State) -> tuple[str, ...]:
    """Return the paragraphs of the panel; none without an exercise."""
    exercises = state.exercises
    if exercises is None:
        return ()
    found = tried_values(state)
    if found is None:
        click = _("Click your move or type its name. This won't change your game.")
        keys = _("Right, left: next, previous exercise. Escape: quit.")
        return click, keys if exercises.back else _("Right: next exercise. Escape: quit.")
    texts = list(dict.fromkeys(reason.text for reason in _reasons(exercises, *found)))
    if state.asking:
        best = move_name(found[0].best.move)
        keys = _("Enter: solution. Backspace: try again. Escape: quit.")
        return " ".join(text for text in texts if best not in text), keys
    return " ".join(texts), _("Enter: next. Backspace: retry. Escape: quit.")


def _reasons(exercises: Exercises, values: MoveValues, tried: MoveValue) -> list[Reason]:
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
    if state.exercises is not None:
        state.drop_pending()
    elif state.editor is None:
        if not state.analysis.review:
            state.start_review()
        state.exercises_wanted = True
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
        click=lambda state, by, right: state.step_exercise(by),
        commands=commands_of(
            ANALYSIS,
            ("review", ("r",), N_("Review the game"), toggle_review),
            ("exercises", ("shift+r",), N_("Practise your mistakes"), find_mistakes),
        ),
    )
}
