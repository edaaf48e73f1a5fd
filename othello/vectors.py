"""Building blocks of functions that are written in LLVM's vector instructions."""

from othello.jit import ir

BIT, SHORT, NUMBER, WORD = (ir.IntType(bits) for bits in (1, 16, 32, 64))


def constant(kind, numbers):
    """Return a constant vector of `numbers`, integers of the type `kind`."""
    lanes = [ir.Constant(kind, int(number)) for number in numbers]
    return ir.Constant(ir.VectorType(kind, len(lanes)), lanes)


def call(builder, name, result, *arguments):
    """Call the LLVM intrinsic `name`, which returns the type `result`."""
    function = builder.module.globals.get(name)
    if function is None:
        kind = ir.FunctionType(result, [argument.type for argument in arguments])
        function = ir.Function(builder.module, kind, name)
    return builder.call(function, arguments)


def spread(builder, number, kind):
    """Return a vector of the type `kind` with `number` in every lane."""
    first = builder.insert_element(ir.Constant(kind, ir.Undefined), number, NUMBER(0))
    zeros = ir.Constant(ir.VectorType(NUMBER, kind.count), None)
    return builder.shuffle_vector(first, first, zeros)


def total(builder, parts):
    """Return the sum of vectors or numbers of one type, added up in pairs."""
    while len(parts) > 1:
        pairs = [builder.add(*parts[place : place + 2]) for place in range(0, len(parts) - 1, 2)]
        parts = pairs + parts[2 * len(pairs) :]
    return parts[0]
