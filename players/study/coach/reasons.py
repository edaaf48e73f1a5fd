"""All reasons why a move is worse than the best one, in their order.

Of two reasons that explain as much of the loss, the first one counts.
"""

from functools import partial

from othello import bits
from players.study.coach import conditions, lasting
from players.study.coach.lines import X_SQUARES, set_of
from players.study.coach.words import Reason, Topic, Weight

CORNER = Topic(1.3)
PASSES = Topic(1.3)
KEY_SQUARES = Topic(1.3)
PARITY = Topic(1.3, unit=800)
QUIET_MOVES = Topic(1.1)
OWN_SQUARES = Topic(1.1)
BEST_SQUARE = Topic(1.1)
NUMBERS = Topic(0.6)
DISCS = Topic(0.0)
ALWAYS_WITH_EFFECT = 9.0
"""More than any share: a reply is strong only by what it does."""

_of_result = partial(Reason, term="", with_line=False)
LOSES_BEST = "takes away your own best move"
RESULTS = (
    _of_result(
        "turns a win into a loss",
        "With best play, {best} wins by {first} discs, but {move} loses by {second}",
        partial(conditions.result, best=1, played=-1),
    ),
    _of_result(
        "turns a win into a draw",
        "With best play, {best} wins by {first} discs, but {move} draws",
        partial(conditions.result, best=1, played=0),
    ),
    _of_result(
        "turns a draw into a loss",
        "With best play, {best} draws, but {move} loses by {second} discs",
        partial(conditions.result, best=0, played=-1),
    ),
)
"""Changes of a proven result, which come before all reasons."""
STRONG_REPLY = Reason(
    "allows a strong reply",
    "{move} runs into the strong reply {place}",
    partial(conditions.reply, holds=lambda r: r.theirs and not r.ours),
    Weight(BEST_SQUARE, alone=ALWAYS_WITH_EFFECT),
)
REASONS = (
    Reason(
        "doesn't take a corner",
        "The corner {place} was free to take",
        conditions.misses_corner,
        Weight(CORNER, 1.0, own=None),
        term="corners",
    ),
    Reason(
        "plays an X-square",
        "Playing the X-square {move} lets {other} into the corner {place}",
        partial(conditions.corner, won=False, beside=X_SQUARES),
        Weight(CORNER, 0.3),
        term="X-squares",
    ),
    Reason(
        "plays a C-square",
        "Playing the C-square {move} lets {other} into the corner {place}",
        partial(conditions.corner, won=False, beside=set_of(bits.C_SQUARES)),
        Weight(CORNER, 0.3),
        term="C-squares",
    ),
    Reason(
        "gives away a corner",
        "After {move}, {other} gets the corner {place}",
        partial(conditions.corner, won=False),
        Weight(CORNER, 0.3),
        term="corners",
    ),
    Reason(
        "doesn't win a corner",
        "After {best}, {side} gets the corner {place}",
        partial(conditions.corner, won=True),
        Weight(CORNER, 0.3, own=True),
        term="corners",
        of_best=True,
    ),
    Reason(
        "opens a corner",
        "{move} lets {other} take the corner {place} ({line}); {best} doesn't",
        conditions.opens_corner,
        Weight(CORNER, 0.8),
        term="corners",
    ),
    Reason(
        "has to pass",
        "After {move}, {side} soon has no move left and has to pass",
        partial(conditions.passes, own=True),
        Weight(PASSES, 0.7, own=None),
        "After {move}, {side} has no move at its next turn and has to pass",
    ),
    Reason(
        "doesn't make the opponent pass",
        "After {best}, {other} soon has no move left and has to pass",
        partial(conditions.passes, own=False),
        Weight(PASSES, 0.7, own=None),
        "After {best}, {other} has no move and has to pass at once",
        of_best=True,
    ),
    Reason(
        "gives up a key square",
        "Both sides want {place}; after {move}, {other} gets it",
        partial(conditions.reply, holds=lambda r: r.ours and r.theirs),
        Weight(KEY_SQUARES, 0.2),
    ),
    Reason(
        "lets the opponent into its own squares",
        "{move} lets {other} take {place}, a square that only {side} could play before",
        partial(conditions.reply, holds=lambda r: r.ours and not r.theirs and r.prevented),
        Weight(KEY_SQUARES),
    ),
    Reason(
        "opens a square for the opponent",
        "{move} opens {place} to {other} ({line}); {best} doesn't",
        partial(conditions.reply, holds=lambda r: not (r.theirs or r.ours) and r.kept),
        Weight(KEY_SQUARES),
    ),
    Reason(
        "loses parity in a region",
        "After {move}, {other} gets the last move in the {region} region ({line});"
        " after {best}, {side} does",
        conditions.region_last,
        Weight(PARITY, 0.95, own=None),
        term="parity",
    ),
    Reason(
        "misses a quiet move",
        "{side}'s {best} is a quiet move: it gives {other} no new moves; {move} opens {place}",
        conditions.quiet,
        Weight(QUIET_MOVES, 0.5),
        term="quiet moves",
        of_best=True,
    ),
    Reason(
        "loses access to a square",
        "{best} lets {side} play {place} ({line}); {move} doesn't",
        partial(conditions.misses_square, ours=False),
        Weight(OWN_SQUARES, own=True),
        of_best=True,
    ),
    Reason(
        "loses access to a square",
        "{side} can still play {place} after {best} ({line}), but not after {move}",
        partial(conditions.misses_square, ours=True),
        Weight(OWN_SQUARES, own=True),
        of_best=True,
    ),
    Reason(
        "gives up moves in reserve",
        "{move} gives up {place}, where only {side} could play; {best} doesn't",
        conditions.costs_moves,
        Weight(OWN_SQUARES, 0.45, own=True),
    ),
    Reason(
        LOSES_BEST,
        "{move} takes away {side}'s own best move, {place}",
        partial(conditions.loses_best, by_reply=False),
        Weight(BEST_SQUARE, 0.4, own=None),
    ),
    Reason(
        LOSES_BEST,
        "After {move} and {second_place}, {side} can no longer play {place}",
        partial(conditions.loses_best, by_reply=True),
        Weight(BEST_SQUARE, 0.4, own=None),
        with_line=False,
    ),
    STRONG_REPLY,
    Reason(
        "opens a square for the opponent",
        "{move} opens {place} to {other}",
        partial(conditions.reply, holds=lambda r: r.new),
        Weight(BEST_SQUARE, alone=0.8),
    ),
)
"""Reasons that the first moves show, each with the share of the loss that it explains."""

