"""One sampled position, searched with tables that know positions, paths or nothing."""

import random
from typing import Any

from othello.game import Game
from othello.openings import four_move_openings
from othello.position import Position
from players.registry import make
from tournament.experiments.pollution_searches import KEYINGS, Asked, searches

PLIES = (14, 22, 30, 38, 46)
GUIDE = "alphabeta:depth=2,evaluator=bill"
CHANCE = 0.125
"""The share of the moves of a game that are drawn by lot."""


def ply_of(seed: int) -> int:
    """Which of PLIES a trial takes: in turn, so that each meets every opening in time."""
    return PLIES[seed % len(PLIES)]


def position_of(seed: int) -> Position | None:
    """A position at `ply_of(seed)` of a game of one opening; None if it ended."""
    openings = four_move_openings()
    chance = random.Random(seed)
    game, guide = Game(), make(GUIDE)
    game.play_all(openings[seed % len(openings)].moves)
    while not game.over and len(game.moves) < ply_of(seed):
        drawn = chance.random() < CHANCE
        move = chance.choice(game.legal()) if drawn else guide.choose(game.position).move
        game.play(move)
    return None if game.over else game.position


def pollution_trial(asked: Asked, seed: int) -> dict[str, Any]:
    """What every search of a sampled position found with every kind of table.

    `found`: by search and way, in the order of `searches`, a row of score, move and
    nodes for each of KEYINGS; None where the game was over.
    """
    position = position_of(seed)
    if position is None:
        return {"ply": ply_of(seed), "found": None}
    found = [[one.run(position, keying) for keying in KEYINGS] for one in searches(asked)]
    return {"ply": ply_of(seed), "found": found}
