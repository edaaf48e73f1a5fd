"""Training by spaced repetition: its list, marked lines, and the start of each kind."""

from collections.abc import Sequence
from functools import partial

from othello.notation import transcript_text
from othello.openings import opening_name
from othello.position import START, Position
from othello.symmetry import canonical
from players.levels import level_for
from players.window.dialogs import Chooser, Row
from players.window.game.clocks import BLACK
from players.window.game.record import results, results_text
from players.window.panels.panel import LINES, PLAY, Command, unlisted
from players.window.player_names import level_rows
from players.window.setting_rows import setting_row
from players.window.settings import CHOICES
from players.window.state import State
from players.window.training.deck import MISTAKE_CARDS, MarkedLine, TrainingCard
from players.window.training.session import (
    FEWEST_PLAYED,
    OpeningTraining,
    Training,
    Weights,
    level_weights,
)
from players.window.translation import N_, _

AT_ONCE = 20
"""Cards of one training."""
SHORTEST_LINE = 3
"""Least moves of a marked line: both sides have a question in it."""
POPULAR = N_("Popular moves")


def open_training(state: State) -> None:
    """List the trainings with the number of cards due."""
    state.files.autosave.flush(state.live)
    state.ui.dialog = TrainingChooser(state)


def _due(cards: Sequence[TrainingCard]) -> str:
    return _("{count} due").format(count=len(cards))


class TrainingChooser(Chooser):
    """The list of trainings; it reads mistakes from the saved games while it is open."""

    follows = True

    def __init__(self, state: State) -> None:
        self._state = state
        self._offered: list[Row] = []
        super().__init__(_("Training"), self._offer, self._begin, stays=True)

    def _begin(self, row: Row) -> None:
        """Begin a training, or change the setting that a row names."""
        if row.value in CHOICES:
            self._state.turn(row.value)
            self._offered = []
        else:
            self._state.ui.dialog = None
            row.value(self._state)

    def _offer(self) -> list[Row]:
        """Return the trainings, with the progress of reading the games."""
        state, own = self._state, self._state.files.autosave.record
        own.update(state.now, state.files.autosave.written)
        if state.files.deck.take_mistakes(own) or not self._offered:
            self._offered = self._made()
        mistakes, *others = self._offered
        return [mistakes._replace(detail=own.progress()) if own.reading else mistakes, *others]

    def _made(self) -> list[Row]:
        """Return the rows, and set the hint to the number of learned cards."""
        deck = self._state.files.deck
        learned = sum(card.memory.repetitions > 0 for card in deck.cards.values())
        hint = _(
            "Missed positions return tomorrow, known ones after longer and longer breaks."
            " {count} learned."
        )
        self.hint = hint.format(count=learned)
        library = self._state.files.library
        played = _("{due}, then new lines")
        query = library.query.strip() if library is not None else ""
        level = level_for(self._state.settings.replies)
        if query and level is None:
            played = _("{due}, then lines of the games found by {query}")
        openings = (deck.due_openings(side) for side in (False, True))
        white, black = (played.format(due=_due(cards), query=query) for cards in openings)
        mistakes, endings = _due(deck.due(MISTAKE_CARDS)), _due(deck.due_endings())
        replies = _(level.name if level else POPULAR)
        return [
            Row(_("My mistakes: find the better move"), mistakes, begin_mistakes),
            Row(_("Endings: find the only winning move"), endings, begin_endings),
            Row(_("Openings as black"), black, partial(begin_opening, black=True)),
            Row(_("Openings as white"), white, partial(begin_opening, black=False)),
            Row(_("Openings from the position on the board"), "", begin_here),
            *self._marked(),
            Row(_("Opponent in openings"), replies, open_opponents),
            setting_row(self._state, "review"),
        ]

    def _marked(self) -> list[Row]:
        """Return the rows of the marked lines, and of all of a side."""
        deck, rows = self._state.files.deck, list[Row]()
        for side, title in ((True, _("My lines as black")), (False, _("My lines as white"))):
            marked = [line for line in deck.lines if line.black == side]
            begin = partial(begin_opening, black=side)
            if len(marked) > 1:
                detail = _due(deck.due_openings(side, marked))
                rows.append(Row(title, detail, partial(begin, marked=tuple(marked))))
            for line in marked:
                name = f"{title}: {_line_name(line)}"
                parts = _due(deck.due_openings(side, [line])), self._score(line)
                detail = ", ".join(filter(None, parts))
                rows.append(Row(name, detail, partial(begin, marked=(line,))))
        return rows

    def _score(self, line: MarkedLine) -> str:
        """Return the wins, draws and losses of the games that reached the end of a line."""
        end = canonical(line.game().position)
        own = (game.own for _path, game in self._state.files.autosave.record.games())
        games = [g for g in own if g is not None and g.black == line.black and end in g.reached]
        text = results_text(results(games))
        return _("W-D-L {results}").format(results=text) if text else ""


