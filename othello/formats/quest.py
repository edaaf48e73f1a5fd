"""Games of Othello Quest as JSON, one a text, as its server gives them.

>>> text = '{"players": [{"name": "Ann"}, {}], "position": {"moves": [{"m": "f5"}, {"m": "d6"}]}}'
>>> game = read(text)
>>> game.black, game.game.transcript()
('Ann', 'f5d6')

The first player is black. A move is `m`, "-" for a pass, with its time in milliseconds; an entry of
`moves` without `m` says how the game ended.

Source: no specification is published; Egaroucid's reader (`input.hpp`) and public scripts.
"""

import json
from typing import Any, NamedTuple

from othello import notation
from othello.formats.reading import FormatError
from othello.game import Game
from othello.position import PASS

PLACE = "Othello Quest"
_PASS = "-"


class QuestGame(NamedTuple):
    """A game, its players and when it was played."""

    black: str
    white: str
    place: str
    date: str
    game: Game


def _name(players: Any, number: int) -> str:
    """The name of a player, or else the account; "" if neither is a text."""
    player = players[number] if isinstance(players, list) and number < len(players) else {}
    texts = [player.get("name"), player.get("id")] if isinstance(player, dict) else []
    return next((text for text in texts if isinstance(text, str) and text), "")


def _read(content: Any) -> QuestGame:
    """The game of a text's content; ValueError if it is none."""
    position = content.get("position") if isinstance(content, dict) else None
    entries = position.get("moves") if isinstance(position, dict) else None
    if not isinstance(entries, list):
        raise ValueError("JSON without a game: neither `format` nor `position` with `moves`")
    texts = [entry["m"] for entry in entries if isinstance(entry, dict) and "m" in entry]
    moves = [PASS if text == _PASS else notation.parse_move(str(text)) for text in texts]
    game = Game()
    game.play_all(moves)
    created, players = content.get("created"), content.get("players")
    date = created if isinstance(created, str) else ""
    return QuestGame(_name(players, 0), _name(players, 1), PLACE, date, game)


def read(text: str, name: str = "text") -> QuestGame:
    """The game of a text; `name` is what FormatError calls it."""
    try:
        return _read(json.loads(text))
    except RecursionError:
        raise FormatError(f"{name}: lists in lists, too deep for a game") from None
    except ValueError as error:
        raise FormatError(f"{name}: {next(iter(str(error).splitlines()), '')}") from None
