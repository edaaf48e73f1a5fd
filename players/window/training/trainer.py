"""The cards of a person, those that are due, and the search for endings beside the game."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

from othello.formats.entry import Entry
from othello.notation import parse_board
from players.window.game.own_record import OwnRecord
from players.window.training.deck import (
    ENDING_CARDS,
    MISTAKE_CARDS,
    OPENING_CARDS,
    Deck,
    TrainingCard,
)
from players.window.training.endings import EndingMaker

TRAINING = "training.json"
"""The name of the file of all cards, beside the settings."""
NEW_ENDINGS = 10
"""Endings that are looked for at once."""

Made = Callable[[list[TrainingCard], str], None]
"""Takes the endings that are due, and why the search ended early, "" if it did not."""


def today() -> int:
    """The number of the day here, counted from 1970."""
    return date.today().toordinal() - date(1970, 1, 1).toordinal()


class Trainer:
    """The cards, which are read when they are first asked for, and the endings that are made."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._deck: Deck | None = None
        self._maker: EndingMaker | None = None
        self._times_read = 0
        self._made: Made = lambda cards, fault: None

    @property
    def deck(self) -> Deck:
        """All cards."""
        if self._deck is None:
            self._deck = Deck(self._path)
        return self._deck

    @property
    def looking(self) -> bool:
        """Whether endings are looked for."""
        return self._maker is not None

    def due(self, kind: str) -> list[TrainingCard]:
        """The cards of a kind that are due."""
        return self.deck.due(kind, today())

    def due_openings(self, black: bool) -> list[TrainingCard]:
        """The positions of openings that are due, with that side to move."""
        return [card for card in self.due(OPENING_CARDS) if parse_board(card.board)[1] == black]

    def take_mistakes(self, own: OwnRecord) -> bool:
        """Take the mistakes of the games once they are read; whether there was anything to take."""
        if own.reading or own.times_read == self._times_read:
            return False
        self._times_read = own.times_read
        self.deck.add([TrainingCard(MISTAKE_CARDS, *mistake) for mistake in own.mistakes()])
        return True

    def look_for_endings(self, entry: Callable[[int], Entry], count: int, made: Made) -> None:
        """Look for endings in `count` games; `made` is called as soon as they are made."""
        self._maker, self._made = EndingMaker(entry, count, NEW_ENDINGS), made

    def update(self) -> str:
        """Take endings as soon as they are made; why cards are not kept, once; each frame."""
        if self._maker is not None and not self._maker.working:
            maker, self._maker = self._maker, None
            self.deck.add(maker.found)
            self._made(self.due(ENDING_CARDS), maker.fault)
        fault = "" if self._deck is None else self._deck.fault
        if self._deck is not None:
            self._deck.fault = ""
        return fault

    def close(self) -> None:
        """Look for no more endings."""
        if self._maker is not None:
            self._maker.close()
