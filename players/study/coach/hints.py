"""Hints: what sets the best move of a position apart."""

from collections.abc import Iterator
from functools import lru_cache

from othello.position import Position
from players.move_values import MoveValues
from players.study.coach.facts import Evidence, Fact, Reason, evidence
from players.study.coach.lines import CORNERS, Squares, set_of
from players.study.coach.order import facts_of

CLEARLY_WORSE = 50
"""Least loss of the second-best move in hundredths of a disc to be compared in a hint."""

Replies = dict[int, Squares]
"""Replies to each move of a position."""


def _only_safe(best: int, replies: Replies) -> Iterator[Evidence]:
    if [move for move, moves in replies.items() if not moves & CORNERS] == [best]:
        yield evidence()


def _fewest(best: int, replies: Replies) -> Iterator[Evidence]:
    left = len(replies[best])
    if left and all(len(moves) > left for move, moves in replies.items() if move != best):
        yield evidence(counts=(left,))


ONLY_MOVE = Reason("", "{best} is the only move", term="")
MERITS = (
    Reason(
        "",
        "{best} takes a corner, and a disc there can never be flipped",
        lambda best, replies: [evidence()] if best in CORNERS else [],
        term="corners",
    ),
    Reason(
        "", "{best} is the only move that doesn't give away a corner", _only_safe, term="corners"
    ),
    Reason(
        "",
        "{best} leaves {other} without a move",
        lambda best, replies: [] if replies[best] else [evidence()],
    ),
    Reason(
        "",
        "{best} leaves {other} only {first} moves, fewer than any other move",
        _fewest,
        one="{best} leaves {other} only one move",
    ),
)
"""Merits of a move among all moves of a position."""


@lru_cache(maxsize=256)
def hint_facts(position: Position, values: MoveValues) -> tuple[Fact, ...]:
    """Facts about the best move: alone, then compared with the second-best one.

    None speaks of the second-best move alone.
    """
    best = values.best
    replies = {
        move: set_of(position.play_unchecked(move).legal()) for move in set_of(position.legal())
    }
    facts = [fact for reason in MERITS for fact in reason.facts(best.move, replies)]
    if len(replies) == 1:
        facts = [Fact(ONLY_MOVE)]
    if len(values.moves) > 1 and best.score - values.moves[1].score >= CLEARLY_WORSE:
        compared = facts_of(position, values.moves[1], best)
        found = [each for each in compared if each.of_best]
        facts += [each for each in found if each.reason.beside_merit or not facts]
    return tuple(facts)
