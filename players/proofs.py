"""What a search has proven, put into the player's answer."""

from typing import Any

from othello.position import Position
from players.bounds import EXACT
from players.protocol import Choice
from players.references import FinalResult
from players.score_range import NoRanges
from players.table import NO_MOVE


def with_proof(choice: Choice, position: Position, ranges: Any) -> Choice:
    """The choice with the range that the search left of `position`, and the proven move, if any.

    A proven move is played whatever the values say. The score is moved into the range:
    what is proven of a result is better than an estimate of it. Without ranges, or with ranges
    of anything but the final result, the choice is what it was.
    """
    if isinstance(ranges, NoRanges) or not isinstance(ranges.reference, FinalResult):
        return choice
    known = ranges.known(position)
    lower = max(choice.lower, int(known.lower))
    upper = min(choice.upper, int(known.upper))
    score = min(max(choice.score, lower), upper)
    bound = EXACT if lower == upper else choice.bound
    choice = choice._replace(score=score, bound=bound, lower=lower, upper=upper)
    move = int(ranges.proven(position))
    if move == NO_MOVE:
        return choice
    line = choice.variation if move == choice.move else (move,)
    return choice._replace(move=move, variation=line, proven=True)
