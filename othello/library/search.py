"""Games that match a query of words, and the replies at a position."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from othello.cli.errors import folded
from othello.game import Game
from othello.library.blocks import NO_YEAR, OPENINGS, Block, Names, key_of
from othello.position import Position
from othello.symmetry import SYMMETRIES, image, inverse, transform_square

Mask = NDArray[np.bool_]
Test = Callable[[Block], Mask]
"""Function that returns True for the matching games of a block."""

HERE = "here"
"""Word for the position on the board."""

_SQUARES = np.array(
    [[transform_square(square, index) for square in range(64)] for index in range(SYMMETRIES)],
    np.uint8,
)
_MOVES = re.compile(r"((?:[a-h][1-8])+)[a-h]?")  # the last move may be incomplete
_YEARS = re.compile(r"([12][0-9]{3})(?:-([12][0-9]{3}))?")
_SCORE = re.compile(r"([0-9]{1,2})[-:]([0-9]{1,2})")
_WON = re.compile(r"([bw])\+([0-9]{1,2})?")


def at_position(position: Position) -> Test:
    """Test for games with a position or an image of it."""
    column, key, _ = key_of(position)

    def test(block: Block) -> Mask:
        if column < 0:
            return np.zeros(len(block), np.bool_)
        return block.hashes[column] == key

    return test


def _containing(texts: Sequence[str], part: str) -> Mask:
    """True for texts that contain a part."""
    return np.array([part in folded(text) for text in texts], np.bool_)


def _by_name(word: str, names: Names) -> Test:
    """Test for a player, place or opening; "black:", "white:" or "opening:" limit it to one."""
    field, colon, part = word.partition(":")
    if not colon or field not in ("black", "white", "opening"):
        field, part = "", word
    matching, openings = _containing(names.texts, part), _containing(OPENINGS, part)
    openings[0] = False  # games without an opening
    fields = {"black": ("black",), "white": ("white",), "opening": ()}
    columns = fields.get(field, ("black", "white", "place"))
    decade = 10 ** (4 - len(word)) if word.isascii() and word.isdigit() and len(word) < 4 else 0

    def test(block: Block) -> Mask:
        mask = np.zeros(len(block), np.bool_)
        for column in columns:
            mask |= matching[getattr(block, column)]
        if field in ("", "opening"):
            mask |= openings[block.openings]
        if decade:  # first digits of a year
            mask |= block.years // decade == int(word)
        return mask

    return test


def _by_number(word: str) -> Test | None:
    """Test for years or a result; None for other words."""
    if years := _YEARS.fullmatch(word):
        first, last = int(years[1]), int(years[2] or years[1])
        return lambda block: (block.years >= first) & (block.years <= last)
    if score := _SCORE.fullmatch(word):
        difference = int(score[1]) - int(score[2])
        return lambda block: block.results == difference
    if won := _WON.fullmatch(word):
        sign, least = 1 if won[1] == "b" else -1, int(won[2] or 0)
        return lambda block: (sign * block.results > 0) & (sign * block.results >= least)
    if word == "draw":
        return lambda block: block.results == 0
    return None


def position_of(word: str, here: Position) -> Position | None:
    """Position of a word: `here`, or moves from the start; None for other words."""
    if word == HERE:
        return here
    if moves := _MOVES.fullmatch(word):
        try:
            return Game.from_transcript(moves[1]).position
        except ValueError:
            pass  # a name such as "be2"
    return None


def discs_sought(query: str, here: Position) -> int | None:
    """Number of discs of the last position in a query; None without a position."""
    positions = (position_of(word, here) for word in reversed(folded(query).split()))
    last = next((position for position in positions if position is not None), None)
    return None if last is None else (int(last.own) | int(last.opp)).bit_count()


def matching_games(
    blocks: Sequence[Block], query: str, names: Names, here: Position
) -> NDArray[np.int64]:
    """Numbers of the games that match all words of a query, counted through the blocks.

    A word is a position, years, a result, or else a name.
    """
    tests = []
    for word in folded(query).split():
        position = position_of(word, here)
        by_position = None if position is None else at_position(position)
        tests.append(by_position or _by_number(word) or _by_name(word, names))
    places, start = [np.zeros(0, np.int64)], 0
    for block in blocks:
        mask = np.ones(len(block), np.bool_)
        for test in tests:
            mask &= test(block)
        places.append(np.flatnonzero(mask) + start)
        start += len(block)
    return np.concatenate(places)


BLACK, WHITE, SCORE, YEAR, OPENING, PLACE = range(6)
"""Fields by which games can be sorted."""


def ordered(
    games: NDArray[np.int64], blocks: Sequence[Block], names: Names, field: int, falling: bool
) -> NDArray[np.int64]:
    """Numbers of games sorted by a field, unknown values last; equal games keep their order."""
    if not len(games):
        return games
    if field == OPENING:
        ranks = _ranks(OPENINGS)
    else:
        ranks = _ranks(names.texts) if field in (BLACK, WHITE, PLACE) else np.zeros(0)
    keys = np.concatenate([_keys(block, field, ranks) for block in blocks])[games]
    return games[np.argsort(-keys if falling else keys, kind="stable")]


def _ranks(texts: Sequence[str]) -> NDArray[np.float64]:
    """Rank of each text in the alphabet; NaN for an empty text."""
    keys = np.array([folded(text) for text in texts], object)
    ranks = np.unique(keys, return_inverse=True)[1].astype(np.float64)
    ranks[keys == ""] = np.nan
    return ranks


def _keys(block: Block, field: int, ranks: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sort keys of the games of a block, NaN for unknown values."""
    if field == SCORE:
        return block.results.astype(np.float64)
    if field == YEAR:
        return np.where(block.years == NO_YEAR, np.nan, block.years.astype(np.float64))
    fields = {BLACK: "black", WHITE: "white", PLACE: "place", OPENING: "openings"}
    return ranks[getattr(block, fields[field])]


