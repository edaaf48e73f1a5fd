"""Games found by words, and what was played at a position."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from othello.game import Game
from othello.library.blocks import NO_YEAR, OPENINGS, Block, Names, key_of
from othello.position import Position
from othello.symmetry import SYMMETRIES, image, inverse, transform_square

Mask = NDArray[np.bool_]
Test = Callable[[Block], Mask]
"""Which games of a block are meant."""

HERE = "here"
"""The word for the position on the board."""

_SQUARES = np.array(
    [[transform_square(square, index) for square in range(64)] for index in range(SYMMETRIES)],
    np.uint8,
)
_MOVES = re.compile(r"((?:[a-h][1-8])+)[a-h]?")  # half of a move may be typed already
_YEARS = re.compile(r"([12][0-9]{3})(?:-([12][0-9]{3}))?")
_SCORE = re.compile(r"([0-9]{1,2})[-:]([0-9]{1,2})")
_WON = re.compile(r"([bw])\+([0-9]{1,2})?")


def at_position(position: Position) -> Test:
    """The games in which a position or an image of it occurs, with the same side to move."""
    column, key, _ = key_of(position)

    def test(block: Block) -> Mask:
        if column < 0:
            return np.zeros(len(block), np.bool_)
        return block.hashes[column] == key

    return test


def _containing(texts: Sequence[str], part: str) -> Mask:
    return np.array([part in text.lower() for text in texts], np.bool_)


def _by_name(word: str, names: Names) -> Test:
    """Games of a player, place or opening; "black:", "white:" or "opening:" say of which."""
    field, colon, part = word.partition(":")
    if not colon or field not in ("black", "white", "opening"):
        field, part = "", word
    meant, openings = _containing(names.texts, part), _containing(OPENINGS, part)
    openings[0] = False  # no name
    fields = {"black": ("black",), "white": ("white",), "opening": ()}
    named = fields.get(field, ("black", "white", "place"))
    decade = 10 ** (4 - len(word)) if word.isascii() and word.isdigit() and len(word) < 4 else 0

    def test(block: Block) -> Mask:
        found = np.zeros(len(block), np.bool_)
        for name in named:
            found |= meant[getattr(block, name)]
        if field in ("", "opening"):
            found |= openings[block.openings]
        if decade:  # the start of a year
            found |= block.years // decade == int(word)
        return found

    return test


def _by_number(word: str) -> Test | None:
    """Games of years, or with a result; None for a word that says neither."""
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
    """The position that a word means: `here`, or moves from the start; None for another word."""
    if word == HERE:
        return here
    if moves := _MOVES.fullmatch(word):
        try:
            return Game.from_transcript(moves[1]).position
        except ValueError:
            pass  # no moves, then, but a name such as "be2"
    return None


def test_of(word: str, names: Names, here: Position) -> Test:
    """Which games a word means: a position, years, a result, else a name."""
    position = position_of(word, here)
    if position is not None:
        return at_position(position)
    return _by_number(word) or _by_name(word, names)


def discs_sought(query: str, here: Position) -> int | None:
    """The number of discs of the last position that a query asks for; None if it asks for none."""
    positions = [position_of(word, here) for word in query.lower().split()]
    counts = [(int(each.own) | int(each.opp)).bit_count() for each in positions if each is not None]
    return counts[-1] if counts else None


def found(blocks: Sequence[Block], query: str, names: Names, here: Position) -> NDArray[np.int64]:
    """The numbers of the games that all words of a query mean, counted through the blocks."""
    tests = [test_of(word, names, here) for word in query.lower().split()]
    places, start = [np.zeros(0, np.int64)], 0
    for block in blocks:
        mask = np.ones(len(block), np.bool_)
        for test in tests:
            mask &= test(block)
        places.append(np.flatnonzero(mask) + start)
        start += len(block)
    return np.concatenate(places)


BLACK, WHITE, SCORE, YEAR, OPENING, PLACE = range(6)
"""What games are sorted by."""


def ordered(
    games: NDArray[np.int64], blocks: Sequence[Block], names: Names, field: int, falling: bool
) -> NDArray[np.int64]:
    """The numbers of games in the order of a field; those of which it is not known stand last.

    Games that are alike in it keep their order.
    """
    if not len(games):
        return games
    if field == OPENING:
        ranks = _ranks(OPENINGS)
    else:
        ranks = _ranks(names.texts) if field in (BLACK, WHITE, PLACE) else np.zeros(0)
    keys = np.concatenate([_keys(block, field, ranks) for block in blocks])[games]
    return games[np.argsort(-keys if falling else keys, kind="stable")]


def _ranks(texts: Sequence[str]) -> NDArray[np.float64]:
    """The place of each text in the alphabet; NaN for one that is empty."""
    folded = np.array([text.casefold() for text in texts], object)
    ranks = np.unique(folded, return_inverse=True)[1].astype(np.float64)
    ranks[folded == ""] = np.nan
    return ranks


def _keys(block: Block, field: int, ranks: NDArray[np.float64]) -> NDArray[np.float64]:
    """What the games of a block are sorted by, NaN where it is not known."""
    if field == SCORE:
        return block.results.astype(np.float64)
    if field == YEAR:
        return np.where(block.years == NO_YEAR, np.nan, block.years.astype(np.float64))
    fields = {BLACK: "black", WHITE: "white", PLACE: "place", OPENING: "openings"}
    return ranks[getattr(block, fields[field])]


class Reply(NamedTuple):
    """A move that was played at a position.

    `games` of them went on with it; `score` is their mean result in discs for who played it, and
    `points` the share of them that it won, a draw counting half; NaN where no result is known.
    """

    move: int
    games: int
    score: float
    points: float


class Replies(NamedTuple):
    """What was played at a position, the most frequent first, and in how many games it occurs."""

    replies: tuple[Reply, ...]
    games: int

    @property
    def played(self) -> int:
        """In how many games a move follows."""
        return sum(reply.games for reply in self.replies)


def replies(blocks: Sequence[Block], position: Position) -> Replies:
    """What was played at a position and its images, as moves on the board as it is given.

    Moves that a symmetry of the position takes to each other count as one, that which most played.
    """
    column, key, turn = key_of(position)
    back = int(inverse(turn))
    games, table = 0, np.zeros((4, 64))
    for block in blocks if column >= 0 else ():
        places = np.flatnonzero(block.hashes[column] == key)
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
    """The replies of a table: games, games with a result, sums of results and of points."""
    alike = [index for index in range(SYMMETRIES) if image(position, index) == position]
    order = np.argsort(-table[0], kind="stable")
    seen: set[int] = set()
    merged = []
    for move in order[table[0, order] > 0].tolist():
        if move in seen:
            continue
        images = sorted({int(_SQUARES[index, move]) for index in alike})
        seen.update(images)
        count, known, scores, points = table[:, images].sum(axis=1).tolist()
        means = (scores / known, points / known) if known else (np.nan, np.nan)
        merged.append(Reply(move, int(count), *means))
    return tuple(sorted(merged, key=lambda reply: -reply.games))
