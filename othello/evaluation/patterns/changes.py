"""The sum of a child's pattern weights from its parent's, for CPUs with AVX-512 as of Ice Lake.

A move changes the states of a quarter of the instances. Only their weights are gathered: the
lanes that change are moved together, so that one gather of eight takes those of the large
patterns, but for two in a hundred positions, and one of sixteen those of the small ones.
"""

from othello.evaluation.patterns.places import HALF, SLOTS
from othello.evaluation.patterns.vectors import gathered, lower_halves
from othello.jit import ir
from othello.vectors import BIT, BYTE, NUMBER, SHORT, WORD, call, constant, part, total, zeros

HALF_OF_STATES = ir.VectorType(SHORT, HALF)
BYTES_OF_ENTRY = NUMBER(2)
EVERY_LANE = NUMBER(2**32 - 1)
AT_FIRST = {"large": 8, "small": 16}
"""How many lanes of each kind of patterns are gathered, whether or not so many change."""
AT_LAST = 16
"""How many more if those are too few."""

LOWEST_SMALL = min(slot.offset for slot in SLOTS[HALF:] if slot)
"""Where the entries of the small patterns begin: from there on 16 bits number them all."""
EIGHTHS = [slot.offset // 8 if slot else 0 for slot in SLOTS[:HALF]]
"""The eighths of the offsets of the large patterns, without what is left: 16 bits hold them."""
TIMES_EIGHT = 3
REST = [
    (slot.offset % 8 if lane < HALF else slot.offset - LOWEST_SMALL) if slot else 0
    for lane, slot in enumerate(SLOTS)
]
"""What is left of the offsets; it is kept with the states."""


def remembered(builder, states, stage):
    """What `sum_after` needs of a parent: its states with REST, and their weights."""
    weights = [
        builder.trunc(eight, ir.VectorType(SHORT, eight.type.count))
        for eight in gathered(builder, states, stage)
    ]
    while len(weights) > 1:
        weights = [
            builder.shuffle_vector(low, high, constant(NUMBER, range(2 * low.type.count)))
            for low, high in zip(weights[::2], weights[1::2], strict=True)
        ]
    return builder.add(states, constant(SHORT, REST)), weights[0]


def _gather(builder, stage, places, mask):
    """The entries of a stage in these places, where the mask has ones; 0 elsewhere."""
    names = {8: "llvm.x86.avx512.mask.gather3siv8.si", 16: "llvm.x86.avx512.mask.gather.dpi.512"}
    kind = places.type
    address = builder.bitcast(stage, BYTE.as_pointer())
    arguments = zeros(kind), address, places, mask, BYTES_OF_ENTRY
    return lower_halves(builder, call(builder, names[kind.count], kind, *arguments))


def _together(builder, lanes, changed):
    """The lanes that `changed` names, moved to the beginning, and 0 behind them."""
    name = "llvm.x86.avx512.mask.compress.v32i16"
    return call(builder, name, HALF_OF_STATES, lanes, zeros(HALF_OF_STATES), changed)


def _sum_of_changed(builder, stage, states, eighths, changed, at_first):
    """The weights of the lanes that `changed` names, summed up in `at_first` numbers.

    stage: the address to which `states`, and `eighths` eight times unless they are None, are added.
    """
    states = _together(builder, states, changed)
    starts = None if eighths is None else _together(builder, eighths, changed)
    bits = builder.bitcast(changed, NUMBER)
    held = call(builder, "llvm.x86.bmi.pext.32", NUMBER, EVERY_LANE, bits)

    def weights_of(first, lanes):
        """The weights of `lanes` lanes, from `first` on, as far as they are held."""
        kind = ir.VectorType(NUMBER, lanes)
        places = builder.zext(part(builder, states, first, lanes), kind)
        if starts is not None:
            start = builder.zext(part(builder, starts, first, lanes), kind)
            times = constant(NUMBER, [TIMES_EIGHT] * lanes)
            places = builder.add(places, builder.shl(start, times))
        mask = builder.trunc(builder.lshr(held, NUMBER(first)), ir.IntType(lanes))
        return _gather(builder, stage, places, builder.bitcast(mask, ir.VectorType(BIT, lanes)))

    few = weights_of(0, at_first)
    before = builder.block
    more = builder.icmp_unsigned(">=", held, NUMBER(1 << at_first))
    with builder.if_then(more, likely=False):
        others = weights_of(at_first, AT_LAST)
        pieces = [part(builder, others, lane, at_first) for lane in range(0, AT_LAST, at_first)]
        all_of_them = total(builder, [few, *pieces])
        behind = builder.block
    result = builder.phi(few.type)
    result.add_incoming(few, before)
    result.add_incoming(all_of_them, behind)
    return result


def sum_after(builder, parent, change, stage):
    """The sum of the weights, a number, after a move that changes the states by `change`."""
    states, weights = parent
    states = builder.add(states, change)
    none = zeros(HALF_OF_STATES)

    def half_of(vector, lane):
        return part(builder, vector, lane, HALF)

    changed = [builder.icmp_unsigned("!=", half_of(change, lane), none) for lane in (0, HALF)]
    kept = []  # sums of each two neighbours
    for which, lane in zip(changed, (0, HALF), strict=True):
        shorts = builder.select(which, none, half_of(weights, lane))
        ones, kind = constant(SHORT, [1] * HALF), ir.VectorType(NUMBER, HALF // 2)
        kept.append(call(builder, "llvm.x86.avx512.pmaddw.d.512", kind, shorts, ones))
    large = _sum_of_changed(
        builder, stage, half_of(states, 0), constant(SHORT, EIGHTHS), changed[0], AT_FIRST["large"]
    )
    from_small = builder.gep(stage, [WORD(LOWEST_SMALL)], inbounds=True)
    small = _sum_of_changed(
        builder, from_small, half_of(states, HALF), None, changed[1], AT_FIRST["small"]
    )
    sixteen = total(builder, [*kept, small])
    eight = total(builder, [part(builder, sixteen, lane, 8) for lane in (0, 8)] + [large])
    return call(builder, "llvm.vector.reduce.add.v8i32", NUMBER, eight)
