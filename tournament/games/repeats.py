"""Repeated games: a game that equals another one up to a symmetry of the board adds nothing."""

from collections.abc import Iterable

from othello.notation import square_name
from othello.position import Position
from othello.symmetry import SYMMETRIES, transform_square
from tournament.games.openings import GameKey, canonical_opening
from tournament.games.play import GameResult

SQUARES = {square_name(square): square for square in range(64)}
IMAGE_TABLES = [
    bytes(transform_square(square % 64, index) for square in range(256))
    for index in range(SYMMETRIES)
]
"""Tables for `bytes.translate`: the image of each square under each symmetry."""


def canonical_game(key: GameKey, game: GameResult) -> tuple[bytes, bool, int, Position]:
    """Return a game up to symmetry: its moves, A's colour, its result and its first position.

    `moves` are the squares after the opening, under the symmetry that leads to the canonical
    position; the least sequence if several symmetries do.
    """
    position, symmetries = canonical_opening(key.opening)
    number = game.black.moves + game.white.moves
    text = game.transcript[-2 * number :] if number else ""
    squares = bytes(SQUARES[text[place : place + 2]] for place in range(0, len(text), 2))
    images = (squares.translate(image) for image in IMAGE_TABLES)
    moves = min(image for index, image in enumerate(images) if symmetries >> index & 1)
    return moves, key.a_black, game.result, position


def count_distinct(games: Iterable[tuple[GameKey, GameResult]]) -> int:
    """Count games that differ in more than a symmetry; each game without moves counts as one."""
    canonical = [canonical_game(*game) for game in games]
    with_moves = {game for game in canonical if game[0]}
    return len(with_moves) + sum(not moves for moves, *_ in canonical)
