"""How many nodes alpha-beta generates for a move at some depth, in whole games."""

from typing import Any, NamedTuple

from players.limits import Limits
from players.protocol import Player
from players.registry import make
from tournament.experiments.positions import able, game_of


class Depths(NamedTuple):
    """Alpha-beta with an evaluator, searching to depths up to `deepest`."""

    evaluator: str
    deepest: int


def nodes_of_game(asked: Depths, seed: int) -> dict[str, Any]:
    """The nodes for all moves of a game that alpha-beta of depth 2 plays, by depth from 1 on."""
    player: Player = make(f"alphabeta:evaluator={asked.evaluator},solve=0")
    game, nodes, moves = game_of(seed), [0] * asked.deepest, 0
    while not game.over:
        position = able(game.position)
        if position is None:
            break
        found = [player.choose(position, Limits(depth=n + 1)) for n in range(asked.deepest)]
        nodes = [before + one.nodes for before, one in zip(nodes, found, strict=True)]
        moves += 1
        move = found[min(1, asked.deepest - 1)].move
        assert move is not None  # `able` has a move
        game.play(move)
    return {"nodes": nodes, "moves": moves}
