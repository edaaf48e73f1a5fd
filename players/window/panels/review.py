"""The review of a game, its mistakes as exercises, and training by spaced repetition."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from othello.notation import move_name
from othello.position import Position
from othello.rules import SCORE_SCALE
from players.coach.accuracy import BEST, LIMITS, RATINGS, rating
from players.coach.mistakes import JudgedMove
from players.coach.words import MOST_SAID
from players.engine.book import shipped_book
from players.move_values import MoveValue, MoveValues
from players.window.drawing.canvas import Canvas, wrapped
from players.window.drawing.layout import Rect
from players.window.drawing.scene import Part, Target
from players.window.explaining import Reason, merits, reasons
from players.window.game.judgements import value_of
from players.window.overlays import Chooser, Row
from players.window.panels.panel import (
    ANALYSIS,
    PLAY,
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
from players.window.training.deck import ENDING_CARDS, MISTAKE_CARDS, TrainingCard
from players.window.training.session import FEWEST_PLAYED, OpeningTraining, Training, Weights
from players.window.translation import N_, _, ngettext
from players.window.wording import tried_values

LARGEST, SMALLEST, LINE_SPACING = 15, 8, 1.3
"""Text sizes in design pixels, and the height of a line in text sizes."""
AT_ONCE = 20
"""Cards of one training."""


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
        return [Row(_(name), _review_words(*REVIEWS[name]), name, name == now) for name in REVIEWS]

    def choose(row: Row) -> None:
        state.change(review=row.value)
        state.start_review()

    hint = _("Enter starts the review. Escape stops it and keeps its results.")
    state.overlay = Chooser(_("Review depth"), rows, choose, hint=hint)


def _review_words(depth: int, seconds: float) -> str:
    if seconds:
        minutes = ngettext(
            "about {count} minute per game",
            "about {count} minutes per game",
            round(seconds),
        )
        return minutes.format(count=f"{seconds:g}")
    usual = REVIEWS[DEFAULT_REVIEW][0]
    return _("a few seconds per game") if depth <= usual else _("longer")


def ratings() -> Iterator[Keys]:
    """Return the largest loss of each rating."""
    best, good, inaccurate, mistake, *_blunder = RATINGS
    half, few, some, many = (f"{limit / SCORE_SCALE:g}" for limit in LIMITS)
    lost = _("up to {best}, up to {good} discs").format(best=half, good=few)
    yield Keys(REVIEW, f"{_(best)}  {_(good)}", lost)
    yield Keys(REVIEW, _(inaccurate), _("up to {discs}").format(discs=some))
    yield Keys(REVIEW, _(mistake), _("up to {discs}; beyond that a blunder").format(discs=many))


def open_training(state: State) -> None:
    """List the trainings with the number of cards due."""
    state.autosave.flush(state.live)
    state.overlay = TrainingChooser(state)


class TrainingChooser(Chooser):
    """The list of trainings; it reads mistakes from the saved games while it is open."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._offered: list[Row] = []
        super().__init__(_("Training"), self._offer, lambda row: row.value(state), follows=True)

    def _offer(self) -> list[Row]:
        """Return the trainings, with the progress of reading the games."""
        state, own = self._state, self._state.autosave.record
        own.update(state.now, state.autosave.written)
        if state.trainer.take_mistakes(own) or not self._offered:
            self._offered = self._made()
        mistakes, *others = self._offered
        return [mistakes._replace(detail=own.progress()) if own.reading else mistakes, *others]

    def _made(self) -> list[Row]:
        """Return the rows, and set the hint to the number of learned cards."""
        trainer = self._state.trainer
        learned = sum(card.memory.repetitions > 0 for card in trainer.deck.cards.values())
        hint = _(
            "Missed positions return tomorrow, known ones after longer and longer breaks."
            " {count} learned."
        )
        self.hint = hint.format(count=learned)

        def due(cards: Sequence[TrainingCard]) -> str:
            return _("{count} due").format(count=len(cards))

        mistakes = due(trainer.due(MISTAKE_CARDS))
        library = _("{due}, from the library").format(due=due(trainer.due(ENDING_CARDS)))
        played = _("{due}, then new lines")
        openings = (trainer.due_openings(side) for side in (False, True))
        white, black = (played.format(due=due(cards)) for cards in openings)
        begins: list[tuple[str, str, Callable[[State], None]]] = [
            (_("My mistakes: find the better move"), mistakes, begin_mistakes),
            (_("Endings: find the only winning move"), library, begin_endings),
            (_("Openings as black"), black, partial(begin_opening, black=True)),
            (_("Openings as white"), white, partial(begin_opening, black=False)),
        ]
        return [Row(*row) for row in begins]


