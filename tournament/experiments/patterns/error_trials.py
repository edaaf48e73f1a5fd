"""Positions near the end of games that learning has not seen, solved exactly."""

import functools
import random
from typing import Any, NamedTuple

from othello.game import Game
from othello.position import Position
from players.engine.endgame import Solver
from players.protocol import Player
from players.registry import make

PLAYER = "alphabeta:depth=2,evaluator=bill,solve=0"
FEWEST_RANDOM, MOST_RANDOM = 10, 20
"""How many first moves of a game are random, both ends included."""
ERROR_TABLE_MEGABYTES = 32


class Unseen(NamedTuple):
    """What decides a position apart from its seed: empty squares left, and who plays up to there.

    Chance is drawn from these and the seed by another generator than that of learning.
    """

    empties: int
    player: str = PLAYER
    fewest: int = FEWEST_RANDOM
    most: int = MOST_RANDOM


@functools.lru_cache(maxsize=1)
def _player(spec: str) -> Player:
    """The player of this specification, made once."""
    return make(spec)


@functools.lru_cache(maxsize=1)
def _solver() -> Solver:
    """A solver; what it knows of earlier positions changes no result."""
    return Solver(megabytes=ERROR_TABLE_MEGABYTES)


def position_of(settings: Unseen, seed: int) -> Position:
    """The position of a game of its own in which the side to move has a move."""
    chance = random.Random(f"pattern-errors {tuple(settings)} {seed}")
    while True:
        game, drawn = Game(), chance.randint(settings.fewest, settings.most)
        while not game.over and game.position.plies_left() > settings.empties:
            if game.position.plies_left() > 60 - drawn:
                game.play(chance.choice(game.legal()))
            else:
                choice = _player(settings.player).choose(game.position)
                assert choice.move is not None  # the game is not over
                game.play(choice.move)
        if not game.over:
            return game.position


def exact(settings: Unseen, seed: int) -> dict[str, Any]:
    """A position, both sides' discs in hexadecimal, and its exact result in discs."""
    position = position_of(settings, seed)
    score = _solver().solve(position).score
    return {"own": f"{int(position.own):016x}", "opp": f"{int(position.opp):016x}", "score": score}
