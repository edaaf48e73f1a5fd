"""The review of a game, and its mistakes as exercises, which stand in the place of the moves."""

from collections.abc import Iterator

from othello.rules import SCORE_SCALE
from players.coach.accuracy import BEST, LIMITS, RATINGS, rating
from players.coach.mistakes import JudgedMove, why
from players.move_values import MoveValue, MoveValues
from players.window.drawing.canvas import Canvas, broken
from players.window.drawing.layout import Rect
from players.window.drawing.scene import Part, Target
from players.window.game.judgements import is_proven, value_of
from players.window.overlays import Chooser, Row
from players.window.panels.panel import REVIEW, UNDERSTAND, Keys, Named, Panel, View, commands_of
from players.window.settings import DEFAULT_REVIEW, REVIEWS
from players.window.state import State
from players.window.thinking.analysis import REVIEW_SOLVED, review_progress
from players.window.thinking.exercises import Exercises
from players.window.translation import N_, _, ngettext
from players.window.wording import tried_values

LARGEST, SMALLEST, LINE_SPACING = 15, 8, 1.3
"""Of texts: the sizes in design pixels, and the height of a line as a multiple of that."""


def show(view: View) -> Part | None:
    """The question or the reasons; a click after the try leads to the next exercise."""
    body = view.body_of("moves")
    if body is None or view.state.exercises is None:
        return None
    targets = () if view.state.asking else (Target(body, 1, "review"),)
    return Part(body, exercise_words(view.state), paint, targets)


def exercise_words(state: State) -> tuple[str, ...]:
    """What stands in the panel, paragraph by paragraph; nothing without an exercise."""
    shown = state.exercises
    if shown is None:
        return ()
    found = tried_values(state)
    if found is None:
        click = _(
            "Click the square that you would play, or type its name. It is a try only: the"
            " game stays as it is."
        )
        keys = _("Right and left: the next exercise, the one before. Escape: the end.")
        return click, keys if shown.back else _("Right: the next exercise. Escape: the end.")
    return _why(shown, *found), _(
        "Enter or a click here: the next one. Backspace: try again. Escape: the end."
    )


def _why(shown: Exercises, values: MoveValues, tried: MoveValue) -> str:
    """What is wrong with the move tried, or with the one played where the best was found."""
    best, step = values.best, shown.now.step
    other = value_of(values, step.move) if tried.move == best.move else tried
    if other is None or rating(best.score - other.score) == BEST:
        return ""
    exact = is_proven(values) and other.exact
    mistake = JudgedMove(
        shown.now.number + 1, step.black_to_move, step.position, other, best, exact
    )
    return why(mistake, _)


def paint(canvas: Canvas, part: Part) -> None:
    """Texts below each other, in lines as large as there is room for; that on keys is fainter."""
    inside = part.place.inset(canvas.size(6), canvas.size(8))
    gap, y = canvas.size(6), inside.y
    for size in range(canvas.size(LARGEST), canvas.size(SMALLEST) - 1, -1):
        texts = [broken(text, size, inside.width, 99) for text in part.content if text]
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
    """Show the person's mistakes as exercises once the game is reviewed, or end them."""
    if state.exercises is not None:
        state.drop_pending()
    elif state.editor is None:
        if not state.analysis.review:
            state.start_review()
        state.exercises_wanted = True
        if review_progress(state.live, state.analysis.limit) < 1:
            state.notify(_("The game is reviewed first, then the exercises begin"))


def toggle_review(state: State) -> None:
    """Compare all moves of the game with the best ones, or stop."""
    if state.analysis.review:
        state.stop_review()
        return
    state.start_review()
    said = _("Every move is compared with the best, {limit} each; the last {count} to the end")
    state.notify(said.format(limit=_(state.settings.review), count=REVIEW_SOLVED))


def open_review(state: State) -> None:
    """How far a review looks at each move; it begins with what is chosen."""

    def rows() -> list[Row]:
        now = state.settings.review
        return [Row(_(name), _review_words(*REVIEWS[name]), name, name == now) for name in REVIEWS]

    def choose(row: Row) -> None:
        state.change(review=row.value)
        state.start_review()

    hint = _("Enter begins the review; Escape stops it, what it found is kept")
    state.overlay = Chooser(_("Review: each move"), rows, choose, hint=hint)


def _review_words(depth: int, seconds: float) -> str:
    if seconds:
        minutes = ngettext(
            "about {count} minute for a game of 60 moves",
            "about {count} minutes for a game of 60 moves",
            round(seconds),
        )
        return minutes.format(count=f"{seconds:g}")
    usual = REVIEWS[DEFAULT_REVIEW][0]
    return _("some seconds for a game") if depth <= usual else _("longer")


def ratings() -> Iterator[Keys]:
    """What a move of each rating loses at most."""
    best, good, inaccurate, mistake, *_blunder = RATINGS
    half, few, some, many = (f"{limit / SCORE_SCALE:g}" for limit in LIMITS)
    lost = _("up to {best}, up to {good} discs").format(best=half, good=few)
    yield Keys(REVIEW, f"{_(best)}  {_(good)}", lost)
    yield Keys(REVIEW, _(inaccurate), _("up to {discs}").format(discs=some))
    yield Keys(REVIEW, _(mistake), _("up to {discs}; a blunder more").format(discs=many))


PANEL = Panel(
    show=show,
    click=lambda state, by, right: state.step_exercise(by),
    commands=commands_of(
        UNDERSTAND,
        ("review", ("r",), N_("Review the whole game"), toggle_review),
        ("review_by", ("ctrl+r",), N_("Review: how deep, how long"), open_review),
        ("exercises", ("shift+r",), N_("Exercises: find my mistakes"), find_mistakes),
    ),
    lines=(
        Named(UNDERSTAND, "review/review_by", N_("Review, and how deep or long")),
        Named(UNDERSTAND, "exercises"),
    ),
    help=ratings,
)
