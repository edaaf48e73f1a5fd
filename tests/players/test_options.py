"""What the options of players say on screen, and the rows that the page has of them."""

import re
from typing import Annotated, NamedTuple

import pytest

from othello.fingerprint import ROOT
from players import registry
from players.options import NUMBER, WHOLE_NUMBER, value_text

PLAYERS = ("alphabeta", "bestfirst", "engine", "forward", "interest")
ROW = re.compile(r"^\| `(\w+)` \| ([^|]*)\|", re.MULTILINE)


def rows(player):
    """The options of a player and their defaults as a page has them, under its heading."""
    page = (ROOT / "docs" / "players.md").read_text("utf-8")
    part = page.partition(f"### Options of {player}\n")[2].partition("\n#")[0]
    return dict(ROW.findall(part))


@pytest.mark.parametrize("name", PLAYERS)
def test_the_page_has_every_option_with_its_default(name):
    named = rows(name)
    if name in ("forward", "interest"):
        alike = rows("alphabeta")
        assert named.keys() & alike.keys() <= {"table"}
        named = {key: alike[key] for key in registry.options(name) if key in alike} | named
    assert named.keys() == registry.options(name).keys()
    for option in registry.options(name).values():
        said = named[option.name].strip().strip("`")
        if option.default is not None:
            number = option.kind in (WHOLE_NUMBER, NUMBER)
            assert float(said) == option.default if number else said == value_text(option.default)


class Options(NamedTuple):
    """What a stranger's player can be asked for."""

    plies: Annotated[int, "How far it looks"] = 2
    name: str = ""
    size: Annotated[int, 1] = 3


def of_parameters(nth: int = 1, most: Annotated[float, "At most"] = 1.0):
    """Plays the nth best move.

    `nth` is told here, which is no place for forms.
    """


def of_options(options: Options):
    """Plays."""


@pytest.mark.parametrize(
    ("factory", "expected"),
    [
        (of_parameters, {"nth": "", "most": "At most"}),
        (of_options, {"plies": "How far it looks", "name": "", "size": ""}),
        (lambda: None, {}),
    ],
)
def test_a_strangers_options_say_what_their_annotations_say(factory, expected, monkeypatch):
    monkeypatch.setitem(registry.factories, "strange", factory)
    options = registry.options("strange")
    assert {name: option.meaning for name, option in options.items()} == expected
    assert registry.summary("strange") == (factory.__doc__ or "").partition("\n")[0]
