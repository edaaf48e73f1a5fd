"""The 244 openings of four moves and the 60 kinds of positions that they lead to."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from othello import notation
from othello.game import Game
from othello.position import Position
from othello.symmetry import canonical

PLIES = 4


@dataclass(frozen=True)
class Opening:
    """A line of moves from the start position.

    `index` counts the openings in the order of their transcripts. Openings
    with the same `board_class` lead to the same position up to the board's
    eight symmetries; classes are numbered as they first appear in that order.
    """

    index: int
    moves: tuple[int, ...]
    board_class: int

    @property
    def transcript(self) -> str:
        """The moves as text, such as "f5d6c3d3"."""
        return notation.transcript_text(self.moves)


def _continuations(game: Game, plies: int) -> Iterator[Game]:
    """All games that go on from `game` for so many more plies."""
    if plies == 0:
        yield game
        return
    for square in game.legal():
        longer = game.copy()
        longer.play(square)
        yield from _continuations(longer, plies - 1)


@lru_cache
def four_move_openings() -> tuple[Opening, ...]:
    """The 244 sequences of four legal moves, ordered by transcript.

    They end in 236 different positions, all with black to move, of 60 classes.
    """
    games = sorted(_continuations(Game(), PLIES), key=Game.transcript)
    classes: dict[Position, int] = {}
    openings = []
    for index, game in enumerate(games):
        board_class = classes.setdefault(canonical(game.position), len(classes))
        openings.append(Opening(index, game.moves, board_class))
    return tuple(openings)
