"""Problems from the program's own games: positions with what each move is worth, by deep search.

They judge moves in the middle of the game, where published problems with the scores of all moves
are rare. The judge is the engine, which looks deeper and leaves less out than those it judges.
"""

from typing import NamedTuple

from othello.bits import squares
from othello.formats import obf
from othello.formats.obf import Problem
from othello.position import Position
from othello.rules import SCORE_SCALE
from players.engine.engine import Engine
from players.engine.request import Request
from players.learning.batches import Batches
from players.learning.patterns.samples import GamesRecipe, one_of_each_game

BATCH = 20
"""Problems in one file of a working folder, of as many games: what a kill can cost."""
DRAWN = 2 * BATCH
"""Games that are played for a batch, since some end early or leave one move only."""
SOFT_PLIES, DEVIATIONS = 16, (150,)
"""In so many first plies at the most chance misjudges moves, by hundredths of a disc (standard
deviation): enough that games differ, and few are decided early."""
MEGABYTES = 64


class Recipe(NamedTuple):
    """How problems are found and scored.

    evaluator: plays the games, and is what the judge searches with. fewest, most: empty squares.
    depth: plies of the judge, the move that is scored counted. selectivity: of the judge, from
    0 to 5 for nothing left out. seed: of the games.
    """

    evaluator: str = "patterns"
    fewest: int = 26
    most: int = 34
    depth: int = 18
    selectivity: int = 3
    seed: int = 0


def score_moves(position: Position, engine: Engine, depth: int) -> Problem:
    """The position with what each move is worth to its mover, in whole discs, the best first."""
    engine.clear()
    found = [
        (move, -engine.search(position.play(move), Request(depth=depth - 1)).score)
        for move in squares(position.legal())
    ]
    found.sort(key=lambda each: (-each[1], each[0]))
    return Problem(
        position, True, tuple((move, round(score / SCORE_SCALE)) for move, score in found)
    )


def make_batch(recipe: Recipe, number: int, size: int = BATCH) -> bytes:
    """The problems of one batch as OBF: one of each of `size` games, with two moves or more."""
    games = GamesRecipe(most=SOFT_PLIES, deviations=DEVIATIONS, batch=DRAWN)
    discs = 64 - recipe.most, 64 - recipe.fewest
    found = one_of_each_game(recipe.evaluator, games, discs, recipe.seed, number)
    kept = [position for position in found if len(squares(position.legal())) > 1][:size]
    engine = Engine(megabytes=MEGABYTES, level=recipe.selectivity, evaluator=recipe.evaluator)
    return obf.write(score_moves(position, engine, recipe.depth) for position in kept).encode()


PROBLEMS = Batches("problems", ".obf", BATCH, make_batch, (__name__,), "problems", searched=True)
