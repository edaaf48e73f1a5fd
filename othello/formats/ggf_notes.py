"""Comments and reviews of moves in tags of GGF that other programs ignore.

`C[text]` after a move is a comment on the position after it, before the first move on the start.
A review puts the value of the move behind it and adds a tag: `B[d3/1.23]RV[12 2.50 c4e3]` means
that the best move c4 is worth 2.50 discs at 12 plies, and that e3 follows. `RV[12= 8 c4e3]` means
that both values are proven.

>>> tags = [Tag("B", "f5/-1.50"), Tag("C", "so far"), Tag("RV", "12 0.25 d3c3")]
>>> comments(tags)
(((37,), 'so far'),)
>>> ((path, review),) = reviews(tags)
>>> review[:5]
(12, -150, 25, (19, 18), False)
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress

from othello import notation
from othello.formats.entry import (
    Entry,
    Reviewed,
    Reviews,
    line_text,
    score_of_discs,
)
from othello.formats.ggf import MOVES, GgfGame
from othello.formats.ggf_text import Tag
from othello.game_tree import GameTree, MovePath
from othello.position import PASS
from othello.rules import SCORE_SCALE

COMMENT, REVIEW = "C", "RV"
_REVIEW = re.compile(r"([0-9]{1,2})(=?) ([+-]?[0-9]{1,2}(?:\.[0-9]{1,2})?) ((?:[a-h][1-8])+)")


def _with_paths(tags: Iterable[Tag]) -> Iterator[tuple[Tag, MovePath, bool]]:
    """Each tag of a game, the path played with it, and True if it plays a square."""
    path: MovePath = ()
    for tag in tags:
        move = notation.parse_move(tag.text.split("/")[0]) if tag.name in MOVES else PASS
        if move != PASS:
            path = (*path, move)
        yield tag, path, move != PASS


def comments(tags: Iterable[Tag]) -> tuple[tuple[MovePath, str], ...]:
    """Comments among the tags of a game."""
    return tuple(
        (path, tag.text.strip())
        for tag, path, _ in _with_paths(tags)
        if tag.name == COMMENT and tag.text.strip()
    )


def reviews(tags: Iterable[Tag]) -> Reviews:
    """Reviews among the tags of a game; tags of other programs with this name are ignored."""
    found: list[tuple[MovePath, Reviewed]] = []
    value = ""
    for tag, path, _ in _with_paths(tags):
        if tag.name in MOVES:
            value = (tag.text.split("/") + [""])[1]
        elif tag.name == REVIEW and value and (match := _REVIEW.fullmatch(tag.text.strip())):
            with suppress(ValueError):  # numbers of another program
                found.append((path, _review(float(value), match)))
    return tuple(found)


def _review(value: float, match: re.Match[str]) -> Reviewed:
    """Review of a move with this value, from its tag; ValueError for other numbers."""
    scores = score_of_discs(value), score_of_discs(float(match[3]))
    line = tuple(notation.parse_transcript(match[4]))
    return Reviewed(int(match[1]), *scores, line, match[2] == "=")


def _review_tag(review: Reviewed) -> Tag:
    """Tag of a review."""
    text = f"{review.depth}{'=' * review.proven} {review.best_score / SCORE_SCALE:.2f}"
    return Tag(REVIEW, f"{text} {line_text(review.line)}")


def with_notes(tags: Iterable[Tag], tree: GameTree, known: Reviews = ()) -> tuple[Tag, ...]:
    """Tags of a game with comments and reviews of its main line; times of moves are kept."""
    texts, reviewed = dict(tree.comments()), dict(known)
    written: list[Tag] = []
    for tag, path, plays in _with_paths(tags):
        if not plays and tag.name != "BO":
            written.append(tag)
            continue
        review = reviewed.get(path)
        if plays and review is not None:
            move, *numbers = tag.text.split("/")
            value = f"{review.score / SCORE_SCALE:.2f}"
            tag = tag._replace(text="/".join([move, value, *numbers[1:]]))
        written.append(tag)
        if path in texts:
            written.append(Tag(COMMENT, texts.pop(path)))
        if plays and review is not None:
            written.append(_review_tag(review))
    return tuple(written)


def entry_of(game: GgfGame) -> Entry:
    """Game of a GGF file with its comments and reviews."""
    tree = GameTree.of(game.game()).with_comments(comments(game.tags))
    heading = game.black, game.white, game.place, game.date
    return Entry(*heading, game.result, tree, reviews(game.tags))
