"""Positions in which a move is judged by a deep search, and the trials that judge it."""

from typing import Any, NamedTuple

from othello.openings import four_move_openings
from othello.position import Position
from othello.symmetry import canonical
from players.registry import make
from tournament.experiments.positions import game_of, opening_of

AGREEMENT_PLIES = (12, 20, 28, 36)
GUIDE = "alphabeta:depth=2,evaluator=bill"


class AgreementSettings(NamedTuple):
    """What decides a trial apart from its seed: the players, nodes, and the deep search."""

    players: tuple[str, ...]
    budgets: tuple[int, ...]
    deep: str


def position_of(seed: int) -> Position:
    """The position at one of AGREEMENT_PLIES of a game of one opening, as far as that got."""
    ply = AGREEMENT_PLIES[seed // len(four_move_openings()) % len(AGREEMENT_PLIES)]
    game, player = game_of(seed), make(GUIDE)
    while not game.over and len(game.moves) < ply:
        move = player.choose(game.position).move
        if len(game.moves) == ply - 3:  # so that openings that meet again part
            move = game.legal()[seed % len(game.legal())]
        game.play(move)
    return game.position


def key_of(position: Position) -> str:
    """The same 32 hexadecimal digits for a position and its images under the symmetries."""
    least = canonical(position)
    return f"{int(least.own):016x}{int(least.opp):016x}"


def agree(settings: AgreementSettings, seed: int) -> dict[str, Any]:
    """Whether each player with each number of nodes chose the move of the deep search.

    "right" is 0 or 1 by player and number of nodes, None where the game is over; beside it
    the key of the position and the class of the opening.
    """
    position = position_of(seed)
    result = {"key": key_of(position), "board_class": opening_of(seed).board_class, "right": None}
    if position.over():
        return result
    best = make(settings.deep).choose(position).move
    found = [
        [
            int(make(f"{spec},nodes={nodes}").choose(position).move == best)
            for nodes in settings.budgets
        ]
        for spec in settings.players
    ]
    return {**result, "right": found}


def distinct(results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The results of positions that are not over, one of each key: the first."""
    first: dict[str, dict[str, Any]] = {}
    for result in results:
        if result["right"] is not None:
            first.setdefault(result["key"], result)
    return list(first.values())
