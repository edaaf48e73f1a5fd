"""From sampled nodes to choices: the terms of every move, and which move was preferred."""

from typing import Any

import numpy as np

from othello.bits import NONE, ONE, bit, lowest
from othello.jit import jit
from othello.position import Position
from players.interest_logit import Choices
from players.interest_queue import measured_static, pack_measured
from players.interest_terms import TERMS, Hints, othello_terms
from players.interest_weights import hand_set
from players.ordering import unpack_move
from players.rim import around
from players.workspace import MOST_MOVES


@jit
def write_terms(state, hints, terms, evaluator, packed, rows):
    """The number of moves of `state`, whose terms are written to `rows`, best static value first.

    packed: int64[MOST_MOVES], where the moves are left; rows: int64[MOST_MOVES, terms].
    """
    moves = state.legal()
    size = 0
    while moves != NONE:
        move = lowest(moves)
        moves &= moves - ONE
        place = size
        latest = pack_measured(-evaluator.value(state.play(move)), 0, move)
        while place > 0 and packed[place - 1] < latest:
            packed[place] = packed[place - 1]
            place -= 1
        packed[place] = latest
        size += 1
    near = NONE
    terms.prepare(state)
    for place in range(size):
        move = unpack_move(packed[place])
        terms.measure(state, move, state.play(move), hints)
        gap = measured_static(packed[place]) - measured_static(packed[0])
        terms.compare(gap, place, (near & bit(move)) != NONE)
        near |= around(bit(move))
        for term in range(rows.shape[1]):
            rows[place, term] = terms.found[term]
    return size


def choices_of(batches: list[dict[str, np.ndarray]], evaluator: Any) -> Choices:
    """The terms of every node that has more than one move, grouped by batch."""
    terms = othello_terms(hand_set())
    packed, rows = np.zeros(MOST_MOVES, np.int64), np.zeros((MOST_MOVES, len(TERMS)), np.int64)
    found, chosen, stages, groups = [], [], [], []
    for number, batch in enumerate(batches):
        for board, hints, best in zip(*batch.values(), strict=True):
            state = Position(*board)
            size = write_terms(state, Hints(*hints), terms, evaluator, packed, rows)
            if size > 1:
                found.append(rows[:size].astype(np.float32))
                moves = [unpack_move(int(move)) for move in packed[:size]]
                chosen.append(moves.index(int(best)))
                stages.append(int(state.stage()))
                groups.append(number)
    if not found:
        raise ValueError("no nodes with a choice of moves were sampled")
    widest = max(map(len, found))
    filled = np.zeros((len(found), widest, len(TERMS)))
    there = np.zeros((len(found), widest), bool)
    for row, part in enumerate(found):
        filled[row, : len(part)], there[row, : len(part)] = part, True
    return Choices(filled, there, *(np.array(part) for part in (chosen, stages, groups)))
