"""The analysis of a game: the next request to the engine, and the progress of a review."""

from dataclasses import dataclass
from typing import NamedTuple

from othello.game_tree import Step
from players.window.game.judgements import is_proven, value_of
from players.window.game.live_game import LiveGame
from players.window.settings import DEFAULT_REVIEW, REVIEWS
from players.window.thinking.engine_thread import MoveRequest, Request, ValuesRequest

GRAPH_DEPTH = 6
GRAPH_SOLVED = 16
"""Empty squares at which the graph's search is exact; it takes at most 0.05 s a position."""
HINT_DEPTH = 16
HINT_SOLVED = 22
VALUES_DEPTH = 24
SOLVED = 26
"""Empty squares at which the values on the board are exact: within five seconds with 22 empty
squares, within two minutes with 26."""
REVIEW_SOLVED = 20
"""Empty squares at which a review is exact; the last twenty positions take two seconds."""


class ReviewLimit(NamedTuple):
    """The depth of a review; with at most `solved` empty squares the search is exact."""

    depth: int
    solved: int = REVIEW_SOLVED


@dataclass(eq=False)
class Analysis:
    """The analyses that are switched on.

    With `open` evaluation, graph and tabs are shown during a game. `limit` is that of the review.
    `hint` is the step of a hint, None without one.
    """

    values: bool = False
    graph: bool = True
    open: bool = False
    review: bool = False
    limit: ReviewLimit = ReviewLimit(REVIEWS[DEFAULT_REVIEW])
    hint: Step | None = None
    values_depth: int = VALUES_DEPTH


def next_request(
    live: LiveGame, analysis: Analysis, exercise: Step | None, now: float
) -> Request | None:
    """The request for the first task that is not done; None if all are.

    `exercise` is the position of an exercise.
    """
    here, request = live.here, None
    if live.engine_to_move:
        move = here.position, live.mover, here.black_to_move, live.number, live.step
        return MoveRequest(*move, live.allowed(now), live.game.copy())
    if analysis.hint == here:
        request = _values(live, here, HINT_DEPTH, HINT_SOLVED)
    if request is None and analysis.values:
        request = _values(live, here, analysis.values_depth, SOLVED)
    if request is None and exercise == here:
        request = try_request(live, here, analysis.limit)
    if request is None and analysis.graph:
        request = _unknown_to_graph(live)
    return request or (_first_unknown(live, analysis.limit) if analysis.review else None)


def depth_for(step: Step, deepest: int, solved: int) -> int:
    """The search depth of a position: to its end with at most `solved` empty squares."""
    empties = int(step.position.plies_left())
    return empties + 1 if empties <= solved else min(deepest, empties + 1)


def is_known(live: LiveGame, step: Step, deepest: int, solved: int) -> bool:
    """True if a position's values are known to this depth."""
    values, depth = live.search_values.get(step.position), depth_for(step, deepest, solved)
    return step.over or (values is not None and (values.exact or values.depth >= depth))


def _values(live: LiveGame, step: Step, deepest: int, solved: int) -> ValuesRequest | None:
    if is_known(live, step, deepest, solved):
        return None
    return ValuesRequest(step.position, depth_for(step, deepest, solved))


def try_request(live: LiveGame, step: Step, limit: ReviewLimit) -> ValuesRequest | None:
    """The request for the values of an exercise's moves, to the depth of the review; None if known.

    A file has values of the move played and the best one only.
    """
    kept = live.review_values.get(step.position)
    if kept is not None:
        return _values(live, step, kept.depth, SOLVED if is_proven(kept) else 0)
    return _values(live, step, limit.depth, limit.solved)


def is_reviewed(live: LiveGame, step: Step, limit: ReviewLimit) -> bool:
    """True if a position was searched to a limit, or the game's file has its values."""
    depth, kept = depth_for(step, limit.depth, limit.solved), live.review_values.get(step.position)
    has_move = step.move is None or value_of(kept, step.move) is not None
    if kept is not None and has_move and (is_proven(kept) or kept.depth >= depth):
        return True
    return is_known(live, step, limit.depth, limit.solved)


def _first_unknown(live: LiveGame, limit: ReviewLimit) -> ValuesRequest | None:
    """The request for the last position that a review has not searched.

    It goes from the end backwards: values are exact there, and the table helps. A game reviewed by
    its file needs no search of its last position.
    """
    for step in reversed(live.steps):
        if not is_reviewed(live, step, limit) and (step.move is not None or limit.solved):
            return ValuesRequest(step.position, depth_for(step, limit.depth, limit.solved))
    return None


def _unknown_to_graph(live: LiveGame) -> ValuesRequest | None:
    """The request for the last position whose value the graph lacks."""
    unkept = (step for step in reversed(live.steps) if step.position not in live.review_values)
    return next(filter(None, (_values(live, s, GRAPH_DEPTH, GRAPH_SOLVED) for s in unkept)), None)


def review_progress(live: LiveGame, limit: ReviewLimit) -> float:
    """The share of a review that is done, 0 to 1."""
    steps = [step for step in live.steps if step.move is not None or limit.solved]
    known = [is_reviewed(live, step, limit) for step in steps]
    return sum(known) / len(known) if known else 1.0


def store_review(live: LiveGame, limit: ReviewLimit) -> None:
    """Add the values of the line shown to the game's review, where they are deep enough."""
    for step in live.steps:
        if not step.over and is_reviewed(live, step, limit):
            found = live.best_values.get(step.position)
            if found is not None:
                live.review_values[step.position] = found


def show_file_review(live: LiveGame, analysis: Analysis) -> bool:
    """Show a file's review if it covers every move of the line; return True if it does.

    Moves that are added later are searched to the least depth of the file's.
    """
    steps = [step for step in live.steps if step.move is not None]
    kept = [live.review_values.get(step.position) for step in steps]
    found = [
        values
        for values, step in zip(kept, steps, strict=True)
        if values is not None and value_of(values, step.move) is not None
    ]
    if not steps or len(found) < len(steps):
        return False
    depths = [values.depth for values in found if not is_proven(values)]
    analysis.limit = ReviewLimit(min(depths, default=2), solved=0)
    analysis.review = True
    return True
