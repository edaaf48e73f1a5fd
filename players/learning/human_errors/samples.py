"""What people's errors are fitted to: their games, with the value of every move that they had.

Games are drawn evenly over the ratings of a side, so that the few who are very weak or very strong
are seen as often as all others.
"""

import platform
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from othello.formats.wthor import END
from othello.game import Game
from othello.position import Position
from players.engine.player import EngineOptions, EnginePlayer
from players.learning.batches import Batches, joined
from players.learning.human_errors.ratings import read_human_games
from players.move_values import LEAST_DEPTH, values_at

BATCH = 10
"""Games in one file of a working folder: what a kill can cost."""
MEGABYTES = 8
CLASS = 100
"""Elo in a class of ratings; each class is drawn from as often as every other one."""
RARE = 50


class Recipe(NamedTuple):
    """How people's games are drawn and judged.

    data: a folder of WTHOR's files. data_digest: that of the games in it. evaluator: what the judge
    searches with. depth: plies that it looks ahead, the move that is judged counted. solved: the
    most empty squares from which on it looks to the end. seed: of the draw.
    """

    data: str = "wthor"
    data_digest: str = ""
    evaluator: str = "patterns"
    depth: int = 10
    solved: int = 16
    seed: int = 0


class Decisions(NamedTuple):
    """Choices of people between two moves or more, and what each was worth.

    boards: uint64[n, 2], own discs and the other side's. ratings: float32[n], of who chose. game:
    int32[n]. played: uint8[n], the square. counts: uint8[n], of legal moves. moves: uint8[sum of
    counts], squares, those of a decision together; values: int16 of these, hundredths of a disc.
    """

    boards: np.ndarray
    ratings: np.ndarray
    game: np.ndarray
    played: np.ndarray
    counts: np.ndarray
    moves: np.ndarray
    values: np.ndarray

    def pick(self, rows: np.ndarray) -> "Decisions":
        """Those in `rows`, bool[n]."""
        theirs = np.repeat(rows, self.counts)
        moves, values = self.moves[theirs], self.values[theirs]
        boards, ratings, game, played, counts = (part[rows] for part in self[:5])
        return Decisions(boards, ratings, game, played, counts, moves, values)


def draw_games(ratings: np.ndarray, size: int, chance: np.random.Generator) -> list[int]:
    """Numbers of `size` different games, evenly over classes of float64[n, 2], their ratings.

    The RARE weakest sides are one class with those next to them, and so are the strongest.
    """
    sides = ratings.ravel()
    order = np.sort(sides)
    rare = min(RARE, len(order) - 1)
    classes = np.floor(np.clip(sides, order[rare], order[-1 - rare]) / CLASS).astype(int)
    members = [np.flatnonzero(classes == name) // 2 for name in np.unique(classes)]
    drawn: dict[int, None] = {}
    while len(drawn) < min(size, len(ratings)):
        drawn[int(chance.choice(members[chance.integers(len(members))]))] = None
    return list(drawn)


def games_of_batch(recipe: Recipe, number: int, ratings: np.ndarray, size: int) -> list[int]:
    """Numbers of the games in a batch of `size`, drawn as by `draw_games`."""
    return draw_games(ratings, size, np.random.default_rng([recipe.seed % 2**64, number]))


def judged_moves(
    position: Position, judge: EnginePlayer, depth: int, solved: int
) -> tuple[list[int], list[int]]:
    """The legal moves of a position, best first, and what each is worth."""
    empties = int(position.plies_left())
    plies = empties if empties <= solved else depth
    found = values_at(judge, position, max(LEAST_DEPTH, plies)).moves
    return [value.move for value in found], [value.score for value in found]


def decisions_of(
    moves: Sequence[int], judge: EnginePlayer, depth: int, solved: int
) -> list[tuple[bool, Position, int, list[int], list[int]]]:
    """Of a game each choice between moves: whether black's, position, move, all moves, values.

    A game that breaks the rules ends before the first illegal move.
    """
    found = []
    game = Game()
    for move in moves:
        legal, position = game.legal(), game.position
        if move not in legal:
            break
        if len(legal) > 1:
            judged = judged_moves(position, judge, depth, solved)
            found.append((game.black_to_move, position, move, *judged))
        game.play(move)
    return found


def make_batch(recipe: Recipe, number: int, size: int = BATCH) -> dict[str, np.ndarray]:
    """The choices in one batch of `size` games, as Decisions by their names.

    ValueError for a folder that holds other files than those of the recipe.
    """
    games = read_human_games(recipe.data)
    if games.digest != recipe.data_digest:
        raise ValueError(f"{platform.node()}: {recipe.data} holds other files than the command's")
    judge = EnginePlayer(EngineOptions(table=MEGABYTES, evaluator=recipe.evaluator))
    rows, moves, values = [], [], []
    for game in games_of_batch(recipe, number, games.ratings, size):
        played = games.records["moves"][game]
        judge.new_game()
        line = played[played != END].tolist()
        for black, position, move, *judged in decisions_of(
            line, judge, recipe.depth, recipe.solved
        ):
            rating = games.ratings[game, 0 if black else 1]
            rows.append((position.own, position.opp, rating, game, move, len(judged[0])))
            moves += judged[0]
            values += judged[1]
    own, opp, ratings, game_numbers, chosen, counts = zip(*rows, strict=True)
    return Decisions(
        np.array([own, opp], np.uint64).T,
        np.array(ratings, np.float32),
        np.array(game_numbers, np.int32),
        np.array(chosen, np.uint8),
        np.array(counts, np.uint8),
        np.array(moves, np.uint8),
        np.array(values, np.int16),
    )._asdict()


MODULES = __name__, "players.learning.human_errors.ratings"
HUMAN_GAMES = Batches(
    "decisions", ".npz", BATCH, make_batch, MODULES, searched=True, places=("data",)
)


def read_decisions(paths: Sequence[Path]) -> Decisions:
    """The choices of kept batches, a game drawn twice counted once; ValueError names a bad file."""
    shapes: dict[str, tuple[int | str, ...]] = {name: ("n",) for name in Decisions._fields}
    shapes |= {"boards": ("n", 2), "moves": ("m",), "values": ("m",)}
    columns, batch = joined(paths, shapes)
    found = Decisions(*columns)
    _, first, same = np.unique(found.game, return_index=True, return_inverse=True)
    return found.pick(batch == batch[first][same])
