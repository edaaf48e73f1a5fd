"""Explanations of a position: the coach's words, and what each region of the board is worth."""

from collections.abc import Sequence
from typing import NamedTuple

from othello import evaluation
from othello.cli.errors import UserError
from othello.evaluation.explain import change, explain_patterns
from othello.evaluation.patterns.weights import Patterns
from othello.game import Game
from othello.game_tree import Step
from othello.notation import square_name
from othello.position import Position
from othello.rules import SCORE_SCALE
from players.coach.accuracy import GOOD
from players.coach.facts import Fact
from players.coach.mistakes import JudgedMove
from players.coach.reasons import hint_facts
from players.coach.words import (
    MOST_SAID,
    SIDE_NAMES,
    TERMS,
    Names,
    explanation,
    sentence,
    title_of,
)
from players.move_values import MoveValues
from players.window.game.judgements import judged_line
from players.window.state import State
from players.window.translation import N_, _, current_language

NO_FACT_TITLE = N_("needs deeper calculation")
"""Title of a mistake without a simple reason."""
PARTS = (*("a1", N_("Top"), "h1", N_("Left"), N_("Centre"), N_("Right"), "a8", N_("Bottom"), "h8"),)
"""Names of the board's regions, in the order of the evaluation."""
OTHER_PARTS = (N_("Mobility"), N_("Tempo"), N_("Total"))
MOST_COMPARED, MOST_PLAYED = 8, 3
"""Most moves shown of each line without a fact, and for a fact without a line of its own."""
FULL_SQUARE = 100
"""Worth of a square, in hundredths of a disc, at which its colour is strongest."""


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


class Share(NamedTuple):
    """Worth of a part of the evaluation in discs for black, and how much a move changes it."""

    name: str
    worth: float
    changed: float


class Insight(NamedTuple):
    """The pattern evaluation of a position: the board's regions by rows, mobility, tempo, total.

    `by` names the move that makes the changes. `squares` is as BoardScene's `speaks`.
    """

    parts: tuple[Share, ...]
    by: str
    squares: tuple[float, ...]


class Explainer:
    """Explains positions once `warm_up` has run; caches the last insight."""

    def __init__(self) -> None:
        self._patterns: Patterns | None = None
        self._key: object = None
        self._insight: Insight | None = None

    def warm_up(self) -> None:
        """Load and compile what explaining needs; runs in the engine's thread."""
        try:
            patterns = evaluation.named("patterns")
        except (OSError, UserError):  # playing works without it
            return
        _explain(patterns, Game(), None, "")
        self._patterns = patterns

    def insight(self, game: Game, move: int | None = None, why: str = "") -> Insight | None:
        """Explain a position and what `move` changes, by default the move that looks best.

        `why` describes `move`. None before `warm_up` has finished, and when the game is over.
        """
        if self._patterns is None or game.over:
            return None
        key = (game.position, game.black_to_move, move, why, current_language())
        if key != self._key:
            self._key, self._insight = key, _explain(self._patterns, game, move, why)
        return self._insight


def _explain(patterns: Patterns, game: Game, move: int | None, why: str) -> Insight:
    position, sign = game.position, 1 if game.black_to_move else -1
    now = explain_patterns(patterns, position)
    if move is None:
        value = patterns.value
        move = min(game.legal(), key=lambda square: int(value(position.play(square))))
        why = _("best at first sight")
    after = change(patterns, position, move, now)
    worths = (*now.regions.values(), now.moves, now.tempo, now.score)
    changes = (*after.regions.values(), after.moves, after.tempo, after.score - now.score)
    unit = sign / SCORE_SCALE
    parts = tuple(
        Share(_(name), worth * unit, more * unit)
        for name, worth, more in zip((*PARTS, *OTHER_PARTS), worths, changes, strict=True)
    )
    squares = (sign * now.squares / FULL_SQUARE).clip(-1, 1)
    by = _("change after {move}").format(move=square_name(move)) + (f" ({why})" if why else "")
    return Insight(parts, by, tuple(squares.tolist()))


def visible_insight(state: State, explainer: Explainer) -> Insight | None:
    """Return the insight while its tab is open, for the move pointed at or else the best one."""
    if state.tab != "tab_insight" or state.editor is not None:
        return None
    game, here = state.live.game, state.live.here
    target = state.hover if state.hover is not None else state.cursor
    if not game.over and target is not None and target in game.legal():
        return explainer.insight(game, target)
    if state.exercises is not None and state.asking and here.move is not None:
        return explainer.insight(game, here.move, _("played in the game"))
    values = state.live.search_values.get(here.position)
    best_shown = state.exercises is not None or state.analysis.values or state.analysis.hint == here
    if best_shown and values is not None and values.best.move in game.legal():
        return explainer.insight(game, values.best.move, _("best move"))
    return explainer.insight(game)
