"""The steps of the midgame search: its table, its cuts, the order of its moves, its best line.

Those marked `@step` are put into the code of `players.engine.midgame`.

Sources: Buro 1997, "Experiments with Multi-ProbCut and a new high-quality evaluation function for
Othello"; Weill 1996, "The ABDADA distributed minimax search algorithm", simplified.
"""

from typing import Any, NamedTuple

import numpy as np

from othello.bits import CORNERS, NONE, ONE, bit, count, lowest
from othello.evaluation.patterns.sums import parent_of, weights_of_stage
from othello.evaluation.patterns.weights import estimate
from othello.jit import jit, jitmethods, step
from othello.position import hash_of
from othello.rules import SCORE_SCALE, final_score, flips, legal_moves
from players.engine.endgame_deep import claim, release
from players.engine.endgame_shallow import ended, solve_shallow
from players.engine.endgame_table import UNKNOWN_MOVE, EndgameTables, prefetch
from players.engine.last_ply import Parent, common_of, last_ply, value_after
from players.engine.midgame_memory import DEPTH_ROWS, EMPTIES, TO_THE_END
from players.engine.midgame_table import (
    HIGHEST,
    LOWEST,
    bucket_of,
    holds,
    lower_of,
    move_of,
    pack,
    probe,
    store,
    upper_of,
)

NO_VALUE = np.int64(-(1 << 40))
"""Stands where a value would, if none is known; less than every value."""
EVALUATIONS_PLACE = np.int64(0)
"""Where in `memory.last_ply` the evaluations are counted."""
MOST_HUNDREDTHS = np.int64(64 * SCORE_SCALE)
UNKNOWN = np.uint64(UNKNOWN_MOVE)
_SQUARE_BITS = 6
_SQUARE_MASK = 63
_MIDDLE_KEY = np.int64(1 << 30)


@jitmethods
class NoSharing(NamedTuple):
    """No other thread searches beside this one."""

    threads: int = 1

    def busy_with(self, own, opp, depth, may_wait):
        """Whether a move that leads to a position is left to another thread, which searches it."""
        return False

    def done_with(self, own, opp, depth):
        """Nothing: no other thread asks."""


@jitmethods
class SharedBusyMarks(NamedTuple):
    """Other threads search beside this one.

    marks: what they are busy with, uint64, see `claim`. least: the least depth at which it matters.
    """

    marks: np.ndarray
    least: np.int64

    def busy_with(self, own, opp, depth, may_wait):
        """Whether another thread searches a position, if a move there may wait; marked if not."""
        return depth >= self.least and not claim(own, opp, may_wait, self.marks)

    def done_with(self, own, opp, depth):
        """Take the mark off a position that is searched."""
        if depth >= self.least:
            release(own, opp, self.marks)


class MidgameSearch(NamedTuple):
    """What one thread's search works with.

    memory: a record of MIDGAME_MEMORY. words: the midgame's table; endings: those of the end of the
    game. weights: of the pattern evaluation. sharing: `NoSharing` or `SharedBusyMarks`.
    stop: int64[1]; 1 ends the search.
    """

    memory: np.record
    words: np.ndarray
    endings: EndgameTables
    weights: Any
    sharing: Any
    stop: np.ndarray


@jit
def static_value(own, opp, moves, search):
    """The evaluation of a position whose legal moves are `moves`; its result if it is over."""
    replies = legal_moves(opp, own)
    if moves == NONE and replies == NONE:
        return np.int64(final_score(own, opp))
    search.memory.last_ply[EVALUATIONS_PLACE] += ONE
    return np.int64(estimate(own, opp, moves, replies, search.weights))


@step
def _best_of_one_ply(own, opp, moves, beta, search):
    """The best value after one of the moves, or the first that is at least `beta`."""
    memory = search.memory
    before = memory.last_ply[EVALUATIONS_PLACE]
    value = last_ply(own, opp, moves, beta, search.weights, memory.last_ply[:], EVALUATIONS_PLACE)
    memory.endgame.nodes += memory.last_ply[EVALUATIONS_PLACE] - before
    return np.int64(value)


