"""The cards of a person's training: positions, and how well each is remembered, in a file.

The file is written whole after each answer, so that a kill loses nothing. Mistakes that were not
answered yet are not in it: the games that are kept have them.

Source of when a card is due: P. A. Wozniak 1990, "Optimization of learning", chapter 3.2, the SM-2
algorithm. It leaves open which ease an interval grows by; here it is the one before the answer.
"""

import json
import math
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from othello import notation
from othello.bits import bit
from othello.cli.errors import first_line
from othello.files import replace_file
from othello.formats.entry import WHOLE
from othello.formats.reading import open_bytes
from othello.game import Game
from players.window import disk

FIRST_INTERVALS = (1, 6)
"""Days after the first and the second repetition."""
LEAST_EASE = 1.3
PASSING, KNOWN = 3, 4
"""The grades from which on an item is remembered, and from which on it needs no more today."""
BEST_GRADE = 5


class Remembered(NamedTuple):
    """What is known of how well an item is remembered.

    `repetitions` follow each other without a grade below PASSING, `interval` is in days, `ease` is
    the factor by which intervals grow, `due` is the day on which it is asked again, 0 for at once.
    """

    repetitions: int = 0
    interval: int = 0
    ease: float = 2.5
    due: int = 0


def graded(memory: Remembered, grade: int, today: int) -> Remembered:
    """The memory after an answer, whose grade is from 0 for none to BEST_GRADE, on a day."""
    if not 0 <= grade <= BEST_GRADE:
        raise ValueError(f"a grade is from 0 to {BEST_GRADE}, not {grade}")
    if grade < PASSING:  # from the beginning, as easy as before
        return Remembered(0, FIRST_INTERVALS[0], memory.ease, today + FIRST_INTERVALS[0])
    missing = BEST_GRADE - grade
    ease = max(LEAST_EASE, round(memory.ease + 0.1 - missing * (0.08 + missing * 0.02), 10))
    if memory.repetitions < len(FIRST_INTERVALS):
        interval = FIRST_INTERVALS[memory.repetitions]
    else:
        interval = math.ceil(round(memory.interval * memory.ease, 6))  # 200 days x 2.22: 444
    return Remembered(memory.repetitions + 1, interval, ease, today + interval)


MISTAKE_CARDS, ENDING_CARDS, OPENING_CARDS = "mistake", "ending", "opening"
KINDS = (MISTAKE_CARDS, ENDING_CARDS, OPENING_CARDS)
FORMAT, VERSION = "othello training", 1
MOST_BYTES = 2**26
MOST_DAYS, MOST_EASE = 10**6, 100
"""Beyond what answers lead to in a lifetime."""
MOST_LOST = WHOLE[1] - WHOLE[0]


class TrainingCard(NamedTuple):
    """A position in which the best move is looked for.

    `board` is a text as `Game.board` writes it. `move` is a square that was played there, None
    without one, and `lost` what that lost in hundredths of a disc, `exact` under perfect play.
    """

    kind: str
    board: str
    move: int | None = None
    lost: int = 0
    exact: bool = False
    memory: Remembered = Remembered()

    @property
    def name(self) -> tuple[str, str]:
        """By which it is found again."""
        return self.kind, self.board

    def game(self) -> Game:
        """The game that begins there."""
        return Game.from_board(self.board)


def _written(card: TrainingCard) -> dict[str, Any]:
    """A card as JSON has it."""
    told: dict[str, Any] = {"kind": card.kind, "board": card.board}
    if card.move is not None:
        told |= {"move": notation.square_name(card.move), "lost": card.lost, "exact": card.exact}
    return {**told, **card.memory._asdict()}


def _is_written(card: TrainingCard) -> bool:
    """Whether the file has it: what was answered, and what is not found again."""
    return card.kind != MISTAKE_CARDS or card.memory != Remembered()


