"""All reasons why a move is worse than the best one, in their order.

Of two reasons that explain as much of the loss, the first one counts.
"""

from functools import partial

from othello import bits
from players.study.coach import conditions
from players.study.coach.lines import X_SQUARES, set_of
from players.study.coach.words import Reason, Topic, Weight

CORNERS = Topic(1.3)
PASSES = Topic(1.3)
KEY_SQUARES = Topic(1.3)
PARITY = Topic(1.3, unit=800)
QUIET_MOVES = Topic(1.1)
OWN_SQUARES = Topic(1.1)
BEST_SQUARE = Topic(1.1)
ORDER = Topic(0.7, only_first=True)
MOVES_A_TURN = Topic(0.6)
NUMBERS = Topic(0.6, unit=400)

_of_result = partial(Reason, term="", with_line=False)
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
COUNTED = (
    Reason(
        "runs short of moves",
        "{move} leaves {side} about {first} moves a turn, {best} about {second} ({place} among"
        " them)",
        partial(conditions.fewer_a_turn, own=True),
        Weight(MOVES_A_TURN, 0.5, own=True),
        "{move} leaves {side} about one move a turn, {best} about {second} ({place} among them)",
        with_line=False,
    ),
    Reason(
        "lets the opponent's mobility grow",
        "{move} leaves {other} about {first} moves a turn ({place} among them), {best} about"
        " {second}",
        partial(conditions.fewer_a_turn, own=False),
        Weight(MOVES_A_TURN, 0.5),
        with_line=False,
    ),
    Reason(
        "keeps too few moves",
        "After {move} {place}, {side} has {first} moves; after {best} {second_place}, {second}",
        conditions.few_moves,
        Weight(NUMBERS, 0.5, own=None),
        "After {move} {place}, {side} has only one move; after {best} {second_place}, {second}",
    ),
    Reason(
        "gives the opponent many moves",
        "{move} leaves {other} {first} moves; {best} leaves {second} and takes away {place}",
        conditions.many_replies,
        Weight(NUMBERS, 0.5),
        "{move} leaves {other} one move, {place}; {best} leaves none",
    ),
    Reason(
        "builds a wall",
        "{move} leaves {side} {first} frontier discs, {best} only {second}",
        conditions.wall,
        Weight(NUMBERS, 0.45, own=None),
        term="walls",
    ),
)
"""Reasons whose small differences count for a move without another reason."""
REASONS = (
    Reason(
        "doesn't take a corner",
        "The corner {place} was free to take",
        conditions.misses_corner,
        Weight(CORNERS, 1.0, own=None),
        term="corners",
    ),
    Reason(
        "plays an X-square",
        "Playing the X-square {move} lets {other} into the corner {place}",
        partial(conditions.corner, won=False, beside=X_SQUARES),
        Weight(CORNERS, 0.3),
        term="X-squares",
    ),
    Reason(
        "plays a C-square",
        "Playing the C-square {move} lets {other} into the corner {place}",
        partial(conditions.corner, won=False, beside=set_of(bits.C_SQUARES)),
        Weight(CORNERS, 0.3),
        term="C-squares",
    ),
    Reason(
        "gives away a corner",
        "After {move}, {other} gets the corner {place}",
        partial(conditions.corner, won=False),
        Weight(CORNERS, 0.3),
        term="corners",
    ),
    Reason(
        "doesn't win a corner",
        "After {best}, {side} gets the corner {place}",
        partial(conditions.corner, won=True),
        Weight(CORNERS, 0.3, own=True),
        term="corners",
        of_best=True,
    ),
    Reason(
        "opens a corner",
        "{move} opens the corner {place} to {other}; {best} does not",
        conditions.opens_corner,
        Weight(CORNERS, 0.8),
        term="corners",
    ),
    Reason(
        "has to pass",
        "After {move}, {side} has to pass",
        conditions.passes,
        Weight(PASSES, 0.7, own=None),
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
        "{move} opens {place} to {other}; {best} does not",
        partial(conditions.reply, holds=lambda r: not (r.theirs or r.ours) and r.kept),
        Weight(KEY_SQUARES),
    ),
    Reason(
        "loses parity in a region",
        "After {move}, {other} plays last in the region {place}; after {best}, {side} does",
        conditions.region_last,
        Weight(PARITY, 0.95, own=None),
        term="parity",
    ),
    Reason(
        "misses a quiet move",
        "{best} is a quiet move: it gives {other} no new moves; {move} opens {place}",
        conditions.quiet,
        Weight(QUIET_MOVES, 0.5),
        term="quiet moves",
        of_best=True,
    ),
    Reason(
        "loses access to a square",
        "{best} makes {place} playable for {side}; {move} does not",
        partial(conditions.misses_square, ours=False),
        Weight(OWN_SQUARES, own=True),
        of_best=True,
    ),
    Reason(
        "loses access to a square",
        "{side} can still play {place} after {best}, but not after {move}",
        partial(conditions.misses_square, ours=True),
        Weight(OWN_SQUARES, own=True),
        of_best=True,
    ),
    Reason(
        "gives up moves in reserve",
        "{move} gives up {place}, where only {side} could play; {best} does not",
        partial(conditions.costs_moves, shared=False),
        Weight(OWN_SQUARES, 0.45, own=True),
    ),
    Reason(
        "gives up its own move",
        "{side} can still play {place} after {best}, but not after {move}",
        partial(conditions.costs_moves, shared=True),
        Weight(OWN_SQUARES, 0.23, own=True),
    ),
    Reason(
        "closes the best square",
        "After {move}, {side} can no longer play {place}",
        conditions.loses_best,
        Weight(BEST_SQUARE, 0.4, own=None),
    ),
    Reason(
        "allows a strong reply",
        "{other}'s strong reply to {move} is {place}",
        partial(conditions.reply, holds=lambda r: r.strong),
        Weight(BEST_SQUARE, alone=0.8),
    ),
    Reason(
        "opens a square for the opponent",
        "{move} opens {place} to {other}",
        partial(conditions.reply, holds=lambda r: r.new),
        Weight(BEST_SQUARE, alone=0.8),
    ),
    Reason(
        "plays a move that can wait",
        "{move} can wait: after {best}, {side} still gets to play it",
        conditions.can_wait,
        Weight(ORDER, 0.36, own=True),
    ),
    Reason(
        "plays in the wrong order",
        "The order matters: first {best}, then {move}",
        conditions.wrong_order,
        Weight(ORDER, 0.36, own=None),
    ),
    *COUNTED,
)
