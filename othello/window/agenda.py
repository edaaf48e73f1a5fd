"""What the engine should think about now: the first thing on the list that is not done."""

from othello.window.questions import Balanced, Choose, Question, Values
from othello.window.session import Session
from othello.window.timeline import Step

GRAPH_DEPTH = 4
REVIEW_DEPTHS = (6, 8)
"""A review looks at the whole game at each of these depths in turn."""
HINT_DEPTH = 10
HINT_SOLVED = 14
VALUES_DEPTH = 18
SOLVED = 22
"""With so many empty squares or fewer, the moves on the board are searched to the end."""
REVIEW_SOLVED = 10


class Interests:
    """What a person wants to know at present."""

    def __init__(self) -> None:
        self.values = False
        self.graph = True
        self.insight = False
        self.review = False
        self.hint: Step | None = None
        self.balanced: int | None = None
        self.values_depth = VALUES_DEPTH


def wanted(session: Session, interests: Interests, now: float) -> Question | None:
    """The question that is due; None if nothing is."""
    if interests.balanced is not None:
        return Balanced(interests.balanced)
    here = session.steps[session.step]
    if session.engine_to_move:
        seconds = session.seconds_for_engine(now)
        return Choose(
            here.position,
            session.mover,
            here.black_to_move,
            session.number,
            session.step,
            seconds,
        )
    question = None
    if interests.hint == here:
        question = _values(session, here, HINT_DEPTH, HINT_SOLVED)
    if question is None and interests.values:
        question = _values(session, here, interests.values_depth, SOLVED)
    if question is not None:
        return question
    if interests.review:
        for depth in REVIEW_DEPTHS:
            if question := _first_unknown(session, depth, REVIEW_SOLVED):
                return question
    if interests.graph:
        return _first_unknown(session, GRAPH_DEPTH, 0)
    return None


def depth_for(step: Step, deepest: int, solved: int) -> int:
    """How deep to look at a position: to the end where few enough squares are empty."""
    empties = int(step.position.plies_left())
    return empties + 1 if empties <= solved else min(deepest, empties + 1)


def done(session: Session, step: Step, deepest: int, solved: int) -> bool:
    """Whether as much is known of a position as is wanted."""
    values = session.known.get(step.position)
    if step.over:
        return True
    return values is not None and (values.exact or values.depth >= depth_for(step, deepest, solved))


def _values(session: Session, step: Step, deepest: int, solved: int) -> Values | None:
    """The question for the values of a position, if they are not known yet."""
    if done(session, step, deepest, solved):
        return None
    return Values(step.position, depth_for(step, deepest, solved))


def _first_unknown(session: Session, deepest: int, solved: int) -> Values | None:
    """The question for the last position of the game of which too little is known.

    From the end backwards: there, values are exact, and the table helps.
    """
    for step in reversed(session.steps):
        if question := _values(session, step, deepest, solved):
            return question
    return None


def review_progress(session: Session) -> float:
    """How much of a review is done, 0 to 1."""
    steps = session.steps
    known = sum(
        done(session, step, depth, REVIEW_SOLVED) for step in steps for depth in REVIEW_DEPTHS
    )
    return known / (len(steps) * len(REVIEW_DEPTHS))
