"""Facts of the coach checked by the rules alone, slowly and on sets of places.

A line is replayed as positions seen by the side that chose, whoever is to move.
"""

from collections import Counter
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


def _own_stable(board, own):
    """Number of stable discs of a side."""
    return len(stable_discs(board) & (board.own if own else board.opp))


def _lasts(moments, index):
    """True if the disc of the move at an index is not turned by the next move."""
    own, after = moments[index].chooses, moments[min(index + 2, len(moments) - 1)].board
    return place(moments[index].move) in (after.own if own else after.opp)


def effect_holds(fact, position, played, best, index):
    """True if a fact is a right effect of the move at an index of a line."""
    p, b = replayed(position, played), replayed(position, best)
    moments, other = (b, p) if fact.of_best else (p, b)
    before, after = moments[index : index + 2]
    mover = before.chooses
    reach, reached = before.moves(mover), after.moves(mover)
    theirs, left = before.moves(not mover), after.moves(not mover)
    named = {place(square) for square in fact.places[-1]}
    square = place(before.move)
    kind, _, ending = fact.kind.rpartition("_")
    if kind in ("takes_corner", "makes_stable"):
        stable = [_own_stable(each.board, mover) for each in (before, after)]
        corner = kind == "makes_stable" or square in CORNERS
        return corner and fact.counts == (stable[1] - stable[0],)
    enemy = after.board.opp if mover else after.board.own
    between = any(
        {edge[i - 1], edge[i + 1]} <= enemy
        for edge in edges()
        for i in range(1, 7)
        if edge[i] == square
    )
    fewer = len(left) <= min((len(each) for each in turns(other, not mover)), default=0) - 2
    kept = p[0].moves(not mover) & theirs & often(other, not mover) - risky(p[0]) - {square}
    kept &= answered(p, b) if index == 1 and not fact.of_best else kept
    lasting = reached.intersection(*turns(moments, mover, index + 1)) - reach - left
    claims = {
        "wedges": between and _lasts(moments, index) and square not in made(other, mover),
        "attacks_corner": named <= (reached - reach - ever(other, mover)) & CORNERS,
        "leaves_few": named == left and fact.counts == () and fewer,
        "cuts_moves": fact.counts == (len(theirs), len(left)) and fewer,
        "takes_away": named == kept - ever(moments, not mover, index + 1),
        "gains": named
        == lasting - ever(other, mover) - ever(moments, not mover, index + 1) - risky(before),
        "opens_nothing": left and left <= theirs,
    }
    return claims[kind] and ending == ("own" if mover else "other")


def holds(fact, position, played, best):
    """True if a fact is right."""
    if fact.kind == "opens_corner":
        assert fact.line == (played[0], fact.places[0][0])
    elif fact.of_best:
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
    shut = here & p[0].moves(False) - there - {place(b[0].move)}
    named = {place(move) for move in fact.places[0]}
    return shut == named and shut and fact.counts == (len(here), len(there))


def repeated(p, b):
    """Position of the best line after the move played there within six moves, else its second."""
    again = (index for index in range(min(6, len(b) - 1)) if b[index][1:] == (True, p[0].move))
    return b[next(again, 0) + 1]


def _alike(p, b):
    """True if both lines soon reach the same empty places, and at most three discs differ."""
    boards = [(one.board, other.board) for one, other in zip(p[2:10], b[2:10], strict=False)]
    return any(
        one.empty() == other.empty() and len(one.own ^ other.own) <= 3 for one, other in boards
    )


def _later(fact, p, b):
    own = fact.kind == "few_later"
    counts = []
    for moments, line in ((p, fact.line), (b, fact.beside)):
        turns = [each for each in moments[1 : len(line) + 1] if each.chooses == own]
        counts += [len(each.moves(own)) for each in turns]
    return tuple(counts) == fact.counts and not _alike(p, b)


def _last_move(fact, p, b):
    empty = p[0].board.empty()
    ended = p[-1].board.over() and b[-1].board.over()
    return ended and (last_in(p, empty), last_in(b, empty)) == (False, True)


def _region_last(fact, p, b):
    region = region_of(p[0].board.empty(), place(fact.places[0][0]))
    whole = region == {place(square) for square in fact.places[0]} and len(region) > 1
    return whole and (last_in(p, region), last_in(b, region)) == (False, True)


