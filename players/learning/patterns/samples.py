"""Batches of games and of labels, each made from plain data, by any process on any machine.

A batch of games is uint8[games, 60]: the squares played, passes left out, 255 after the last move.
A batch of labels is int16, hundredths of a disc for the side to move, for the positions that
`positions` finds again from the games: they are not kept. Both are .npy files.
"""

import functools
import hashlib
import io
from typing import Any, NamedTuple

import numpy as np

from othello import evaluation
from othello.bits import squares
from othello.evaluation.patterns.weights import expanded
from othello.position import Position
from othello.rules import SCORE_SCALE
from players.engine.endgame import SMALL_MEGABYTES, Solver
from players.engine.endgame_memory import EndgameSettings, new_endgame_memory, record_of
from players.engine.endgame_table import EndgameTables, new_words
from players.learning.batches import npy_bytes
from players.learning.patterns import kernels
from players.learning.patterns.kernels import END, GAME_PLIES

EXACT_MEGABYTES = 8
PLAYED_ON = 2
"""The plies of a search that plays a position to its end, where results are the labels."""


class GamesRecipe(NamedTuple):
    """How games are played: see `kernels.play_games`.

    deviations in hundredths of a disc. batch: games in one file, which a kill can cost.
    """

    depth: int = 2
    fewest: int = 8
    most: int = 32
    deviations: tuple[int, ...] = (150, 400, 800)
    batch: int = 5000


class LabelsRecipe(NamedTuple):
    """How the positions of a stage are drawn from games and labelled.

    first, last: numbers of discs. each: positions of one game. least: plies of a search at the
    least; up to two more take it to the stage behind `last`; 0 for the results of games that are
    played on with two plies. exact: the discs from which on positions are solved.
    """

    first: int
    last: int
    each: int
    least: int
    exact: int


def seeded(*numbers: int) -> np.ndarray:
    """uint64[1]: the state of chance that belongs to these numbers."""
    text = " ".join(map(str, numbers))
    return np.frombuffer(hashlib.sha256(text.encode()).digest()[:8], np.uint64).copy()


def from_bytes(content: bytes) -> np.ndarray:
    """The array in the content of an .npy file; ValueError for a damaged one."""
    return np.load(io.BytesIO(content), allow_pickle=False)


class Teacher(NamedTuple):
    """An evaluation as plain data: its name, or distinct weights and their stages as bytes."""

    name: str
    weights: bytes = b""
    first_discs: tuple[int, ...] = ()


@functools.lru_cache(maxsize=2)
def evaluator_of(teacher: Teacher) -> Any:
    """The evaluator that a teacher describes."""
    if not teacher.weights:
        return evaluation.named(teacher.name)
    return expanded(from_bytes(teacher.weights), np.array(teacher.first_discs))


def new_keys() -> np.ndarray:
    """int64[65, 64]: the room in which a search orders moves, a row for each number of discs."""
    return np.zeros((65, 64), np.int64)


def games_batch(teacher: Teacher, recipe: GamesRecipe, seed: int, number: int) -> bytes:
    """The games of batch `number`."""
    moves = np.full((recipe.batch, GAME_PLIES), END, np.uint8)
    kernels.play_games(
        evaluator_of(teacher),
        np.int64(recipe.depth),
        np.int64(recipe.fewest),
        np.int64(recipe.most),
        np.array(recipe.deviations, np.int64),
        seeded(seed, number),
        new_keys(),
        moves,
    )
    return npy_bytes(moves)


def positions(games: np.ndarray, recipe: LabelsRecipe, seed: int, number: int) -> np.ndarray:
    """uint64[n, 2]: the positions of a batch of games that have labels, rows of zeros among them.

    `each` of every game in the games' order, drawn by chance; own discs, then the other side's.
    """
    found = np.zeros((len(games) * recipe.each, 2), np.uint64)
    state = seeded(seed, number, recipe.first)
    kernels.positions_of(games, recipe.first, recipe.last, recipe.each, state, found)
    return found


def one_of_each_game(
    evaluator: str, recipe: GamesRecipe, discs: tuple[int, int], seed: int, number: int
) -> list[Position]:
    """A position of each game of a batch, drawn by chance from those of `discs` discs.

    discs: the fewest and the most. A game that ends before, or in which the position drawn has no
    move, gives none.
    """
    games = from_bytes(games_batch(Teacher(evaluator), recipe, seed, number))
    drawn = positions(games, LabelsRecipe(*discs, 1, 0, 0), seed, number)
    there = [Position(own, opp) for own, opp in drawn if own | opp]
    return [position for position in there if squares(position.legal())]


def labels_batch(
    games: bytes, teacher: Teacher, recipe: LabelsRecipe, seed: int, number: int
) -> bytes:
    """The labels of the positions of a batch of games."""
    drawn = positions(from_bytes(games), recipe, seed, number)
    discs = np.bitwise_count(drawn[:, 0] | drawn[:, 1])
    solved = (discs >= recipe.exact) | (discs == 0)
    labels = np.zeros(len(drawn), np.int16)
    if solved.any():
        late, results = np.ascontiguousarray(drawn[solved]), np.zeros(solved.sum(), np.int16)
        tables = EndgameTables(new_words(EXACT_MEGABYTES), new_words(SMALL_MEGABYTES))
        stop = np.zeros(1, np.int64)
        kernels.label_exactly(
            late, tables, record_of(new_endgame_memory(EndgameSettings())), stop, results
        )
        labels[solved] = results
    if not solved.all():
        early, values = np.ascontiguousarray(drawn[~solved]), np.zeros((~solved).sum(), np.int16)
        goal, least = np.int64(recipe.last + 1), np.int64(recipe.least)
        keys, evaluator = new_keys(), evaluator_of(teacher)
        if recipe.least > 0:
            kernels.label_by_search(early, goal, least, evaluator, keys, values)
        else:
            kernels.label_by_play(early, np.int64(PLAYED_ON), evaluator, keys, values)
        labels[~solved] = values
    return npy_bytes(labels)


def judged_batch(content: bytes, teacher: Teacher, goal: int, depth: int, solved: bool) -> bytes:
    """What positions are worth, int16: by solving, or by searches of `depth` plies and one more.

    content: uint64[n, 2] as an .npy file. goal: discs at which the teacher's evaluation begins
    to hold; searches reach it.
    """
    drawn = from_bytes(content)
    values = np.zeros(len(drawn), np.int16)
    if solved:
        solver = Solver(megabytes=EXACT_MEGABYTES)
        for index, (own, opp) in enumerate(drawn):
            values[index] = SCORE_SCALE * solver.solve(Position(own, opp)).score
    else:
        evaluator = evaluator_of(teacher)
        kernels.label_by_search(drawn, goal, np.int64(depth), evaluator, new_keys(), values)
    return npy_bytes(values)
