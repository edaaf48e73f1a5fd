"""A person's cards, and the search for endings in a library's games."""

import random
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from othello.cli.errors import first_line
from othello.formats.entry import Entry
from othello.notation import parse_board
from players.window.game.autosave import OwnRecord
from players.window.training.deck import (
    ENDING_CARDS,
    MISTAKE_CARDS,
    OPENING_CARDS,
    Deck,
    MarkedLine,
    TrainingCard,
    today,
)
from players.window.training.endings import (
    FEWEST_EMPTIES,
    MEGABYTES,
    MOST_EMPTIES,
    ending_in,
    shipped_endings,
)

TRAINING = "training.json"
"""The name of the file of cards, next to the settings."""
NEW_ENDINGS = 10
"""The number of endings of one search."""
TRIES = 400
"""The most games searched for each ending."""


class EndingMaker:
    """Searches random games of a library for endings, in a thread.

    `entry(number)` returns one of `count` games. `found` grows to at most `wanted` cards. `fault`
    is the reason, in one line, why the search ended early.
    """

    def __init__(
        self, entry: Callable[[int], Entry], count: int, wanted: int, seed: int | None = None
    ) -> None:
        self.found: list[TrainingCard] = []
        self.fault = ""
        self._entry, self._count, self._wanted = entry, count, wanted
        self._rng = random.Random(seed)
        self._closed = False
        self.thread = threading.Thread(target=self._run, name="endings", daemon=True)
        self.thread.start()

    def close(self) -> None:
        """Stop the search."""
        self._closed = True

    def _run(self) -> None:
        try:
            self._search()
        except Exception as error:  # the window shows it: nobody sees a thread end
            self.fault = f"{type(error).__name__}: {first_line(error)}"

    def _search(self) -> None:
        from othello.jit import ignore_overflow
        from players.engine.endgame import Solver

        ignore_overflow()
        solver = Solver(megabytes=MEGABYTES)
        boards = set()
        for _ in range(TRIES * self._wanted):
            if self._closed or len(self.found) == self._wanted:
                return
            empties = self._rng.randint(FEWEST_EMPTIES, MOST_EMPTIES)
            with suppress(ValueError):  # a game against the rules
                game = self._entry(self._rng.randrange(self._count)).game()
                card = ending_in(game, empties, lambda position: solver.solve(position).score)
                if card is not None and card.board not in boards:
                    boards.add(card.board)
                    self.found.append(card)


class Trainer:
    """The cards, read at their first use, and the search for endings."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._deck: Deck | None = None
        self._maker: EndingMaker | None = None
        self._times_read = 0
        self._receive: Callable[[list[TrainingCard], str], None] = lambda cards, fault: None

    @property
    def deck(self) -> Deck:
        """All cards."""
        if self._deck is None:
            self._deck = Deck(self._path)
        return self._deck

    @property
    def searching(self) -> bool:
        """True while endings are searched for."""
        return self._maker is not None

    def due(self, kind: str) -> list[TrainingCard]:
        """The due cards of a kind."""
        return self.deck.due(kind, today())

    def due_endings(self) -> list[TrainingCard]:
        """The due endings, then the shipped ones without an answer."""
        shipped = (card for card in shipped_endings() if card.name not in self.deck.cards)
        return [*self.due(ENDING_CARDS), *shipped]

    def due_openings(self, black: bool, marked: Sequence[MarkedLine] = ()) -> list[TrainingCard]:
        """The due opening positions with this side to move, of marked lines only these."""
        due = [card for card in self.due(OPENING_CARDS) if parse_board(card.board)[1] == black]
        boards = set[str]().union(*(line.boards() for line in marked))
        return [card for card in due if not marked or card.board in boards]

    def take_mistakes(self, own: OwnRecord) -> bool:
        """Add the mistakes of the record's games; False if it has no new ones."""
        if own.reading or own.times_read == self._times_read:
            return False
        self._times_read = own.times_read
        self.deck.add([TrainingCard(MISTAKE_CARDS, *mistake) for mistake in own.mistakes()])
        return True

    def search_endings(
        self,
        entry: Callable[[int], Entry],
        count: int,
        receive: Callable[[list[TrainingCard], str], None],
    ) -> None:
        """Search `count` games for endings; `receive` gets those due and a fault or ""."""
        self._maker, self._receive = EndingMaker(entry, count, NEW_ENDINGS), receive

    def update(self) -> str:
        """Take the endings once the search is over; return a fault of the deck once; each frame."""
        if self._maker is not None and not self._maker.thread.is_alive():
            maker, self._maker = self._maker, None
            self.deck.add(maker.found)
            self._receive(self.due(ENDING_CARDS), maker.fault)
        if self._deck is None:
            return ""
        fault, self._deck.fault = self._deck.fault, ""
        return fault

    def close(self) -> None:
        """Stop the search for endings."""
        if self._maker is not None:
            self._maker.close()
