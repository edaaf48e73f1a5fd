"""Games of files, folders and texts, and their turns to be judged."""

import functools
import itertools
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from othello.formats import collection
from othello.formats.entry import Entry
from othello.formats.reading import OnError, raise_error, read_files
from othello.game import Game
from othello.position import Position
from players.move_values import MoveValue
from players.study.analyse.verdicts import Question, Verdict
from players.study.coach.mistakes import JudgedMove


class NamedGame(NamedTuple):
    """A game of a source, with its number in the source, counted from 1."""

    source: str
    number: int
    entry: Entry
    game: Game


class Turn(NamedTuple):
    """A position of a game to be judged, with its number and the side to move.

    Turns are counted from 1 without passes. If the game is not over, the last question is about no
    move.
    """

    number: int
    black: bool
    question: Question


class JudgedGame(NamedTuple):
    """A game, its turns, and the verdict on each."""

    game: NamedGame
    turns: Sequence[Turn]
    verdicts: Sequence[Verdict]


def games_of(
    sources: Sequence[str], first: int | None = None, on_error: OnError = raise_error
) -> list[NamedGame]:
    """Games of all sources, or only the `first`.

    A source is a file, a folder, a transcript or a board. FormatError or OSError, in one line, for
    one that cannot be read. `on_error` is called with the error of each bad game among others.
    """
    games = itertools.chain.from_iterable(_games(source, on_error) for source in sources)
    return list(itertools.islice(games, None if first is None else min(first, sys.maxsize)))


def _games(source: str, on_error: OnError) -> Iterator[NamedGame]:
    files = collection.files_named(source)
    read = functools.partial(collection.read_file, on_error=on_error)
    lists: Iterable[tuple[object, Iterable[Entry]]] = read_files(files, read, on_error)
    for path, entries in lists if files else [("", collection.read(source, on_error=on_error))]:
        for number, entry in enumerate(entries, start=1):
            yield NamedGame(str(path), entry.number or number, entry, entry.game())


def turns(game: Game) -> list[Turn]:
    """Positions of a game in which a side can move, in their order."""
    found = [
        Turn(number, node.black, Question(int(node.own), int(node.opp), node.move))
        for number, node in enumerate(game.nodes, start=1)
    ]
    if not game.over:
        question = Question(int(game.position.own), int(game.position.opp), None)
        found.append(Turn(len(found) + 1, game.black_to_move, question))
    return found


def judged_move(turn: Turn, verdict: Verdict) -> JudgedMove:
    """Move of a turn with its verdict, as the coach takes it; the turn must have a move."""
    played, best = (
        MoveValue(value.move, value.score, value.proven, value.line, value.lower, value.upper)
        for value in filter(None, (verdict.played, verdict.best))
    )
    position = Position(turn.question.own, turn.question.opp)
    return JudgedMove(turn.number, turn.black, position, played, best, verdict.proven)
