"""The sums of the pattern weights of a position, and of its children.

A move changes only what its discs add to the states: where it turns the discs f and places m, the
states after it are those before it, read for the other side, and what f and twice m add.
"""

import numpy as np

from othello.bits import bit
from othello.evaluation.patterns import changes
from othello.evaluation.patterns.places import LANES, SLOTS, read_states
from othello.evaluation.patterns.vectors import (
    CACHE_LINE,
    GATHERS,
    STATES,
    added_by_disc,
    added_by_few,
    states_of,
    sum_of_weights,
)
from othello.jit import COMPILED, intrinsic, types
from othello.vectors import SHORT, WORD, total

REMEMBERED = 2 if GATHERS else 1
"""How many vectors are remembered of a parent."""


def _remembered(builder, states, stage):
    """What `_sum_after` needs of a parent."""
    if GATHERS:
        return changes.remembered(builder, states, stage)
    return (states,)


def _sum_after(builder, parent, change, stage):
    """The sum of the weights after a move that changes the states by `change`."""
    if GATHERS:
        return changes.sum_after(builder, parent, change, stage)
    return sum_of_weights(builder, builder.add(parent[0], change), stage)


def _data(context, builder, signature, place, arguments):
    """The address of the array among the arguments."""
    kind = context.make_array(signature.args[place])
    return kind(context, builder, arguments[place]).data


if COMPILED:

    @intrinsic
    def weights_of_stage(typing_context, entries, row):
        """Where a row of `entries` begins."""

        def generate(context, builder, signature, arguments):
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            length = builder.extract_value(array.strides, 0)
            return builder.add(
                builder.ptrtoint(array.data, WORD), builder.mul(length, arguments[1])
            )

        return types.uint64(entries, types.uint64), generate

    @intrinsic
    def sum_of_states(typing_context, own, opp, added, stage):
        """The sum of the weights of all instances, in hundredths of a disc.

        added: `row_numbers(SLOTS)`; stage: what `weights_of_stage` returns.
        """

        def generate(context, builder, signature, arguments):
            own, opp, _, stage = arguments
            added = _data(context, builder, signature, 2, arguments)
            stage = builder.inttoptr(stage, SHORT.as_pointer())
            found = sum_of_weights(builder, states_of(builder, added, own, opp), stage)
            return builder.sext(found, WORD)

        return types.int64(types.uint64, types.uint64, added, types.uint64), generate

    @intrinsic
    def parent_of(typing_context, own, opp, added, stage):
        """What `sum_after` needs of a position, with the stage of its children.

        It lies on the stack of the kernel in which this stands, and is of no use once that, or a
        step that it is part of, has returned.
        """

        def generate(context, builder, signature, arguments):
            own, opp, _, stage = arguments
            added = _data(context, builder, signature, 2, arguments)
            stage = builder.inttoptr(stage, SHORT.as_pointer())
            with builder.goto_entry_block():
                space = builder.alloca(STATES, REMEMBERED)
            space.align = CACHE_LINE
            states = states_of(builder, added, opp, own)  # the other side moves next
            for place, vector in enumerate(_remembered(builder, states, stage)):
                builder.store(vector, builder.gep(space, [WORD(place)]), align=CACHE_LINE)
            return builder.ptrtoint(space, WORD)

        return types.uint64(types.uint64, types.uint64, added, types.uint64), generate

    @intrinsic
    def sum_after(typing_context, parent, flipped, move, added, stage):
        """The sum of the weights after a move, for the side that moves next.

        parent: what `parent_of` returned.
        """

        def generate(context, builder, signature, arguments):
            parent, flipped, move, _, stage = arguments
            added = _data(context, builder, signature, 3, arguments)
            stage = builder.inttoptr(stage, SHORT.as_pointer())
            space = builder.inttoptr(parent, STATES.as_pointer())
            vectors = [
                builder.load(builder.gep(space, [WORD(place)]), align=CACHE_LINE)
                for place in range(REMEMBERED)
            ]
            disc = added_by_disc(builder, added, move)
            change = total(builder, [added_by_few(builder, added, flipped), disc, disc])
            return builder.sext(_sum_after(builder, vectors, change, stage), WORD)

        return types.int64(types.uint64, types.uint64, types.int64, added, types.uint64), generate

else:
    _USED = np.array([lane for lane, slot in enumerate(SLOTS) if slot])
    _OFFSETS = np.array([slot.offset for slot in SLOTS if slot])

    def weights_of_stage(entries, row):
        """A row of `entries`."""
        return entries[row]

    def sum_of_states(own, opp, added, stage):
        """The sum of the weights of all instances, in hundredths of a disc."""
        numbers = np.zeros(LANES, np.uint16)
        read_states(own, opp, added, numbers)
        return stage[_OFFSETS + numbers[_USED]].sum(dtype=np.int64)

    def parent_of(own, opp, added, stage):
        """What `sum_after` needs of a position: both sides' discs."""
        return own, opp

    def sum_after(parent, flipped, move, added, stage):
        """The sum of the weights after a move, for the side that moves next."""
        own, opp = parent
        return sum_of_states(opp ^ flipped, own | flipped | bit(move), added, stage)
