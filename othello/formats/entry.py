"""Games as files hold them: names, the tree of moves, and reviews of the moves.

Reviews are kept in `.othello` files.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from othello import notation
from othello.cli.errors import short_repr
from othello.game import Game
from othello.game_tree import GameTree, MovePath
from othello.position import PASS
from othello.rules import SCORE_SCALE

MOST_DISCS = 64


class Reviewed(NamedTuple):
    """Values of a move and of the best one, in hundredths of a disc for the side that moves.

    Both come from searches to `depth` plies; with `proven` they are the results of perfect play.
    `line` begins with the best move, `played_line` with the move itself.
    """

    depth: int
    score: int
    best_score: int
    line: MovePath
    proven: bool
    played_line: MovePath = ()

    @property
    def loss(self) -> int:
        """Loss of the move in hundredths of a disc, 0 or more."""
        return max(0, self.best_score - self.score)


Reviews = tuple[tuple[MovePath, Reviewed], ...]
"""Reviews of moves, each with the path that ends in the move."""


class Entry(NamedTuple):
    """A game, or a position without moves, with the names and values that its file holds.

    `result` is black's disc difference, None if the file has none. `scores` are values of moves of
    the position, in discs. `faults` name the parts of side lines that were left out. `number` is
    that of a WTHOR game in its file, from 1, otherwise 0. `headings` are further ones that PGN and
    SGF write, by their names in PGN: Round, TimeControl and Termination.
    """

    black: str = ""
    white: str = ""
    place: str = ""
    date: str = ""
    result: float | None = None
    tree: GameTree = GameTree()
    reviews: Reviews = ()
    scores: tuple[tuple[int, int], ...] = ()
    faults: tuple[str, ...] = ()
    number: int = 0
    headings: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, game: Game, black: str = "", white: str = "", **fields: Any) -> "Entry":
        """Entry of a game of one line with its result on the board."""
        return cls(black, white, **{"result": game.result(), "tree": GameTree.of(game), **fields})

    @property
    def moves(self) -> MovePath:
        """Squares of the main line, without passes."""
        return self.tree.main_line

    @property
    def score(self) -> str:
        """Discs of both sides, black's first, such as "40:24"; "" without a result."""
        if self.result is None:
            return ""
        black = 32 + self.result / 2
        return f"{black:g}:{64 - black:g}"

    def game(self) -> Game:
        """Game with all moves of the main line played."""
        return self.tree.game()


def score_of_discs(discs: Any) -> int:
    """Score of a number of discs; ValueError for anything else."""
    if type(discs) not in (int, float) or not -MOST_DISCS <= discs <= MOST_DISCS:
        raise ValueError(f"expected a number of discs, got {short_repr(discs)}")
    return round(discs * SCORE_SCALE)


def line_text(line: Iterable[int]) -> str:
    """Line as a transcript, without passes."""
    return notation.transcript_text(move for move in line if move != PASS)


def review_fields(review: Reviewed) -> dict[str, Any]:
    """Review as JSON; `review_of` reads it."""
    fields: dict[str, Any] = {
        "depth": review.depth,
        "value": review.score / SCORE_SCALE,
        "best_value": review.best_score / SCORE_SCALE,
        "line": line_text(review.line),
        "proven": review.proven,
    }
    if review.played_line:
        fields["played_line"] = line_text(review.played_line)
    return fields


def review_of(content: Any) -> Reviewed:
    """Review out of JSON; ValueError for anything else."""
    wrong = ValueError(f"expected a review of a move, got {short_repr(content)}")
    if not isinstance(content, dict):
        raise wrong
    depth, line, proven = (content.get(name) for name in ("depth", "line", "proven"))
    played_line = content.get("played_line", "")
    if not (isinstance(line, str) and isinstance(played_line, str) and isinstance(proven, bool)):
        raise wrong
    if type(depth) is not int or not 0 <= depth <= 99:
        raise wrong
    scores = score_of_discs(content.get("value")), score_of_discs(content.get("best_value"))
    best_line, moves = (tuple(notation.parse_transcript(text)) for text in (line, played_line))
    if not line_text(best_line):
        raise wrong
    return Reviewed(depth, *scores, best_line, proven, moves)
