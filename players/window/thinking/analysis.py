"""The analysis of a game: which request to the engine is due, and how far a review has come."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from othello.game_tree import Step
from players.window.game.clocks import HUMAN
from players.window.game.judgements import is_proven, value_of
from players.window.game.live_game import LiveGame
from players.window.settings import DEFAULT_REVIEW, REVIEWS
from players.window.thinking.engine_thread import (
    CheckRequest,
    MoveRequest,
    OpeningRequest,
    PonderRequest,
    Request,
    ValuesRequest,
)

GRAPH_DEPTH = 6
GRAPH_SOLVED = 16
"""The graph's last positions are searched to the end, which takes 0.05 s for each at most."""
REVIEW_GLANCE = 6
"""A review looks at the whole game to this depth first, so that all of it is soon to be seen."""
HINT_DEPTH = 16
HINT_SOLVED = 22
VALUES_DEPTH = 24
SOLVED = 26
"""With so many empty squares or fewer, the moves on the board are searched to the end: all within
five seconds with 22 of them, within a minute or two with 26."""
REVIEW_SOLVED = 20
"""A review searches the last twenty positions to the end in some two seconds."""


class ReviewLimit(NamedTuple):
    """How far a review looks at each move: to a depth, for so many seconds, 0 for no limit.

    With at most `solved` empty squares the search goes to the end.
    """

    depth: int
    seconds: float = 0.0
    solved: int = REVIEW_SOLVED

    @property
    def passes(self) -> tuple["ReviewLimit", "ReviewLimit"]:
        """The looks at the whole game, one after the other."""
        glance = min(REVIEW_GLANCE, self.depth), 0.0, min(self.solved, GRAPH_SOLVED)
        return ReviewLimit(*glance), self


def review_limit(name: str) -> ReviewLimit:
    """What a name of the settings stands for."""
    depth, seconds = REVIEWS[name]
    return ReviewLimit(depth or VALUES_DEPTH, seconds, REVIEW_SOLVED if depth else SOLVED)


@dataclass(eq=False)
class Analysis:
    """Which analyses are switched on.

    `hint` is the step that a hint is asked for, `balanced` the seed of the
    balanced opening that is looked for, `check` the specification that is looked
    at before it plays, `exercise` the position of an exercise; None without one. `limit`
    says how far a review looks, `lines` that the best lines from here are shown. With `ponder` an
    engine thinks on a person's time.
    """

    values: bool = False
    graph: bool = True
    review: bool = False
    lines: bool = False
    limit: ReviewLimit = review_limit(DEFAULT_REVIEW)
    hint: Step | None = None
    exercise: Step | None = None
    balanced: int | None = None
    check: str | None = None
    ponder: bool = False
    values_depth: int = VALUES_DEPTH


def next_request(live: LiveGame, analysis: Analysis, now: float) -> Request | None:
    """What the engine should do now: the first thing that is not done; None if all is."""
    if analysis.check is not None:
        return CheckRequest(analysis.check)
    if analysis.balanced is not None:
        return OpeningRequest(analysis.balanced)
    if live.engine_to_move:
        here = live.here
        asked = here.position, live.mover, here.black_to_move, live.number, live.step
        alone = live.sides[1 - live.side] == HUMAN
        return MoveRequest(*asked, live.allowed(now), live.game.copy(), alone)
    return beside_a_move(live, analysis) or (_pondering(live) if analysis.ponder else None)


def beside_a_move(live: LiveGame, analysis: Analysis) -> ValuesRequest | None:
    """What the engine should look at though another program may be thinking about its move."""
    here, request = live.here, None
    if analysis.hint == here:
        request = _values(live, here, HINT_DEPTH, HINT_SOLVED)
    if request is None and (analysis.values or analysis.lines):
        request = _values(live, here, analysis.values_depth, SOLVED)
    if request is None and analysis.exercise == here:
        request = request_for_a_try(live, here, analysis.limit)
    if request is not None:
        return request
    if analysis.review:
        for each in analysis.limit.passes:
            if request := _first_unknown(live, each):
                return request
    return _unknown_to_graph(live) if analysis.graph else None


