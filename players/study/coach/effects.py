"""Effects of a move of a line: what it does, if no move of the other line does the same."""

from collections.abc import Iterator

from othello.position import PASS
from players.study.coach.conditions import regions
from players.study.coach.lasting import LEAST_STABLE
from players.study.coach.lines import CORNERS, LATER, Comparison, risky
from players.study.coach.words import Evidence, Fact, Finder, Reason, evidence

FEW_MOVES = 5
"""Most moves that are few."""
MOST_GAINED = 3
"""Most new moves of a side that are named."""


class LineMove:
    """The move at an index of a line of a comparison.

    `reach` and `reached` are the mover's moves before and after it, `theirs` and `left` those of
    its opponent. `own` is True if the side itself moves.
    """

    def __init__(self, both: Comparison, ply: int, of_best: bool) -> None:
        self.both, self.ply, self.of_best = both, ply, of_best
        lines = both.played, both.best
        self.walk, self.other = lines[of_best], lines[not of_best]
        self.before, self.after = self.walk.moments[ply : ply + 2]
        self.square, self.own = self.before.move, self.before.chooses
        self.reach, self.reached = self.before.moves(self.own), self.after.moves(self.own)
        self.theirs, self.left = self.before.moves(not self.own), self.after.moves(not self.own)


def takes_corner(move: LineMove) -> Iterator[Evidence]:
    """A corner that the mover takes in one line only, with its stable discs at the end."""
    if move.square in CORNERS and move.square not in move.other.of_side(move.own, LATER):
        end = move.walk.moments[-1]
        (group,) = (each for each in regions(end.stable(move.own)) if move.square in each)
        gained = len(group - move.before.stable(move.own))
        if gained >= LEAST_STABLE and len(end.empties) > LATER:
            yield evidence(counts=(gained,))


def attacks_corner(move: LineMove) -> Iterator[Evidence]:
    """A corner that the mover can now take."""
    if found := CORNERS & move.reached - move.reach - move.other.ever(move.own):
        yield evidence({min(found)})


def leaves_few(move: LineMove) -> Iterator[Evidence]:
    """All moves of the opponent, if they are few."""
    fewest = min(map(len, move.other.turns(not move.own)), default=0)
    if 0 < len(move.left) <= min(FEW_MOVES, fewest - 2):
        yield evidence(move.left)


def takes_away(move: LineMove) -> Iterator[Evidence]:
    """Moves that the opponent loses for good."""
    start, own = move.both.start, move.own
    taken = start.moves(not own) & move.theirs & move.other.often(not own) - CORNERS
    taken -= move.walk.ever(not own, move.ply + 1) | risky(start) | {move.square}
    if move.ply == 1 and not move.of_best:
        taken &= move.both.answered
    if taken:
        yield evidence(taken)


def opens_nothing(move: LineMove) -> Iterator[Evidence]:
    """No new moves of the opponent."""
    both = move.both
    first = move.own and move.ply == 0
    either = first and move.other.moments[1].opp_moves <= both.start.opp_moves
    if move.left and move.left <= move.theirs and move.square not in CORNERS and not either:
        yield evidence()


def gains(move: LineMove) -> Iterator[Evidence]:
    """Moves that the mover gains for some turns, and its opponent never has."""
    later = move.walk.turns(move.own, move.ply + 1)
    gained = move.reached.intersection(*later) - move.reach - move.left - risky(move.before)
    gained -= CORNERS | move.other.ever(move.own) | move.walk.ever(not move.own, move.ply + 1)
    if len(later) > 1 and 0 < len(gained) <= MOST_GAINED:
        yield evidence(gained)


TEXTS: tuple[tuple[str, str, Finder], ...] = (
    ("From the corner {{place}}, {player} gets {{first}} stable discs", "corners", takes_corner),
    ("{move} attacks the corner {{second_place}}", "corners", attacks_corner),
    ("{move} leaves {opponent} only {{second_place}}", "mobility", leaves_few),
    ("{move} takes {{second_place}} away from {opponent}", "mobility", takes_away),
    ("{move} is a quiet move: it gives {opponent} no new moves", "quiet moves", opens_nothing),
    ("{{place}} also gives {player} access to {{second_place}}", "mobility", gains),
)
"""Sentence, term and condition of each effect, the clearest first."""


def _effects(title: str, player: str, opponent: str) -> tuple[Reason, ...]:
    names = {"move": f"{player}'s {{place}}", "player": player, "opponent": opponent}
    no_merit = takes_corner, leaves_few, opens_nothing
    return tuple(
        Reason(
            title,
            text.format(**names),
            when,
            term=term,
            beside_merit=when not in no_merit,
            with_line=False,
        )
        for text, term, when in TEXTS
    )


OWN_EFFECTS = _effects("misses a strong move", "{side}", "{other}")
OTHER_EFFECTS = _effects("", "{other}", "{side}")


def effects(both: Comparison, ply: int, *, of_best: bool) -> Iterator[Fact]:
    """Effects of the move at an index of a line, the clearest first."""
    walk = both.best if of_best else both.played
    if ply >= len(walk) or walk.moves[ply] == PASS:
        return
    move = LineMove(both, ply, of_best)
    for reason in OWN_EFFECTS if move.own else OTHER_EFFECTS:
        for found in reason.when(move):
            places = (walk.moves[ply],), *found.places
            yield Fact(reason, places, found.counts, walk.moves[: ply + 1], (), of_best)
