"""Training by spaced repetition: what is due, what there is to train, and how it begins."""

import random
from collections.abc import Callable, Sequence
from functools import partial

from othello.position import Position
from players.engine.book import shipped_book
from players.window.overlays import Chooser, Row
from players.window.panels.panel import PLAY, Named, Panel, commands_of
from players.window.state import State
from players.window.training.deck import ENDING_CARDS, MISTAKE_CARDS, TrainingCard
from players.window.training.session import FEWEST_PLAYED, OpeningWalk, Training, Weights
from players.window.translation import N_, _, ngettext

AT_ONCE = 20
"""Cards of one training."""


def open_training(state: State) -> None:
    """What can be trained, with how much of it is due, while the games that are kept are read."""
    state.keeper.flush(state.live)
    state.overlay = TrainingChooser(state)


class TrainingChooser(Chooser):
    """The trainings; it looks for mistakes in the games that are kept as long as it is open."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._offered: list[Row] = []
        super().__init__(_("Training"), self._offer, lambda row: row.value(state), follows=True)

    def _offer(self) -> list[Row]:
        """The trainings, and how far the games are read."""
        state, own = self._state, self._state.keeper.record
        own.look(state.now, state.keeper.written)
        if state.trainer.take_mistakes(own) or not self._offered:
            self._offered = self._made()
        mistakes, *others = self._offered
        return [mistakes._replace(detail=own.progress()) if own.reading else mistakes, *others]

    def _made(self) -> list[Row]:
        """The rows, and how many cards are known by now."""
        trainer = self._state.trainer
        known = sum(card.memory.repetitions > 0 for card in trainer.deck.cards.values())
        hint = _("What was missed comes again tomorrow, what is known ever later; {count} known")
        self.hint = hint.format(count=known)

        def due(cards: Sequence[TrainingCard]) -> str:
            return ngettext("{count} is due", "{count} are due", len(cards)).format(
                count=len(cards)
            )

        mistakes = due(trainer.due(MISTAKE_CARDS))
        library = _("from the library, {due}").format(due=due(trainer.due(ENDING_CARDS)))
        played = _("{due}, then the moves that people play")
        openings = (trainer.due_openings(side) for side in (False, True))
        white, black = (played.format(due=due(cards)) for cards in openings)
        begins: list[tuple[str, str, Callable[[State], None]]] = [
            (_("My mistakes: find what is better"), mistakes, begin_mistakes),
            (_("Endings: find the one move that wins"), library, begin_endings),
            (_("Openings as black"), black, partial(begin_opening, black=True)),
            (_("Openings as white"), white, partial(begin_opening, black=False)),
        ]
        return [Row(*row) for row in begins]


def begin_mistakes(state: State) -> None:
    """Ask for what is better than the person's mistakes that are due."""
    if cards := state.trainer.due(MISTAKE_CARDS):
        _show(state, cards)
    elif state.keeper.record.reading:
        state.notify(state.keeper.record.progress())
        open_training(state)
    elif any(card.kind == MISTAKE_CARDS for card in state.trainer.deck.cards.values()):
        state.notify(_("No mistake is due today"))
    else:
        state.notify(_("There are none yet: review (R) a game that you have played"))


def begin_endings(state: State) -> None:
    """Ask for the winning moves of endings that are due, and of new ones of the library."""
    cards, library = state.trainer.due(ENDING_CARDS), state.library
    games = library.games if library is not None else 0
    if len(cards) >= AT_ONCE or (cards and not games):
        _show(state, cards)
    elif library is None or not games:
        state.notify(_("Endings are made of a library's games: Ctrl+L opens one"))
    else:
        if not state.trainer.looking:

            def shown() -> tuple[object, ...]:
                live = state.live
                game = live.number, live.tree, live.path
                return *game, state.exercises, state.editor, state.overlay

            asked = shown()

            def made(cards: list[TrainingCard], fault: str) -> None:
                if fault and not cards:
                    state.notify(fault)
                elif cards and shown() != asked:
                    state.notify(_("Endings are ready: Ctrl+T begins with them"))
                else:
                    _show(state, cards)

            state.trainer.look_for_endings(library.entry, games, made)
        state.notify(_("Looking for endings with one winning move …"))


def begin_opening(state: State, black: bool) -> None:
    """Ask for what is due of a side's openings; then play them against moves that people play."""

    def people(position: Position) -> Weights:
        library = state.library
        if library is None or not library.games:
            return {}
        from othello.library.search import replies  # it compiles, as the library's thread has

        found = replies(library.blocks, position).replies
        return {each.move: each.games for each in found if each.games >= FEWEST_PLAYED}

    trainer = state.trainer
    due, chance = trainer.due_openings(black)[:AT_ONCE], random.Random()

    def make() -> Training:
        book, deck = shipped_book(), trainer.deck
        return OpeningWalk(black, due, book, people, chance, deck, state.live)

    _begin(state, make)


def _show(state: State, cards: list[TrainingCard]) -> None:
    """Begin with some cards, if there are any."""
    if cards:
        deck = state.trainer.deck
        _begin(state, lambda: Training(cards[:AT_ONCE], deck, state.live))
    else:
        state.notify(_("No ending with one winning move was found there"))


def _begin(state: State, make: Callable[[], Training]) -> None:
    """Show the first exercise, in the place of what is shown now."""
    if state.exercises is not None:
        state.drop_pending()
    state.drop_board()
    state.exercises_wanted = False
    sides = state.next_sides

    def begun() -> Training:
        training = make()
        training.sides_before = sides
        return training

    state.begin_exercises(begun, reviewed=False)


PANEL = Panel(
    commands=commands_of(
        PLAY,
        ("training", ("ctrl+t",), N_("Training: errors, endings, openings"), open_training),
    ),
    lines=(Named(PLAY, "training"),),
)
