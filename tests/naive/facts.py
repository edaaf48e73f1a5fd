"""What the coach says of a move, made out again from the rules, slowly and on sets of places.

A line is replayed as the positions that the side which chose sees, whoever is to move.
"""

from typing import NamedTuple

from .rules import NaivePosition, place

PASS = -1
CORNERS = {(0, 0), (0, 7), (7, 0), (7, 7)}


class Seen(NamedTuple):
    """A position as the side that chose sees it, whether it is to move, and what is played."""

    board: NaivePosition
    chooses: bool
    move: int | None

    def moves(self, own):
        """Where the side that chose may play, or the other one."""
        return (self.board if own else self.board.passed()).legal()


def replayed(position, line):
    """The positions of a line, its end among them; every move must be legal."""
    found, chooses = [], True
    for move in line:
        board = position if chooses else position.passed()
        found.append(Seen(board, chooses, move))
        if move == PASS:
            assert not position.legal() and position.passed().legal()
            position = position.passed()
        else:
            assert place(move) in position.legal()
            position = position.play(place(move))
        chooses = not chooses
    return [*found, Seen(position if chooses else position.passed(), chooses, None)]


def safe(board):
    """The moves after which the other side can take no corner at once."""
    return {move for move in board.legal() if not board.play(move).legal() & CORNERS}


def region_of(empty, start):
    """The empty places that hang together with one of them, by sides or corners."""
    found, new = set(), {start}
    while new:
        found |= new
        new = {
            (row + down, column + across)
            for row, column in new
            for down in (-1, 0, 1)
            for across in (-1, 0, 1)
        } & empty - found
    return found


def exposed(board):
    """The own discs that lie beside an empty place."""
    return {
        (row, column)
        for row, column in board.own
        if any(
            (row + down, column + across) in board.empty()
            for down in (-1, 0, 1)
            for across in (-1, 0, 1)
        )
    }


def holds(fact, position, played, best, scores):
    """Whether what a fact says is so; `played` and `best` are lines, `scores` what they are worth.

    KeyError for a kind that is not known here.
    """
    lines = [replayed(position, line) for line in (played, best)]
    if fact.of_best:
        assert best[: len(fact.line)] == fact.line
    else:
        assert (played[: len(fact.line)], best[: len(fact.beside)]) == (fact.line, fact.beside)
    return CLAIMS[fact.kind](fact, *lines, scores)


def moves_of(seen, chooses):
    """The moves of one side of a line."""
    return [each.move for each in seen if each.chooses == chooses and each.move is not None]


def corners_of(seen, chooses):
    """The corners that a side takes in a line, in their order."""
    return [move for move in moves_of(seen, chooses) if move != PASS and place(move) in CORNERS]


def common(p, b):
    """Both lines as far as both go; whole where both end the game."""
    if p[-1].board.over() and b[-1].board.over():
        return p, b
    length = min(len(p), len(b)) - 1
    return p[:length], b[:length]


def _falls(kind):
    """A corner that the other side takes, in one of six ways; no other is taken in both lines."""

    def claim(fact, p, b, scores):
        corner = fact.places[0][0] if kind != "runs_out" else fact.places[1][0]
        here, index = place(corner), len(fact.line) - 1
        if kind == "gives_corner":
            opened = here in p[1].moves(False) - p[0].moves(False) - b[1].moves(False)
            return opened and (p[1].move, p[1].chooses) == (corner, False)
        shared = common(p, b)
        taken = [corners_of(seen, side) for seen in shared for side in (True, False)]
        if taken != [[], [corner], [], []] or p[index].move != corner or p[index].chooses:
            return False
        openings = [
            at
            for at in range(index)
            if here not in p[at].moves(False) and here in p[at + 1].moves(False)
        ]
        opener = p[openings[-1]] if openings else None
        prevented = here in p[0].moves(False) and here not in b[1].moves(False)
        return {
            "leaves_corner": prevented,
            "runs_out": kind == "runs_out" and opener is not None and _only_gives(fact, opener),
            "attacks_corner": not {place(m) for m in moves_of(p[1:index], True)} & _diagonal(here)
            and opener is not None
            and not opener.chooses
            and fact.places[1:] == ((opener.move,),),
            "concedes_corner": opener is not None
            and opener.chooses
            and fact.places[1:] == ((opener.move,),),
            "loses_corner": True,
        }[kind]

    return claim


