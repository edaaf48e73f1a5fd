"""The cards of a person's training, their schedule, and the marked openings, in a file.

The file is written whole after each answer, so that a kill loses nothing. Mistakes without an
answer are not in it: the saved games have them.

Source of the schedule: P. A. Wozniak 1990, "Optimization of learning", chapter 3.2, the SM-2
algorithm. An interval grows by the ease before the answer, which SM-2 leaves open.
"""

import json
import math
from collections.abc import Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from othello import notation
from othello.cli.errors import first_line
from othello.files import data_folder
from othello.formats.reading import open_bytes
from othello.game import Game
from othello.game_tree import GameTree
from players.window import timed_files
from players.window.game.autosave import OwnRecord

FIRST_INTERVALS = (1, 6)
"""Days until the second and the third repetition."""
LEAST_EASE = 1.3
PASSING, KNOWN = 3, 4
"""The least grade that counts as remembered, and the least one without a repetition today."""
BEST_GRADE = 5


class Remembered(NamedTuple):
    """The schedule of a card.

    `repetitions` counts the last answers with a grade of at least PASSING. `interval` is in days
    and grows by the factor `ease`. `due` is the day of the next question, 0 for any day.
    """

    repetitions: int = 0
    interval: int = 0
    ease: float = 2.5
    due: int = 0


def today() -> int:
    """The number of the local day, counted from 1970."""
    return date.today().toordinal() - date(1970, 1, 1).toordinal()


def graded(memory: Remembered, grade: int, day: int) -> Remembered:
    """The schedule after an answer on a day; the grade is 0 to BEST_GRADE."""
    if grade < PASSING:  # start again with the same ease
        return Remembered(0, FIRST_INTERVALS[0], memory.ease, day + FIRST_INTERVALS[0])
    missing = BEST_GRADE - grade
    ease = max(LEAST_EASE, round(memory.ease + 0.1 - missing * (0.08 + missing * 0.02), 10))
    if memory.repetitions < len(FIRST_INTERVALS):
        interval = FIRST_INTERVALS[memory.repetitions]
    else:
        interval = math.ceil(round(memory.interval * memory.ease, 6))  # 200 days x 2.22: 444
    return Remembered(memory.repetitions + 1, interval, ease, day + interval)


MISTAKE_CARDS, ENDING_CARDS, OPENING_CARDS = "mistake", "ending", "opening"
KINDS = (MISTAKE_CARDS, ENDING_CARDS, OPENING_CARDS)
FORMAT, VERSION = "othello training", 1
SHIPPED = "endings.txt"
"""The file of endings in the folder of the shipped data."""
TRAINING = "training.json"
"""The name of the file of cards, next to the settings."""


class TrainingCard(NamedTuple):
    """A position in which the best move is to be found.

    `board` is a text of `Game.board`. `move` is the square that was played there, or None; it lost
    `lost` hundredths of a disc, `exact` under perfect play.
    """

    kind: str
    board: str
    move: int | None = None
    lost: int = 0
    exact: bool = False
    memory: Remembered = Remembered()

    @property
    def name(self) -> tuple[str, str]:
        """The key of the card in the deck."""
        return self.kind, self.board

    def game(self) -> Game:
        """A game that begins with the card's position."""
        return Game.from_board(self.board)


class MarkedLine(NamedTuple):
    """Moves from the start that a person wants to play as one side; no passes."""

    black: bool
    moves: tuple[int, ...]

    def game(self) -> Game:
        """The game of the line; IllegalMoveError for an illegal move."""
        return GameTree().with_line(self.moves).game()

    def boards(self) -> dict[str, int]:
        """The moves of the line by the board before each, as a text."""
        nodes = self.game().nodes
        return {Game(node.before, black_to_move=node.black).board(): node.move for node in nodes}


@cache
def shipped_endings() -> tuple[TrainingCard, ...]:
    """The endings that the project ships."""
    lines = (data_folder() / SHIPPED).read_text("utf-8").splitlines()
    boards = (line.rpartition(" ")[0] for line in lines if not line.startswith("#"))
    return tuple(TrainingCard(ENDING_CARDS, board) for board in boards)


