"""Facts of the coach checked by the rules alone, slowly and on sets of places.

A line is replayed as positions seen by the side that chose, whoever is to move.
"""

from typing import NamedTuple

from .rules import NaivePosition, place
from .stability import stable_discs

PASS = -1
CORNERS = {(0, 0), (0, 7), (7, 0), (7, 7)}


class Moment(NamedTuple):
    """A position of a line, whether the side that chose is to move, and the move."""

    board: NaivePosition
    chooses: bool
    move: int | None

    def moves(self, own):
        """Places where the side that chose may play, or the other side."""
        return (self.board if own else self.board.passed()).legal()


def replayed(position, line):
    """Positions of a line, also its end; every move must be legal."""
    moments, chooses = [], True
    for move in line:
        moments.append(Moment(position if chooses else position.passed(), chooses, move))
        if move == PASS:
            assert not position.legal() and position.passed().legal()
            position = position.passed()
        else:
            assert place(move) in position.legal()
            position = position.play(place(move))
        chooses = not chooses
    return [*moments, Moment(position if chooses else position.passed(), chooses, None)]


def neighbours(found):
    """Places of a set and those next to them."""
    steps = [(down, across) for down in (-1, 0, 1) for across in (-1, 0, 1)]
    return {(row + down, column + across) for row, column in found for down, across in steps}


def region_of(empty, start):
    """Empty places connected with one of them."""
    found, new = set(), {start}
    while new:
        found |= new
        new = neighbours(new) & empty - found
    return found


def last_in(moments, places):
    """True if the side that chose makes the last move in these places."""
    made = (each for each in moments if each.move not in (None, PASS))
    return [each.chooses for each in made if place(each.move) in places][-1]


def holds(fact, position, played, best):
    """True if a fact is right."""
    if fact.of_best:
        assert best[: len(fact.line)] == fact.line
    else:
        assert (played[: len(fact.line)], best[: len(fact.beside)]) == (fact.line, fact.beside)
    return CLAIMS[fact.kind](fact, replayed(position, played), replayed(position, best))


def _taken(moments, place_taken, chooses):
    """True if a side plays a place in a line."""
    made = (each for each in moments if each.move not in (None, PASS))
    return any(place(each.move) == place_taken and each.chooses == chooses for each in made)


def _corner(fact, p, b):
    """A corner that a side takes at the end of its line and never in the other one."""
    own = fact.kind == "wins_corner"
    line, other = (b, p) if own else (p, b)
    corner, last = place(fact.places[0][0]), line[len(fact.line) - 1]
    return (
        corner in CORNERS
        and (last.move, last.chooses) == (fact.places[0][0], own)
        and not _taken(other, corner, own)
    )


def _misses(fact, p, b):
    (corner,) = fact.places[0]
    return b[0].move == corner and place(corner) in CORNERS and place(p[0].move) not in CORNERS


def _passes(fact, p, b):
    own = fact.kind == "must_pass"
    line, other = (p, b) if own else (b, p)
    passed = line[len(fact.line) - 1]
    return (passed.move, passed.chooses) == (PASS, own) and (PASS, own) not in {
        (each.move, each.chooses) for each in other[: len(fact.line)]
    }


def _replies(fact, p, b):
    here, there = (set() if line[1].chooses else line[1].moves(False) for line in (p, b))
    shut = here - there == {place(move) for move in fact.places[0]}
    return shut and fact.counts == (len(here), len(there))


def _later(fact, p, b):
    own = fact.kind == "few_later"
    counts = []
    for moments, line in ((p, fact.line), (b, fact.beside)):
        turns = [each for each in moments[1 : len(line) + 1] if each.chooses == own]
        counts += [len(each.moves(own)) for each in turns]
    return tuple(counts) == fact.counts


def _last_move(fact, p, b):
    empty = p[0].board.empty()
    ended = p[-1].board.over() and b[-1].board.over()
    return ended and (last_in(p, empty), last_in(b, empty)) == (False, True)


def _region_last(fact, p, b):
    region = region_of(p[0].board.empty(), place(fact.places[0][0]))
    whole = region == {place(square) for square in fact.places[0]} and len(region) > 1
    return whole and (last_in(p, region), last_in(b, region)) == (False, True)


def _gives(fact, p, b):
    """A square that the other side takes, closed to it after the best move."""
    square, last = place(fact.places[0][0]), p[len(fact.line) - 1]
    before = "gives_square" if square in p[0].moves(True) else "opens_reply"
    kind = "stops_reply" if square in p[0].moves(False) else before
    taken = not last.chooses and place(last.move) == square and not _taken(b[:10], square, False)
    return kind == fact.kind and taken and square in p[1].moves(False) - b[1].moves(False)


