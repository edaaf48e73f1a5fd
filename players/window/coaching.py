"""The coach's words on the position shown: why a move of the game was a mistake, or the hint."""

from players.coach.accuracy import GOOD
from players.coach.hints import hint_facts
from players.coach.mistakes import JudgedMove
from players.coach.words import SIDE_NAMES, Names, said_of, sentence
from players.window.game.judgements import judged_line
from players.window.state import State
from players.window.translation import N_, _

NO_FACT_TITLE = N_("one has to look ahead")
"""What a mistake is called of which nothing is seen on the board."""


def moves_judged(state: State) -> list[JudgedMove]:
    """The moves of the line shown that a review, or values that are shown, tell of."""
    if not (state.analysis.review or state.analysis.values) or state.asking:
        return []
    return judged_line(state.live.steps, state.live.judged)


def mistake_shown(state: State) -> JudgedMove | None:
    """The mistake that is made at the position shown, or else the one that led to it."""
    step = state.live.step
    found = {move.number: move for move in moves_judged(state) if move.rating > GOOD}
    return found.get(step + 1) or found.get(step)


def hint_words(state: State, most: int = 2, line: bool = True) -> str:
    """What speaks for the hint, in so many sentences, with the lines that show it or without."""
    here = state.live.here
    values = state.live.known.get(here.position)
    if state.asking or state.analysis.hint != here or values is None or here.over:
        return ""
    facts = hint_facts(here.position, values)[:most]
    beside = values.moves[min(1, len(values.moves) - 1)]
    side, other = SIDE_NAMES if here.black_to_move else SIDE_NAMES[::-1]
    names = Names(beside.move, values.best.move, _(side), _(other))
    if line and not facts:
        return said_of((), names, (beside, values.best), _)
    said = (fact if line else fact._replace(line=(), beside=()) for fact in facts)
    return " ".join(sentence(fact, names, _) for fact in said)