def _read(content: Any) -> TrainingCard:
    """A card from JSON; ValueError, KeyError or TypeError for anything else."""
    game, move = Game.from_board(str(content["board"])), content["move"]
    legal = game.legal()
    move = None if move is None else notation.parse_square(str(move))
    if content["kind"] not in KINDS or not legal or move not in (None, *legal):
        raise ValueError(f"{content['board']}: unknown kind of card, or no move to find")
    repetitions, interval, ease, due = content["memory"]
    memory = Remembered(int(repetitions), int(interval), float(ease), int(due))
    lost, exact = int(content["lost"]), content["exact"] is True
    return TrainingCard(content["kind"], game.board(), move, lost, exact, memory)


def _read_file(path: Path) -> tuple[list[TrainingCard], list[MarkedLine]]:
    with open_bytes(path) as file:
        content = json.loads(file.read())
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError("not a training file of this program")
    if content.get("version") != VERSION:
        raise ValueError(f"version {content.get('version')}, not {VERSION}")
    lines = []
    for line in content.get("lines", ()):
        lines.append(MarkedLine(line["black"] is True, notation.parse_transcript(line["moves"])))
        lines[-1].game()  # checks the moves
    return [_read(card) for card in content["cards"]], lines


class Deck:
    """All cards by their names, and the marked lines.

    `fault` is the reason, in one line, why they are not saved. Without a path nothing is saved. A
    file that cannot be read stays as it is.
    """

    def __init__(self, path: Path | None) -> None:
        self.cards: dict[tuple[str, str], TrainingCard] = {}
        self.lines: list[MarkedLine] = []
        self.fault = ""
        self._path, self._times_read = path, 0
        try:
            if path is not None:
                cards, self.lines = timed_files.run_with_timeout(lambda: _read_file(path))
                self.cards = {card.name: card for card in cards}
        except FileNotFoundError:
            pass  # the first card will make it
        except (OSError, ValueError, KeyError, TypeError, ArithmeticError, RecursionError) as error:
            self.fault = f"{path}: {first_line(error)}"
            self._path = None

    def take_mistakes(self, own: OwnRecord) -> bool:
        """Add the mistakes of the record's games; False if it has no new ones."""
        if own.reading or own.times_read == self._times_read:
            return False
        self._times_read = own.times_read
        for m in own.mistakes():
            card = TrainingCard(MISTAKE_CARDS, m.board, m.move, m.lost, m.exact)
            self.cards.setdefault(card.name, card)
        return True

    def _write(self) -> None:
        if self._path is None:
            return
        name, text = notation.square_name, notation.transcript_text
        cards = [
            {**card._asdict(), "move": None if card.move is None else name(card.move)}
            for card in self.cards.values()
            if card.memory != Remembered()
        ]
        lines = [{"black": line.black, "moves": text(line.moves)} for line in self.lines]
        content = {"format": FORMAT, "version": VERSION, "cards": cards, "lines": lines}
        try:
            timed_files.write(self._path, json.dumps(content).encode())
        except OSError as error:
            self.fault = f"{self._path}: {error.strerror or error}"

    def toggle_line(self, line: MarkedLine) -> bool:
        """Mark a line, or remove its mark; return True if it is marked now."""
        marked = line not in self.lines
        if marked:
            self.lines.append(line)
        else:
            self.lines.remove(line)
        self._write()
        return marked

    def grade(self, card: TrainingCard, grade: int, day: int) -> None:
        """Update the schedule of a card after an answer.

        A right answer before the due day changes nothing, because SM-2 counts the days.
        """
        now = self.cards.get(card.name, card)
        if now.memory.due <= day or grade < PASSING:
            now = now._replace(memory=graded(now.memory, grade, day))
        self.cards[now.name] = now
        self._write()

    def due(self, kind: str) -> list[TrainingCard]:
        """The cards of a kind that are due today, the longest overdue first."""
        day, cards = today(), self.cards.values()
        return sorted(
            (card for card in cards if card.kind == kind and card.memory.due <= day),
            key=lambda card: (card.memory.repetitions == 0, card.memory.due),
        )

    def due_endings(self) -> list[TrainingCard]:
        """The due endings, then the shipped ones without an answer."""
        shipped = (card for card in shipped_endings() if card.name not in self.cards)
        return [*self.due(ENDING_CARDS), *shipped]

    def due_openings(self, black: bool, marked: Sequence[MarkedLine] = ()) -> list[TrainingCard]:
        """The due opening positions with this side to move, of marked lines only these."""
        due = [card for card in self.due(OPENING_CARDS) if card.game().black_to_move == black]
        boards = set[str]().union(*(line.boards() for line in marked))
        return [card for card in due if not marked or card.board in boards]
