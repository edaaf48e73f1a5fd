"""Reasons of the coach, facts, and their sentences in English or translated.

>>> reason = Reason("plays an X-square", "Playing the X-square {move} gives up {place}")
>>> corner = Fact(reason, places=((0,),), line=(9, 0))
>>> sentence(corner, Names(move=9, best=18, side="Black", other="White"))
'Playing the X-square b2 gives up a1 (b2 a1).'
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from othello.notation import move_name
from othello.rules import SCORE_SCALE
from players.move_values import MoveValue


class Evidence(NamedTuple):
    """Squares, numbers and moves that show a reason.

    `places` are the sets of squares in its sentence, `counts` the numbers: first those of the move
    played, then as many of the best one. `line` and `beside` are the moves of the line played and
    of the best line that show it, () if the board shows it.
    """

    places: tuple[tuple[int, ...], ...] = ()
    counts: tuple[int, ...] = ()
    line: tuple[int, ...] = ()
    beside: tuple[int, ...] = ()


def evidence(
    *places: Iterable[int],
    counts: tuple[int, ...] = (),
    line: tuple[int, ...] = (),
    beside: tuple[int, ...] = (),
) -> Evidence:
    """Evidence with sets of squares; tuples keep their order."""
    ordered = (each if isinstance(each, tuple) else tuple(sorted(each)) for each in places)
    return Evidence(tuple(ordered), counts, line, beside)


Finder = Callable[..., Iterable[Evidence]]


@dataclass(frozen=True, eq=False)
class Topic:
    """A group of reasons that share a weight; a mistake gets at most one of them.

    Readers who judged sentences about human games learned most from a corner or a square that
    changes hands soon, and least from a number: see docs/coach.md. `unit` is the largest loss that
    a square of the reason explains in hundredths of a disc.
    """

    weight: float
    unit: int | None = None


class Weight(NamedTuple):
    """Weight of a reason: the share of the loss that it explains, times the weight of its topic.

    The share is measured with its squares barred to the other side, to the side itself (`own`), or
    not at all (`own` is None); `share` is the least share, or the fixed one. `alone` is the least
    weighted share of a reason that says little without the effect of its move.
    """

    topic: Topic
    share: float = 0.0
    own: bool | None = False
    alone: float = 0.0


@dataclass(frozen=True, eq=False)
class Reason:
    """A reason: its title in lists of mistakes, its sentence, and `when` it holds.

    `one` is the sentence if its first number is 1. `term` is a section of docs/strategy.md, or "".
    With `of_best` it speaks for the best move; a hint with a merit leaves it out unless it is
    `beside_merit`. The sentence has the line within or behind it unless `with_line` is False.
    """

    title: str
    text: str
    when: Finder = lambda *asked: ()
    weight: Weight = Weight(Topic(0.0))
    one: str = ""
    term: str = "mobility"
    of_best: bool = False
    beside_merit: bool = True
    with_line: bool = True

    def facts(self, *asked: object) -> list["Fact"]:
        """Facts for which this is the reason."""
        return [Fact(self, *found, self.of_best) for found in self.when(*asked)]


class Fact(NamedTuple):
    """A reason with its evidence in a position; with `of_best` its line is the best one."""

    reason: Reason
    places: tuple[tuple[int, ...], ...] = ()
    counts: tuple[int, ...] = ()
    line: tuple[int, ...] = ()
    beside: tuple[int, ...] = ()
    of_best: bool = False


# Words

Translate = Callable[[str], str]

SIDE_NAMES = ("Black", "White")
MOST_SAID = 2
"""Most facts in an explanation, beside a result that changes."""
MOST_OF_LINE = 5
"""Most moves of the line behind a sentence: its first ones and its last."""
MOST_SQUARES = 6
"""Most squares named in a sentence."""


class Names(NamedTuple):
    """Subjects of a sentence: two moves, the side that played, and the other side."""

    move: int
    best: int
    side: str
    other: str


BARE, WITH_LINE = "{said}.", "{said} ({line})."
IN_BRACKETS = r" ?[(\uFF08]{(line|beside)}[)\uFF09]"
"""The line within a sentence that is left out."""
NO_REASON = "Hard to explain: compare the lines. {line} is worth {value}, {best_line} {best_value}."
"""Explanation without facts."""
NEARLY = "{line} is nearly as good: {value} against {best_value} for {best_line}."
NEARLY_BEST = 300
"""Largest loss of a move that is nearly as good, in hundredths of a disc."""
NO_SQUARES = "–"
TWO_SQUARES = "{first} and {last}"
"""The last two of several squares."""


def discs_text(score: int, exact: bool) -> str:
    """Score in discs: "+2.4", or a whole number if it is exact."""
    text = f"{score / SCORE_SCALE:+.{0 if exact else 1}f}"
    return text if text.strip("+-0.") else text.lstrip("+-")  # neither +0 nor -0


def loss_text(loss: int, exact: bool) -> str:
    """Loss in discs, without a sign."""
    return discs_text(loss, exact).lstrip("+")


def anchor_of(term: str) -> str:
    """Anchor of a term in docs/strategy.md."""
    return term.lower().replace(" ", "-")


def line_text(line: Sequence[int]) -> str:
    """First moves of a line and its last one."""
    names = [move_name(move) for move in line]
    if len(names) > MOST_OF_LINE:
        names = [*names[: MOST_OF_LINE - 1], "…", names[-1]]
    return " ".join(names)


def _squares_text(squares: Sequence[int], translate: Translate) -> str:
    """Names of squares, the first MOST_SQUARES of them; the ends of three or more in a row."""
    steps = {after - before for before, after in pairwise(squares)}
    rows = {square // 8 for square in squares}
    if len(squares) > 2 and (steps == {8} or (steps == {1} and len(rows) == 1)):
        return f"{move_name(squares[0])}\N{EN DASH}{move_name(squares[-1])}"
    names = [move_name(square) for square in squares[:MOST_SQUARES]]
    if len(squares) > MOST_SQUARES:
        return ", ".join([*names, "…"])
    if len(names) < 2:
        return "".join(names) or NO_SQUARES
    return translate(TWO_SQUARES).format(first=", ".join(names[:-1]), last=names[-1])


def sentence(fact: Fact, names: Names, translate: Translate = str) -> str:
    """Sentence of a fact, with at most MOST_OF_LINE moves of the line that shows it."""
    reason = fact.reason
    half = (len(fact.counts) + 1) // 2
    halves = fact.counts[:half], fact.counts[half:]
    first, second = (f"{round(sum(each) / len(each))}" if each else "" for each in halves)
    places = [*(_squares_text(place, translate) for place in fact.places), "", ""]
    template = translate(reason.one if reason.one and first == "1" else reason.text)
    line = line_text(fact.line) if len(fact.line) > 1 else ""
    within = re.search(IN_BRACKETS, template)
    if within and not line:
        template = re.sub(IN_BRACKETS, "", template)
    said = template.format(
        move=move_name(names.move),
        best=move_name(names.best),
        side=names.side,
        other=names.other,
        place=places[0],
        region="-".join(map(move_name, *fact.places[:1])) if fact.places else "",
        second_place=places[1],
        first=first,
        second=second,
        line=line,
        beside=line_text(fact.beside),
    )
    behind = line and reason.with_line and not within
    return translate(WITH_LINE if behind else BARE).format(said=said, line=line)


def explanation(
    facts: Sequence[Fact],
    names: Names,
    moves: tuple[MoveValue, MoveValue],
    translate: Translate = str,
) -> str:
    """One or two sentences about a move: its first facts, or both moves with their values.

    `moves` are the one that was played and the best one.
    """
    if facts:
        return " ".join(sentence(fact, names, translate) for fact in facts)
    lines = [move_name(move.move) for move in moves]
    values = [f"{move.score / SCORE_SCALE:+.{0 if move.exact else 1}f}" for move in moves]
    values = [text.replace("-", "\N{MINUS SIGN}") for text in values]
    texts = {"line": lines[0], "value": values[0], "best_line": lines[1], "best_value": values[1]}
    lost = moves[1].score - moves[0].score
    return translate(NEARLY if lost <= NEARLY_BEST else NO_REASON).format(**texts)
