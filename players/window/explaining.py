"""What the evaluations and the coach say of a position, as words and numbers to show."""

from typing import Any, NamedTuple

from othello import evaluation
from othello.cli.errors import UserError
from othello.evaluation.explain import change, explain, explain_patterns
from othello.evaluation.patterns.weights import Patterns
from othello.game import Game
from othello.notation import square_name
from othello.rules import SCORE_SCALE
from players.coach.accuracy import GOOD
from players.coach.mistakes import JudgedMove
from players.coach.reasons import hint_facts
from players.coach.words import SIDE_NAMES, Names, explanation, sentence
from players.window.game.judgements import judged_line
from players.window.state import State
from players.window.translation import N_, _, ngettext, spoken

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
        return explanation((), names, (beside, values.best), _)
    said = (fact if line else fact._replace(line=(), beside=()) for fact in facts)
    return " ".join(sentence(fact, names, _) for fact in said)


NAMES = (N_("Edges"), N_("Mobility"), N_("Potential moves"), N_("Squares"))
UNITS = (1000, 100, 100, 100)
"""What a feature is counted in: best edges, average moves, plain squares."""
PARTS = (*("a1", N_("Top"), "h1", N_("Left"), N_("Centre"), N_("Right"), "a8", N_("Bottom"), "h8"),)
"""What the regions are called, in the order of the evaluation's."""
OTHER_PARTS = (N_("Moves"), N_("On move"), N_("Sum"))
FULL_SQUARE = 100
"""The hundredths of a disc at which a square speaks as plainly as can be shown."""


class Feature(NamedTuple):
    """A feature of the evaluation: what it counts for black and white, and adds for black."""

    name: str
    black: str
    white: str
    added: float


class Share(NamedTuple):
    """A part of the pattern evaluation in discs for black, and what a move changes of it."""

    name: str
    worth: float
    changed: float


class Regions(NamedTuple):
    """What the pattern evaluation says: regions of the board by rows, moves, tempo, the sum.

    `by` names the move whose changes the parts hold. `squares` is as BoardScene's `speaks`.
    """

    parts: tuple[Share, ...]
    by: str
    squares: tuple[float, ...]


class Insight(NamedTuple):
    """What the evaluations say of a position: Bill's features and their sum, for black.

    `regions` is None where there are no weights of patterns.
    """

    features: tuple[Feature, ...]
    chance: float
    note: str
    regions: Regions | None = None


class Explainer:
    """Explains positions once `warm_up` has run; keeps the last insight.

    Without weights of patterns it tells of Bill's features alone.
    """

    def __init__(self) -> None:
        self._bill: Any = None
        self._patterns: Patterns | None = None
        self._asked: Any = None
        self._insight: Insight | None = None

    def warm_up(self) -> None:
        """Compile what explaining needs; for the engine's thread."""
        bill = evaluation.named("bill")
        explain(bill, Game())
        try:
            self._patterns = evaluation.named("patterns")
        except (OSError, UserError):  # it is no reason not to play
            self._patterns = None
        else:
            self._regions(Game(), None, "")
        self._bill = bill

    def insight(self, game: Game, move: int | None = None, why: str = "") -> Insight | None:
        """What the evaluations say, and what a move changes: `move`, or else the best at a glance.

        `why` is said of `move`. None before it is warm, and of a game that is over.
        """
        if self._bill is None or game.over:
            return None
        asked = (game.position, game.black_to_move, move, why, spoken())
        if asked != self._asked:
            insight = self._explained(game)
            if self._patterns is not None:
                insight = insight._replace(regions=self._regions(game, move, why))
            self._asked, self._insight = asked, insight
        return self._insight

    def _regions(self, game: Game, move: int | None, why: str) -> Regions:
        """What each region says, and what a move changes."""
        assert self._patterns is not None
        position, sign = game.position, 1 if game.black_to_move else -1
        now = explain_patterns(self._patterns, position)
        if move is None:
            value = self._patterns.value
            move = min(game.legal(), key=lambda square: int(value(position.play(square))))
            why = _("best at a glance")
        after = change(self._patterns, position, move, now)
        worths = (*now.regions.values(), now.moves, now.tempo, now.score)
        changed = (*after.regions.values(), after.moves, after.tempo, after.score - now.score)
        unit = sign / SCORE_SCALE
        parts = tuple(
            Share(_(name), worth * unit, more * unit)
            for name, worth, more in zip((*PARTS, *OTHER_PARTS), worths, changed, strict=True)
        )
        shares = (sign * now.squares / FULL_SQUARE).clip(-1, 1)
        by = _("changed by {move}").format(move=square_name(move)) + (f", {why}" if why else "")
        return Regions(parts, by, tuple(shares.tolist()))

    def _explained(self, game: Game) -> Insight:
        explained = explain(self._bill, game)
        sign = 1 if game.black_to_move else -1
        features = []
        for row, name, unit in zip(explained.rows, NAMES, UNITS, strict=True):
            sides = (row.own, row.opp) if game.black_to_move else (row.opp, row.own)
            counted = (f"{side / unit:.1f}".replace("-", "\N{MINUS SIGN}") for side in sides)
            black, white = counted
            features.append(Feature(_(name), black, white, sign * row.added))
        features.append(Feature(_("To be on move"), "", "", sign * explained.tempo))
        chance = explained.probability if game.black_to_move else 1 - explained.probability
        note = glance(chance, round(sign * explained.score / SCORE_SCALE))
        return Insight(tuple(features), chance, note)


def glance(chance: float, discs: int) -> str:
    """Black's chance, 0 to 1, and by how many discs black is expected to win, in words."""
    if discs > 0:
        result = ngettext("black by {count} disc", "black by {count} discs", discs)
    elif discs < 0:
        result = ngettext("white by {count} disc", "white by {count} discs", -discs)
    else:
        result = _("a draw")
    said = _("Black's chance {share} %, expected: {result}")
    return said.format(share=f"{100 * chance:.0f}", result=result.format(count=abs(discs)))


def insight_seen(state: State, explainer: Explainer) -> Insight | None:
    """What the evaluations say, where that is looked at; of the move that is pointed at.

    Else of the best move, if that is shown.
    """
    if state.tab not in ("tab_insight", "tab_features") or state.editor is not None:
        return None
    game, here = state.live.game, state.live.here
    target = state.hover if state.hover is not None else state.cursor
    if not game.over and target is not None and target in game.legal():
        return explainer.insight(game, target)
    if state.exercises is not None and state.asking and here.move is not None:
        return explainer.insight(game, here.move, _("as in the game"))
    values = state.live.known.get(here.position)
    shown = state.exercises is not None or state.analysis.values or state.analysis.hint == here
    if shown and values is not None and values.best.move in game.legal():
        return explainer.insight(game, values.best.move, _("the best"))
    return explainer.insight(game)
