"""The states of an edge of the board, eight squares and two X-squares, as numbers and as text."""

EDGE_LENGTH = 8
DISCS = "-XO"


def edge_index(own_pattern: int, opp_pattern: int) -> int:
    """The index of an edge state, 0 to 59048, from two sets of ten bits.

    Bits 0 to 7 are the squares along the edge (a1 to h1), bit 8 is the X-square beside
    the first (b2), bit 9 that beside the last (g2). Square i has the weight 3^i and the digit
    0 empty, 1 own, 2 opponent. ValueError unless the sets are disjoint and of ten bits.
    """
    if own_pattern & opp_pattern or not 0 <= own_pattern | opp_pattern < 1 << EDGE_LENGTH + 2:
        raise ValueError(f"{own_pattern:#b} and {opp_pattern:#b} are not two sides of an edge")
    return sum(
        3**square * ((own_pattern >> square & 1) + 2 * (opp_pattern >> square & 1))
        for square in range(EDGE_LENGTH + 2)
    )


def edge_text(index: int) -> str:
    """An edge state as "-XXXXXX- --": the edge, then its X-squares; X is own, O the opponent."""
    signs = "".join(DISCS[index // 3**square % 3] for square in range(EDGE_LENGTH + 2))
    return f"{signs[:EDGE_LENGTH]} {signs[EDGE_LENGTH:]}"


def parse_edge(text: str) -> int:
    """The index of an edge state in the form of `edge_text`; ValueError for other text."""
    edge_squares, _, x_squares = text.partition(" ")
    if (len(edge_squares), len(x_squares)) != (EDGE_LENGTH, 2) or set(text) - set(f"{DISCS} "):
        raise ValueError(f"{text!r} is no edge such as '-XXXXXX- --'")
    return sum(3**square * DISCS.index(d) for square, d in enumerate(edge_squares + x_squares))
