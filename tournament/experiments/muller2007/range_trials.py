"""Trials on score ranges: a late position, its truth, and what searches prove of it."""

import functools
import random
from typing import Any, NamedTuple

from othello import evaluation
from othello.bits import squares
from othello.game import Game
from othello.openings import four_move_openings
from othello.position import Position
from players.limits import Limits
from players.protocol import Choice
from players.registry import make
from players.search.alphabeta import Search, new_search
from players.search.conventions import Scout
from players.search.deepening import deepen
from players.search.ordering import ByTableMoveThenValue
from players.search.score_range import ScoreRanges
from players.search.table import NO_MOVE, new_table
from tournament.experiments.positions import able

GUIDE = "alphabeta:depth=1,evaluator=bill"
RANDOM_MOVES = 0.2
"""The share of moves that nobody chose, so that games from one opening part."""
SOLVER_BITS = 16
HUNDREDTHS_OF_A_DISC = 100
"""Hundredths in a disc."""


class AuditPlan(NamedTuple):
    """The players that are audited, on positions with so many `empties` in turn.

    `solve`: whether every move is searched to the end of the game to compare.
    """

    players: tuple[str, ...]
    empties: tuple[int, ...]
    solve: bool


@functools.cache
def prepared_player(spec: str) -> Any:
    """A player, made once in each process."""
    return make(spec)


@functools.cache
def _solver() -> Search:
    """A search without ranges and without estimates."""
    bill = evaluation.named("bill")
    table = new_table(SOLVER_BITS)
    return new_search(bill, ByTableMoveThenValue(), scout=Scout(), table=table)


def position_of(seed: int, empties: int) -> Position:
    """A position with so many empties, and two moves or more, of a game with some random moves."""
    chance = random.Random(seed)
    while True:
        game = Game()
        game.play_all(chance.choice(four_move_openings()).moves)
        position: Position | None = game.position
        while position is not None and position.plies_left() > empties:
            if chance.random() < RANDOM_MOVES:
                move = chance.choice(squares(position.legal()))
            else:
                move = prepared_player(GUIDE).choose(position).move
            position = able(position.play(move))
        if position is not None and len(squares(position.legal())) > 1:
            return position


def result_of(position: Position) -> int:
    """The result of `position` under perfect play, in hundredths of a disc for its side to move."""
    state = able(position)
    if state is None:
        return int(position.final())
    _solver().table.clear()
    score = deepen(state, _solver(), Limits(depth=int(state.plies_left()))).score
    return score if state.own == position.own else -score


def truth_of(position: Position) -> dict[int, int]:
    """The result after each move, for the side that plays it."""
    return {move: -result_of(position.play(move)) for move in squares(position.legal())}


def range_errors(position: Position, ranges: ScoreRanges, truth: dict[int, int]) -> dict[str, int]:
    """How many ranges, the root's and its moves', leave out the truth, and whether a proof does."""
    best, known, proven = max(truth.values()), ranges.known(position), int(ranges.proven(position))
    bounds = [(best, (known.lower, known.upper))]
    bounds += [(result, ranges.root.rows[move]) for move, result in truth.items()]
    return {
        "ranges": len(bounds),
        "outside": sum(not lower <= result <= upper for result, (lower, upper) in bounds),
        "wrong": int(proven != NO_MOVE and truth[proven] < best),
    }


def proven_early(choice: Choice, position: Position) -> bool:
    """Whether a move is proven though the search did not reach the end of the game.

    It was less deep than the position has empties, and the result is still open. The second is
    asked for as well since the depth of interest search is the length of its line,
    which ends where a result is known.
    """
    deep = choice.depth >= int(position.plies_left())
    return choice.proven and not deep and choice.lower < choice.upper


def audit_trial(settings: AuditPlan, seed: int) -> dict[str, Any]:
    """What each player proves of one position, and, if that is solved, what of it is not so."""
    empties = settings.empties[seed % len(settings.empties)]
    position = position_of(seed, empties)
    truth = truth_of(position) if settings.solve else {}
    found = []
    for spec in settings.players:
        player = prepared_player(spec)
        player.new_game()
        choice = player.choose(position)
        row = {
            "nodes": choice.nodes,
            "width": (choice.upper - choice.lower) / HUNDREDTHS_OF_A_DISC,
            "proven": int(choice.proven),
            "early": int(proven_early(choice, position)),
            "decided": int(choice.lower >= 0 or choice.upper <= 0),
        }
        found.append(row | (range_errors(position, player.ranges, truth) if truth else {}))
    return {"empties": empties, "found": found}
