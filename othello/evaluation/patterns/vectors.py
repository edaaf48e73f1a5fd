"""The states of all instances of the patterns, and their weights, in vectors.

The states lie side by side, a number of 16 bits for each of SLOTS. What the discs of a rank add
to them is a row of a table, so that eight rows and as many additions read a side's discs.
"""

import functools

from othello.evaluation.patterns.places import LANES, SLOTS, SQUARES_RANK, SUMS
from othello.jit import COMPILED, cpu_has, ir
from othello.vectors import BIT, BYTE, NUMBER, SHORT, WORD, call, constant, part, total, zeros

GATHERS = (
    COMPILED
    and cpu_has("avx2", "avx512bw", "avx512vl", "avx512vbmi2", "bmi2")
    and not cpu_has("clzero")
)
"""Whether one instruction loads eight numbers from eight places, faster than eight of them.

On AMD's processors, which alone have "clzero", it is taken not to be, as measured on a Zen 4.
"""

STATES = ir.VectorType(SHORT, LANES)
EIGHT = ir.VectorType(NUMBER, 8)
RANK_BITS, ROW_BITS = WORD(14), WORD(6)
"""The numbers of a rank's table, and those of a row, as powers of two."""
CACHE_LINE = 64
LOWEST_BYTE, LOWEST_SHORT = WORD(255), WORD(65535)
FEW = 4
"""How many discs are added without a branch: few moves turn more."""
STATES_A_WORD = WORD.width // SHORT.width


def _row(builder, added, rank, discs):
    """What the discs of a rank, a byte, add to the states."""
    place = builder.add(builder.shl(rank, RANK_BITS), builder.shl(discs, ROW_BITS))
    row = builder.gep(added, [place], inbounds=True)
    return builder.load(builder.bitcast(row, STATES.as_pointer()), align=SHORT.width // 8)


def added_by_disc(builder, added, square):
    """What an own disc on a square adds to the states; added: the address of `row_numbers`."""
    return _row(builder, added, WORD(SQUARES_RANK), square)


def added_by_few(builder, added, word):
    """What own discs on a set of squares add to the states, fast if there are few of them.

    Rows of FEW squares are added at once, the last one, of zeros, where there are fewer, so that no
    branch has to be foreseen; more are added one by one.
    """

    def taken(word):
        square = call(builder, "llvm.cttz.i64", WORD, word, BIT(0))
        return added_by_disc(builder, added, square), builder.and_(word, builder.sub(word, WORD(1)))

    rows, entry = [], builder.block
    for _ in range(FEW):
        row, word = taken(word)
        rows.append(row)
    few = total(builder, rows)
    head, body, behind = (builder.append_basic_block(name) for name in ("more", "one", "all"))
    builder.branch(head)
    builder.position_at_end(head)
    states, left = builder.phi(STATES), builder.phi(WORD)
    states.add_incoming(few, entry)
    left.add_incoming(word, entry)
    builder.cbranch(builder.icmp_unsigned("!=", left, WORD(0)), body, behind)
    builder.position_at_end(body)
    row, rest = taken(left)
    states.add_incoming(builder.add(states, row), body)
    left.add_incoming(rest, body)
    builder.branch(head)
    builder.position_at_end(behind)
    return states


def added_by_discs(builder, added, word):
    """What own discs on a set of squares add to the states."""
    ranks = [builder.and_(builder.lshr(word, WORD(8 * rank)), LOWEST_BYTE) for rank in range(8)]
    return total(builder, [_row(builder, added, WORD(i), byte) for i, byte in enumerate(ranks)])


def states_of(builder, added, own, opp):
    """The states of a position, read for the side that holds `own`."""
    theirs = added_by_discs(builder, added, opp)
    return total(builder, [added_by_discs(builder, added, own), theirs, theirs])


def lower_halves(builder, numbers):
    """The lower half of each number, with its sign."""
    shift = constant(NUMBER, [SHORT.width] * numbers.type.count)
    return builder.ashr(builder.shl(numbers, shift), shift)


def gathered(builder, states, stage):
    """The weights of all lanes, eight in a vector, 0 for a lane without use.

    stage: the address of a stage's entries.
    """
    address = builder.bitcast(stage, BYTE.as_pointer())
    weights = []
    for start in range(0, LANES, EIGHT.count):
        slots = SLOTS[start : start + EIGHT.count]
        offsets = constant(NUMBER, [slot.offset if slot else 0 for slot in slots])
        lanes = builder.zext(part(builder, states, start, EIGHT.count), EIGHT)
        mask = constant(NUMBER, [-1 if slot else 0 for slot in slots])
        places = builder.add(lanes, offsets)
        arguments = zeros(EIGHT), address, places, mask, BYTE(SHORT.width // 8)
        found = call(builder, "llvm.x86.avx2.gather.d.d.256", EIGHT, *arguments)
        weights.append(lower_halves(builder, found))
    return weights


def _states_in_words(builder, states):
    """The state of each lane, a word; four are taken from a vector at once, then moved apart."""
    words = builder.bitcast(states, ir.VectorType(WORD, LANES // STATES_A_WORD))
    for place in range(LANES // STATES_A_WORD):
        word = builder.extract_element(words, NUMBER(place))
        for _ in range(STATES_A_WORD - 1):
            yield builder.and_(word, LOWEST_SHORT)
            word = builder.lshr(word, WORD(SHORT.width))
        yield word


def _loaded(builder, states, stage):
    """The weights of all instances in SUMS sums, numbers, each weight loaded by itself.

    A sum of 16 bits is a weight added from memory, one instruction: HEAVIEST keeps it in them.
    """
    weights = []
    for slot, state in zip(SLOTS, _states_in_words(builder, states), strict=True):
        if slot:
            first = builder.gep(stage, [WORD(slot.offset)], inbounds=True)
            weights.append(builder.load(builder.gep(first, [state], inbounds=True)))
    return [
        builder.sext(functools.reduce(builder.add, weights[place::SUMS]), NUMBER)
        for place in range(SUMS)
    ]


def sum_of_weights(builder, states, stage):
    """The sum of the weights of all instances, a number."""
    if GATHERS:
        sums = total(builder, gathered(builder, states, stage))
        return call(builder, "llvm.vector.reduce.add.v8i32", NUMBER, sums)
    return total(builder, _loaded(builder, states, stage))