def _reply(fact, p, b):
    """A square that the other side takes; some kinds say that the best move keeps it closed."""
    square, last = place(fact.places[0][0]), p[len(fact.line) - 1]
    shut = square not in repeated(p, b).moves(False) | b[1].moves(False)
    if square in CORNERS:
        kinds = {"reply_corner"}
    elif square in p[0].moves(False) & p[0].moves(True):
        kinds = {"other_takes"}
    elif square in p[0].moves(False):
        kinds = {"stops_reply"} if shut and square not in ever(b, False) else {"strong_reply"}
    elif shut and square in p[0].moves(True):
        kinds = {"gives_square"}
    elif shut:
        kinds = {"new_reply"} if square in ever(b, False) else {"opens_reply"}
    else:
        kinds = {"strong_reply"} if square in b[1].moves(False) else {"new_reply"}
    taken = not last.chooses and place(last.move) == square
    taken = taken and not _taken(b[:12], square, False)
    if fact.kind == "later_reply":
        return taken and shut
    return taken and fact.kind in kinds and square in p[1].moves(False)


def turns(moments, own, after=1):
    """Moves of a side at its next three turns from an index of the line on."""
    return [each.moves(own) for each in moments[after:] if each.chooses == own][:3]


def ever(moments, own, after=1):
    """Places where a side can play at one of its next three turns."""
    return set().union(*turns(moments, own, after))


def often(moments, own):
    """Places where a side can play at two of its next three turns, or plays within six moves."""
    each = turns(moments, own)
    counts = Counter(square for moves in each for square in moves)
    made = (m.move for m in moments[:6] if m.chooses == own and m.move not in (None, PASS))
    return {square for square, count in counts.items() if count > 1} | set(map(place, made))


def risky(moment):
    """X- and C-squares beside empty corners."""
    empty_corners = moment.board.empty() & CORNERS
    near = {corner: neighbours({corner}) for corner in empty_corners}
    return set().union(*near.values()) - CORNERS


def answered(p, b):
    """Moves of the side after the best move and the reply to the move played, if it is legal."""
    move, after = p[1].move, b[1].board.passed()
    if p[1].chooses or move in (None, PASS) or place(move) not in after.legal():
        return {(row, column) for row in range(8) for column in range(8)}
    return after.play(place(move)).legal()


def made(moments, own, until=12):
    """Places that a side plays among the first moves of a line."""
    moves = (each.move for each in moments[:until] if each.chooses == own)
    return {place(move) for move in moves if move not in (None, PASS)}


def _opens_corner(fact, p, b):
    """A corner opened to the other side at once, or by an X-square at its second turn."""
    row, column = corner = place(fact.places[0][0])
    if corner in p[0].moves(False) | made(p, True) or any(
        corner in m.moves(False) for m in b[1:13:2]
    ):
        return False
    if fact.kind == "opens_corner":
        return corner in p[1].moves(False)
    across = {abs(place(p[0].move)[0] - row), abs(place(p[0].move)[1] - column)}
    return across == {1} and corner in p[min(3, len(p) - 1)].moves(False) - p[1].moves(False)


def _costs_move(fact, p, b):
    """All moves that the side loses for some turns and keeps after the best move."""
    lost = p[0].moves(True) & b[1].moves(True) & often(b, True) & answered(p, b)
    lost = lost & turns(b, True)[0] - made(b, False) if lost else lost
    lost -= ever(p, True) | risky(p[0]) | {place(line[0].move) for line in (p, b)}
    shared = lost & (p[0].moves(False) | ever(b, False))
    named = lost - shared if fact.kind == "costs_reserve" else shared
    return named == {place(square) for square in fact.places[0]}


def _best_takes(fact, p, b):
    """All moves that the other side loses for some turns after the best move."""
    kept = p[0].moves(False) & p[1].moves(False) & made(p, False, 6)
    kept -= made(b, False) | ever(b, False) | risky(p[0]) | {place(line[0].move) for line in (p, b)}
    return kept == {place(square) for square in fact.places[0]}