def _diagonal(corner):
    """The place beside a corner on its diagonal."""
    return {(abs(corner[0] - 1), abs(corner[1] - 1))}


def _only_gives(fact, seen):
    """Whether all moves of the side that chose, those of the fact, open a corner that was shut."""
    moves = seen.board.legal()
    return (
        seen.chooses
        and moves == {place(move) for move in fact.places[0]}
        and not seen.moves(False) & CORNERS
        and not safe(seen.board)
        and fact.counts == (len(moves),)
    )


def _misses(fact, p, b, scores):
    corner = fact.places[0][0]
    return (
        b[0].move == corner
        and place(corner) in CORNERS
        and place(p[0].move) not in CORNERS
        and corner not in corners_of(common(p, b)[0], True)
    )


def _wins(fact, p, b, scores):
    taken = [corners_of(seen, side) for seen in common(p, b) for side in (True, False)]
    way, here = b[: len(fact.line)], place(fact.places[0][0])
    opener = next((each for each in reversed(way) if here not in each.moves(True)), None)
    lent = opener is not None and not opener.chooses and safe(opener.board.passed())
    ended = p[-1].board.over() and b[-1].board.over()
    only = taken == [[], [], [*fact.places[0]], []] and fact.line[-1] == fact.places[0][0]
    return only and (ended or not lent)


def _corners(fact, p, b, scores):
    taken = [tuple(corners_of(seen, side)) for seen in common(p, b) for side in (True, False)]
    less, more = (len(taken[at]) - len(taken[at + 1]) for at in (0, 2))
    return tuple(taken) == fact.places and less < more


def _threat(fact, p, b, scores):
    (reply,), (corner,), parries = fact.places
    after, here = p[2], place(corner)
    moves = after.board.legal()
    parrying = {move for move in moves if here not in after.board.play(move).legal()}
    beside = b[1].board.passed()
    too = False
    if not b[1].chooses and place(reply) in beside.legal():
        too = here in beside.play(place(reply)).passed().legal()
    return (
        p[1].move == reply
        and not p[1].chooses
        and not too
        and here in CORNERS & after.moves(False) - p[1].moves(False)
        and parrying == {place(move) for move in parries}
        and 0 < len(parrying) < len(moves)
        and fact.counts == (len(parrying),)
    )


def _passes(chooses):
    def claim(fact, p, b, scores):
        seen, beside = common(p, b) if chooses else reversed(common(p, b))
        last = seen[len(fact.line) - 1]
        soon = len(fact.line) <= 6
        return (last.move, last.chooses) == (PASS, chooses) and (
            soon and PASS not in moves_of(beside, chooses)
        )

    return claim


def _speaks_against(p, b):
    """Whether both sides' moves at their next four turns speak by a half for the best."""
    worse = 0
    for own in (True, False):
        here, beside = (
            [
                len(each.moves(own))
                for each in (seen[1:-1] if seen[-1].board.over() else seen[1:])
                if each.chooses == own
            ][:4]
            for seen in (p, b)
        )
        pairs = [*zip(here, beside, strict=False)]
        lost = sum(more - less if own else less - more for less, more in pairs)
        worse += lost / max(1, len(pairs))
    return worse >= 0.5


def _few_moves(fact, p, b, scores):
    replies = tuple((seen[1].move,) for seen in (p, b))
    ours = [not seen[1].chooses and seen[2].chooses for seen in (p, b)]
    counts = tuple(len(seen[2].board.legal()) for seen in (p, b))
    told = (fact.places, fact.counts) == (replies, counts)
    return all(ours) and told and _speaks_against(p, b)


def _replies(seen):
    """Where the other side may play at its turn after the first move; a turn that is none has 0."""
    return set() if seen[1].chooses else seen[1].moves(False)


def _many_replies(fact, p, b, scores):
    here, beside = _replies(p), _replies(b)
    shut = here - beside == {place(move) for move in fact.places[0]}
    return shut and fact.counts == (len(here), len(beside)) and _speaks_against(p, b)


def _turns(own):
    """The moves of a side at its own turns, as many of both lines, to the end of what is shown."""

    def claim(fact, p, b, scores):
        counts = []
        for seen, line in ((p, fact.line), (b, fact.beside)):
            turns = [each for each in seen[1 : len(line) + 1] if each.chooses == own]
            counts.append([len(each.moves(own)) for each in turns])
        told = len(counts[0]) >= 3 and tuple(counts[0] + counts[1]) == fact.counts
        return told and _speaks_against(p, b)

    return claim


