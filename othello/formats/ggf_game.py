"""A game of GGF: its tags as they are written, and what they mean.

Boards of 8 by 8 squares only. A random start stands in the tag BO like any
other. The bids of a komi game (KB, KW, KM) and the type of an anti game (TY
with an `a`) change no move: they are kept, and `result` is what the file says.
"""

import re
from collections import Counter
from typing import NamedTuple

from othello import notation
from othello.formats.errors import FormatError
from othello.formats.ggf_text import Tag
from othello.game import Game
from othello.position import PASS

BLACK_MOVE, WHITE_MOVE = "B", "W"
MOVES = (BLACK_MOVE, WHITE_MOVE)
"""The tags that stand once for every move; all others belong to the game."""

_SINGLE = ("GM", "PC", "DT", "PB", "PW", "TY", "RE", "BO")
_NUMBER = r"[+-]?(?:[0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})(?:[eE][+-]?[0-9])?"
_OUTCOME = re.compile(rf"({_NUMBER})(?::([a-z]))?|\??")


class TagError(ValueError):
    """A tag against the format or the rules: its index, or None for the whole game."""

    def __init__(self, index: int | None, what: str) -> None:
        super().__init__(what)
        self.index = index


class GgfMove(NamedTuple):
    """A move, a square or PASS, with the mover's value in discs and its time; None if not said."""

    move: int
    value: float | None = None
    seconds: float | None = None


class GgfGame(NamedTuple):
    """A game's tags in their order, as they are written; `ggf.from_game` makes new ones.

    `match` is how many games the match counts that this one is part of, as the
    server writes them: 1, 2 for colours changed, 0 where no number is written.
    """

    tags: tuple[Tag, ...]
    match: int = 0

    def text(self, name: str) -> str:
        """The text of a tag that belongs to the game, such as "RB" or "TI"; "" without one."""
        return next((tag.text for tag in self.tags if tag.name == name), "")

    @property
    def black(self) -> str:
        """Black's name."""
        return self.text("PB")

    @property
    def white(self) -> str:
        """White's name."""
        return self.text("PW")

    @property
    def place(self) -> str:
        """Where it was played, such as "GGS/os"."""
        return self.text("PC")

    @property
    def date(self) -> str:
        """When it was played, as it is written: "2003.12.15_12:33:18.MST"."""
        return self.text("DT")

    @property
    def result(self) -> float | None:
        """Black's disc difference as the file says it, komi taken off; None if it says nothing."""
        outcome = _OUTCOME.fullmatch(self.text("RE"))
        return float(outcome[1]) if outcome and outcome[1] else None

    @property
    def ending(self) -> str:
        """How it ended, if not on the board: "r" resigned, "t" out of time, "s" agreed; or ""."""
        outcome = _OUTCOME.fullmatch(self.text("RE"))
        return (outcome[2] or "") if outcome else ""

    @property
    def moves(self) -> tuple[GgfMove, ...]:
        """The moves, one for each of `game().moves`: passes stand there, written or not."""
        return self._replayed()[1]

    def game(self) -> Game:
        """The game with all its moves played; a new one each time."""
        return self._replayed()[0]

    def _replayed(self) -> tuple[Game, tuple[GgfMove, ...]]:
        """What `replayed` gives; FormatError for tags that were never read or checked."""
        try:
            return replayed(self.tags)
        except TagError as error:
            where = "" if error.index is None else f"tag {error.index + 1}: "
            raise FormatError(f"{where}{error}") from None


def _shown(tag: Tag) -> str:
    """The tag on one line, not more than 24 characters of it."""
    return " ".join(f"{tag.name}[{tag.text[:24]}]".split())[:24].rstrip()


def _start(tag: Tag) -> Game:
    """The game before its first move; ValueError for a board that is not 8 by 8."""
    size, _, board = tag.text.strip().partition(" ")
    if size != "8":
        raise ValueError(f"board size {size[:8]!r}, not 8")
    return Game.from_board(board)


def _parsed_move(text: str) -> GgfMove:
    """The move of a text such as "d3/0.48/0.01"; ValueError for one that cannot be read."""
    move, *numbers = text.split("/")
    if len(numbers) > 2:
        raise ValueError(f"{len(numbers)} numbers behind the move, not 0 to 2")
    for number in numbers:
        if number and re.fullmatch(_NUMBER, number) is None:
            raise ValueError(f"{number[:20]!r} is not a number")
    value, seconds = (float(number) if number else None for number in [*numbers, "", ""][:2])
    return GgfMove(notation.parse_move(move[:9]), value, seconds)


def _play(game: Game, moves: list[GgfMove], tag: Tag) -> None:
    """Play a tag's move and add it to `moves`; ValueError for what is none.

    Where `moves` is one short of the game's, the pass that the game made by
    itself was not read: the tag writes it, or leaves it out.
    """
    written = _parsed_move(tag.text)
    unread_pass = len(moves) < len(game.moves)
    passes = unread_pass and written.move == PASS
    if (tag.name == BLACK_MOVE) == (game.black_to_move == passes):
        raise ValueError(f"it is not {'black' if tag.name == BLACK_MOVE else 'white'}'s turn")
    if unread_pass:
        moves.append(written if passes else GgfMove(PASS))
    if not passes:
        game.play(written.move)
        moves.append(written)


def _checked(tags: tuple[Tag, ...]) -> Game:
    """The start of a game whose tags, moves apart, are as they should be; or TagError."""
    counts = Counter(tag.name for tag in tags)
    for name in ("GM", "BO"):
        if name not in counts:
            raise TagError(None, f"a game without the tag {name}")
    game = Game()
    for index, tag in enumerate(tags):
        try:
            if tag.name in _SINGLE and counts[tag.name] > 1:
                raise ValueError(f"{counts[tag.name]} tags {tag.name}, not 1")
            if tag.name == "GM" and tag.text != "Othello":
                raise ValueError(f"a game of {tag.text[:20]!r}, not Othello")
            if tag.name == "RE" and _OUTCOME.fullmatch(tag.text) is None:
                raise ValueError(f"{tag.text[:20]!r} is not a result")
            if tag.name == "BO":
                game = _start(tag)
        except ValueError as error:
            raise TagError(index, f"{_shown(tag)}: {error}") from None
    return game


def replayed(tags: tuple[Tag, ...]) -> tuple[Game, tuple[GgfMove, ...]]:
    """The game with all moves played, and these with values and times; TagError if one is wrong."""
    game = _checked(tags)
    moves: list[GgfMove] = []
    for index, tag in enumerate(tags):
        if tag.name in MOVES:
            try:
                _play(game, moves, tag)
            except ValueError as error:
                raise TagError(index, f"{_shown(tag)}: {error}") from None
    if len(moves) < len(game.moves):
        moves.append(GgfMove(PASS))
    return game, tuple(moves)
