"""Games that a search plays against itself, for learning: random first moves, an exact end."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from othello import evaluation
from othello.bits import squares
from othello.formats.wthor import END, MOST_MOVES
from othello.position import START
from players.cluster.choice import Jobs
from players.learning.batches import Batches, npy_bytes
from players.search.alphabeta import Search, new_search
from players.search.deepening import search_depth
from players.search.workspace import start

BATCH = 100
"""Games in one file of a working folder: what a kill can cost."""


class Recipe(NamedTuple):
    """How the games are played.

    evaluator: a name. depth: plies of the search. exact: the empties from
    which the search goes to the end. fewest, most: random first plies, all
    numbers between them equally likely. seed: of the first batch.
    """

    evaluator: str
    depth: int = 4
    exact: int = 12
    fewest: int = 8
    most: int = 20
    seed: int = 0


def play_game(chance: random.Random, recipe: Recipe, search: Search) -> tuple[list[int], int]:
    """The moves of one game, passes left out, and how many of them were random."""
    random_plies = chance.randint(recipe.fewest, recipe.most)
    moves: list[int] = []
    position = START
    while True:
        legal = squares(position.legal())
        if not legal:
            position = position.passed()
            legal = squares(position.legal())
        if not legal:
            return moves, min(random_plies, len(moves))
        if len(moves) < random_plies:
            move = chance.choice(legal)
        else:
            left = position.plies_left()
            start(search.workspace)
            depth = left if left <= recipe.exact else recipe.depth
            result = search_depth(position, search, depth)
            assert result is not None  # no limit was set
            move = result.line[0]
        moves.append(move)
        position = position.play(move)


def play_batch(recipe: Recipe, batch: int, games: int = BATCH) -> tuple[np.ndarray, np.ndarray]:
    """The games of one batch: moves uint8[games, 60], END after the last, and random plies."""
    chance = random.Random(f"{recipe.seed} {batch}")
    search = new_search(evaluation.named(recipe.evaluator))
    moves = np.full((games, MOST_MOVES), END, np.uint8)
    random_plies = np.zeros(games, np.uint8)
    for game in range(games):
        played, random_plies[game] = play_game(chance, recipe, search)
        moves[game, : len(played)] = played
    return moves, random_plies


def _content(recipe: Recipe, batch: int) -> bytes:
    """A batch as the content of an .npy file: uint8[BATCH, 61], random plies, then the moves."""
    moves, random_plies = play_batch(recipe, batch)
    return npy_bytes(np.column_stack([random_plies, moves]))


GAMES = Batches("games", ".npy", BATCH, _content, (__name__,))


def play_games(
    recipe: Recipe, games: int, folder: Path, jobs: Jobs, progress: Callable[[int], None]
) -> tuple[np.ndarray, np.ndarray]:
    """At least `games` games, as `play_batch` gives them; see `Batches.collect`."""
    return read_games(GAMES.collect(recipe, games, folder, jobs, progress))


def read_games(paths: Sequence[Path]) -> tuple[np.ndarray, np.ndarray]:
    """The games of kept batches, as `play_batch` gives them; ValueError names a damaged file."""
    parts = []
    for path in paths:
        try:
            part = np.load(path, allow_pickle=False)
        except (ValueError, EOFError) as error:
            raise ValueError(f"{path}: not a batch of games ({error})") from None
        if part.shape != (BATCH, 1 + MOST_MOVES) or part.dtype != np.uint8:
            raise ValueError(f"{path}: not a batch of {BATCH} games")
        parts.append(part)
    together = np.concatenate(parts)
    return np.ascontiguousarray(together[:, 1:]), np.ascontiguousarray(together[:, 0])