def _read(told: Any) -> TrainingCard:
    """A card out of JSON; ValueError, KeyError or TypeError for what is none."""
    if told["kind"] not in KINDS:
        raise ValueError(f"{told['kind']!r} is no kind of card")
    if not isinstance(told["board"], str):
        raise TypeError(f"{told['board']!r} is no board")
    game = Game.from_board(told["board"])
    move = notation.parse_square(told["move"]) if "move" in told else None
    if game.over or (move is not None and not bit(move) & game.position.legal()):
        raise ValueError(f"{told['board']}: nothing to find there")
    whole = [told[name] for name in ("repetitions", "interval", "due")]
    if any(type(number) is not int or not 0 <= number <= MOST_DAYS for number in whole):
        raise ValueError(f"{told['board']}: it is not known when it is due")
    if not abs(ease := float(told["ease"])) <= MOST_EASE:  # nor is NaN
        raise ValueError(f"{told['board']}: its ease is none up to {MOST_EASE}")
    memory = Remembered(whole[0], whole[1], max(LEAST_EASE, ease), whole[2])
    lost, exact = int(told.get("lost", 0)), told.get("exact") is True
    if not 0 <= lost <= MOST_LOST:
        raise ValueError(f"{told['board']}: no move loses so much")
    return TrainingCard(told["kind"], game.board(), move, lost, exact, memory)


def _mark(path: Path) -> tuple[int, int]:
    """By which it is seen that a file was written."""
    found = path.stat()
    return found.st_mtime_ns, found.st_size


def _put(path: Path, content: bytes) -> tuple[int, int]:
    """Write a file and return its mark."""
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, content)
    return _mark(path)


class Deck:
    """All cards, by their names; `fault` says in a line why they are not kept, "" if they are.

    None in place of a path keeps nothing. A file that cannot be read is left as it is.
    """

    def __init__(self, path: Path | None) -> None:
        self.cards: dict[tuple[str, str], TrainingCard] = {}
        self.fault = ""
        self._path = path
        self._seen: tuple[int, int] | None = None
        self._follow()

    def _follow(self) -> None:
        """Take the cards of the file, if another wrote it since."""
        path = self._path
        try:
            if path is not None and (mark := disk.ask(lambda: _mark(path))) != self._seen:
                found = disk.ask(lambda: self._loaded(path))
                self.cards |= {card.name: card for card in found}
                self._seen = mark
        except FileNotFoundError:
            pass  # there is none yet
        except (OSError, ValueError, KeyError, TypeError, ArithmeticError, RecursionError) as error:
            self.fault = f"{path}: {first_line(error)}"
            self._path = None

    def _loaded(self, path: Path) -> list[TrainingCard]:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError(f"more than {MOST_BYTES:,} bytes")
        with open_bytes(path) as file:
            content = json.loads(file.read())
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise ValueError("no training of this program")
        if content.get("version") != VERSION:
            raise ValueError(f"version {content.get('version')}, not {VERSION}")
        return [_read(told) for told in content["cards"]]

    def _write(self) -> None:
        """Write the file."""
        if self._path is None:
            return
        written = [_written(card) for card in self.cards.values() if _is_written(card)]
        content = {"format": FORMAT, "version": VERSION, "cards": written}
        try:
            self._seen = disk.ask(partial(_put, self._path, json.dumps(content).encode()))
        except OSError as error:
            self.fault = f"{self._path}: {error.strerror or error}"

    def add(self, found: list[TrainingCard]) -> None:
        """Take the cards that are new."""
        self._follow()
        new = {card.name: card for card in found if card.name not in self.cards}
        self.cards |= new
        if any(map(_is_written, new.values())):
            self._write()

    def grade(self, card: TrainingCard, grade: int, today: int) -> TrainingCard:
        """Keep what an answer says of how well a card is remembered; the card as it is now.

        What is known before it is due says nothing, as SM-2 counts the days since the last time.
        """
        self._follow()
        now = self.cards.get(card.name, card)
        if now.memory.due <= today or grade < PASSING:
            now = now._replace(memory=graded(now.memory, grade, today))
        self.cards[now.name] = now
        self._write()
        return now

    def due(self, kind: str, today: int) -> list[TrainingCard]:
        """The cards of a kind that are due, those first that have waited longest."""
        waiting = [card for card in self.cards.values() if card.kind == kind]
        return sorted(
            (card for card in waiting if card.memory.due <= today),
            key=lambda card: (card.memory.repetitions == 0, card.memory.due),
        )
