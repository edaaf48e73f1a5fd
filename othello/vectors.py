"""Building blocks of what is written in vector instructions."""

from othello.jit import ir

BIT, BYTE, SHORT, NUMBER, WORD = (ir.IntType(bits) for bits in (1, 8, 16, 32, 64))


def constant(kind, numbers):
    """A vector of these numbers, an integer of type `kind` in each lane."""
    lanes = [ir.Constant(kind, int(number)) for number in numbers]
    return ir.Constant(ir.VectorType(kind, len(lanes)), lanes)


def zeros(kind):
    """A vector of the type `kind` with 0 in every lane."""
    return ir.Constant(kind, None)


def call(builder, name, result, *arguments):
    """A call of the LLVM intrinsic `name`."""
    function = builder.module.globals.get(name)
    if function is None:
        kind = ir.FunctionType(result, [argument.type for argument in arguments])
        function = ir.Function(builder.module, kind, name)
    return builder.call(function, arguments)


def spread(builder, number, kind):
    """A vector of the type `kind` with `number` in every lane."""
    first = builder.insert_element(ir.Constant(kind, ir.Undefined), number, NUMBER(0))
    return builder.shuffle_vector(first, first, zeros(ir.VectorType(NUMBER, kind.count)))


def part(builder, vector, start, lanes):
    """So many lanes of a vector, from `start` on."""
    return builder.shuffle_vector(vector, vector, constant(NUMBER, range(start, start + lanes)))


def total(builder, parts):
    """The sum of vectors or numbers of one type, added up in pairs."""
    while len(parts) > 1:
        pairs = [builder.add(*parts[place : place + 2]) for place in range(0, len(parts) - 1, 2)]
        parts = pairs + parts[2 * len(pairs) :]
    return parts[0]