class Reply(NamedTuple):
    """A move that was played at a position, and in how many games.

    `score` is the mean result in discs for its player, `points` the mean of 1, 0.5 or 0 points;
    both NaN without known results.
    """

    move: int
    games: int
    score: float
    points: float


class Replies(NamedTuple):
    """Replies at a position, the most frequent first, and the number of games with the position."""

    replies: tuple[Reply, ...]
    games: int

    @property
    def played(self) -> int:
        """Number of games in which a move follows."""
        return sum(reply.games for reply in self.replies)


def replies(
    blocks: Sequence[Block], position: Position, only: NDArray[np.int64] | None = None
) -> Replies:
    """Replies at a position and its images, as moves at this position.

    Moves that a symmetry of the position maps to each other count as the most frequent of them.
    `only` are the numbers of the games that count, as of `matching_games`; None for all.
    """
    column, key, turn = key_of(position)
    back = int(inverse(turn))
    first = games = 0
    table = np.zeros((4, 64))
    for block in blocks if column >= 0 else ():
        places = np.flatnonzero(block.hashes[column] == key)
        if only is not None:
            places = np.intersect1d(places, only - first)
        first += len(block)
        games += len(places)
        ply = column - block.first[places]
        places = places[ply < block.lengths[places]]
        moves = block.moves[places, column - block.first[places]]
        moves = _SQUARES[back, _SQUARES[block.turns[column, places], moves]]
        black = (block.blacks[places] >> np.uint64(column)) & np.uint64(1)
        scores = np.where(black == 1, 1, -1) * block.results[places]
        known = ~np.isnan(scores)
        points = (np.sign(scores[known]) + 1) / 2
        table[0] += np.bincount(moves, minlength=64)
        table[1] += np.bincount(moves[known], minlength=64)
        table[2] += np.bincount(moves[known], scores[known], minlength=64)
        table[3] += np.bincount(moves[known], points, minlength=64)
    return Replies(_merged(table, position), games)


def _merged(table: NDArray[np.float64], position: Position) -> tuple[Reply, ...]:
    """Replies of a table of games, games with a result, sums of results and sums of points."""
    symmetries = [index for index in range(SYMMETRIES) if image(position, index) == position]
    order = np.argsort(-table[0], kind="stable")
    done: set[int] = set()
    merged = []
    for move in order[table[0, order] > 0].tolist():
        if move in done:
            continue
        images = sorted({int(_SQUARES[index, move]) for index in symmetries})
        done.update(images)
        count, known, scores, points = table[:, images].sum(axis=1).tolist()
        means = (scores / known, points / known) if known else (np.nan, np.nan)
        merged.append(Reply(move, int(count), *means))
    return tuple(sorted(merged, key=lambda reply: -reply.games))