@step
def answer_at_once(own, opp, moves, depth, empties, alpha, search):
    """A bound on its side of `alpha` where nothing has to be searched here, or NO_VALUE.

    At the end of the game its result, near it what the solver says, in the last ply the evaluation;
    something worthless where the search is ended.
    """
    memory = search.memory
    if moves == NONE:
        return np.int64(final_score(own, opp))
    if depth == empties and empties <= memory.solved:
        discs = alpha // SCORE_SCALE
        discs = solve_shallow(own, opp, discs, search.endings, memory.endgame, search.stop)
        return SCORE_SCALE * np.int64(discs)
    if depth == 1:
        return _best_of_one_ply(own, opp, moves, alpha + 1, search)
    return np.int64(0) if ended(memory.endgame, search.stop) else NO_VALUE


@step
def take_best_move(index, number, ply, memory):
    """Bring the largest of the keys from `index` on to `index`; its square."""
    best, place = memory.keys[ply, index], index
    for other in range(index + 1, number):
        if memory.keys[ply, other] > best:
            best, place = memory.keys[ply, other], other
    if place != index:
        memory.keys[ply, place] = memory.keys[ply, index]
        memory.keys[ply, index] = best
        flipped, static = memory.flipped[ply, place], memory.statics[ply, place]
        memory.flipped[ply, place] = memory.flipped[ply, index]
        memory.statics[ply, place] = memory.statics[ply, index]
        memory.flipped[ply, index], memory.statics[ply, index] = flipped, static
    return np.uint64(best & _SQUARE_MASK)


@step
def _keep_move(number, square, flipped, replies, static, worth, ply, memory):
    """Write a move to row `number` of its ply; it is worth so much besides what replies cost."""
    key = _MIDDLE_KEY + worth - memory.reply_weight * np.int64(count(replies))
    key -= memory.corner_weight * np.int64(count(replies & CORNERS))
    memory.keys[ply, number] = (key << _SQUARE_BITS) | np.int64(square)
    memory.flipped[ply, number] = flipped
    memory.statics[ply, number] = static


@jit
def list_by_value(own, opp, moves, depth, ply, search):
    """As `list_moves`, with the evaluation."""
    memory, words, weights = search.memory, search.words, search.weights
    common = common_of(own, opp, weights)
    stage = weights_of_stage(weights.entries, common.row)
    parent = Parent(common, stage, parent_of(own, opp, weights.added))
    number = 0
    while moves != NONE:
        square = lowest(moves)
        moves &= moves - ONE
        placed = bit(square)
        flipped = flips(own, opp, square)
        after_own, after_opp = opp ^ flipped, own | flipped | placed
        if depth > memory.tabled:
            prefetch(words, bucket_of(hash_of(after_own, after_opp), words))
        replies, again = legal_moves(after_own, after_opp), legal_moves(after_opp, after_own)
        static = value_after(after_own, after_opp, replies, again, placed, flipped, parent, weights)
        memory.last_ply[EVALUATIONS_PLACE] += ONE
        _keep_move(number, square, flipped, replies, static, -static, ply, memory)
        number += 1
    return number


@jit
def list_moves(own, opp, moves, depth, ply, search):
    """Write the moves of a node to the rows of its ply, with keys for their order; their number.

    Near the horizon by the other side's replies, further from it by the evaluation as well.
    """
    memory, words = search.memory, search.words
    if depth >= memory.valued_order:
        return list_by_value(own, opp, moves, depth, ply, search)
    number = 0
    while moves != NONE:
        square = lowest(moves)
        moves &= moves - ONE
        flipped = flips(own, opp, square)
        after_own, after_opp = opp ^ flipped, own | flipped | bit(square)
        if depth > memory.tabled:
            prefetch(words, bucket_of(hash_of(after_own, after_opp), words))
        replies = legal_moves(after_own, after_opp)
        _keep_move(number, square, flipped, replies, NO_VALUE, np.int64(0), ply, memory)
        number += 1
    return number


class Tabled(NamedTuple):
    """What the table says of a node: its place there, a move, and a bound that settles it."""

    key: np.uint64
    bucket: np.uint64
    move: np.uint64
    bound: np.int64


@step
def look_up(own, opp, depth, alpha, search):
    """The node's place in the table, its move, and a bound on one side of `alpha`, or NO_VALUE."""
    memory, words = search.memory, search.words
    if depth < memory.tabled:
        return Tabled(NONE, NONE, UNKNOWN, NO_VALUE)
    key = hash_of(own, opp)
    bucket = bucket_of(key, words)
    data = probe(key, words, bucket)
    if data == NONE:
        return Tabled(key, bucket, UNKNOWN, NO_VALUE)
    bound = NO_VALUE
    if holds(data, depth, memory.level):
        if lower_of(data) > alpha:
            bound = np.int64(lower_of(data))
        elif upper_of(data) <= alpha:
            bound = np.int64(upper_of(data))
    return Tabled(key, bucket, move_of(data), bound)


