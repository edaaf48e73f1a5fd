"""Sentences for facts, in English or translated.

>>> corner = Fact("x_square", ((0,),), (), (9, 0))
>>> sentence(corner, Names(move=9, best=18, side="Black", other="White"))
'Playing the X-square b2 lets White into the corner a1 (b2 a1).'
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from othello.notation import move_name
from othello.rules import SCORE_SCALE
from players.move_values import MoveValue
from players.study.coach.facts import Fact

Translate = Callable[[str], str]

SIDE_NAMES = ("Black", "White")
MOST_SAID = 2
"""Most facts in an explanation."""
MOST_OF_LINE = 3
"""Most moves of the line behind a sentence: its first ones and its last."""
MOST_COMPARED = (1, 1)
"""Most moves of the line played and of the best line in an explanation without facts."""
MOST_SQUARES = 6
"""Most squares named in a sentence."""


class Names(NamedTuple):
    """Subjects of a sentence: two moves, the side that played, and the other side."""

    move: int
    best: int
    side: str
    other: str


class Kind(NamedTuple):
    """A kind of facts: its title in lists of mistakes, and its sentence.

    `one` is the sentence if its first number is 1, or "" if it is the same. Kinds of hints and
    effects of the other side's moves have no title.
    """

    title: str
    many: str
    one: str = ""


def _effect_kinds(
    ending: str, title: str, move: str, player: str, opponent: str
) -> dict[str, Kind]:
    """Sentences about what a move of a player does."""
    texts = {
        "takes_corner": "From the corner {{place}}, {player} makes {{first}} discs safe",
        "makes_stable": "{move} makes {{first}} of {player}'s discs safe",
        "attacks_corner": "{move} attacks the corner {{second_place}}",
        "wedges": "{move} wedges between two discs of {opponent}",
        "leaves_few": "{move} leaves {opponent} only {{second_place}}",
        "cuts_moves": "{move} cuts {opponent}'s moves from {{first}} to {{second}}",
        "takes_away": "After {move}, {opponent} can no longer play {{second_place}}",
        "gains": "{move} gives {player} {{second_place}}, which {opponent} cannot play",
        "opens_nothing": "{move} is a quiet move: it gives {opponent} no new moves",
    }
    return {
        f"{kind}_{ending}": Kind(title, text.format(move=move, player=player, opponent=opponent))
        for kind, text in texts.items()
    }


FACT_KINDS = {
    "win_lost": Kind(
        "turns a win into a loss",
        "With best play, {best} wins by {first} discs, but {move} loses by {second}",
    ),
    "win_drawn": Kind(
        "turns a win into a draw", "With best play, {best} wins by {first} discs, but {move} draws"
    ),
    "draw_lost": Kind(
        "turns a draw into a loss",
        "With best play, {best} draws, but {move} loses by {second} discs",
    ),
    "misses_corner": Kind("doesn't take a corner", "The corner {place} was free to take"),
    "x_square": Kind(
        "plays an X-square", "Playing the X-square {move} lets {other} into the corner {place}"
    ),
    "c_square": Kind(
        "plays a C-square", "Playing the C-square {move} lets {other} into the corner {place}"
    ),
    "wins_corner": Kind("doesn't win a corner", "After {best}, {side} gets the corner {place}"),
    "loses_corner": Kind("gives away a corner", "After {move}, {other} gets the corner {place}"),
    "must_pass": Kind("has to pass", "After {move}, {side} has to pass"),
    "other_passes": Kind("doesn't force a pass", "After {best}, {other} has to pass"),
    "other_takes": Kind(
        "gives up a key square", "Both sides want {place}; after {move}, {other} gets it"
    ),
    "gives_square": Kind(
        "lets the opponent into its own squares",
        "{move} lets {other} take {place}, a square that only {side} could play before",
    ),
    "stops_reply": Kind(
        "doesn't stop the opponent's move",
        "After {move}, {other} plays {place}; {best} would have prevented that",
    ),
    "opens_reply": Kind(
        "opens a square for the opponent",
        "{move} opens {place} to {other}; {best} does not",
    ),
    "opens_corner": Kind(
        "opens a corner", "{move} opens the corner {place} to {other}; {best} does not"
    ),
    "x_opens_corner": Kind(
        "plays an X-square", "The X-square {move} opens the corner {place} to {other}"
    ),
    "costs_move": Kind(
        "gives up its own move",
        "{side} can still play {place} after {best}, but not after {move}",
    ),
    "costs_reserve": Kind(
        "gives up moves in reserve",
        "{move} gives up {place}, where only {side} could play; {best} does not",
    ),
    "best_takes": Kind(
        "leaves the opponent a move", "{best} stops {other} from playing {place}; {move} does not"
    ),
    "strong_reply": Kind("allows a strong reply", "{other}'s strong reply to {move} is {place}"),
    "new_reply": Kind("opens a square for the opponent", "{move} opens {place} to {other}"),
    "reply_corner": Kind("gives away a corner", "After {move}, {other} takes the corner {place}"),
    "later_reply": Kind("allows a strong move", "After {move}, {other} gets {place}"),
    "region_last": Kind(
        "loses parity in a region",
        "After {move}, {other} plays last in the region {place}; after {best}, {side} does",
    ),
    "last_move": Kind(
        "loses parity", "After {move}, {other} makes the last move; after {best}, {side} does"
    ),
    "few_safe": Kind(
        "runs short of safe moves",
        "After {move} {second_place}, {side} has only the safe moves {place}; after {best}"
        " {third_place}, {second}",
        "After {move} {second_place}, {side} has only one safe move, {place}; after {best}"
        " {third_place}, {second}",
    ),
    "no_safe": Kind(
        "runs out of safe moves",
        "After {move} {second_place}, {side} has no safe moves; after {best} {third_place},"
        " {second}",
    ),
    "allows_wedge": Kind("allows a wedge", "{move} lets {other} wedge at {place}"),
    "misses_wedge": Kind("misses a wedge", "{best} is a wedge between two discs of {other}"),
    "unbalanced": Kind(
        "creates an unbalanced edge", "{move} leaves {side} with the unbalanced edge {place}"
    ),
    "misses_quiet": Kind(
        "misses a quiet move",
        "{best} is a quiet move: it gives {other} no new moves; {move} opens {place}",
    ),
    "shares_best": Kind(
        "lets the opponent into its best square",
        "After {move}, {other} can play {place} as well; until then only {side} could",
    ),
    "loses_best": Kind("closes the best square", "After {move}, {side} can no longer play {place}"),
    "misses_square": Kind(
        "loses access to a square", "{best} makes {place} playable for {side}; {move} does not"
    ),
    "loses_square": Kind(
        "loses access to a square",
        "{side} can still play {place} after {best}, but not after {move}",
    ),
    "can_wait": Kind(
        "plays a move that can wait", "{move} can wait: after {best}, {side} still gets to play it"
    ),
    "wrong_order": Kind("plays in the wrong order", "The order matters: first {best}, then {move}"),
    "prepares": Kind("misses a preparing move", "{best} prepares {place}"),
    "few_later": Kind(
        "runs short of moves",
        "{move} leaves {side} about {first} moves a turn, {best} about {second} ({place} among"
        " them)",
        "{move} leaves {side} about one move a turn, {best} about {second} ({place} among them)",
    ),
    "many_later": Kind(
        "lets the opponent's mobility grow",
        "{move} leaves {other} about {first} moves a turn ({place} among them), {best} about"
        " {second}",
    ),
    "stable_lost": Kind(
        "gives the opponent stable discs",
        "After {move}, {other} plays {place} and soon has {first} stable discs; after {best},"
        " {second}",
    ),
    "stable_missed": Kind(
        "misses stable discs",
        "After {best}, {side} plays {place} and soon has {second} stable discs; after {move},"
        " {first}",
    ),
    "few_moves": Kind(
        "keeps too few moves",
        "After {move} {place}, {side} has {first} moves; after {best} {second_place}, {second}",
        "After {move} {place}, {side} has only one move; after {best} {second_place}, {second}",
    ),
    "many_replies": Kind(
        "gives the opponent many moves",
        "{move} leaves {other} {first} moves; {best} leaves {second} and takes away {place}",
        "{move} leaves {other} one move, {place}; {best} leaves none",
    ),
    "wall": Kind(
        "builds a wall", "{move} leaves {side} {first} frontier discs, {best} only {second}"
    ),
    **_effect_kinds("other", "", "{place}", "{other}", "{side}"),
    **_effect_kinds("own", "misses a strong move", "{side}'s {place}", "{side}", "{other}"),
    "only_move": Kind("", "{best} is the only move"),
    "takes_corner": Kind("", "{best} takes a corner, and a disc there can never be flipped"),
    "only_safe": Kind("", "{best} is the only move that doesn't give away a corner"),
    "no_reply": Kind("", "{best} leaves {other} without a move"),
    "fewest_replies": Kind(
        "",
        "{best} leaves {other} only {first} moves, fewer than any other move",
        "{best} leaves {other} only one move",
    ),
}
"""All kinds of facts."""
TERMS = {
    kind: term
    for term, kinds in {
        "mobility": "few_moves few_later many_replies many_later must_pass other_passes no_reply"
        " fewest_replies gives_square shares_best loses_best misses_square loses_square opens_reply"
        " stops_reply other_takes few_safe no_safe strong_reply new_reply later_reply can_wait"
        " wrong_order prepares costs_move costs_reserve best_takes takes_away_own takes_away_other"
        " leaves_few_own leaves_few_other cuts_moves_own cuts_moves_other gains_own gains_other",
        "corners": "misses_corner wins_corner loses_corner takes_corner only_safe opens_corner"
        " reply_corner takes_corner_own takes_corner_other attacks_corner_own attacks_corner_other",
        "X-squares": "x_square x_opens_corner",
        "C-squares": "c_square",
        "stable discs": "stable_lost stable_missed makes_stable_own makes_stable_other",
        "quiet moves": "misses_quiet opens_nothing_own opens_nothing_other",
        "walls": "wall",
        "parity": "region_last last_move",
        "edges": "unbalanced",
        "wedges": "allows_wedge misses_wedge wedges_own wedges_other",
    }.items()
    for kind in kinds.split()
}
"""Term behind each kind, in English; results and `only_move` have none."""
BARE, WITH_LINE = "{said}.", "{said} ({line})."
NO_REASON = "No simple reason found: {line} is worth {value}, {best_line} {best_value}."
"""Explanation without facts."""
NEARLY = "{line} is nearly as good: {value} against {best_value} for {best_line}."
NEARLY_BEST = 300
"""Largest loss of a move that is nearly as good, in hundredths of a disc."""
NO_SQUARES = "–"
TWO_SQUARES = "{first} and {last}"
"""The last two of several squares."""


def title_of(kind: str) -> str:
    """Title of a kind of facts, in English."""
    return FACT_KINDS[kind].title


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
    """Names of squares, the first MOST_SQUARES of them."""
    names = [move_name(square) for square in squares[:MOST_SQUARES]]
    if len(squares) > MOST_SQUARES:
        return ", ".join([*names, "…"])
    if len(names) < 2:
        return "".join(names) or NO_SQUARES
    return translate(TWO_SQUARES).format(first=", ".join(names[:-1]), last=names[-1])


def _mean_text(counts: Sequence[int]) -> str:
    """Mean of numbers, rounded; "" for none."""
    return f"{round(sum(counts) / len(counts))}" if counts else ""


def sentence(fact: Fact, names: Names, translate: Translate = str) -> str:
    """Sentence of a fact, with at most MOST_OF_LINE moves of the line that shows it."""
    kind = FACT_KINDS[fact.kind]
    half = (len(fact.counts) + 1) // 2
    first, second = map(_mean_text, (fact.counts[:half], fact.counts[half:]))
    places = [*(_squares_text(place, translate) for place in fact.places), *("" for _ in range(3))]
    template = translate(kind.one if kind.one and first == "1" else kind.many)
    said = template.format(
        move=move_name(names.move),
        best=move_name(names.best),
        side=names.side,
        other=names.other,
        place=places[0],
        second_place=places[1],
        third_place=places[2],
        first=first,
        second=second,
    )
    effect = fact.kind.endswith(("_own", "_other"))
    if len(fact.line) < 2 or effect or (fact.counts and fact.beside):
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
    pairs = zip(moves, MOST_COMPARED, strict=True)
    lines = [line_text(move.line[:most]) for move, most in pairs]
    values = [f"{move.score / SCORE_SCALE:+.{0 if move.exact else 1}f}" for move in moves]
    values = [text.replace("-", "\N{MINUS SIGN}") for text in values]
    texts = {"line": lines[0], "value": values[0], "best_line": lines[1], "best_value": values[1]}
    lost = moves[1].score - moves[0].score
    return translate(NEARLY if lost <= NEARLY_BEST else NO_REASON).format(**texts)
