"""What the coach's evidence says about two lines, judged by the rules alone.

A line is replayed as positions seen by the side that chose, whoever is to move. Each claim takes
the evidence, the line played `p` and the best line `b`.
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

    def stable(self, own):
        """Number of stable discs of a side."""
        return len(stable_discs(self.board) & (self.board.own if own else self.board.opp))


def replayed(position, line):
    """Positions of a line, also its end; every move must be legal."""
    moments, chooses = [], True
    for move in line:
        moments.append(Moment(position if chooses else position.passed(), chooses, move))
        assert (place(move) in position.legal()) if move != PASS else not position.legal()
        position = position.passed() if move == PASS else position.play(place(move))
        chooses = not chooses
    return [*moments, Moment(position if chooses else position.passed(), chooses, None)]


def named(found):
    """Places of the first set of squares."""
    return set(map(place, found.places[0]))


def made(moments, own):
    """Places that a side plays in a line, in order."""
    moves = (each.move for each in moments if each.chooses == own)
    return [place(move) for move in moves if move not in (None, PASS)]


def near(found):
    """Places of a set and those next to them."""
    steps = [(down, across) for down in (-1, 0, 1) for across in (-1, 0, 1)]
    return {(row + down, column + across) for row, column in found for down, across in steps}


def last(found, moments, own):
    """True if the line of the evidence ends with the named square, played by a side."""
    end = moments[len(found.line) - 1]
    return (end.move, end.chooses) == (found.places[0][0], own)


def corner(found, p, b, own, steps=0):
    """The corner is taken in one line alone; the move played is 0, 1 or 2 steps beside it."""
    line, other = (b, p) if own else (p, b)
    (row, column), (down, across) = *named(found), place(p[0].move)
    distance = abs(row - down) + abs(column - across)
    beside = {1: distance == 1, 2: abs(row - down) == abs(column - across) == 1}
    taken = last(found, line, own) and named(found) <= CORNERS - set(made(other, own))
    return taken and beside.get(steps, own or not (beside[1] or beside[2]))


def passes(found, p, b, own):
    """The side passes at the end of the line, and not so soon in the other one."""
    line, other = (p, b) if own else (b, p)
    ends = [[(each.move, each.chooses) for each in moments] for moments in (line, other)]
    until = len(found.line)
    return ends[0][until - 1] == (PASS, own) and (PASS, own) not in ends[1][:until]


def region_last(found, p, b):
    """The region is whole, and its last moves are those of the other side and of the side."""
    region, wider = set(), {place(found.places[0][0])}
    while region != wider:
        region, wider = wider, near(wider) & p[0].board.empty()
    inside = ([each for each in line[:-1] if place(each.move) in region] for line in (p, b))
    return region == named(found) and [each[-1].chooses for each in inside] == [False, True]


def unbalanced(found, p, b):
    """Five discs of the side in a row beside one empty corner, and no other disc on the edge."""
    discs, board = named(found), p[1].board
    lines = [{(row, each) for each in range(8)} for row in (0, 7)]
    lines += [{(each, column) for each in range(8)} for column in (0, 7)]
    (edge,) = (line for line in lines if discs <= line)
    inner = len(near(discs) & edge) == 7 and len(edge & CORNERS & near(discs)) == 1
    return discs <= board.own and edge - discs <= board.empty() and inner


def reply(found, p, b, ours=None, theirs=None, prevented=False):
    """The other side plays the square; `ours` and `theirs` could play it before, if not None."""
    (square,) = named(found)
    could = all(
        each in (None, square in p[0].moves(own)) for own, each in ((True, ours), (False, theirs))
    )
    shut = square in p[1].moves(False) - b[1].moves(False)
    return last(found, p, False) and could and (shut or not prevented)


def misses_square(found, p, b, ours):
    """The side plays the square in the best line; it can reach it after the best move alone."""
    (square,) = named(found)
    reached = square in b[1].moves(True) - p[1].moves(True)
    return last(found, b, True) and reached and (square in p[0].moves(True)) == ours


def costs_moves(found, p, b, shared):
    """The side could play the squares, still can after the best move, and then no more."""
    turn = next((each.moves(True) for each in p[1:] if each.chooses), set())
    alone = shared or not named(found) & p[0].moves(False)
    return alone and named(found) <= (p[0].moves(True) & b[1].moves(True)) - turn


def fewer_a_turn(found, p, b, own):
    """The numbers are those of a side's moves at its turns of both lines."""
    counts = []
    for moments, line in ((p, found.line), (b, found.beside)):
        turns = [each for each in moments[1 : len(line) + 1] if each.chooses == own]
        counts += [len(each.moves(own)) for each in turns]
    return tuple(counts) == found.counts


def effect_holds(kind, found, before, after):
    """True if an effect of the move between two positions is right; its square is named first."""
    own, places = before.chooses, set(map(place, found.places[-1]))
    reach, reached = before.moves(own), after.moves(own)
    theirs, left = before.moves(not own), after.moves(not own)
    return {
        "takes_corner": named(found) <= CORNERS,
        "makes_stable": not named(found) & CORNERS,
        "attacks_corner": places <= (reached - reach) & CORNERS,
        "leaves_few": places == left,
        "takes_away": places <= theirs - left,
        "opens_nothing": bool(left) and left <= theirs,
        "gains": places <= reached - reach - left,
    }[kind] and found.counts in ((), (after.stable(own) - before.stable(own),))