def open_opponents(state: State) -> None:
    """List who replies in training of openings: people, or a level."""

    def choose(row: Row) -> None:
        state.change(replies=row.value)
        open_training(state)

    now = state.settings.replies
    people = Row(_(POPULAR), _("of the open library, or the book"), "", level_for(now) is None)
    rows = [people, *level_rows(now)]
    state.ui.dialog = Chooser(_("Opponent in openings"), lambda: rows, choose)


def _line_name(line: MarkedLine) -> str:
    return " ".join(filter(None, (transcript_text(line.moves), opening_name(line.game()))))


def mark_line(state: State) -> None:
    """Mark the line up to here as the person's, or remove its mark.

    It is of the side that the person plays; if that is both or neither, of the last mover.
    """
    live = state.live
    if live.steps[0].position != START or len(live.path) < SHORTEST_LINE or state.practice.training:
        text = _("Play an opening of at least {count} moves first")
        state.notify(text.format(count=SHORTEST_LINE))
        return
    last = live.steps[live.step - 1].black_to_move
    line = MarkedLine(last if live.person is None else live.person == BLACK, live.path)
    if not state.files.deck.toggle_line(line):
        text = _("No longer your line: {line}")
    elif line.black:
        text = _("Added to your lines for black: {line}")
    else:
        text = _("Added to your lines for white: {line}")
    state.notify(text.format(line=_line_name(line)))


def begin_here(state: State) -> None:
    """Train openings from the position on the board, as the side to move."""
    live = state.live
    if state.practice.training or live.steps[0].position != START or len(live.game.legal()) < 2:
        state.notify(_("There is no opening to train from this position"))
    else:
        begin_opening(state, live.here.black_to_move, start=live.path)


def begin_mistakes(state: State) -> None:
    """Train the person's own mistakes that are due."""
    if cards := state.files.deck.due(MISTAKE_CARDS):
        state.begin_training(lambda: Training(cards[:AT_ONCE], state.files.deck, state.live))
    elif state.files.autosave.record.reading:
        state.notify(state.files.autosave.record.progress())
        open_training(state)
    elif any(card.kind == MISTAKE_CARDS for card in state.files.deck.cards.values()):
        state.notify(_("No mistakes are due today"))
    else:
        state.notify(_("No mistakes yet. Review one of your games first (R)."))


def begin_endings(state: State) -> None:
    """Train endings that are due, and the shipped ones."""
    if cards := state.files.deck.due_endings():
        state.begin_training(lambda: Training(cards[:AT_ONCE], state.files.deck, state.live))
    else:
        state.notify(_("No endings are due today"))


def begin_opening(
    state: State,
    black: bool,
    start: tuple[int, ...] = (),
    marked: tuple[MarkedLine, ...] = (),
) -> None:
    """Train openings of one side that are due, then play new lines against the chosen opponent.

    Only new lines begin with the moves `start`; only `marked` lines are trained if there are any.
    """
    library, games = state.files.library, None
    if library is not None and library.query.strip():
        from othello.library.search import matching_games

        games = matching_games(
            library.blocks, library.query, library.names, state.live.here.position
        )

    level = level_for(state.settings.replies)

    def people(position: Position) -> Weights:
        if level is not None:
            return level_weights(position, level)
        if library is None or not library.games:
            return {}
        from othello.library.search import replies  # compiled by the library's thread

        found = replies(library.blocks, position, games).replies
        return {each.move: each.games for each in found if each.games >= FEWEST_PLAYED}

    deck, live = state.files.deck, state.live
    due = () if start else deck.due_openings(black, marked)[:AT_ONCE]
    state.begin_training(lambda: OpeningTraining(black, due, people, deck, live, start, marked))


COMMANDS = (
    unlisted("mark_line", "ctrl+shift+m", N_("Mark as my line"), mark_line, LINES),
    Command("training", "ctrl+t", N_("Training"), open_training, PLAY),
)
