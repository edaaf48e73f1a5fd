"""The games of a page as plain data."""

from collections.abc import Iterable, Mapping
from typing import Any

from othello.cli.errors import printable
from tournament.games.match import Match
from tournament.games.openings import GameKey, is_board, opening_name
from tournament.games.play import FINISHED, GameResult
from tournament.page.contents import Section
from tournament.storage.store import Store

MOST_GAMES = 10_000
"""The most games in a page, about ten megabytes."""


def pack_game(name: str, key: GameKey, game: GameResult) -> list[Any]:
    """Pack a game: its opening's name, 1 if A is black, black's result, moves, details, ending.

    A detail is score, depth and nodes of a move, or None. Missing details are [], and the ending
    of a finished game is "".
    """
    details = [one and list(one[:3]) for one in game.details] if any(game.details) else []
    cause = game.ending if game.ending.startswith(game.kind) else f"{game.kind}: {game.ending}"
    ending = "" if game.ending == FINISHED else printable(cause)
    return [name, int(key.a_black), game.result, game.transcript, details, ending]


def pack_match(
    section: str, label: str, match: Match, games: Mapping[GameKey, GameResult]
) -> dict[str, Any]:
    """Pack the games of a match, its labels, and its openings that are boards, by name.

    Games of a stranger's store with other openings than the match's are left out.
    """
    names = {
        opening: f"position {place}" if is_board(opening) else opening_name(opening)
        for place, opening in enumerate(match.openings, start=1)
    }
    boards = {name: opening for opening, name in names.items() if is_board(opening)}
    packed = [
        pack_game(names[key.opening], key, game)
        for key, game in games.items()
        if key.opening in names
    ]
    heading = {"section": section, "label": label, "a": printable(match.a), "b": printable(match.b)}
    return {**heading, "boards": boards, "games": packed}


def pack_sections(store: Store, sections: Iterable[Section]) -> tuple[list[dict[str, Any]], int]:
    """Pack the games of all sections, each match once; also return the number left out."""
    packed: list[dict[str, Any]] = []
    done: set[str] = set()
    room, left_out = MOST_GAMES, 0
    for section in sections:
        for label, match in section.matches:
            if match.id in done:
                continue
            done.add(match.id)
            games = store.games(match.id)
            chosen = dict(list(games.items())[:room])
            room, left_out = room - len(chosen), left_out + len(games) - len(chosen)
            if chosen:
                packed.append(pack_match(section.heading, label, match, chosen))
    return packed, left_out
