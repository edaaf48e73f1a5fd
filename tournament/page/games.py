"""Games as the page carries them: a character for a square, five for what is kept of a move."""

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from othello.cli.errors import printable
from othello.notation import parse_transcript
from othello.rules import flips
from tournament.games.endings import FINISHED, with_type
from tournament.games.openings import Opening, first_position, is_board, opening_name
from tournament.games.play import GameRecord, MoveDetail
from tournament.games.schedule import Fixture
from tournament.games.tournament import Tournament
from tournament.page.contents import Section
from tournament.storage.store import Store

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
"""The digits of numbers to the base 64, and the squares from a1 to h8."""

UNKNOWN_SCORE = UNKNOWN_NODES = 64**2 - 1
UNKNOWN_DEPTH = 63
MOST_TENTHS = 640
"""A score is kept in tenths of a disc; one beyond 64 discs is cut to that."""
STEPS_PER_DOUBLING = 64
"""Nodes are kept by their logarithm, to one percent."""

MOST_GAMES = 30_000
"""How many games a page carries: so many take about ten megabytes."""


class Ply(NamedTuple):
    """A move of a game: whether black made it, how many discs lay on the board, its square."""

    black: bool
    discs: int
    square: int


def plies(fixture: Fixture, game: GameRecord) -> Iterator[Ply]:
    """The moves of a game from the first one on, those of the opening included."""
    game_before = first_position(fixture.opening)
    position, black = game_before.position, game_before.black_to_move
    for square in parse_transcript(game.transcript):
        if not flips(position.own, position.opp, square):  # then the side to move has passed
            position, black = position.passed(), not black
        yield Ply(black, int(position.own | position.opp).bit_count(), square)
        position, black = position.play(square), not black


def opening_moves(opening: Opening) -> int:
    """How many moves of a transcript belong to its opening."""
    return 0 if is_board(opening) else len(parse_transcript(opening_name(opening)))


def names_of(tournament: Tournament) -> dict[Opening, str]:
    """What a reader calls the openings: their moves, and positions by number."""
    return {
        opening: f"position {place}" if is_board(opening) else opening_name(opening)
        for place, opening in enumerate(tournament.openings, start=1)
    }


def details(fixture: Fixture, game: GameRecord) -> Iterator[tuple[Ply, MoveDetail]]:
    """The moves of a game of which something is kept, with what that is."""
    if not game.details:
        return
    after = list(plies(fixture, game))[opening_moves(fixture.opening) :]
    for turn, detail in zip(after, game.details, strict=False):
        if detail is not None:
            yield turn, detail


def _pair(value: int) -> str:
    """A number from 0 to 4095 as two digits."""
    return DIGITS[value >> 6] + DIGITS[value & 63]


def pack_detail(detail: MoveDetail | None) -> str:
    """What is kept of a move in five characters: score, depth and nodes."""
    if detail is None:
        return _pair(UNKNOWN_SCORE) + DIGITS[UNKNOWN_DEPTH] + _pair(UNKNOWN_NODES)
    score = UNKNOWN_SCORE
    if detail.score is not None:
        tenths = min(max(round(detail.score / 10), -MOST_TENTHS), MOST_TENTHS)
        score = tenths + MOST_TENTHS
    depth = UNKNOWN_DEPTH if detail.depth is None else min(max(detail.depth, 0), UNKNOWN_DEPTH - 1)
    nodes = 1 + round(STEPS_PER_DOUBLING * math.log2(detail.nodes)) if detail.nodes > 0 else 0
    return _pair(score) + DIGITS[depth] + _pair(min(nodes, UNKNOWN_NODES - 1))


def pack_game(name: str, fixture: Fixture, game: GameRecord) -> list[Any]:
    """A game: its opening's name, whether A is black, black's result, squares, details, ending.

    Details are "" if none are kept, and the ending "" if the game was finished.
    """
    squares = "".join(DIGITS[square] for square in parse_transcript(game.transcript))
    kept = "".join(map(pack_detail, game.details)) if any(game.details) else ""
    ending = "" if game.ending == FINISHED else printable(with_type(game.kind, game.ending))
    return [name, int(fixture.a_black), game.result, squares, kept, ending]


def pack_tournament(
    section: str, label: str, tournament: Tournament, games: Mapping[Fixture, GameRecord]
) -> dict[str, Any]:
    """Games of a tournament, what the page calls it, and the boards that are openings, by name.

    Games of openings that are none of the tournament's, in a stranger's store, are left out.
    """
    names = names_of(tournament)
    boards = {name: opening for opening, name in names.items() if is_board(opening)}
    ours = ((at, game) for at, game in games.items() if at.opening in names)
    packed = [pack_game(names[at.opening], at, game) for at, game in ours]
    heading = {
        "section": section,
        "label": label,
        "a": printable(tournament.a),
        "b": printable(tournament.b),
    }
    return {**heading, "boards": boards, "games": packed}


def pack_sections(store: Store, sections: Iterable[Section]) -> tuple[list[dict[str, Any]], int]:
    """The games of all sections, each tournament once, and how many were left out as too many."""
    packed: list[dict[str, Any]] = []
    seen: set[str] = set()
    room, left_out = MOST_GAMES, 0
    for section in sections:
        for label, tournament in section.tournaments:
            if tournament.id in seen:
                continue
            seen.add(tournament.id)
            games = store.games(tournament.id)
            kept = dict(list(games.items())[:room])
            room, left_out = room - len(kept), left_out + len(games) - len(kept)
            if kept:
                packed.append(pack_tournament(section.heading, label, tournament, kept))
    return packed, left_out
