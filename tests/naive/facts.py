"""Facts of the coach checked by the rules alone, slowly and on sets of places.

A line is replayed as positions seen by the side that chose, whoever is to move.
"""

from typing import NamedTuple

from .rules import NaivePosition, place

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


def _gives(fact, p, b):
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


def _even_region(fact, p, b):
    region = region_of(p[0].board.empty(), place(p[0].move))
    whole = region == {place(square) for square in fact.places[0]} and len(region) % 2 == 0
    return whole and (last_in(p, region), last_in(b, region)) == (False, True)


def _waits(fact, p, b):
    way = b[: len(fact.line if fact.of_best else fact.beside)]
    shut = not any(place(p[0].move) in each.moves(False) for each in way)
    return shut and way[-1].chooses and way[-1].move == p[0].move


def _wall(fact, p, b):
    boards = [moments[1].board for moments in (p, b)]
    return fact.counts == tuple(len(board.own & neighbours(board.empty())) for board in boards)


CLAIMS = {
    **{"gives_corner": _gives, "misses_corner": _misses, "many_replies": _replies},
    **{"must_pass": _passes, "other_passes": _passes, "few_later": _later, "many_later": _later},
    **{"last_move": _last_move, "even_region": _even_region, "waits": _waits, "could_wait": _waits},
    "wall": _wall,
}