def last_in(seen, places):
    """Whether the side that chose makes the last move in these places."""
    return [
        each.chooses
        for each in seen
        if each.move not in (None, PASS) and place(each.move) in places
    ][-1]


def _last_move(fact, p, b, scores):
    empty = p[0].board.empty()
    ended = p[-1].board.over() and b[-1].board.over()
    return ended and (last_in(p, empty), last_in(b, empty)) == (False, True)


def _even_region(fact, p, b, scores):
    region = region_of(p[0].board.empty(), place(p[0].move))
    first = next(e for e in b if e.move not in (None, PASS) and place(e.move) in region)
    return (
        region == {place(square) for square in fact.places[0]}
        and len(region) % 2 == 0
        and not region & (p[-1].board.empty() | b[-1].board.empty())
        and not first.chooses
        and (last_in(p, region), last_in(b, region)) == (False, True)
    )


def _other_takes(fact, p, b, scores):
    last = p[len(fact.line) - 1]
    taken = b[0].move == fact.places[0][0] == last.move and not last.chooses
    return taken and not _left(p[: len(fact.line) - 1], last.move, True)


def _left(seen, move, side):
    """Whether a side, at a turn after the first move of a line, could have played there."""
    return any(each.chooses == side and place(move) in each.moves(side) for each in seen[1:])


def _opens_best(fact, p, b, scores):
    opened = place(b[0].move) in p[1].moves(False) - p[0].moves(False)
    return opened and len(fact.line) == 2 and _other_takes(fact, p, b, scores)


def _could_wait(fact, p, b, scores):
    here = place(p[0].move)
    way = b[: len(fact.line if fact.of_best else fact.beside)]
    waits = way[-1].chooses and way[-1].move == p[0].move
    never = not any(here in each.moves(False) for each in way)
    soon = len(way) <= 4 or len(p[0].board.empty()) <= 20
    return waits and soon and never and (fact.of_best or _other_takes(fact, p, b, scores))


def _both_want(fact, p, b, scores):
    ours, theirs = b[len(fact.beside) - 1], p[len(fact.line) - 1]
    taken = ours.move == theirs.move == fact.places[0][0]
    left = _left(p[: len(fact.line) - 1], theirs.move, True)
    left |= _left(b[: len(fact.beside) - 1], ours.move, False)
    return taken and not left and (theirs.chooses, ours.chooses) == (False, True)


def _wall(fact, p, b, scores):
    return fact.counts == tuple(len(exposed(seen[1].board)) for seen in (p, b))


def _result(signs):
    def claim(fact, p, b, scores):
        best, played = scores[1], scores[0]
        return ((best > 0) - (best < 0), (played > 0) - (played < 0)) == signs and (
            (abs(best) // 100, abs(played) // 100) == fact.counts
        )

    return claim


FALLS = ("gives", "leaves", "attacks", "concedes", "loses")
CLAIMS = {
    "win_lost": _result((1, -1)),
    "win_drawn": _result((1, 0)),
    "draw_lost": _result((0, -1)),
    "misses_corner": _misses,
    **{kind: _falls(kind) for kind in ("runs_out", *(f"{way}_corner" for way in FALLS))},
    "wins_corner": _wins,
    "corners": _corners,
    "threat": _threat,
    "must_pass": _passes(True),
    "other_passes": _passes(False),
    "few_moves": _few_moves,
    "many_replies": _many_replies,
    "few_later": _turns(True),
    "many_later": _turns(False),
    "even_region": _even_region,
    "last_move": _last_move,
    "could_wait": _could_wait,
    "waits": _could_wait,
    "opens_best": _opens_best,
    "other_takes": _other_takes,
    "both_want": _both_want,
    "wall": _wall,
}


def hint_holds(fact, position):
    """Whether what is said of a hint is so, of a move beside all others of the position."""
    legal, here = position.legal(), place(fact.places[0][0])
    left = {move: len(position.play(move).legal()) for move in legal}
    fewest = all(left[here] < left[move] for move in legal - {here})
    return {
        "only_move": legal == {here},
        "takes_corner": here in CORNERS,
        "only_safe": safe(position) == {here},
        "no_reply": left[here] == 0,
        "fewest_replies": fewest and fact.counts == (left[here],),
    }[fact.kind]