def begin_mistakes(state: State) -> None:
    """Train the person's own mistakes that are due."""
    if cards := state.trainer.due(MISTAKE_CARDS):
        _show_cards(state, cards)
    elif state.autosave.record.reading:
        state.notify(state.autosave.record.progress())
        open_training(state)
    elif any(card.kind == MISTAKE_CARDS for card in state.trainer.deck.cards.values()):
        state.notify(_("No mistakes are due today"))
    else:
        state.notify(_("No mistakes yet. Review one of your games first (R)."))


def begin_endings(state: State) -> None:
    """Train endings that are due, and new ones from the library."""
    cards, library = state.trainer.due(ENDING_CARDS), state.library
    games = library.games if library is not None else 0
    if len(cards) >= AT_ONCE or (cards and not games):
        _show_cards(state, cards)
    elif library is None or not games:
        state.notify(_("Endings come from a game library. Open one with Ctrl+L."))
    else:
        if not state.trainer.searching:

            def snapshot() -> tuple[object, ...]:
                live = state.live
                game = live.number, live.tree, live.path
                return *game, state.exercises, state.editor, state.overlay

            before = snapshot()

            def made(cards: list[TrainingCard], fault: str) -> None:
                if fault and not cards:
                    state.notify(fault)
                elif cards and snapshot() != before:
                    state.notify(_("Endings are ready. Ctrl+T: train."))
                else:
                    _show_cards(state, cards)

            state.trainer.search_endings(library.entry, games, made)
        state.notify(_("Looking for endings with a single winning move …"))


def begin_opening(state: State, black: bool) -> None:
    """Train openings of one side that are due, then play new lines against popular moves."""

    def people(position: Position) -> Weights:
        library = state.library
        if library is None or not library.games:
            return {}
        from othello.library.search import replies  # compiled by the library's thread

        found = replies(library.blocks, position).replies
        return {each.move: each.games for each in found if each.games >= FEWEST_PLAYED}

    trainer = state.trainer
    due, chance = trainer.due_openings(black)[:AT_ONCE], random.Random()

    def make() -> Training:
        book, deck = shipped_book(), trainer.deck
        return OpeningTraining(black, due, book, people, chance, deck, state.live)

    _begin(state, make)


def _show_cards(state: State, cards: list[TrainingCard]) -> None:
    """Begin a training with the first cards, if there are any."""
    if cards:
        deck = state.trainer.deck
        _begin(state, lambda: Training(cards[:AT_ONCE], deck, state.live))
    else:
        state.notify(_("Found no ending with a single winning move"))


def _begin(state: State, make: Callable[[], Training]) -> None:
    """Replace the game by the first exercise."""
    if state.exercises is not None:
        state.drop_pending()
    state.live.editor = None
    state.exercises_wanted = False
    sides = state.next_sides

    def make_with_sides() -> Training:
        training = make()
        training.sides_before = sides
        return training

    state.begin_exercises(make_with_sides, reviewed=False)


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
            *commands_of(PLAY, ("training", ("ctrl+t",), N_("Training"), open_training)),
        ),
        lines=(
            Named(ANALYSIS, "review/review_by", N_("Review the game, set its depth")),
            Named(ANALYSIS, "exercises"),
            Named(PLAY, "training"),
        ),
        help=ratings,
    )
}
