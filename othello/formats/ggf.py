"""GGF, the Generic Game Format of the Generic Game Server: games as text.

>>> from othello.game import Game
>>> text = write([from_game(Game.from_transcript("f5d6c3"), {"PB": "Ann", "PW": "Bert"})])
>>> [(game.black, game.white, game.game().transcript()) for game in read(text)]
[('Ann', 'Bert', 'f5d6c3')]

A game that is read and written again keeps every tag as it was; only blanks and
line ends between tags are made alike. FormatError for a text against the
format, one line with the file, the line and the character; OSError where the
system refuses.

Source: Buro, "Generic Game Format", skatgame.net/mburo/ggsa/ggf.
"""

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TextIO

from othello import notation
from othello.files import FilePath, replace_file
from othello.formats.errors import FormatError
from othello.formats.ggf_game import BLACK_MOVE, MOVES, WHITE_MOVE, GgfGame, GgfMove, TagError
from othello.formats.ggf_game import replayed as _replayed
from othello.formats.ggf_text import Tag, WrittenGame, fault, game_text, written_games
from othello.formats.reading import open_text
from othello.game import Game
from othello.position import PASS, Position

__all__ = [
    "GgfGame",
    "GgfMove",
    "Tag",
    "from_game",
    "read",
    "read_games",
    "write",
    "write_games",
]

_HEADING = ("GM", "PC", "DT", "PB", "PW", "RB", "RW", "TI", "TY", "RE")
_MATCHES_END = 10**6
_NUMBERS_END = 10**6


def _checked(written: WrittenGame, name: str) -> GgfGame:
    """A game whose tags mean something and whose moves are legal; FormatError for any other."""
    try:
        _replayed(written.tags)
    except TagError as error:
        place = written.place if error.index is None else written.places[error.index]
        raise fault(name, place, str(error)) from None
    return GgfGame(written.tags, written.match)


def _games(
    stream: TextIO, name: str, refused: Callable[[FormatError], object] | None
) -> Iterator[GgfGame]:
    """The games of a stream, as `read_games` has them."""
    for written in written_games(stream, name):
        try:
            game = _checked(written, name)
        except FormatError as error:
            if refused is None:
                raise
            refused(error)
        else:
            yield game


def read(text: str, name: str = "text") -> list[GgfGame]:
    """The games of a text; `name` is what FormatError calls it."""
    return list(_games(io.StringIO(text, newline=None), name, None))


def read_games(
    path: FilePath, refused: Callable[[FormatError], object] | None = None
) -> Iterator[GgfGame]:
    """The games of a file one by one; it is read as they are asked for, never held whole.

    With `refused`, games that are not Othello on 8 by 8 squares or break its
    rules are left out, and it is called with the error of each; a text that is
    no GGF is a FormatError all the same.
    """
    with open_text(path) as stream:
        yield from _games(stream, str(path), refused)


def write(games: Iterable[GgfGame]) -> str:
    """The text of games: each match is a line, with its number of games before them.

    FormatError for a tag or match that could not be read again.
    """
    lines: list[str] = []
    match = due = 0
    for game in games:
        if not due:
            match = due = game.match
            lines.append(f"{match} " if match else "")
        if game.match != match or not 0 <= match < _MATCHES_END:
            raise FormatError(f"match {len(lines)}: {game.match} games after one of {match}")
        lines[-1] += game_text(game.tags)
        due = max(due - 1, 0)
    if due:
        raise FormatError(f"match {len(lines)}: {due} of {match} games are missing")
    return "".join(f"{line}\n" for line in lines)


def write_games(path: FilePath, games: Iterable[GgfGame]) -> None:
    """Write a file, whole or not at all."""
    replace_file(path, write(games).encode())


def _move_text(move: GgfMove) -> str:
    """A move as "d3/0.48/0.01"; a number that is not known is left out."""
    name = "pass" if move.move == PASS else notation.square_name(move.move)
    numbers = (move.value, move.seconds)
    if any(number is not None and not abs(number) < _NUMBERS_END for number in numbers):
        raise FormatError(f"{name}: GGF has no room for one of {numbers}")
    texts = ("" if number is None else f"{number:.2f}" for number in numbers)
    return "/".join([name, *texts]).rstrip("/")


def _board_text(position: Position, black_to_move: bool) -> str:
    """A board as "8 -------- ... *": ranks with blanks between them, black as a star."""
    discs = notation.board_text(position, black_to_move).replace(notation.BLACK_DISC, "*")
    return " ".join(["8", *(discs[start : start + 8] for start in range(0, 64, 8)), discs[-1]])


def from_game(
    game: Game, heading: Mapping[str, str] | None = None, moves: Sequence[GgfMove] = ()
) -> GgfGame:
    """A record of a game, from its start to where it stands.

    `heading` holds texts by the names of tags: "PB" and "PW" the players, "PC"
    the place, "DT" the date, "RE" a result that is not the board's. `moves` are
    the first of `game.moves`, or all, with values and times. FormatError for
    what GGF cannot hold, ValueError for `moves` of another game.
    """
    if any(known.move != move for known, move in zip(moves, game.moves, strict=False)):
        raise ValueError("the moves with values are not the game's")
    result = game.result()
    outcome = "?" if result is None else f"{result:+.3f}"
    texts = {"GM": "Othello", "TY": "8", "RE": outcome, **(heading or {})}
    names = sorted(texts, key=lambda name: (*_HEADING, name).index(name))
    if any(name in texts for name in MOVES):
        raise FormatError("the heading of a game holds no moves")
    black = game.black_to_move == (len(game.moves) % 2 == 0)
    tags = [Tag(name, texts[name]) for name in names]
    tags.append(Tag("BO", _board_text(game.positions[0], black)))
    known = [*moves, *map(GgfMove, game.moves[len(moves) :])]
    for move in known:
        tags.append(Tag(BLACK_MOVE if black else WHITE_MOVE, _move_text(move)))
        black = not black
    record = GgfGame(tuple(tags), match=1)
    write([record])  # so that what cannot be written is refused here,
    record.game()  # and what could not be read again
    return record