def _follow_up(fact, p, b):
    """A square that the side plays after the best move and never again in the line played."""
    last = b[len(fact.line) - 1]
    square = place(fact.places[0][0])
    assert last.chooses and last.move == fact.places[0][0]
    alone = not _taken(p[1:], square, True)
    if fact.kind == "can_wait":
        better = place(b[0].move)
        urgent = better in p[1].moves(False) or better not in p[1].moves(True)
        return urgent and alone and last.move == p[0].move and better not in made(p, True)
    return alone and square in b[1].moves(True) - p[0].moves(True) - p[1].moves(True)


def _wrong_order(fact, p, b):
    last = b[len(fact.line) - 1]
    first = {place(line[0].move) for line in (p, b)}
    return last.move == p[0].move and first <= made(p, True) & made(b, True)


def _loses_best(fact, p, b):
    square = place(fact.places[0][0])
    gone = square in p[0].moves(True) - ever(p, True) - made(p, True, len(p))
    return gone and fact.places[0][0] == b[0].move


def _shares(fact, p, b):
    square = place(fact.places[0][0])
    shared = p[1].moves(False) & p[1].moves(True) - p[0].moves(False)
    later = square in p[min(3, len(p) - 1)].moves(False) and not _taken(p[:6], square, True)
    return square in shared and later and b[0].move == fact.places[0][0]


def _misses_square(fact, p, b):
    square = place(fact.places[0][0])
    last = b[len(fact.line) - 1]
    before = square in p[0].moves(True)
    reached = any(square in each.moves(True) for each in (p[1], *p[2:6:2]))
    alone = square in b[1].moves(True) and not reached and not _taken(p, square, True)
    kind = "loses_square" if before else "misses_square"
    return alone and kind == fact.kind and last.chooses and place(last.move) == square


def _few_moves(fact, p, b):
    replies = tuple((moments[1].move,) for moments in (p, b))
    counts = tuple(len(moments[2].moves(True)) for moments in (p, b))
    return fact.places == replies and fact.counts == counts


def _quiet(fact, p, b):
    opened = p[1].moves(False) - p[0].moves(False)
    shut = b[1].moves(False) <= p[0].moves(False)
    return shut and opened == {place(square) for square in fact.places[0]} and len(opened) > 1


def safe_moves(moment, own):
    """Moves of a side that give no corner at once."""
    board = moment.board if own else moment.board.passed()
    return {each for each in board.legal() if not board.play(each).legal() & CORNERS}


def _safe(fact, p, b):
    here, there = (safe_moves(line[2], True) for line in (p, b))
    counts = len(here), len(there)
    if any(line[2].moves(False) & CORNERS for line in (p, b)):
        return False
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

    def is_wedge(moment):
        discs = moment.board.own if own else moment.board.opp
        return place(square) in moment.moves(not own) and any(
            {edge[index - 1], edge[index + 1]} <= discs
            for edge in edges()
            for index in range(1, 7)
            if edge[index] == place(square)
        )

    if own and (is_wedge(b[1]) or is_wedge(repeated(p, b))):
        return False
    if not own and not _lasts(b, 0):
        return False
    played = p[len(fact.line) - 1].move if own else b[0].move
    return played == square and is_wedge(p[1] if own else p[0])


def _stable(fact, p, b):
    own = fact.kind == "stable_missed"
    found = []
    for moments in (p, b):
        board = moments[min(len(fact.line), len(moments) - 1)].board
        found.append(stable_discs(board) & (board.own if own else board.opp))
    return fact.counts == (len(found[0]), len(found[1])) and not _alike(p, b)


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
    **dict.fromkeys(("gives_square", "opens_reply", "other_takes", "stops_reply"), _reply),
    **dict.fromkeys(("strong_reply", "new_reply", "reply_corner", "later_reply"), _reply),
    **{
        "opens_corner": _opens_corner,
        "x_opens_corner": _opens_corner,
        "loses_best": _loses_best,
        "wrong_order": _wrong_order,
        "shares_best": _shares,
    },
    **{"misses_square": _misses_square, "loses_square": _misses_square, "misses_quiet": _quiet},
    **{"costs_move": _costs_move, "costs_reserve": _costs_move, "best_takes": _best_takes},
    **{"can_wait": _follow_up, "prepares": _follow_up},
    **{"few_safe": _safe, "no_safe": _safe, "unbalanced": _unbalanced},
    **{"allows_wedge": _wedge, "misses_wedge": _wedge, "many_replies": _replies},
    **{"stable_lost": _stable, "stable_missed": _stable, "few_moves": _few_moves},
}
