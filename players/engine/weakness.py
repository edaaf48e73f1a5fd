"""A move as a person chooses it, who misjudges and overlooks but does not throw a game away."""

import random
from collections.abc import Sequence
from typing import NamedTuple

from othello import rules
from othello.bits import bit, count
from othello.evaluation.plain import CORNERS
from othello.position import Position
from players.move_values import MoveValue


class Weakness(NamedTuple):
    """What a player gets wrong; without arguments, nothing.

    It misjudges each move by `noise` discs (standard deviation). `greed` is the share of its
    judgement that counts the discs after the move instead of looking ahead. It overlooks a share
    `overlooked` of the moves, but no corner and not the move that turns most discs. A move that
    loses more than `bearable` discs against the best that it looked at is never played.
    """

    noise: float = 0.0
    greed: float = 0.0
    overlooked: float = 0.0
    bearable: float = 128.0


def chance_of(seed: object, position: Position) -> random.Random:
    """The chances that belong to a position in the game numbered `seed`, whatever came before."""
    return random.Random(f"{seed} {int(position.own)} {int(position.opp)}")


def discs_after(position: Position, move: int) -> int:
    """By how many discs the side that plays `move` is ahead after it."""
    child = position.play(move)
    return count(child.opp) - count(child.own)


def _noticed(
    values: Sequence[MoveValue], discs: dict[int, int], overlooked: float, chance: random.Random
) -> list[MoveValue]:
    """The moves that are not overlooked: what is obvious always, the others by chance."""
    most = max(discs[value.move] for value in values)
    return [
        value
        for value in values
        if chance.random() >= overlooked or discs[value.move] == most or bit(value.move) & CORNERS
    ]


def seeming_best(
    position: Position, values: Sequence[MoveValue], weakness: Weakness, chance: random.Random
) -> MoveValue:
    """The one of `values`, those of all legal moves, that seems best to who has this weakness."""
    discs = {value.move: discs_after(position, value.move) for value in values}
    least = max(value.score for value in values) - weakness.bearable * rules.SCORE_SCALE
    borne = [value for value in values if value.score >= least]

    def seeming(value: MoveValue) -> float:
        counted = weakness.greed * (discs[value.move] * rules.SCORE_SCALE - value.score)
        return value.score + counted + chance.gauss(0, weakness.noise) * rules.SCORE_SCALE

    return max(_noticed(borne, discs, weakness.overlooked, chance), key=seeming)