def _shares(fact, p, b):
    square = place(fact.places[0][0])
    opened = p[1].moves(False) - p[0].moves(False)
    return square in opened and b[0].move == fact.places[0][0]


def _misses_square(fact, p, b):
    square = place(fact.places[0][0])
    last = b[len(fact.line) - 1]
    alone = square in b[1].moves(True) - p[1].moves(True)
    return (
        alone and last.chooses and place(last.move) == square and not _taken(p[:10], square, True)
    )


def _takes(fact, p, b):
    last = p[len(fact.line) - 1]
    return fact.places == ((b[0].move,),) and (last.move, last.chooses) == (b[0].move, False)


def _few_moves(fact, p, b):
    replies = tuple((moments[1].move,) for moments in (p, b))
    counts = tuple(len(moments[2].moves(True)) for moments in (p, b))
    return fact.places == replies and fact.counts == counts


def _quiet(fact, p, b):
    opened = p[1].moves(False) - p[0].moves(False)
    shut = b[1].moves(False) <= p[0].moves(False)
    return shut and opened == {place(square) for square in fact.places[0]} and len(opened) > 1


def safe_moves(moment, own):
    """Moves of a side that give no corner at once and are no X-square beside an empty corner."""
    board = moment.board if own else moment.board.passed()
    return {
        (row, column)
        for row, column in board.legal()
        if not board.play((row, column)).legal() & CORNERS
        and not any(
            (row - x, column - y) in CORNERS & board.empty() for x in (-1, 1) for y in (-1, 1)
        )
    }


def _safe(fact, p, b):
    here, there = (safe_moves(line[2], True) for line in (p, b))
    counts = len(here), len(there)
    return counts == fact.counts and here == {place(square) for square in fact.places[0]}


def edges():
    """Places of the four edges, from corner to corner."""
    for side in (0, 7):
        yield [(side, each) for each in range(8)]
        yield [(each, side) for each in range(8)]


def _unbalanced(fact, p, _b):
    discs = {place(square) for square in fact.places[0]}
    board = p[1].board
    whole = any(discs in (set(edge[1:6]), set(edge[2:7])) for edge in edges())
    edge = next(edge for edge in edges() if discs <= set(edge))
    return whole and discs <= board.own and set(edge) - discs <= board.empty()


def _wedge(fact, p, b):
    (square,) = fact.places[0]
    own = fact.kind == "allows_wedge"
    moment = p[1] if own else p[0]
    discs = moment.board.own if own else moment.board.opp
    between = any(
        {edge[index - 1], edge[index + 1]} <= discs
        for edge in edges()
        for index in range(1, 7)
        if edge[index] == place(square)
    )
    played = p[len(fact.line) - 1].move if own else b[0].move
    return between and played == square and place(square) in moment.moves(not own)


def _stable(fact, p, b):
    own = fact.kind == "stable_missed"
    found = []
    for moments in (p, b):
        board = moments[min(len(fact.line), len(moments) - 1)].board
        found.append(stable_discs(board) & (board.own if own else board.opp))
    return fact.counts == (len(found[0]), len(found[1]))


def _square_beside(fact, p, b):
    """An X- or C-square beside the corner that the other side takes."""
    row, column = place(fact.places[0][0])
    down, across = abs(place(p[0].move)[0] - row), abs(place(p[0].move)[1] - column)
    shape = (down, across) == (1, 1) if fact.kind == "x_square" else down + across == 1
    return shape and _corner(fact, p, b)


def _wall(fact, p, b):
    boards = [moments[1].board for moments in (p, b)]
    return fact.counts == tuple(len(board.own & neighbours(board.empty())) for board in boards)


CLAIMS = {
    **{"loses_corner": _corner, "wins_corner": _corner, "misses_corner": _misses},
    **{"x_square": _square_beside, "c_square": _square_beside},
    **{"must_pass": _passes, "other_passes": _passes, "few_later": _later, "many_later": _later},
    **{"last_move": _last_move, "region_last": _region_last, "wall": _wall},
    **{"gives_square": _gives, "shares_best": _shares, "misses_square": _misses_square},
    **{"opens_reply": _gives, "stops_reply": _gives, "misses_quiet": _quiet, "other_takes": _takes},
    **{"few_safe": _safe, "no_safe": _safe, "unbalanced": _unbalanced},
    **{"allows_wedge": _wedge, "misses_wedge": _wedge, "many_replies": _replies},
    **{"stable_lost": _stable, "stable_missed": _stable, "few_moves": _few_moves},
}
