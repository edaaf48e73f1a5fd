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
    """True if a fact is right; None for a kind that is not checked."""
    if fact.of_best:
        assert best[: len(fact.line)] == fact.line
    else:
        assert (played[: len(fact.line)], best[: len(fact.beside)]) == (fact.line, fact.beside)
    claim = CLAIMS.get(fact.kind)
    return (
        None if claim is None else claim(fact, replayed(position, played), replayed(position, best))
    )


def _gives_corner(fact, p, b):
    corner = place(fact.places[0][0])
    opened = p[1].moves(False) - p[0].moves(False) - b[1].moves(False)
    return corner in opened & CORNERS and not p[1].chooses and place(p[1].move) == corner


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
    """Squares of the side alone that are now open to the other side too."""
    alone = p[0].moves(True) - p[0].moves(False)
    given = alone & p[1].moves(False) - b[1].moves(False)
    named = bool(given) and given == {place(square) for square in fact.places[0]}
    if fact.kind == "gives_squares":
        return named
    last = p[len(fact.line) - 1]
    return named and not last.chooses and place(last.move) in given


def _loses(fact, p, b):
    lost = (p[0].moves(True) - p[1].moves(True)) & b[1].moves(True) & p[1].board.empty()
    return lost == {place(square) for square in fact.places[0]}


def _reply(fact, p, b):
    reply = place(p[1].move)
    before, after = reply in p[0].moves(False), reply in b[1].moves(False)
    return fact.places == ((p[1].move,),) and not after and before == (fact.kind == "stops_reply")


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
    index, own = (1, False) if fact.kind == "presses" else (2, True)
    here, there = (safe_moves(line[index], own) for line in (p, b))
    counts = (len(here), len(there)) if own else (len(there), len(here))
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
    if fact.kind == "edge_lost":
        new = {place(square) for square in fact.places[0]}
        return len(new) > 2 and new <= found[0] - found[1]
    return fact.counts == (len(found[0]), len(found[1]))


def _square_beside(fact, p, _b):
    """An X- or C-square beside the corner that the other side takes."""
    row, column = place(fact.places[0][0])
    down, across = abs(place(p[0].move)[0] - row), abs(place(p[0].move)[1] - column)
    taken = p[len(fact.line) - 1]
    shape = (down, across) == (1, 1) if fact.kind == "x_square" else down + across == 1
    return shape and not taken.chooses and taken.move == fact.places[0][0]


def _wall(fact, p, b):
    boards = [moments[1].board for moments in (p, b)]
    return fact.counts == tuple(len(board.own & neighbours(board.empty())) for board in boards)


CLAIMS = {
    **{"gives_corner": _gives_corner, "misses_corner": _misses, "many_replies": _replies},
    **{"must_pass": _passes, "other_passes": _passes, "few_later": _later, "many_later": _later},
    **{"last_move": _last_move, "region_last": _region_last, "wall": _wall},
    **{"gives_squares": _gives, "gives_taken": _gives, "loses_squares": _loses},
    **{"opens_reply": _reply, "stops_reply": _reply, "misses_quiet": _quiet},
    **{"presses": _safe, "few_safe": _safe, "no_safe": _safe, "unbalanced": _unbalanced},
    **{"allows_wedge": _wedge, "misses_wedge": _wedge, "x_square": _square_beside},
    **{"c_square": _square_beside, "stable_lost": _stable, "stable_missed": _stable},
    "edge_lost": _stable,
}