class Cut(NamedTuple):
    """A search of `depth` plies that may settle a node: by a value above `alpha`, or not `above`.

    promising: whether the static value is near enough to that.
    """

    depth: np.int64
    alpha: np.int64
    above: bool
    promising: bool


@step
def static_for_cuts(own, opp, moves, depth, static, search):
    """The node's evaluation where a cut may be tried; NO_VALUE where none may."""
    memory = search.memory
    if memory.deviations == 0 or memory.open_cuts >= memory.most_open_cuts:
        return NO_VALUE
    if static == NO_VALUE and depth > 2:
        return static_value(own, opp, moves, search)
    return static


@step
def cuts_of_pair(pair, empties, depth, alpha, static, memory):
    """Both cuts that the margins of a pair of depths allow: one up, one down."""
    few = min(empties, EMPTIES - 1)
    row = TO_THE_END if depth == empties else min(depth, DEPTH_ROWS - 1)
    shallow = np.int64(memory.shallow[few, row, pair])
    bias = np.int64(memory.bias[few, row, pair])
    margin = memory.deviations * np.int64(memory.sigma[few, row, pair]) // 100
    gate = np.int64(memory.gate[few, row, pair])
    expected = static + np.int64(memory.lead[few, row, pair])
    high, low = alpha + 1 + margin - bias, alpha - margin - bias
    searched = shallow > 0  # 0: the static value alone would say, which did not pay
    up = searched and expected >= high - gate and high <= MOST_HUNDREDTHS
    down = searched and expected <= low + gate and low >= -MOST_HUNDREDTHS
    return Cut(shallow, high - 1, True, up), Cut(shallow, low, False, down)


@step
def play(own, opp, square, flipped, memory) -> tuple[np.uint64, np.uint64]:
    """Both sides' discs after a move, for the side to move then; the move is counted."""
    memory.endgame.nodes += ONE
    return opp ^ flipped, own | flipped | (ONE << square)


@step
def defer_move(own, opp, square, depth, index, searched, ply, search):
    """Leave a move to the end if another thread is busy with it; marked as this one's if not.

    searched: whether a move of this node was; the first is never put off, and none is twice.
    """
    memory, flipped = search.memory, search.memory.flipped[ply, index]
    waits = searched and memory.keys[ply, index] != np.int64(square)
    if not search.sharing.busy_with(opp ^ flipped, own | flipped | (ONE << square), depth, waits):
        return False
    memory.keys[ply, index] = np.int64(square)
    return True


@step
def keep_bound(best, best_move, depth, alpha, tabled, search):
    """Store the bound that a scout found, on its side of `alpha`."""
    memory = search.memory
    if depth >= memory.tabled:
        lower, upper = (best, HIGHEST) if best > alpha else (LOWEST, best)
        data = pack(lower, upper, best_move, depth, memory.level, memory.age)
        store(tabled.key, search.words, tabled.bucket, data)


@jit
def begin_line(ply, move, memory):
    """Set the best line from a ply on to a move and the best line from the next ply on."""
    memory.lines[ply, 0] = move
    length = memory.lengths[ply + 1]
    for place in range(length):
        memory.lines[ply, place + 1] = memory.lines[ply + 1, place]
    memory.lengths[ply] = length + 1


@step
def list_with(table_move, own, opp, moves, depth, ply, search):
    """As `list_moves` at depth 3 or more, with the table's move before all others."""
    memory = search.memory
    number = list_moves(own, opp, moves, max(depth, 3), ply, search)
    for index in range(number):
        if np.uint64(memory.keys[ply, index] & _SQUARE_MASK) == table_move:
            memory.keys[ply, index] += _MIDDLE_KEY << _SQUARE_BITS
    return number


@step
def pack_in_window(value, move, depth, alpha, beta, memory):
    """What the table keeps of a node with this window: a value inside, a bound outside."""
    lower, upper = value, value
    if value <= alpha:
        lower = np.int64(LOWEST)
    elif value >= beta:
        upper = np.int64(HIGHEST)
    return pack(lower, upper, move, depth, memory.level, memory.age)
