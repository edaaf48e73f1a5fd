"""What speaks for the best move of a position: what it does itself, and what the next one would."""

from collections.abc import Iterator

from othello.bits import squares
from othello.position import Position
from othello.rules import legal_moves
from players.coach.facts import Fact, is_corner, is_safe, size
from players.coach.reasons import facts_of
from players.move_values import MoveValues

CLEARLY_WORSE = 50
"""What the next move loses at least to be compared with the best, in hundredths of a disc."""


def replies(position: Position, move: int) -> int:
    """How many moves a move leaves the other side."""
    after = position.play_unchecked(move)
    return size(legal_moves(after.own, after.opp))


def _of_itself(position: Position, best: int) -> Iterator[Fact]:
    """What a move does beside all others of the position."""
    moves = squares(position.legal())
    if len(moves) == 1:
        yield Fact("only_move", ((best,),))
        return
    if is_corner(best):
        yield Fact("takes_corner", ((best,),))
    safe = [move for move in moves if is_safe(position.own, position.opp, move)]
    if safe == [best]:
        yield Fact("only_safe", ((best,),))
    left = replies(position, best)
    if left == 0:
        yield Fact("no_reply", ((best,),))
    elif all(replies(position, move) > left for move in moves if move != best):
        yield Fact("fewest_replies", ((best,),), (left,))


def hint_facts(position: Position, values: MoveValues) -> tuple[Fact, ...]:
    """What is true of the best move, and of the next one beside it, what tells most first."""
    best = values.best
    found = list(_of_itself(position, best.move))
    if len(values.moves) > 1 and best.score - values.moves[1].score >= CLEARLY_WORSE:
        told = {"misses_corner", "other_passes"} if found else set()
        beside = facts_of(position, values.moves[1], best)
        found += [fact for fact in beside if fact.kind not in told]
    return tuple(found)
