"""The pattern evaluation read square by square on sets of (row, column), as slow as it is plain."""

from collections.abc import Callable

from naive.rules import SYMMETRIES, NaivePosition, Place

PATTERNS = {
    "corner of 9": "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "corner of 10": "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
    "corner 2x5": "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "edge and X-squares": "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2",
    "edge block": "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2",
    "second row": "a2 b2 c2 d2 e2 f2 g2 h2",
    "third row": "a3 b3 c3 d3 e3 f3 g3 h3",
    "fourth row": "a4 b4 c4 d4 e4 f4 g4 h4",
    "diagonal of 8": "a1 b2 c3 d4 e5 f6 g7 h8",
    "diagonal of 7": "b1 c2 d3 e4 f5 g6 h7",
    "diagonal of 6": "c1 d2 e3 f4 g5 h6",
    "diagonal of 5": "d1 e2 f3 g4 h5",
    "diagonal of 4": "e1 f2 g3 h4",
}


def squares_of(name: str) -> list[Place]:
    """The places of a pattern where it lies as it is named."""
    return [(int(square[1]) - 1, "abcdefgh".index(square[0])) for square in PATTERNS[name].split()]


def states(position: NaivePosition, name: str) -> list[str]:
    """What stands on each place of the board where the pattern lies, one text for each.

    Of the texts of one set of squares, read in the different orders in which symmetries carry
    the pattern there, the least.
    """
    found: dict[frozenset[Place], str] = {}
    for symmetry in SYMMETRIES:
        images = [symmetry(*place) for place in squares_of(name)]
        text = "".join(
            "X" if place in position.own else "O" if place in position.opp else "-"
            for place in images
        )
        key = frozenset(images)
        found[key] = min(text, found.get(key, text))
    return list(found.values())


def odd_quadrants(position: NaivePosition) -> int:
    """How many quarters of the board have an odd number of empty squares."""
    quarters = [(row // 4, column // 4) for row, column in position.empty()]
    return sum(quarters.count(quarter) % 2 for quarter in set(quarters))


CORNERS = {(0, 0), (0, 7), (7, 0), (7, 7)}
X_SQUARES = {(1, 1), (1, 6), (6, 1), (6, 6)}


def beside(position: NaivePosition) -> int:
    """How many empty squares touch a disc of the other side."""
    return sum(
        any((row + i, column + j) in position.opp for i in (-1, 0, 1) for j in (-1, 0, 1))
        for row, column in position.empty()
    )


def counts(position: NaivePosition) -> dict[str, int]:
    """All that is counted, by name."""
    moves, replies = position.legal(), position.passed().legal()
    return {
        "own moves": len(moves),
        "opp moves": len(replies),
        "own moves alone": len(moves - replies),
        "opp moves alone": len(replies - moves),
        "own potential": beside(position),
        "opp potential": beside(position.passed()),
        "corner moves": 5 * len(moves & CORNERS) + len(replies & CORNERS),
        "X-square moves": 5 * len(moves & X_SQUARES) + len(replies & X_SQUARES),
        "odd quadrants": odd_quadrants(position),
        "discs": len(position.own | position.opp),
    }


def value(position: NaivePosition, weight_of: Callable[[str, str], int]) -> int:
    """The sum of the weights of all that the evaluation looks at, at most all discs.

    weight_of: the weight of a pattern's text, or of a count by the name of what is counted.
    """
    if position.over():
        return 100 * position.result()
    total = sum(weight_of(name, text) for name in PATTERNS for text in states(position, name))
    for name, number in counts(position).items():
        total += weight_of(name, str(number))
    return max(-6400, min(6400, total))
