"""SGF written: games with their variations, comments and headings.

>>> from othello.formats.sgf import read
>>> record = from_game(Game.from_transcript("f5d6"), {"PB": "Ann"}, lines=[(37, 29)])
>>> game = read(write([record]))[0]
>>> game.game.transcript(), game.side_lines, game.text("PB")
('f5d6', ((37, 29),), 'Ann')
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from othello import notation
from othello.bits import squares
from othello.files import FilePath, replace_file
from othello.formats.reading import FormatError
from othello.formats.sgf import (
    BLACK_DISCS,
    BLACK_PROPERTY,
    COMMENT_PROPERTY,
    HALF_SIGN,
    MOVE_PROPERTIES,
    OTHELLO,
    SETUPS,
    TO_PLAY,
    WHITE_DISCS,
    WHITE_PROPERTY,
    Property,
    SgfGame,
)
from othello.formats.side_lines import Path, branches
from othello.game import Game, IllegalMoveError
from othello.position import PASS, START


def from_game(
    game: Game,
    heading: Mapping[str, str] | None = None,
    lines: Iterable[Path] = (),
    comments: Iterable[tuple[Path, str]] = (),
) -> SgfGame:
    """A record of a game, from its start to where it stands.

    `heading` holds texts by the names of properties: "PB" and "PW" the players, "PC" the place,
    "DT" the date, "RE" the result. `lines` are variations from the start, and `comments` stand
    with the moves before them, both without passes. FormatError for what SGF cannot hold.
    """
    texts = {name: text for name, text in (heading or {}).items() if text}
    known = tuple(Property(name, (text,), 1, 1) for name, text in texts.items())
    record = SgfGame(known, game, tuple(lines), tuple(comments))
    write([record])
    return record


def _properties(record: SgfGame) -> dict[str, tuple[str, ...]]:
    """The properties of a game's first node, without its moves and comments."""
    game = record.game
    start, black = game.positions[0], game.black_to_move == (len(game.moves) % 2 == 0)
    found: dict[str, tuple[str, ...]] = {
        **{"FF": ("4",), "GM": (OTHELLO,), "CA": ("UTF-8",), "SZ": ("8",)},
        **{one.name: one.values for one in record.properties if one.node == 1},
    }
    for name in (*MOVE_PROPERTIES, *SETUPS, TO_PLAY, COMMENT_PROPERTY):
        found.pop(name, None)
    if (start, black) != (START, True):
        discs = start if black else start[::-1]
        for name, side in zip((BLACK_DISCS, WHITE_DISCS), discs, strict=True):
            found[name] = tuple(map(notation.square_name, squares(side)))
        found[TO_PLAY] = (BLACK_PROPERTY if black else WHITE_PROPERTY,)
    return {name: values for name, values in found.items() if values}


def _written(name: str, values: Iterable[str]) -> str:
    """A property as text."""
    escaped = (value.replace("\\", "\\\\").replace("]", "\\]") for value in values)
    return name + "".join(f"[{value}]" for value in escaped)


def _lines_text(
    branch: Mapping[int, Any], game: Game, path: Path, said: Mapping[Path, str]
) -> Iterator[str]:
    """The nodes of a line and of all lines that leave it; a wrong move ends a line."""
    for move in branch:
        after, here = game.copy(), (*path, move)
        try:
            after.play(move)
        except IllegalMoveError:
            continue
        side = BLACK_PROPERTY if game.black_to_move else WHITE_PROPERTY
        comment = _written(COMMENT_PROPERTY, [said[here]]) if said.get(here) else ""
        node = f";{_written(side, [notation.square_name(move)])}{comment}"
        yield f"\n({node}" if len(branch) > 1 else node
        yield from _lines_text(branch[move], after, here, said)
        yield ")" if len(branch) > 1 else ""


def _game_text(record: SgfGame) -> str:
    """A game as text, its first node on a line."""
    game, said = record.game, dict(record.comments)
    black = game.black_to_move == (len(game.moves) % 2 == 0)
    main = tuple(move for move in game.moves if move != PASS)
    heading = "".join(_written(*each) for each in _properties(record).items())
    comment = _written(COMMENT_PROPERTY, [said[()]]) if said.get(()) else ""
    begin = Game(game.positions[0], black_to_move=black)
    moves = "".join(_lines_text(branches((main, *record.side_lines)), begin, (), said))
    text = f"(;{heading}{comment}\n{moves})\n"
    if half := HALF_SIGN.search(text):
        raise FormatError(f"{half[0]!r} is half of a sign and no text")
    return text


def write(games: Iterable[SgfGame]) -> str:
    """The text of games with their variations and comments; passes are left out."""
    return "".join(map(_game_text, games))


def write_games(path: FilePath, games: Iterable[SgfGame]) -> None:
    """Write a file, whole or not at all."""
    replace_file(path, write(games).encode())
