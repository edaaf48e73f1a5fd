"""All reasons why a move is worse than the best one, in their order.

Of two reasons that explain as much of the loss, the first one counts.
"""

from othello import bits
from players.study.coach import board, counts, squares
from players.study.coach.facts import Reason, Topic
from players.study.coach.lines import set_of

CORNERS = Topic(1.3)
PASSES = Topic(1.3)
KEY_SQUARES = Topic(1.3)
PARITY = Topic(1.3, unit=800)
EDGES = Topic(1.1)
QUIET_MOVES = Topic(1.1)
OWN_SQUARES = Topic(1.1)
BEST_SQUARE = Topic(1.1)
LATER_REPLIES = Topic(0.7, only_first=True)
ORDER = Topic(0.7, only_first=True)
MOVES_A_TURN = Topic(0.6)
NUMBERS = Topic(0.6, unit=400)

RESULTS = tuple(
    Reason(title, text, board.result(*signs), term="", with_line=False)
    for title, text, *signs in (
        (
            "turns a win into a loss",
            "With best play, {best} wins by {first} discs, but {move} loses by {second}",
            *(1, -1),
        ),
        (
            "turns a win into a draw",
            "With best play, {best} wins by {first} discs, but {move} draws",
            *(1, 0),
        ),
        (
            "turns a draw into a loss",
            "With best play, {best} draws, but {move} loses by {second} discs",
            *(0, -1),
        ),
    )
)
"""Changes of a proven result, which come before all reasons."""
COUNTED = (
    Reason(
        "runs short of moves",
        "{move} leaves {side} about {first} moves a turn, {best} about {second} ({place} among"
        " them)",
        counts.fewer_a_turn(True),
        MOVES_A_TURN,
        "{move} leaves {side} about one move a turn, {best} about {second} ({place} among them)",
        own=True,
        share=0.5,
        with_line=False,
    ),
    Reason(
        "lets the opponent's mobility grow",
        "{move} leaves {other} about {first} moves a turn ({place} among them), {best} about"
        " {second}",
        counts.fewer_a_turn(False),
        MOVES_A_TURN,
        share=0.5,
        with_line=False,
    ),
    Reason(
        "keeps too few moves",
        "After {move} {place}, {side} has {first} moves; after {best} {second_place}, {second}",
        counts.few_moves,
        NUMBERS,
        "After {move} {place}, {side} has only one move; after {best} {second_place}, {second}",
        own=None,
        share=0.5,
    ),
    Reason(
        "gives the opponent many moves",
        "{move} leaves {other} {first} moves; {best} leaves {second} and takes away {place}",
        counts.many_replies,
        NUMBERS,
        "{move} leaves {other} one move, {place}; {best} leaves none",
        share=0.5,
    ),
    Reason(
        "builds a wall",
        "{move} leaves {side} {first} frontier discs, {best} only {second}",
        counts.wall,
        NUMBERS,
        term="walls",
        own=None,
        share=0.45,
    ),
)
"""Reasons whose small differences count for a move without another reason."""
REASONS = (
    Reason(
        "doesn't take a corner",
        "The corner {place} was free to take",
        board.misses_corner,
        CORNERS,
        term="corners",
        own=None,
        share=1.0,
    ),
    Reason(
        "plays an X-square",
        "Playing the X-square {move} lets {other} into the corner {place}",
        board.corner(False, set_of(bits.X_SQUARES)),
        CORNERS,
        term="X-squares",
        share=0.3,
    ),
    Reason(
        "plays a C-square",
        "Playing the C-square {move} lets {other} into the corner {place}",
        board.corner(False, set_of(bits.C_SQUARES)),
        CORNERS,
        term="C-squares",
        share=0.3,
    ),
    Reason(
        "gives away a corner",
        "After {move}, {other} gets the corner {place}",
        board.corner(False),
        CORNERS,
        term="corners",
        share=0.3,
    ),
    Reason(
        "doesn't win a corner",
        "After {best}, {side} gets the corner {place}",
        board.corner(True),
        CORNERS,
        term="corners",
        own=True,
        share=0.3,
        of_best=True,
    ),
    Reason(
        "opens a corner",
        "{move} opens the corner {place} to {other}; {best} does not",
        squares.opens_corner,
        CORNERS,
        term="corners",
        share=0.8,
    ),
    Reason(
        "has to pass",
        "After {move}, {side} has to pass",
        board.passes(True),
        PASSES,
        own=None,
        share=0.7,
    ),
    Reason(
        "doesn't force a pass",
        "After {best}, {other} has to pass",
        board.passes(False),
        PASSES,
        own=None,
        share=0.7,
        of_best=True,
        beside_merit=False,
    ),
    Reason(
        "gives up a key square",
        "Both sides want {place}; after {move}, {other} gets it",
        squares.reply(lambda reply: not reply.late and reply.ours and reply.theirs),
        KEY_SQUARES,
        share=0.2,
    ),
    Reason(
        "lets the opponent into its own squares",
        "{move} lets {other} take {place}, a square that only {side} could play before",
        squares.reply(lambda r: not r.late and r.ours and not r.theirs and r.prevented),
        KEY_SQUARES,
    ),
    Reason(
        "doesn't stop the opponent's move",
        "After {move}, {other} plays {place}; {best} would have prevented that",
        squares.reply(lambda r: not r.late and r.theirs and not r.ours and r.kept),
        KEY_SQUARES,
    ),
    Reason(
        "opens a square for the opponent",
        "{move} opens {place} to {other}; {best} does not",
        squares.reply(lambda r: not r.late and not (r.theirs or r.ours) and r.kept),
        KEY_SQUARES,
    ),
    Reason(
        "loses parity in a region",
        "After {move}, {other} plays last in the region {place}; after {best}, {side} does",
        board.region_last,
        PARITY,
        term="parity",
        own=None,
        share=0.95,
    ),
    Reason(
        "creates an unbalanced edge",
        "{move} leaves {side} with the unbalanced edge {place}",
        board.unbalanced,
        EDGES,
        term="edges",
        own=None,
        share=0.4,
    ),
    Reason(
        "misses a quiet move",
        "{best} is a quiet move: it gives {other} no new moves; {move} opens {place}",
        board.quiet,
        QUIET_MOVES,
        term="quiet moves",
        share=0.5,
        of_best=True,
    ),
    Reason(
        "loses access to a square",
        "{best} makes {place} playable for {side}; {move} does not",
        squares.misses_square(ours=False),
        OWN_SQUARES,
        own=True,
        of_best=True,
    ),
    Reason(
        "loses access to a square",
        "{side} can still play {place} after {best}, but not after {move}",
        squares.misses_square(ours=True),
        OWN_SQUARES,
        own=True,
        of_best=True,
    ),
    Reason(
        "gives up moves in reserve",
        "{move} gives up {place}, where only {side} could play; {best} does not",
        squares.costs_moves(shared=False),
        OWN_SQUARES,
        own=True,
        share=0.45,
    ),
    Reason(
        "gives up its own move",
        "{side} can still play {place} after {best}, but not after {move}",
        squares.costs_moves(shared=True),
        OWN_SQUARES,
        own=True,
        share=0.23,
    ),
    Reason(
        "lets the opponent into its best square",
        "After {move}, {other} can play {place} as well; until then only {side} could",
        squares.shares_best,
        BEST_SQUARE,
        share=0.23,
    ),
    Reason(
        "closes the best square",
        "After {move}, {side} can no longer play {place}",
        squares.loses_best,
        BEST_SQUARE,
        own=None,
        share=0.4,
    ),
    Reason(
        "allows a strong reply",
        "{other}'s strong reply to {move} is {place}",
        squares.reply(lambda r: not r.late and r.strong),
        BEST_SQUARE,
        alone=0.8,
    ),
    Reason(
        "opens a square for the opponent",
        "{move} opens {place} to {other}",
        squares.reply(lambda r: not r.late and r.new),
        BEST_SQUARE,
        alone=0.8,
    ),
    Reason(
        "allows a strong move",
        "After {move}, {other} gets {place}",
        squares.reply(lambda r: r.late),
        LATER_REPLIES,
        alone=0.6,
    ),
    Reason(
        "plays a move that can wait",
        "{move} can wait: after {best}, {side} still gets to play it",
        squares.can_wait,
        ORDER,
        own=True,
        share=0.36,
    ),
    Reason(
        "plays in the wrong order",
        "The order matters: first {best}, then {move}",
        squares.wrong_order,
        ORDER,
        own=None,
        share=0.36,
    ),
    *COUNTED,
)
