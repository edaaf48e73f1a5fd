"""Sums of the pattern weights of a position, and of its children.

The states of all instances lie side by side in one vector, 16 bits for each.
A table row holds what the discs of a rank add to them, so that eight rows read a side's discs.

A move changes only what its discs add to the states. After a move to m that flips the discs f, the
states are those before it, read for the other side, plus what f and twice m add.
"""

import functools

import numpy as np

from othello.bits import BIT, NUMBER, SHORT, WORD, bit, call, total
from othello.evaluation.patterns.places import (
    INSTANCES,
    LANES,
    OFFSETS,
    SQUARES_RANK,
    SUMS,
    read_states,
)
from othello.jit import COMPILED, intrinsic, ir, types

STATES = ir.VectorType(SHORT, LANES)
RANK_BITS, ROW_BITS = WORD(14), WORD(6)
"""Binary logarithms of the numbers in a rank's table and in a row."""
CACHE_LINE = 64
LOWEST_BYTE, LOWEST_SHORT = WORD(255), WORD(65535)
FEW = 4
"""Discs that are added without a branch: few moves flip more."""
STATES_A_WORD = WORD.width // SHORT.width


def _row(builder, added, rank, discs):
    """Load what the discs of a rank, a byte, add to the states."""
    place = builder.add(builder.shl(rank, RANK_BITS), builder.shl(discs, ROW_BITS))
    row = builder.gep(added, [place], inbounds=True)
    return builder.load(builder.bitcast(row, STATES.as_pointer()), align=SHORT.width // 8)


def _added_by_disc(builder, added, square):
    """Load what an own disc on a square adds to the states; `added` is where `row_numbers` lie."""
    return _row(builder, added, WORD(SQUARES_RANK), square)


def _added_by_few(builder, added, discs):
    """Return what own discs on a set of squares add to the states, fast for a small set.

    FEW rows are added at once; the row of zeros replaces missing squares, so that no branch has to
    be predicted. A loop adds the other squares.
    """

    def load_next(discs):
        square = call(builder, "llvm.cttz.i64", WORD, discs, BIT(0))
        rest = builder.and_(discs, builder.sub(discs, WORD(1)))
        return _added_by_disc(builder, added, square), rest

    rows, entry = [], builder.block
    for _ in range(FEW):
        row, discs = load_next(discs)
        rows.append(row)
    few = total(builder, rows)
    head, body, behind = (builder.append_basic_block(name) for name in ("more", "one", "all"))
    builder.branch(head)
    builder.position_at_end(head)
    states, left = builder.phi(STATES), builder.phi(WORD)
    states.add_incoming(few, entry)
    left.add_incoming(discs, entry)
    builder.cbranch(builder.icmp_unsigned("!=", left, WORD(0)), body, behind)
    builder.position_at_end(body)
    row, rest = load_next(left)
    states.add_incoming(builder.add(states, row), body)
    left.add_incoming(rest, body)
    builder.branch(head)
    builder.position_at_end(behind)
    return states


def _added_by_discs(builder, added, discs):
    """Return what own discs on a set of squares add to the states."""
    ranks = [builder.and_(builder.lshr(discs, WORD(8 * rank)), LOWEST_BYTE) for rank in range(8)]
    return total(builder, [_row(builder, added, WORD(i), byte) for i, byte in enumerate(ranks)])


def _states_of(builder, added, own, opp):
    """Return the states of a position, read for the side that holds `own`."""
    theirs = _added_by_discs(builder, added, opp)
    return total(builder, [_added_by_discs(builder, added, own), theirs, theirs])


def _states_in_words(builder, states):
    """Yield the state of each lane as a word; four are taken from the vector at once."""
    words = builder.bitcast(states, ir.VectorType(WORD, LANES // STATES_A_WORD))
    for place in range(LANES // STATES_A_WORD):
        word = builder.extract_element(words, NUMBER(place))
        for _ in range(STATES_A_WORD - 1):
            yield builder.and_(word, LOWEST_SHORT)
            word = builder.lshr(word, WORD(SHORT.width))
        yield word


def _sum_of_weights(builder, states, stage):
    """Return the sum of the weights of all instances, each loaded by itself.

    Weights are added up in SUMS sums of 16 bits: one instruction adds a weight from memory, and
    HEAVIEST keeps the sums in range.
    """
    weights = []
    for instance, state in zip(INSTANCES, _states_in_words(builder, states), strict=False):
        first = builder.gep(stage, [WORD(instance.offset)], inbounds=True)
        weights.append(builder.load(builder.gep(first, [state], inbounds=True)))
    sums = [functools.reduce(builder.add, weights[place::SUMS]) for place in range(SUMS)]
    return builder.sext(total(builder, [builder.sext(part, NUMBER) for part in sums]), WORD)


def _data(context, builder, signature, place, arguments):
    """Return the address of the array at `place` among the arguments."""
    kind = context.make_array(signature.args[place])
    return kind(context, builder, arguments[place]).data


if COMPILED:

    @intrinsic
    def weights_of_stage(typing_context, entries, row):
        """Return the address of a row of `entries`."""

        def generate(context, builder, signature, arguments):
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            length = builder.extract_value(array.strides, 0)
            return builder.add(
                builder.ptrtoint(array.data, WORD), builder.mul(length, arguments[1])
            )

        return types.uint64(entries, types.uint64), generate

    @intrinsic
    def sum_of_states(typing_context, own, opp, added, stage):
        """Return the sum of the weights of all instances, in hundredths of a disc.

        added: `row_numbers()`; stage: the result of `weights_of_stage`.
        """

        def generate(context, builder, signature, arguments):
            own, opp, _, stage = arguments
            added = _data(context, builder, signature, 2, arguments)
            stage = builder.inttoptr(stage, SHORT.as_pointer())
            return _sum_of_weights(builder, _states_of(builder, added, own, opp), stage)

        return types.int64(types.uint64, types.uint64, added, types.uint64), generate

    @intrinsic
    def pattern_states_of(typing_context, own, opp, added):
        """Return the address of the states of a position, as `sum_after` needs them.

        They lie on the stack of the calling kernel, and are lost when that kernel, or a step that
        makes this call, returns.
        """

        def generate(context, builder, signature, arguments):
            own, opp, _ = arguments
            added = _data(context, builder, signature, 2, arguments)
            with builder.goto_entry_block():
                space = builder.alloca(STATES)
            space.align = CACHE_LINE
            states = _states_of(builder, added, opp, own)  # the other side moves next
            builder.store(states, space, align=CACHE_LINE)
            return builder.ptrtoint(space, WORD)

        return types.uint64(types.uint64, types.uint64, added), generate

    @intrinsic
    def sum_after(typing_context, parent, flipped, move, added, stage):
        """Return the sum of the weights after a move, for the side that moves next.

        parent: the result of `pattern_states_of`.
        """

        def generate(context, builder, signature, arguments):
            parent, flipped, move, _, stage = arguments
            added = _data(context, builder, signature, 3, arguments)
            stage = builder.inttoptr(stage, SHORT.as_pointer())
            space = builder.inttoptr(parent, STATES.as_pointer())
            states = builder.load(space, align=CACHE_LINE)
            disc = _added_by_disc(builder, added, move)
            change = total(builder, [_added_by_few(builder, added, flipped), disc, disc])
            return _sum_of_weights(builder, builder.add(states, change), stage)

        return types.int64(types.uint64, types.uint64, types.int64, added, types.uint64), generate

else:

    def weights_of_stage(entries, row):
        """Return a row of `entries`."""
        return entries[row]

    def sum_of_states(own, opp, added, stage):
        """Return the sum of the weights of all instances, in hundredths of a disc."""
        numbers = np.zeros(LANES, np.uint16)
        read_states(own, opp, added, numbers)
        return stage[OFFSETS + numbers[: len(INSTANCES)]].sum(dtype=np.int64)

    def pattern_states_of(own, opp, added):
        """Return what `sum_after` needs of a position: both sides' discs."""
        return own, opp

    def sum_after(parent, flipped, move, added, stage):
        """Return the sum of the weights after a move, for the side that moves next."""
        own, opp = parent
        return sum_of_states(opp ^ flipped, own | flipped | bit(move), added, stage)
