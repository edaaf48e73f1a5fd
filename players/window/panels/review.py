"""The review of a game, and its mistakes as exercises."""

from collections.abc import Iterator

from othello.notation import move_name
from othello.rules import SCORE_SCALE
from players.coach.accuracy import BEST, LIMITS, RATINGS, rating
from players.coach.mistakes import JudgedMove
from players.coach.words import MOST_SAID
from players.move_values import MoveValue, MoveValues
from players.window.drawing.canvas import Canvas, wrapped
from players.window.drawing.layout import Rect
from players.window.drawing.scene import Part, Target
from players.window.explaining import Reason, merits, reasons
from players.window.game.judgements import value_of
from players.window.overlays import Chooser, Row
from players.window.panels.panel import (
    ANALYSIS,
    REVIEW,
    Keys,
    Named,
    Panel,
    View,
    commands_of,
)
from players.window.settings import DEFAULT_REVIEW, REVIEWS
from players.window.state import State
from players.window.thinking.analysis import REVIEW_SOLVED, review_progress
from players.window.thinking.exercises import Exercises
from players.window.translation import N_, _
from players.window.wording import tried_values

LARGEST, SMALLEST, LINE_SPACING = 15, 8, 1.3
"""Text sizes in design pixels, and the height of a line in text sizes."""


def show(view: View) -> Part | None:
    """Return the question or the reasons; a click after the try leads to the next exercise."""
    body = view.body_of("moves")
    if body is None or view.state.exercises is None:
        return None
    targets = () if view.state.asking else (Target(body, 1, "review"),)
    return Part(body, exercise_words(view.state), paint, targets)


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


def paint(canvas: Canvas, part: Part) -> None:
    """Paint the paragraphs, as large as they fit; the last one, about keys, is fainter."""
    inside = part.place.inset(canvas.size(6), canvas.size(8))
    gap, y = canvas.size(6), inside.y
    for size in range(canvas.size(LARGEST), canvas.size(SMALLEST) - 1, -1):
        texts = [wrapped(text, size, inside.width, 99) for text in part.content if text]
        height = round(LINE_SPACING * size)
        if height * sum(map(len, texts)) + gap * (len(texts) - 1) <= inside.height:
            break
    for lines in texts:
        ink = canvas.theme.muted if lines is texts[-1] else canvas.theme.text
        for line in lines:
            canvas.write(line, Rect(inside.x, y, inside.width, height), size, ink)
            y += height
        y += gap


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


def open_review(state: State) -> None:
    """Ask for the review depth, then start the review."""

    def rows() -> list[Row]:
        now = state.settings.review
        return [Row(_(name), _review_words(REVIEWS[name]), name, name == now) for name in REVIEWS]

    def choose(row: Row) -> None:
        state.change(review=row.value)
        state.start_review()

    hint = _("Enter starts the review. Escape stops it and keeps its results.")
    state.overlay = Chooser(_("Review depth"), rows, choose, hint=hint)


def _review_words(depth: int) -> str:
    return _("a few seconds per game") if depth <= REVIEWS[DEFAULT_REVIEW] else _("longer")


def ratings() -> Iterator[Keys]:
    """Return the largest loss of each rating."""
    best, good, inaccurate, mistake, *_blunder = RATINGS
    half, few, some, many = (f"{limit / SCORE_SCALE:g}" for limit in LIMITS)
    lost = _("up to {best}, up to {good} discs").format(best=half, good=few)
    yield Keys(REVIEW, f"{_(best)}  {_(good)}", lost)
    yield Keys(REVIEW, _(inaccurate), _("up to {discs}").format(discs=some))
    yield Keys(REVIEW, _(mistake), _("up to {discs}; beyond that a blunder").format(discs=many))


PANELS = {
    "review": Panel(
        show=show,
        click=lambda state, by, right: state.step_exercise(by),
        commands=(
            *commands_of(
                ANALYSIS,
                ("review", ("r",), N_("Review the game"), toggle_review),
                ("exercises", ("shift+r",), N_("Practise your mistakes"), find_mistakes),
            ),
            *commands_of(
                ANALYSIS, ("review_by", ("ctrl+r",), N_("Review depth"), open_review), listed=False
            ),
        ),
        lines=(
            Named(ANALYSIS, "review/review_by", N_("Review the game, set its depth")),
            Named(ANALYSIS, "exercises"),
        ),
        help=ratings,
    )
}
