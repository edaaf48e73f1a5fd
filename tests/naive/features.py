"""Bill's features computed from the board itself, square by square.

Shares the hand-set weights with what it judges, and no code: no lines as
numbers, no tables, no words.
"""

from naive.rules import AXES, BOARD, NaivePosition, line_through
from othello.evaluation import bill as fast
from othello.evaluation import lines as weights


def parse_edge(text):
    """The number of an edge state such as "-XXXXXX- --": the edge, then its X-squares; X is own."""
    return sum(3**place * "-XO".index(disc) for place, disc in enumerate(text.replace(" ", "")))


def name(place):
    """The class of a place, by folding the board thrice."""
    row, column = (min(number, 7 - number) for number in place)
    return "abcd"[max(row, column)] + "1234"[min(row, column)]


def interior_lines():
    """Every line but the edges and the diagonals of one and two squares."""
    lines = {line_through(place, step) for place in BOARD for step in AXES}
    edges = {line_through(corner, step) for corner in ((0, 0), (7, 7)) for step in AXES[:2]}
    return [line for line in lines if len(line) >= 3 and line not in edges]


LINES = interior_lines()


def kind(line):
    """The name of the line's kind in the table of flip prices."""
    (row, column), (next_row, next_column) = line[:2]
    if row != next_row and column != next_column:
        return f"diagonal{len(line)}"
    number = row if row == next_row else column
    return f"row{min(number, 7 - number) + 1}"


NAMES = {place: name(place) for place in BOARD}
KINDS = {line: kind(line) for line in LINES}


def potential(position):
    """Weighted empty squares beside opponent's discs, counted along every line."""
    total = 0
    empty = position.empty()
    for line in LINES:
        for first, second in zip(line, line[1:], strict=False):
            for square, other in ((first, second), (second, first)):
                if square in empty and other in position.opp:
                    total += weights.POTENTIAL[NAMES[square]]
    return total


def held(position):
    """The worth of all runs of own discs."""
    total = 0
    for line in LINES:
        runs, run = [], []
        for place in (*line, None):
            if place in position.own:
                run.append(weights.HELD[NAMES[place]])
            elif run:
                runs.append(run)
                run = []
        total += round(sum(weights.RUN_WEIGHT[len(run)] * sum(run) / len(run) for run in runs))
    return total


def flip_prices(position):
    """What the discs cost that own moves turn."""
    total = 0
    empty = position.empty()
    for line in LINES:
        turned = 0.0
        for reading in (line, line[::-1]):
            for start, place in enumerate(reading):
                run = 0
                while position.opp.issuperset(reading[start + 1 : start + 2 + run]):
                    if start + 2 + run > len(reading):
                        break
                    run += 1
                closing = reading[start + 1 + run : start + 2 + run]
                if place in empty and closing and closing[0] in position.own:
                    turned += weights.FLIP_WEIGHT[run]
        total += round(weights.FLIP_PRICE[KINDS[line]] * turned)
    return total


WORTH = {
    "a1": fast.CORNER_WORTH,
    "b1": fast.C_SQUARE_WORTH,
    "c1": fast.MIDDLE_OF_EDGE_WORTH,
    "d1": fast.MIDDLE_OF_EDGE_WORTH,
    "c2": fast.BESIDE_X_WORTH,
    "d2": fast.SECOND_ROW_WORTH,
    "c3": fast.INNER_CORNER_WORTH,
    "d3": fast.INNER_WORTH,
    "d4": fast.INNER_WORTH,
}


def mobility(position):
    """The worth of the legal moves, less the price of their flips, not below 0."""
    total = -flip_prices(position)
    empty = position.empty()
    for place in position.legal():
        if NAMES[place] == "b2":
            corner = tuple(0 if number == 1 else 7 for number in place)
            total += fast.X_SQUARE_WORTH if corner in empty else fast.SAFE_X_SQUARE_WORTH
        else:
            total += WORTH[NAMES[place]]
    return max(0, total)


def edge(position, table):
    """Edge stability over the four edges, by their text."""
    total = 0
    for turn in (
        lambda n: (0, n),
        lambda n: (7, n),
        lambda n: (n, 0),
        lambda n: (n, 7),
    ):
        places = [turn(n) for n in range(8)]
        inward = [tuple(min(max(number, 1), 6) for number in places[end]) for end in (0, 7)]
        signs = [
            "X" if place in position.own else "O" if place in position.opp else "-"
            for place in (*places, *inward)
        ]
        total += int(table[parse_edge("".join(signs[:8]) + " " + "".join(signs[8:]))])
    return total


def features(position: NaivePosition, table):
    """All features in the order of `Features`."""
    passed = position.passed()
    return (
        edge(position, table),
        mobility(position),
        mobility(passed),
        potential(position),
        potential(passed),
        held(position),
        held(passed),
    )
