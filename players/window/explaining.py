"""The coach's words on the position shown."""

from collections.abc import Sequence
from typing import NamedTuple

from othello.game_tree import Step
from othello.position import Position
from players.coach.accuracy import GOOD
from players.coach.facts import Fact
from players.coach.mistakes import JudgedMove
from players.coach.reasons import hint_facts
from players.coach.words import MOST_SAID, SIDE_NAMES, TERMS, Names, explanation, sentence, title_of
from players.move_values import MoveValues
from players.window.game.judgements import judged_line
from players.window.state import State
from players.window.translation import N_, _

NO_FACT_TITLE = N_("needs deeper calculation")
"""Title of a mistake without a simple reason."""
MOST_COMPARED, MOST_PLAYED = 8, 3
"""Most moves shown of each line without a fact, and for a fact without a line of its own."""


def moves_judged(state: State) -> list[JudgedMove]:
    """Return the judged moves of the line shown; none unless a review or values are shown."""
    if not (state.analysis.review or state.analysis.values) or state.asking:
        return []
    return judged_line(state.live.steps, state.live.best_values)


def mistake_shown(state: State) -> JudgedMove | None:
    """Return the mistake made at the position shown, or else the one that led to it."""
    step = state.live.step
    found = {move.number: move for move in moves_judged(state) if move.rating > GOOD}
    return found.get(step + 1) or found.get(step)


class Reason(NamedTuple):
    """A sentence of the coach on a position, and the lines from there that show it.

    `short` is the sentence without the lines. `term` is a section of the strategy page, or "".
    """

    text: str
    short: str
    term: str
    position: Position
    black: bool
    lines: tuple[tuple[int, ...], ...]


def reasons(facts: Sequence[Fact], move: JudgedMove) -> list[Reason]:
    """Return a reason for each of the first facts about a move; without facts, both lines."""
    side, other = SIDE_NAMES if move.black else SIDE_NAMES[::-1]
    names = Names(move.played.move, move.best.move, _(side), _(other))
    place, pair = (move.position, move.black), (move.played, move.best)
    if not facts:
        text = explanation((), names, pair, _)
        return [Reason(text, "", "", *place, tuple(each.line[:MOST_COMPARED] for each in pair))]
    found = []
    for fact in facts[:MOST_SAID]:
        short = sentence(fact._replace(line=(), beside=()), names, _)
        lines = tuple(filter(None, (fact.line, fact.beside)))
        if not lines:  # those of hints, without a title, are about the best move alone
            lines = tuple(each.line[:MOST_PLAYED] for each in pair[not title_of(fact.kind) :])
        term = TERMS.get(fact.kind, "")
        found.append(Reason(sentence(fact, names, _), short, term, *place, lines))
    return found


def merits(here: Step, values: MoveValues) -> list[Reason]:
    """Return the reasons for the best move of a position."""
    second = values.moves[min(1, len(values.moves) - 1)]
    move = JudgedMove(0, here.black_to_move, here.position, second, values.best, False)
    return reasons(hint_facts(here.position, values), move)


def hint_reasons(state: State) -> list[Reason]:
    """Return the reasons for the hint; none without a hint."""
    here = state.live.here
    values = state.live.search_values.get(here.position)
    if state.asking or state.analysis.hint != here or values is None or here.over:
        return []
    return merits(here, values)
