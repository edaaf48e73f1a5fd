"""The 244 openings of four moves, their 60 classes, and names of openings."""

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

    `index` counts the openings in the order of their transcripts. Openings with the same
    `board_class` lead to the same position up to symmetry; classes are numbered in the order of
    their first opening.
    """

    index: int
    moves: tuple[int, ...]
    board_class: int

    @property
    def transcript(self) -> str:
        """The moves as a text such as "f5d6c3d3"."""
        return notation.transcript_text(self.moves)


def _continuations(game: Game, plies: int) -> Iterator[Game]:
    """Yield all games that continue `game` for `plies` plies."""
    if plies == 0:
        yield game
        return
    for square in game.legal():
        longer = game.copy()
        longer.play(square)
        yield from _continuations(longer, plies - 1)


@lru_cache
def four_move_openings() -> tuple[Opening, ...]:
    """Return the 244 sequences of four legal moves, ordered by transcript.

    They end in 236 different positions of 60 classes, all with black to move.
    """
    games = sorted(_continuations(Game(), PLIES), key=Game.transcript)
    classes: dict[Position, int] = {}
    openings = []
    for index, game in enumerate(games):
        board_class = classes.setdefault(canonical(game.position), len(classes))
        openings.append(Opening(index, game.moves, board_class))
    return tuple(openings)


OPENING_LINES = """
Diagonal Opening: c4c3
X-square Opening: c4c3d3c5b2
Snake: c4c3d3c5b3
Heath: c4c3d3c5b4
Heath-Bat: c4c3d3c5b4d2d6
Iwasaki Variation: c4c3d3c5b4d2e2
Heath-Chimney: c4c3d3c5b4e3
Raccoon Dog: c4c3d3c5b5
Hamilton: c4c3d3c5b6c6b5
Cow: c4c3d3c5d6
Chimney: c4c3d3c5d6e3
Cow Bat: c4c3d3c5d6f4b4
Rose-v-Toth: c4c3d3c5d6f4f5
Tanida: c4c3d3c5d6f4f5d2
Aircraft: c4c3d3c5d6f4f5d2b5
Sailboat: c4c3d3c5d6f4f5d2g4d7
Maruoka: c4c3d3c5d6f4f5e6c6d7
Landau: c4c3d3c5d6f4f5e6f6
Buffalo: c4c3d3c5f6
Maruoka Buffalo: c4c3d3c5f6e2c6
Tanida Buffalo: c4c3d3c5f6e3c6f5f4g5
Hokuriku Buffalo: c4c3d3c5f6f5
Wing Variation: c4c3e6c5
Semi-Wing Variation: c4c3f5c5
Parallel Opening: c4c5
Perpendicular Opening: c4e3
Mimura: c4e3f4c5d6e6
Shaman: c4e3f4c5d6f3c6
Inoue: c4e3f4c5d6f3d3
IAGO: c4e3f4c5d6f3d3c3
Bhagat: c4e3f4c5d6f3e2
Rose: c4e3f4c5d6f3e6c3d3e2
Flat: c4e3f4c5d6f3e6c3d3e2b5
Rotating Flat: c4e3f4c5d6f3e6c3d3e2b5f5
Rose-Birth: c4e3f4c5d6f3e6c3d3e2b6f5
Brightstein: c4e3f4c5d6f3e6c3d3e2b6f5b4f6g5d7
Rose-Birdie: c4e3f4c5d6f3e6c3d3e2b6f5g5
Greenberg: c4e3f4c5d6f3e6c3d3e2d2
Ralle: c4e3f4c5d6f3e6c6
Horse: c4e3f4c5e6
No-Cat: c4e3f5b4
Swallow: c4e3f5b4f3
Italian: c4e3f5e6d3
Cat: c4e3f5e6f4
Sakaguchi: c4e3f5e6f4c5d6c6f7f3
Berner: c4e3f5e6f4c5d6c6f7g5g6
Ganglion: c4e3f6b4
Tiger: c4e3f6e6f5
Stephenson: c4e3f6e6f5c5c3
No-Kung: c4e3f6e6f5c5c3b4
Comp'Oth: c4e3f6e6f5c5c3c6
Lightning Bolt: c4e3f6e6f5c5c3c6d6
Kung: c4e3f6e6f5c5c3g5
Leader's Tiger: c4e3f6e6f5c5d3
Brightwell: c4e3f6e6f5c5d6
Ishii: c4e3f6e6f5c5f4g5g4f3c6d3d6
Mainline Tiger: c4e3f6e6f5c5f4g5g4f3c6d3d6b3c3b4e2b6
Rose-Bill: c4e3f6e6f5c5f4g6f7
Tamenori: c4e3f6e6f5c5f4g6f7d3
Central Rose-Bill: c4e3f6e6f5c5f4g6f7g5
Aubrey: c4e3f6e6f5g6
"""
"""Names of openings and their moves.

Source: the names are those of tournament players, as in R. Gatliff's and R. Berg's lists. The
lines are our own; all except Lightning Bolt and Central Rose-Bill lead to the boards that have
these names in Berg's list.
"""


@lru_cache
def named_openings() -> dict[Position, str]:
    """Return names by canonical position."""
    names: dict[Position, str] = {}
    for line in OPENING_LINES.strip().splitlines():
        name, moves = line.split(": ")
        names[canonical(Game.from_transcript(moves).position)] = name
    return names


def opening_name(game: Game) -> str:
    """Return the name of the last named position in the game, or ""."""
    names = named_openings()
    for position in reversed(game.positions):
        name = names.get(canonical(position))
        if name is not None:
            return name
    return ""
