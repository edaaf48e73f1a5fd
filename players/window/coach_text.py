"""The coach's words on the position shown, and the strategy page that they lead to."""

import time
import webbrowser
from collections.abc import Sequence
from importlib import resources
from typing import NamedTuple

from othello.files import data_folder
from othello.game_tree import Step
from othello.position import Position
from players.move_values import MoveValues
from players.study.coach.accuracy import GOOD
from players.study.coach.mistakes import JudgedMove, mistakes, names_of
from players.study.coach.order import facts_of, hint_facts
from players.study.coach.words import MOST_SAID, Fact, anchor_of, explanation, sentence
from players.window.drawing.canvas import wrapped
from players.window.drawing.fonts import font
from players.window.drawing.frame import LEADS, TextRow
from players.window.game.judgements import judged_line
from players.window.state import State
from players.window.translation import N_, _

PAGE = "strategy.html"
NO_FACT_TITLE = N_("hard to explain: compare the lines")
"""Title of a mistake without a simple reason."""
SLICE_SECONDS = 0.03
"""The part of a frame in which the coach works."""
MOST_COMPARED, MOST_PLAYED = 8, 3
"""Most moves shown of each line without a fact, and for a fact without a line of its own."""


def moves_judged(state: State) -> list[JudgedMove]:
    """Return the judged moves of the line shown; none unless a review or values are shown."""
    if not (state.analysis.review or state.analysis.values) or state.practice.asking:
        return []
    return judged_line(state.live.steps, state.live.best_values)


def explain(state: State) -> bool:
    """Cache the reasons of mistakes, for at most SLICE_SECONDS; True once all are cached."""
    found = mistakes(moves_judged(state))
    end = time.monotonic() + SLICE_SECONDS
    for move in found:
        if time.monotonic() > end:
            return False
        facts_of(move.position, move.played, move.best)
    return True


def current_mistake(state: State) -> JudgedMove | None:
    """Return the mistake made at the position shown, or else the one that led to it."""
    step = state.live.step
    found = {move.number: move for move in moves_judged(state) if move.rating > GOOD}
    return found.get(step + 1) or found.get(step)


class ShownReason(NamedTuple):
    """A sentence of the coach on a position, and the lines from there that show it.

    `short` is the sentence without the lines, `title` the fault in a few words, or "". `term` is a
    section of the strategy page, or "". `marks` are the squares that differ after the line played
    and after the best one; () if no picture shows both lines.
    """

    text: str
    short: str
    title: str
    term: str
    position: Position
    black: bool
    lines: tuple[tuple[int, ...], ...]
    marks: tuple[tuple[int, ...], ...] = ()


def reasons(facts: Sequence[Fact], move: JudgedMove) -> list[ShownReason]:
    """Return a reason for each of the first facts about a move; without facts, both lines."""
    names, place, pair = names_of(move, _), (move.position, move.black), (move.played, move.best)
    if not facts:
        text = explanation((), names, pair, _)
        lines = tuple(each.line[:MOST_COMPARED] for each in pair)
        return [ShownReason(text, "", "", "", *place, lines, ((), ()))]
    found = []
    for fact in facts:
        short = sentence(fact._replace(line=(), beside=()), names, _)
        lines = tuple(filter(None, (fact.line, fact.beside)))
        title, term = fact.reason.title, fact.reason.term
        if not lines:  # those of hints, without a title, are about the best move alone
            lines = tuple(each.line[:MOST_PLAYED] for each in pair[not title :])
        differ = fact.places and fact.line and fact.beside
        marks = (fact.places[0], fact.places[-1]) if differ else ()
        text = sentence(fact, names, _)
        found.append(ShownReason(text, short, title and _(title), term, *place, lines, marks))
    return found


def reason_rows(reason: ShownReason, width: int, size: int) -> list[TextRow]:
    """Return the lines of a reason; its term follows the last one, or has a line of its own."""
    lines = list(wrapped(reason.text, size, width, 99))
    term = f"{_(reason.term)} {LEADS}" if reason.term else ""
    taken = font(size, text=lines[-1]).size(f"{lines[-1]} ")[0]
    if term and taken + font(size, True, term).size(term)[0] > width:
        lines, taken = [*lines, ""], 0
    words = [TextRow((line,), meaning=reason) for line in lines]
    if term:
        shares = taken, width - taken
        words[-1] = TextRow((lines[-1], term), shares, meaning=reason, link=reason.term)
    return words


def merits(here: Step, values: MoveValues) -> list[ShownReason]:
    """Return the reasons for the best move of a position."""
    second = values.moves[min(1, len(values.moves) - 1)]
    move = JudgedMove(0, here.black_to_move, here.position, second, values.best, False)
    return reasons(hint_facts(here.position, values)[:MOST_SAID], move)


def hint_reasons(state: State) -> list[ShownReason]:
    """Return the reasons for the hint; none without a hint."""
    here = state.live.here
    values = state.live.search_values.get(here.position)
    if state.practice.asking or state.analysis.hint != here or values is None or here.over:
        return []
    return merits(here, values)


def open_strategy(state: State, term: str = "") -> None:
    """Open the strategy page, at the section on `term` if it is not ""."""
    anchor = f"#{anchor_of(term)}" if term else ""
    with resources.as_file(data_folder() / PAGE) as path:
        try:
            opened = path.is_file() and webbrowser.open(path.resolve().as_uri() + anchor)
        except (OSError, webbrowser.Error):
            opened = False
    if not opened:
        state.notify(_("Can't open {path} in a browser").format(path=path))