LATER_SQUARES = (
    Reason(
        "gives up a key square",
        "After {move}, {other} gets {place} ({line}); after {best}, {side} does ({beside})",
        conditions.exchanged,
        Weight(KEY_SQUARES),
    ),
    Reason(
        "opens a square for the opponent",
        "After {move}, {other} gets to play {place} ({line}), but not after {best}",
        partial(conditions.one_line_only, own=False),
        Weight(BEST_SQUARE),
    ),
    Reason(
        "loses access to a square",
        "After {best}, {side} gets to play {place} ({beside}), but not after {move}",
        partial(conditions.one_line_only, own=True),
        Weight(BEST_SQUARE, own=True),
    ),
)
"""Reasons of a mistake without others; the one that explains most counts."""

_lasting = partial(Reason, with_line=False)
_corner = partial(_lasting, weight=Weight(CORNER), term="corners")
_stable = partial(_corner, term="stable discs")
LASTING = (
    _corner(
        "opens a corner",
        "After {move}, {other} takes the corner {place} ({line}); after {best}, {other} can't",
        partial(lasting.corner, own=False),
    ),
    _corner(
        "doesn't win a corner",
        "After {best}, {side} takes the corner {place} ({beside}); after {move}, {side} can't",
        partial(lasting.corner, own=True),
    ),
    _stable(
        "gives the opponent stable discs",
        "From the corner {place}, {other} ends up with {first} more stable discs"
        " after {move} ({line}) than after {best}",
        partial(lasting.stable, own=False, of_corner=True),
    ),
    _stable(
        "keeps fewer stable discs",
        "From the corner {place}, {side} ends up with {second} more stable discs"
        " after {best} ({beside}) than after {move}",
        partial(lasting.stable, own=True, of_corner=True),
    ),
    _stable(
        "gives the opponent stable discs",
        "After {move}, {other}'s discs on {place} become stable ({line}), but not after {best}",
        partial(lasting.stable, own=False, of_corner=False),
    ),
    _stable(
        "keeps fewer stable discs",
        "After {best}, {side}'s discs on {place} become stable ({beside}), but not after {move}",
        partial(lasting.stable, own=True, of_corner=False),
    ),
    _lasting(
        "runs short of moves",
        "After {best}, {side} has about {second} moves per turn from then on, but only {first}"
        " after {move}",
        partial(lasting.moves, own=True),
        Weight(NUMBERS),
    ),
    _lasting(
        "lets the opponent's mobility grow",
        "After {move}, {other} has about {first} moves per turn from then on, but only {second}"
        " after {best}",
        partial(lasting.moves, own=False),
        Weight(NUMBERS),
    ),
    _lasting(
        "loses discs in the end",
        "In the end, {place} are {side}'s after {best}, but {other}'s after {move}",
        lasting.discs,
        Weight(DISCS),
        "In the end, {place} is {side}'s after {best}, but {other}'s after {move}",
        term="",
    ),
)
"""Differences that last to the end of both lines; of those that begin together the first counts."""
