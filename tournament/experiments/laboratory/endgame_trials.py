"""Trials of the endgame solver: what one position costs, and positions of games to solve."""

import functools
import random
import time
from typing import Any, NamedTuple

from othello import notation
from othello.formats import wthor
from othello.game import Game, IllegalMoveError
from othello.position import START, Position
from players.engine.endgame import Solver
from players.engine.endgame_memory import ENDGAME_OFF, EndgameSettings

SOLVER_TABLE_MEGABYTES = 64
ORDER_SEED = 0
MANY_NODES = 100_000
"""So many that what they wrote to a table is cleared in place."""
LONGEST = wthor.MOST_MOVES
ALL_ON = "nothing"
SOLVER_TECHNIQUES = {ALL_ON: EndgameSettings(), **ENDGAME_OFF}
"""EndgameSettings by the name of what is switched off."""


@functools.lru_cache(maxsize=1)
def _solver(settings: EndgameSettings) -> Solver:
    """A solver whose kernels are loaded, or compiled, and whose table is in memory.

    Between positions that take few nodes it is new memory, see `emptied`.
    """
    solver = Solver(megabytes=SOLVER_TABLE_MEGABYTES, settings=settings)
    solver.solve(START, budget=MANY_NODES)
    return solver


def solved(position: Position, settings: EndgameSettings) -> dict[str, Any]:
    """Score, nodes and CPU seconds of a position for a solver that knows nothing yet."""
    solver = _solver(settings)
    solver.clear()
    began = time.thread_time()
    solution = solver.solve(position)
    seconds = time.thread_time() - began
    return {"score": solution.score, "nodes": solution.nodes, "seconds": seconds}


@functools.cache
def games_of(paths: tuple[str, ...]) -> list[tuple[int, ...]]:
    """The moves of all games of WTHOR files, shuffled, always alike.

    FormatError or OSError for a file that cannot be read.
    """
    games = [game.moves for path in paths for game in wthor.read_games(path).games]
    random.Random(ORDER_SEED).shuffle(games)
    return games


@functools.cache
def reaching(paths: tuple[str, ...], empties: int) -> list[tuple[int, ...]]:
    """The moves, down to so many empty squares, of the games that went on from there.

    None is there twice, so that games do not count twice that had not parted by then.
    """
    played = LONGEST - empties
    games = (moves[:played] for moves in games_of(paths) if len(moves) > played)
    return list(dict.fromkeys(games))


class Problem(NamedTuple):
    """A board, and where among the techniques its trials begin."""

    board: str
    first: int


def solve_without(problem: Problem, seed: int) -> dict[str, Any]:
    """What a position costs without the technique that the seed stands for.

    Each position begins with another technique, so that none is always the first.
    """
    name = list(SOLVER_TECHNIQUES)[(problem.first + seed) % len(SOLVER_TECHNIQUES)]
    position = Game.from_board(problem.board).position
    return {"off": name, **solved(position, SOLVER_TECHNIQUES[name])}


class Sampled(NamedTuple):
    """Positions with so many `empties` of games of WTHOR files, with the `digest` of the files."""

    paths: tuple[str, ...]
    digest: str
    empties: int


def position_of(asked: Sampled, seed: int) -> Position | str:
    """The position of one game, or what is wrong with a game against the rules."""
    games = reaching(asked.paths, asked.empties)
    moves, game = games[seed % len(games)], Game()
    try:
        game.play_all(moves)
    except IllegalMoveError as error:
        return f"{notation.transcript_text(moves)}: {error}"
    return game.position


def cost(settings: Sampled, seed: int) -> dict[str, Any]:
    """What the position of one game costs to solve, or the "fault" of a game against the rules."""
    position = position_of(settings, seed)
    if isinstance(position, str):
        return {"fault": position}
    return solved(position, EndgameSettings())
