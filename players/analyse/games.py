"""The games of files, folders, transcripts and boards, and the positions to be judged in them."""

import functools
import itertools
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from othello.formats import collection
from othello.formats.reading import Refused, each_file, strictly
from othello.game import Game
from othello.position import PASS, Position
from players.analyse.verdicts import Question
from players.protocol import Player, chosen_move


class NamedGame(NamedTuple):
    """A game, what its file says of it, and which one of which source it is, counted from 1."""

    source: str
    number: int
    entry: collection.Entry
    game: Game


class Turn(NamedTuple):
    """A position of a game to be judged: its number, whose turn it is, and the question.

    Turns are counted from 1 without passes. The last one asks about no move if the game is
    not over.
    """

    number: int
    black: bool
    question: Question


def games_of(
    sources: Sequence[str], first: int | None = None, refused: Refused = strictly
) -> list[NamedGame]:
    """The games of all sources, all or the first so many.

    A source is a file, a folder, a transcript or a board. FormatError or OSError, in one line,
    for one that cannot be read. With `refused`, odd games among others are left out, and it is
    called with the error of each.
    """
    found = itertools.chain.from_iterable(_games(source, refused) for source in sources)
    return list(itertools.islice(found, None if first is None else min(first, sys.maxsize)))


def turns(game: Game) -> list[Turn]:
    """The positions of a game in which a side can move, in their order."""
    black = game.black_to_move == (len(game.moves) % 2 == 0)
    moves = [*game.moves, *([] if game.over else [None])]
    found: list[Turn] = []
    for position, move in zip(game.positions, moves, strict=False):
        if move != PASS:
            question = Question(int(position.own), int(position.opp), move)
            found.append(Turn(len(found) + 1, black, question))
        black = not black
    return found


def chosen(turns: Iterable[Turn], player: Player, asked: str) -> list[Turn]:
    """The turns of a game with the moves that a player would have made in place of those made.

    ValueError, which begins with `asked`, for one that it cannot make.
    """
    player.new_game(0)
    found = []
    for turn in turns:
        position = Position(turn.question.own, turn.question.opp)
        move = chosen_move(player, position, f"{asked}, move {turn.number}")
        found.append(turn._replace(question=turn.question._replace(move=move)))
    return found


def _games(source: str, refused: Refused) -> Iterator[NamedGame]:
    """The games of one source."""
    files = collection.files_named(source)
    if not files:
        yield from _played("", collection.read(source, refused=refused), refused)
    read = functools.partial(collection.read_file, refused=refused)
    for path, entries in each_file(files, read, refused):
        yield from _played(str(path), entries, refused)


def _played(
    source: str, entries: Iterable[collection.Entry], refused: Refused
) -> Iterator[NamedGame]:
    """The games of a source's entries; FormatError, with its number, for one against the rules."""
    for number, entry, game in collection.play(entries, source or "text", refused):
        yield NamedGame(source, number, entry, game)