def _pondering(live: LiveGame) -> PonderRequest | None:
    """The request to think on a person's time, where an engine waits for a person's move."""
    waiting = live.sides[1 - live.side]
    if live.ended or live.stopped or live.mover != HUMAN or waiting == HUMAN:
        return None
    return PonderRequest(live.here.position, waiting, not live.here.black_to_move, live.number)


def depth_for(step: Step, deepest: int, solved: int) -> int:
    """The depth to search a position to: its end with at most `solved` empty squares."""
    empties = int(step.position.plies_left())
    return empties + 1 if empties <= solved else min(deepest, empties + 1)


def is_known(live: LiveGame, step: Step, deepest: int, solved: int) -> bool:
    """Whether a position's values are known as deep as asked for."""
    values, depth = live.known.get(step.position), depth_for(step, deepest, solved)
    return step.over or (values is not None and (values.exact or values.depth >= depth))


def _values(live: LiveGame, step: Step, deepest: int, solved: int) -> ValuesRequest | None:
    if is_known(live, step, deepest, solved):
        return None
    return ValuesRequest(step.position, depth_for(step, deepest, solved))


def request_for_a_try(live: LiveGame, step: Step, limit: ReviewLimit) -> ValuesRequest | None:
    """The request for the values of an exercise's moves, as far as the review looked there.

    None where that is done. A file tells of the move played and of the best one only.
    """
    kept = live.kept.get(step.position)
    if kept is not None:
        return _values(live, step, kept.depth, SOLVED if is_proven(kept) else 0)
    if limit.seconds and live.looked.get(step.position, 0.0) >= limit.seconds:
        return None
    request = _values(live, step, limit.depth, limit.solved)
    return request and replace(request, seconds=limit.seconds)


def is_judged(live: LiveGame, step: Step, each: ReviewLimit) -> bool:
    """Whether a position's moves were looked at as a pass does, or the game's file tells of it."""
    depth, kept = depth_for(step, each.depth, each.solved), live.kept.get(step.position)
    tells = step.move is None or value_of(kept, step.move) is not None
    if kept is not None and tells and (is_proven(kept) or kept.depth >= depth and not each.seconds):
        return True
    looked = bool(each.seconds) and live.looked.get(step.position, 0.0) >= each.seconds
    return looked or is_known(live, step, each.depth, each.solved)


def _first_unknown(live: LiveGame, each: ReviewLimit) -> ValuesRequest | None:
    """The request for the last position of the game at which a pass has not looked.

    From the end backwards: there, values are exact, and the table helps. Where no move follows, a
    game that its file has judged is not looked at.
    """
    for step in reversed(live.steps):
        if not is_judged(live, step, each) and (step.move is not None or each.solved):
            depth = depth_for(step, each.depth, each.solved)
            return ValuesRequest(step.position, depth, each.seconds)
    return None


def _unknown_to_graph(live: LiveGame) -> ValuesRequest | None:
    """The request for the last position of which the graph knows too little."""
    unkept = (step for step in reversed(live.steps) if step.position not in live.kept)
    return next(filter(None, (_values(live, s, GRAPH_DEPTH, GRAPH_SOLVED) for s in unkept)), None)


def review_progress(live: LiveGame, limit: ReviewLimit) -> float:
    """How much of a review is done, 0 to 1."""
    steps = [step for step in live.steps if step.move is not None or limit.solved]
    known = [is_judged(live, step, each) for step in steps for each in limit.passes]
    return sum(known) / len(known) if known else 1.0


def keep_review(live: LiveGame, limit: ReviewLimit) -> None:
    """Keep what is known of the line shown, as far as it was looked at as a review does."""
    last = limit.passes[-1]
    for step in live.steps:
        if not step.over and is_judged(live, step, last):
            found = live.judged.get(step.position)
            if found is not None:
                live.kept[step.position] = found


def show_taken_review(live: LiveGame, analysis: Analysis) -> bool:
    """Show what a file said as a review, if it is of every move of the line; whether it is.

    Moves that are added later are looked at as far as those of the file were at least.
    """
    steps = [step for step in live.steps if step.move is not None]
    kept = [live.kept.get(step.position) for step in steps]
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
