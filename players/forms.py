"""What can be asked of each player, as a form: its options with their kinds, defaults and words.

Made from the registry, for who lets people choose. The words of options are those of the tables
below, and of players without any what the factories say of themselves.
"""

import inspect
import re
import types
from collections.abc import Collection, Sequence
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin

from players import registry

WHOLE, NUMBER, YES_OR_NO, CHOICE, TEXT = "whole", "number", "yes or no", "choice", "text"
"""The kinds of options."""
LONGEST = 95
"""The characters of a sentence that is taken whole."""
_SENTENCE = re.compile(r"(?<=[.;])\s+")
_NAMED = re.compile(r"`(\w+)`")


SEARCHING = {
    "depth": "How many moves ahead it looks; 4 if there is no other limit",
    "nodes": "The most positions that it looks at for a move",
    "seconds": "The most seconds of computing time that it uses for a move",
    "evaluator": "Who judges the positions at which it stops looking, such as bill or patterns",
    "driver": "How the search is led: for all values at once, with guesses (pvs) or by them (mtdf)",
    "order": "In which order moves are tried: good ones first save the most",
    "cutoff": "A position is settled by a move that reaches the bound, or only by one above it",
    "generation": "Which positions are made and counted: all that follow, or only those looked at",
    "table": "Memory for positions seen before: the power of two of its size, 0 for none",
    "deepening": "Looks one move ahead, then two, and so on: it has an answer at any time",
    "ranges": "Keeps what is proven of the result, and plays a move that is proven the best",
    "solve": "With so many empty squares or fewer it plays perfectly; else where that is quick",
    "wld": "With so many empty squares or fewer it proves a win or draw first; 0 for never",
}
"""What options say that several players have, in plain words of a line."""
FORWARD = {
    "rule": "How it guesses what looking deeper would change: by the extremes, or what is likelier",
    "delta": "The share of the most extreme changes that it allows for, from 0 to 1",
    "quantile": "How sure its guesses have to be, more than 0.5 and less than 1",
    "online": "Learns the most extreme changes anew for every move, in place of the shipped ones",
    "costs": "A file of learned changes in place of the shipped one",
    "mirror": "Leaves out positions that seem too bad as well as those that seem too good",
    "windows": "Leaves out lines everywhere, or only where yes or no is asked (narrow)",
    "tags": "Whether its memory knows which values rest on a guess",
}
INTEREST = {
    "limit": "How far it looks: what each side may spend on a line; 2 if there is no other limit",
    "costs": "What moves cost: as learned, set by hand, by their order, or all the same (flat)",
    "base": "What every move costs at least, in thousandths",
    "scale": "How much more unlikely moves cost than likely ones, in percent",
    "tally": "Whether each side has its own budget, or both have a single one",
    "charged": "How much of what the moves tried before have cost counts at a move, in percent",
    "inherited": "How much of what the moves tried before have cost counts below it, in percent",
    "end": "Whether lines end with one side to move, or with either",
    "second": "What a second look at a move that seems the best must gain; 0 for no second look",
    "skip": "Leaves out moves that the budget does not pay for; else they only end their lines",
    "slope": "What a line costs for every disc that it is away from the score expected",
    "free": "How far away from that score a line may be at no cost, in hundredths of a disc",
    "cheap": "With less than this left to spend positions are not judged, which saves time",
    "wide": "So many moves ahead it looks at everything, whatever it costs",
    "leave_out": "A part of the costs to do without, for experiments",
    "weights": "A file of learned costs in place of the shipped one",
    "step": "By how much the limit grows from one look to the next",
    "tags": "Whether its memory knows how much was left to spend where a value was found",
}
CASUAL = {
    "depth": "How many moves ahead it looks; with 0 it takes the most discs",
    "noise": "By how many discs it misjudges a move, more or less",
    "blunders": "The share of its moves that are any legal ones, from 0 to 1",
    "seed": "A number that decides its chances: the same one gives the same games",
}
MEANINGS = {
    "alphabeta": SEARCHING,
    "forward": SEARCHING | FORWARD,
    "interest": SEARCHING | INTEREST,
    "casual": SEARCHING | CASUAL,
    "random": {"seed": CASUAL["seed"]},
}
"""What the options of a player say, by its name; of other players they are found in their texts."""


class Option(NamedTuple):
    """An option of a player: `default` is what stands for it where nothing is said, "" for nothing.

    `choices` are those of a CHOICE; `meaning` is a line, "" where nothing is known.
    """

    name: str
    kind: str
    default: str
    choices: tuple[str, ...]
    meaning: str


class Form(NamedTuple):
    """A player's name, what it is, and its options in their order."""

    name: str
    meaning: str
    options: tuple[Option, ...]


def forms() -> tuple[Form, ...]:
    """The form of every player, in the order of their names."""
    return tuple(form_of(name) for name in registry.names())


def form_of(name: str) -> Form:
    """The form of one player; SpecError if there is none of that name."""
    known = registry.options(name)
    text = registry.documentation(name)
    told = MEANINGS.get(name, {})
    options = tuple(
        _option(
            *(key, parameter.annotation, parameter.default),
            told.get(key) or meaning_of(key, known, text),
        )
        for key, parameter in known.items()
    )
    return Form(name, text[0].partition("\n")[0].rstrip("."), options)


def _option(name: str, annotation: Any, default: Any, meaning: str) -> Option:
    """An option out of its annotation and its default."""
    if get_origin(annotation) in (Union, types.UnionType):
        annotation = next(kind for kind in get_args(annotation) if kind is not type(None))
    said = "" if default in (None, inspect.Parameter.empty) else str(default)
    if get_origin(annotation) is Literal:
        return Option(name, CHOICE, said, get_args(annotation), meaning)
    kind = {int: WHOLE, float: NUMBER, bool: YES_OR_NO}.get(annotation, TEXT)
    return Option(name, kind, said.lower() if kind == YES_OR_NO else said, (), meaning)


def meaning_of(name: str, known: Collection[str], texts: Sequence[str]) -> str:
    """What a player's words say of an option: its sentence, or of a long one its part.

    The last texts are asked first; "" where none says more than the name.
    """
    for sentence in (
        part for text in reversed(texts) for part in _SENTENCE.split(" ".join(text.split()))
    ):
        named = [found for found in _NAMED.finditer(sentence) if found[1] in known]
        places = [place for place, found in enumerate(named) if found[1] == name]
        if places:
            if len(sentence) <= LONGEST:
                return sentence.replace("`", "").strip(" .;:,")
            start = named[places[0]].start() if len(named) > 1 else 0
            end = named[places[0] + 1].start() if places[0] + 1 < len(named) else len(sentence)
            part = re.sub(r"[\s,]+(?:and|or|with)?\s*$", "", sentence[start:end])
            part = part.replace("`", "").strip(" .;:,")
            said = set(re.findall(r"\w+", part)) - set(known) - {"and"}
            return part if said else ""
    return ""
