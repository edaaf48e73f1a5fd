"""Packed games of a page: one character for a square, five for the details of a move."""

import math
from collections.abc import Iterable, Mapping
from typing import Any

from othello.cli.errors import printable
from othello.notation import parse_transcript
from tournament.games.endings import FINISHED, with_type
from tournament.games.match import Match
from tournament.games.openings import Opening, is_board, opening_name
from tournament.games.play import GameResult, MoveDetail
from tournament.games.schedule import GameKey
from tournament.page.contents import Section
from tournament.storage.store import Store

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
"""The digits of base 64, and the squares from a1 to h8."""

UNKNOWN_SCORE = UNKNOWN_NODES = 64**2 - 1
UNKNOWN_DEPTH = 63
MOST_TENTHS = 640
"""The largest score, in tenths of a disc."""
STEPS_PER_DOUBLING = 64
"""Nodes are stored as logarithms, with a precision of one percent."""

MOST_GAMES = 30_000
"""The most games in a page, about ten megabytes."""


def opening_names(match: Match) -> dict[Opening, str]:
    """Return names of the openings: their moves, or numbers for boards."""
    return {
        opening: f"position {place}" if is_board(opening) else opening_name(opening)
        for place, opening in enumerate(match.openings, start=1)
    }


def _pair(value: int) -> str:
    """Return a number from 0 to 4095 as two digits."""
    return DIGITS[value >> 6] + DIGITS[value & 63]


def pack_detail(detail: MoveDetail | None) -> str:
    """Pack score, depth and nodes of a move into five characters."""
    if detail is None:
        return _pair(UNKNOWN_SCORE) + DIGITS[UNKNOWN_DEPTH] + _pair(UNKNOWN_NODES)
    score = UNKNOWN_SCORE
    if detail.score is not None:
        tenths = min(max(round(detail.score / 10), -MOST_TENTHS), MOST_TENTHS)
        score = tenths + MOST_TENTHS
    depth = UNKNOWN_DEPTH if detail.depth is None else min(max(detail.depth, 0), UNKNOWN_DEPTH - 1)
    nodes = 1 + round(STEPS_PER_DOUBLING * math.log2(detail.nodes)) if detail.nodes > 0 else 0
    return _pair(score) + DIGITS[depth] + _pair(min(nodes, UNKNOWN_NODES - 1))


def pack_game(name: str, key: GameKey, game: GameResult) -> list[Any]:
    """Pack a game: its opening's name, 1 if A is black, black's result, squares, details, ending.

    Missing details are "", and so is the ending of a finished game.
    """
    squares = "".join(DIGITS[square] for square in parse_transcript(game.transcript))
    packed = "".join(map(pack_detail, game.details)) if any(game.details) else ""
    ending = "" if game.ending == FINISHED else printable(with_type(game.kind, game.ending))
    return [name, int(key.a_black), game.result, squares, packed, ending]


def pack_match(
    section: str, label: str, match: Match, games: Mapping[GameKey, GameResult]
) -> dict[str, Any]:
    """Pack the games of a match, its labels, and its openings that are boards, by name.

    Games of a stranger's store with other openings than the match's are left out.
    """
    names = opening_names(match)
    boards = {name: opening for opening, name in names.items() if is_board(opening)}
    packed = [
        pack_game(names[key.opening], key, game)
        for key, game in games.items()
        if key.opening in names
    ]
    heading = {
        "section": section,
        "label": label,
        "a": printable(match.a),
        "b": printable(match.b),
    }
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
