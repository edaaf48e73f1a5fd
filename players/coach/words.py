"""Sentences for facts, in English or translated.

>>> corner = Fact("gives_corner", ((0,),), (), (9, 0))
>>> sentence(corner, Names(move=9, best=18, side="Black", other="White"))
'b2 lets White take the corner a1 (b2 a1).'
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from othello.notation import move_name
from othello.rules import SCORE_SCALE
from players.coach.facts import Fact
from players.move_values import MoveValue

Translate = Callable[[str], str]

SIDE_NAMES = ("Black", "White")
MOST_SAID = 2
"""Most facts in an explanation."""
MOST_OF_LINE, MOST_COMPARED = 24, 8
"""Most moves of a line behind a sentence, and of each line in an explanation without facts."""


class Names(NamedTuple):
    """Subjects of a sentence: two moves, the side that played, and the other side."""

    move: int
    best: int
    side: str
    other: str


class Kind(NamedTuple):
    """A kind of facts: its title in lists of mistakes, and its sentence.

    `one` is the sentence if its first number is 1, or "" if it is the same. Kinds of hints have no
    title.
    """

    title: str
    many: str
    one: str = ""


FACT_KINDS = {
    "win_lost": Kind(
        "turns a win into a loss",
        "{best} wins by {first} discs, {move} loses by {second}",
    ),
    "win_drawn": Kind("turns a win into a draw", "{best} wins by {first} discs, {move} draws"),
    "draw_lost": Kind("turns a draw into a loss", "{best} draws, {move} loses by {second} discs"),
    "misses_corner": Kind("does not take a corner", "The corner {place} was free to take"),
    "gives_corner": Kind("gives a corner at once", "{move} lets {other} take the corner {place}"),
    "leaves_corner": Kind(
        "leaves a corner open", "{other} takes the corner {place}, which {best} prevents"
    ),
    "runs_out": Kind(
        "runs out of safe moves",
        "After {move} all moves left to {side} give a corner: {place}",
        "After {move} {side} has only {place} left, which gives the corner {second_place}",
    ),
    "attacks_corner": Kind(
        "lets a corner be attacked", "After {move} {other} plays {second_place} and wins {place}"
    ),
    "concedes_corner": Kind(
        "has to give up a corner",
        "After {move} {side} does best to give up the corner {place} with {second_place}",
    ),
    "loses_corner": Kind(
        "loses a corner later", "In this line after {move} {other} gets the corner {place}"
    ),
    "wins_corner": Kind("misses the way to a corner", "{best} wins the corner {place}"),
    "corners": Kind(
        "loses the fight for the corners",
        "Corners of these lines: after {move} {side} {place}, {other} {second_place}; after {best}"
        " {side} {third_place}, {other} {fourth_place}",
    ),
    "threat": Kind(
        "lets a corner be threatened",
        "After {move} {other} threatens the corner {second_place} by {place}; only {third_place}"
        " parry",
        "After {move} {other} threatens the corner {second_place} by {place}; only {third_place}"
        " parries",
    ),
    "must_pass": Kind("has to pass", "After {move} {side} has to pass"),
    "other_passes": Kind("does not force a pass", "After {best} {other} has to pass"),
    "few_moves": Kind(
        "leaves few moves",
        "{side} has {first} moves after {move} {place}, {second} after {best} {second_place}",
        "{side} has only one move after {move} {place}, {second} after {best} {second_place}",
    ),
    "many_replies": Kind(
        "leaves many replies",
        "{move} leaves {other} {first} moves, {best} only {second}, without {place}",
        "{move} leaves {other} one move, {place}, {best} none",
    ),
    "few_later": Kind(
        "runs short of moves later",
        "On average {side} has {first} moves at its next turns after {move}, {second} after {best}",
    ),
    "many_later": Kind(
        "gives many moves later",
        "On average {other} has {first} moves at its next turns after {move},"
        " {second} after {best}",
    ),
    "even_region": Kind(
        "plays first in an even region",
        "{move} begins the region {place}, where {other} then plays last; after {best} {other}"
        " begins it, and {side} plays last",
    ),
    "last_move": Kind(
        "loses the last move", "After {move} {other} plays last, after {best} {side} does"
    ),
    "could_wait": Kind(
        "plays too early what could wait",
        "{move} could wait, since {other} cannot play there; {place}, which both want, {other}"
        " now takes",
    ),
    "waits": Kind(
        "plays first what could wait",
        "{move} could wait, since {other} cannot play there before: first comes {best}",
    ),
    "opens_best": Kind(
        "opens the best square", "{move} lets {other} play {place}, the best move of {side}"
    ),
    "other_takes": Kind(
        "leaves a square that both want", "Both want {place}: after {move} {other} takes it"
    ),
    "both_want": Kind(
        "leaves the other side a square",
        "Both want {place}: after {move} {other} takes it, after {best} {side} does",
    ),
    "wall": Kind(
        "builds a wall",
        "{move} leaves {first} discs of {side} beside empty squares, {best} only {second}",
    ),
    "only_move": Kind("", "{best} is the only move"),
    "takes_corner": Kind("", "{best} takes a corner, which nothing can turn"),
    "only_safe": Kind("", "{best} is the only move that gives no corner at once"),
    "no_reply": Kind("", "{best} leaves {other} without a move"),
    "fewest_replies": Kind(
        "",
        "{best} leaves {other} {first} moves, fewer than any other move does",
        "{best} leaves {other} one move, fewer than any other move does",
    ),
}
"""All kinds of facts."""
BARE, WITH_LINE, WITH_BOTH = "{said}.", "{said} ({line}).", "{said} ({line}; {best_line})."
NO_REASON = "No simple reason is seen: {line} is worth {value}, {best_line} {best_value}."
"""Explanation without facts."""
NEARLY = "Nearly as good: {line} is worth {value}, {best_line} {best_value}."
NEARLY_BEST = 300
"""Largest loss of a move that is nearly as good, in hundredths of a disc."""
NO_SQUARES = "–"


def title_of(kind: str) -> str:
    """Title of a kind of facts, in English."""
    return FACT_KINDS[kind].title


def line_text(line: Sequence[int], most: int = MOST_OF_LINE) -> str:
    """First moves of a line."""
    names = [move_name(move) for move in line[:most]]
    return " ".join([*names, "…"] if len(line) > most else names)


def _squares_text(squares: Sequence[int]) -> str:
    return " ".join(map(move_name, squares)) or NO_SQUARES


def _mean_text(counts: Sequence[int]) -> str:
    """Mean of numbers with one decimal; "" for none."""
    return f"{round(sum(counts) / len(counts), 1):g}" if counts else ""


def sentence(fact: Fact, names: Names, translate: Translate = str) -> str:
    """Sentence of a fact, with the lines that show it."""
    kind = FACT_KINDS[fact.kind]
    half = (len(fact.counts) + 1) // 2
    first, second = map(_mean_text, (fact.counts[:half], fact.counts[half:]))
    places = [*map(_squares_text, fact.places), *("" for _ in range(4))]
    template = translate(kind.one if kind.one and first == "1" else kind.many)
    said = template.format(
        move=move_name(names.move),
        best=move_name(names.best),
        side=names.side,
        other=names.other,
        place=places[0],
        second_place=places[1],
        third_place=places[2],
        fourth_place=places[3],
        first=first,
        second=second,
    )
    if fact.beside:
        lines = {"line": line_text(fact.line), "best_line": line_text(fact.beside)}
        return translate(WITH_BOTH).format(said=said, **lines)
    if len(fact.line) < 2:
        return translate(BARE).format(said=said)
    return translate(WITH_LINE).format(said=said, line=line_text(fact.line))


def explanation(
    facts: Sequence[Fact],
    names: Names,
    moves: tuple[MoveValue, MoveValue],
    translate: Translate = str,
) -> str:
    """One or two sentences about a move: its first facts, or both lines with their values.

    `moves` are the one that was played and the best one.
    """
    if facts:
        return " ".join(sentence(fact, names, translate) for fact in facts[:MOST_SAID])
    lines = [line_text(move.line, MOST_COMPARED) for move in moves]
    values = [f"{move.score / SCORE_SCALE:+.{0 if move.exact else 1}f}" for move in moves]
    values = [text.replace("-", "\N{MINUS SIGN}") for text in values]
    texts = {"line": lines[0], "value": values[0], "best_line": lines[1], "best_value": values[1]}
    lost = moves[1].score - moves[0].score
    return translate(NEARLY if lost <= NEARLY_BEST else NO_REASON).format(**texts)
