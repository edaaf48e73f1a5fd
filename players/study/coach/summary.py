"""Summary of a game: where it turned, what each side repeated, what to train, and praise."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from othello.notation import move_name
from othello.position import Position
from othello.rules import SCORE_SCALE
from players.move_values import MoveValues
from players.study.coach.mistakes import ENDGAME, MIDGAME, OPENING, JudgedMove, mistakes
from players.study.coach.words import SIDE_NAMES, Reason, Translate

LEAST_REPEATED = 2
"""Least number of mistakes with the same reason that count as a habit."""
LEAST_MARGIN = 200
"""Least margin over the second-best move, in hundredths of a disc, that earns praise."""

LOST = (
    "{side} lost the game on move {number} by playing {move} ({value}) instead of {best}"
    " ({best_value})."
)
TURNED = (
    "The biggest mistake was {side}'s move {number}: {move} ({value}) instead of {best}"
    " ({best_value})."
)
NO_MISTAKE = "Neither side made a mistake."
REPEATED = "{side}'s most common mistake, made {count} times: “{title}”."
NOTHING_REPEATED = "Neither side made the same kind of mistake twice."
TRAIN = "{side} should work on {term} {phase}."
NOTHING_TO_TRAIN = "This game points to nothing in particular to practise."
PRAISE = (
    "Well played: {side}'s move {number}, {move}, was {margin} discs better than any other move."
)
"""Sentences of a summary, in English."""
YOURS = {
    LOST: LOST.replace("{side}", "You"),
    TURNED: TURNED.replace("{side}'s", "your"),
    REPEATED: REPEATED.replace("{side}'s", "Your"),
    TRAIN: TRAIN.replace("{side}", "You"),
    PRAISE: PRAISE.replace("{side}'s", "your"),
}
"""The sentences about the side of the person who reads them."""
PHASE_TITLES = {OPENING: "in the opening", MIDGAME: "in the midgame", ENDGAME: "in the endgame"}
"""Phases of a game, in English."""

ValuesOf = Callable[[Position], MoveValues | None]
TranslateFor = Callable[[bool], Translate]
"""The translation of sentences about a side, True for black."""


class Summary(NamedTuple):
    """Three sentences about a game, and praise or ""."""

    sentences: tuple[str, str, str]
    praise: str


def _discs(score: int) -> str:
    return f"{round(score / SCORE_SCALE):+d}".replace("-", "\N{MINUS SIGN}")


def _turning_text(moves: Sequence[JudgedMove], translate_for: TranslateFor) -> str:
    """First sentence: the mistake with the largest swing of the result, then the largest loss.

    The last judged move shows the winner.
    """

    def swing(move: JudgedMove) -> tuple[int, int]:
        return int(np.sign(move.best.score) - np.sign(move.played.score)), move.lost

    move = max(mistakes(moves), key=swing, default=None)
    if move is None:
        return translate_for(True)(NO_MISTAKE)
    end = moves[-1].played.score * (1 if moves[-1].black == move.black else -1)
    lost = end < 0 and move.best.score >= 0 > move.played.score
    translate = translate_for(move.black)
    return translate(LOST if lost else TURNED).format(
        side=translate(SIDE_NAMES[not move.black]),
        number=move.number,
        move=move_name(move.played.move),
        value=_discs(move.played.score),
        best=move_name(move.best.move),
        best_value=_discs(move.best.score),
    )


def _main_reason(move: JudgedMove) -> Reason | None:
    """Most important reason of a mistake, apart from the result."""
    return next((fact.reason for fact in move.facts if fact.reason.term), None)


def _habit(moves: Sequence[JudgedMove], side: str, translate: Translate) -> str:
    """Most common reason of the mistakes of a side, in words; "" without a repeated one."""
    titles = Counter(reason.title for reason in map(_main_reason, moves) if reason)
    for title, count in titles.most_common(1):
        if count >= LEAST_REPEATED:
            return translate(REPEATED).format(side=side, title=translate(title), count=count)
    return ""


def _advice(moves: Sequence[JudgedMove], side: str, translate: Translate) -> str:
    """Advice to practise the term and phase with a side's largest loss; "" without a reason."""
    losses: Counter[tuple[str, str]] = Counter()
    for move in moves:
        if reason := _main_reason(move):
            losses[reason.term, PHASE_TITLES[move.phase]] += move.lost
    for (term, phase), _ in losses.most_common(1):
        return translate(TRAIN).format(term=translate(term), phase=translate(phase), side=side)
    return ""


def margin(move: JudgedMove, values: MoveValues | None) -> int:
    """Margin of the best move over the second-best one in hundredths of a disc; 0 if not played."""
    if values is None or len(values.moves) < 2 or values.best.move != move.played.move:
        return 0
    return values.best.score - values.moves[1].score


def _praise(moves: Iterable[JudgedMove], values_of: ValuesOf, translate_for: TranslateFor) -> str:
    margins = [(margin(move, values_of(move.position)), move) for move in moves]
    most, move = max(margins, key=lambda pair: pair[0], default=(0, None))
    if move is None or most < LEAST_MARGIN:
        return ""
    translate = translate_for(move.black)
    return translate(PRAISE).format(
        side=translate(SIDE_NAMES[not move.black]),
        number=move.number,
        move=move_name(move.played.move),
        margin=round(most / SCORE_SCALE),
    )


def summary(
    moves: Sequence[JudgedMove],
    values_of: ValuesOf = lambda position: None,
    translate: Translate = str,
    taught: Sequence[bool] = (True, False),
    person: bool | None = None,
) -> Summary:
    """Summary of a game's judged moves.

    `values_of` returns the values of all moves of a position, or None if they are unknown; without
    them there is no praise. Advice and praise are for the sides `taught`: True for black.
    The side of the `person` is "you".
    """

    def translate_for(black: bool) -> Translate:
        return (lambda text: translate(YOURS.get(text, text))) if black == person else translate

    def side(black: bool) -> tuple[list[JudgedMove], str, Translate]:
        bad = [move for move in mistakes(moves) if move.black == black]
        return bad, translate(SIDE_NAMES[not black]), translate_for(black)

    habits = " ".join(filter(None, (_habit(*side(black)) for black in (True, False))))
    advice = " ".join(filter(None, (_advice(*side(black)) for black in taught)))
    praise = _praise((move for move in moves if move.black in taught), values_of, translate_for)
    sentences = (
        _turning_text(moves, translate_for),
        habits or translate(NOTHING_REPEATED),
        advice or translate(NOTHING_TO_TRAIN),
    )
    return Summary(sentences, praise)
