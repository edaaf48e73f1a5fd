"""The last ply of a search on the pattern evaluation: the best value of all moves.

The positions after the moves are similar: terms that they share are computed once, and each value
from the squares that its move changes. Killer moves, the latest to cut off elsewhere, come first.
"""

from typing import NamedTuple

import numpy as np

from othello.bits import NONE, ONE, QUADRANTS, bit, count, lowest
from othello.evaluation.patterns.places import HIGHEST
from othello.evaluation.patterns.sums import pattern_states_of, sum_after, weights_of_stage
from othello.evaluation.patterns.weights import counts_of_moves, counts_of_squares
from othello.jit import jit, step
from othello.rules import final_score, flips, legal_moves

NO_VALUE = -(1 << 20)
"""Below every value."""
KILLERS = 4
"""Killer moves in `counters`."""
LAST_PLY_SLOTS = 1 + KILLERS
"""Length of `counters` of `last_ply`: the number of evaluations, then the killers."""


@jit("UniTuple(uint64, 2)(uint64)")
def _odd_quadrants(empties):
    """Return the number of quadrants with an odd number of empty squares, and their squares.

    Without branches, which the processor could not predict.
    """
    number = squares = NONE
    for quadrant in QUADRANTS:
        odd = np.uint64(count(empties & quadrant)) & ONE
        number += odd
        squares |= quadrant * odd
    return number, squares


class SharedTerms(NamedTuple):
    """Terms that all children of a position share.

    row: their stage. odd: the squares of the quadrants with an odd number of empty squares. fewer,
    more: weights of discs and parity with one odd quadrant less or more; a move into an odd one
    makes it even.
    """

    row: np.uint64
    odd: np.uint64
    fewer: int
    more: int


class Parent(NamedTuple):
    """A position with its stage's weights and sums; see `othello.evaluation.patterns.sums`.

    Valid only in the kernel that calls `pattern_states_of`.
    """

    shared: SharedTerms
    stage: np.uint64
    sums: np.uint64


@step
def _disc_and_parity_weight(entries, row, odd, discs):
    """Return the weights of a number of odd quadrants and of discs."""
    one, other = counts_of_squares(odd, discs)
    return np.int64(entries[row, one]) + np.int64(entries[row, other])


@step
def shared_terms(own, opp, weights):
    """Return the terms that the children of a position share."""
    discs = np.uint64(count(own | opp)) + ONE
    row = weights.rows[discs]
    number, odd = _odd_quadrants(~(own | opp))
    return SharedTerms(
        row,
        odd,
        _disc_and_parity_weight(weights.entries, row, number - ONE, discs),
        _disc_and_parity_weight(weights.entries, row, number + ONE, discs),
    )


@step
def _mobility_weight(own, opp, moves, replies, placed, shared, entries):
    """Return the weights of the counted features of a child."""
    total = shared.fewer if placed & shared.odd != NONE else shared.more
    for entry in counts_of_moves(own, opp, moves, replies):
        total += np.int64(entries[shared.row, entry])
    return total


@step
def child_value(mover, other, replies, next_moves, placed, flipped, parent, weights):
    """Return `Patterns.value` of the child after a move, for its side to move.

    mover, other: the child's discs; replies, next_moves: its legal moves, and the other side's.
    """
    if replies == NONE and next_moves == NONE:
        return np.int64(final_score(mover, other))
    value = _mobility_weight(
        mover, other, replies, next_moves, placed, parent.shared, weights.entries
    )
    value += sum_after(parent.sums, flipped, lowest(placed), weights.added, parent.stage)
    return np.int64(min(max(value, -HIGHEST), HIGHEST))


@step
def _pick_move(moves, counters):
    """Return the move to try next: the latest killer that is legal, or the lowest square."""
    picked = moves
    for place in range(KILLERS, 0, -1):
        killer = moves & counters[place]
        picked = killer if killer != NONE else picked
    return lowest(picked)


@step
def _store_killer(move, counters):
    """Move a killer to the front."""
    killer = bit(move)
    for place in range(1, LAST_PLY_SLOTS):
        before = counters[place]
        counters[place] = killer
        if before == bit(move):
            break
        killer = before


@jit
def last_ply(own, opp, moves, beta, weights, counters):
    """Return the best value after one of `moves`, or the first of at least `beta`.

    counters: uint64[LAST_PLY_SLOTS]; the first counts evaluations, the others are killer moves as
    sets of one square.
    """
    best = NO_VALUE
    # Terms of the position, shared by all children.
    shared = shared_terms(own, opp, weights)
    stage = weights_of_stage(weights.entries, shared.row)
    parent = Parent(shared, stage, pattern_states_of(own, opp, weights.added))
    # Move loop: killers first, until one reaches beta.
    left, move = moves, 0
    while left != NONE and best < beta:
        move = _pick_move(left, counters)
        placed = bit(move)
        left ^= placed
        flipped = flips(own, opp, move)
        mover, other = opp ^ flipped, own | flipped | placed
        replies, next_moves = legal_moves(mover, other), legal_moves(other, mover)
        value = child_value(mover, other, replies, next_moves, placed, flipped, parent, weights)
        best = max(best, -value)
    # Count the evaluations, and store the move that cuts off.
    counters[0] += np.uint64(count(moves ^ left))
    if best >= beta:
        _store_killer(move, counters)
    return best
