"""Packed games of a page: one character for a square, five for the details of a move."""

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from othello.cli.errors import printable
from othello.notation import parse_transcript
from othello.rules import flips
from tournament.games.endings import FINISHED, with_type
from tournament.games.match import Match
from tournament.games.openings import Opening, first_position, is_board, opening_name
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


class Ply(NamedTuple):
    """A move: True for black, the number of discs before it, and its square."""

    black: bool
    discs: int
    square: int


def plies(key: GameKey, game: GameResult) -> Iterator[Ply]:
    """Yield all moves of a game, including its opening."""
    game_before = first_position(key.opening)
    position, black = game_before.position, game_before.black_to_move
    for square in parse_transcript(game.transcript):
        if not flips(position.own, position.opp, square):  # the side to move has passed
            position, black = position.passed(), not black
        yield Ply(black, int(position.own | position.opp).bit_count(), square)
        position, black = position.play(square), not black


def opening_moves(opening: Opening) -> int:
    """Count the moves of an opening in a transcript."""
    return 0 if is_board(opening) else len(parse_transcript(opening_name(opening)))


def opening_names(match: Match) -> dict[Opening, str]:
    """Return names of the openings: their moves, or numbers for boards."""
    return {
        opening: f"position {place}" if is_board(opening) else opening_name(opening)
        for place, opening in enumerate(match.openings, start=1)
    }


def details(key: GameKey, game: GameResult) -> Iterator[tuple[Ply, MoveDetail]]:
    """Yield the moves of a game that have details, with these."""
    if not game.details:
        return
    after = list(plies(key, game))[opening_moves(key.opening) :]
    for turn, detail in zip(after, game.details, strict=False):
        if detail is not None:
            yield turn, detail


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
