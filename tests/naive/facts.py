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
        """Stable discs of a side."""
        return stable_discs(self.board) & (self.board.own if own else self.board.opp)


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


def joined(start, places):
    """A place, and those of a set that touch it or each other."""
    group, wider = set(), {start}
    while group != wider:
        group, wider = wider, near(wider) & places
    return group


def last(found, moments, own):
    """True if the line of the evidence ends with the named square, played by a side."""
    end = moments[len(found.line) - 1]
    return (end.move, end.chooses) == (found.places[0][0], own)


def corner(found, p, b, own):
    """The corner is taken by a side in one line alone."""
    line, other = (b, p) if own else (p, b)
    return last(found, line, own) and named(found) <= CORNERS - set(made(other, own))


def passes(found, p, b, own):
    """A side passes at the end of a line, and not so soon in the other one."""
    ends = [[(each.move, each.chooses) for each in moments] for moments in (p, b)][:: own or -1]
    until = len(found.line)
    return ends[0][until - 1] == (PASS, own) and (PASS, own) not in ends[1][:until]


def region_last(found, p, b):
    """The region is whole, and its last moves are those of the other side and of the side."""
    region = joined(place(found.places[0][0]), p[0].board.empty())
    inside = ([each for each in line[:-1] if place(each.move) in region] for line in (p, b))
    return region == named(found) and [each[-1].chooses for each in inside] == [False, True]


def pairs(found, p, b):
    """Both positions after each number of moves from that of the evidence to the end of a line."""
    first = max(len(found.line), len(found.beside))
    ended = not any(each[-1].moves(own) for each in (p, b) for own in (True, False))
    last = (max if ended else min)(len(p), len(b)) - 1
    return [(p[min(n, len(p) - 1)], b[min(n, len(b) - 1)]) for n in range(first, last + 1)]


def played_once(found, p, b, own):
    """A side plays on the square at the end of one line, and never can in the other one."""
    line, other = (b, p) if own else (p, b)
    end = line[len(found.beside if own else found.line) - 1]
    turns = [*(each for each in other[1:] if each.chooses == own), other[-1]]
    never = all(not named(found) & each.moves(own) for each in turns)
    return never and ({place(end.move)}, end.chooses) == (named(found), own)


def more_stable(found, p, b, own):
    """The squares are stable at the end of one line only; the number is that at the end."""
    ends = [each.board for each in pairs(found, p, b)[-1]][:: 1 if own else -1]
    fewer, more = (stable_discs(each) & (each.own if own else each.opp) for each in ends)
    number = not found.counts or found.counts[0] == len(more) - len(fewer)
    return number and named(found) <= more - fewer


def fewer_moves(found, p, b, own):
    """The numbers are the means at a side's turns to the end."""
    turns = [pair for pair in pairs(found, p, b) if pair[1].chooses == own]
    counts = [tuple(len(each.moves(own)) for each in pair) for pair in turns]
    means = [round(sum(each) / len(turns)) for each in zip(*counts, strict=True)]
    return list(found.counts) == means and (means[0] < means[1]) == own


def effect_holds(kind, fact, before, after, end):
    """True if an effect of the move between two positions of a line is right at its end."""
    own, places = before.chooses, set(map(place, fact.places[-1]))
    theirs, left = before.moves(not own), after.moves(not own)
    corner = joined(place(before.move), end.stable(own)) - before.stable(own)
    return {
        "takes_corner": fact.counts == (len(corner),),
        "attacks_corner": places <= CORNERS & after.moves(own) - before.moves(own),
        "leaves_few": places == left,
        "takes_away": places <= theirs - left,
        "opens_nothing": left <= theirs,
        "gains": places <= after.moves(own) - before.moves(own) - left,
    }[kind]
