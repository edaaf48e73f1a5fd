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
    "misses_corner": Kind("doesn't take a corner", "The corner {place} was free to take"),
    "gives_corner": Kind("gives away a corner", "{move} lets {other} take the corner {place}"),
    "leaves_corner": Kind(
        "leaves a corner open", "{other} takes the corner {place}, which {best} prevents"
    ),
    "runs_out": Kind(
        "runs out of safe moves",
        "After {move} every move left to {side} gives away a corner: {place}",
        "After {move} {side} has only {place} left, which gives away the corner {second_place}",
    ),
    "attacks_corner": Kind(
        "allows an attack on a corner", "After {move} {other} plays {second_place} and wins {place}"
    ),
    "concedes_corner": Kind(
        "has to give up a corner",
        "After {move} {side} can do no better than {second_place}, giving up the corner {place}",
    ),
    "loses_corner": Kind(
        "loses a corner later", "After {move} {other} gets the corner {place} in the end"
    ),
    "wins_corner": Kind("misses a corner", "{best} wins the corner {place}"),
    "corners": Kind(
        "comes off worse in corners",
        "Corners: after {move}, {place} for {side} and {second_place} for {other}; after {best},"
        " {third_place} for {side} and {fourth_place} for {other}",
    ),
    "threat": Kind(
        "allows a threat to a corner",
        "After {move} {other} threatens the corner {second_place} with {place}; only {third_place}"
        " parry it",
        "After {move} {other} threatens the corner {second_place} with {place}; only {third_place}"
        " parries it",
    ),
    "must_pass": Kind("has to pass", "After {move} {side} has to pass"),
    "other_passes": Kind("does not force a pass", "After {best} {other} has to pass"),
    "few_moves": Kind(
        "keeps too few moves",
        "After {move} {place} {side} has {first} moves; after {best} {second_place}, {second}",
        "After {move} {place} {side} has only one move; after {best} {second_place}, {second}",
    ),
    "many_replies": Kind(
        "gives the opponent many moves",
        "{move} leaves {other} {first} moves; {best} leaves {second}, taking away {place}",
        "{move} leaves {other} one move, {place}; {best} leaves none",
    ),
    "few_later": Kind(
        "runs short of moves",
        "Over the next turns {side} averages {first} moves after {move}, but {second} after {best}",
    ),
    "many_later": Kind(
        "lets the opponent's mobility grow",
        "Over the next turns {other} averages {first} moves after {move}, but {second} after"
        " {best}",
    ),
    "even_region": Kind(
        "plays first in an even region",
        "{move} opens the region {place}, where {other} then plays last; after {best} {other}"
        " opens it and {side} plays last",
    ),
    "last_move": Kind(
        "loses parity", "After {move} {other} makes the last move; after {best}, {side} does"
    ),
    "could_wait": Kind(
        "hurries a move that could wait",
        "{move} could wait, since {other} can't play there; now {other} takes {place}, which both"
        " sides want",
    ),
    "waits": Kind(
        "hurries a move that could wait",
        "{other} can't play {move} yet, so it can wait; {best} comes first",
    ),
    "opens_best": Kind(
        "opens a key square to the opponent",
        "{move} lets {other} take {place}, {side}'s best move",
    ),
    "other_takes": Kind(
        "gives up a key square", "Both sides want {place}; after {move} {other} gets it"
    ),
    "both_want": Kind(
        "lets the opponent take a key square",
        "Both sides want {place}; after {move} {other} gets it, after {best} {side} does",
    ),
    "wall": Kind(
        "builds a wall",
        "{move} leaves {side} {first} frontier discs, {best} only {second}",
    ),
    "only_move": Kind("", "{best} is the only move"),
    "takes_corner": Kind("", "{best} takes a corner, which can never be flipped"),
    "only_safe": Kind("", "{best} is the only move that doesn't give away a corner"),
    "no_reply": Kind("", "{best} leaves {other} without a move"),
    "fewest_replies": Kind(
        "",
        "{best} leaves {other} only {first} moves, fewer than any other move",
        "{best} leaves {other} only one move",
    ),
}
"""All kinds of facts."""
BARE, WITH_LINE, WITH_BOTH = "{said}.", "{said} ({line}).", "{said} ({line}; {best_line})."
NO_REASON = "No simple reason found. {line} ends at {value}, {best_line} at {best_value}."
"""Explanation without facts."""
NEARLY = "{line} is nearly as good: {value} against {best_value} for {best_line}."
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
