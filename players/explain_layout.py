"""Where everything stands in a picture of a search: pure geometry, in pixels.

The root is at the left, what lies below a visit to its right, first to last downwards.
"""

import textwrap
from collections.abc import Iterator
from typing import NamedTuple

from players.explain_picture import Picture
from players.explain_tags import END_TAG, LEAF_TAG, Tag
from players.explain_words import Group, Row, groups_of, row_of
from players.search_tree import LEAF, Visit

CHARACTER_WIDTH = 7.3
"""Of the picture's font, a little more than it needs: 0.602 of 12 pixels in most of them."""
LINE_HEIGHT = 15
PADDING = 4
BAR = 5
"""The width of the coloured bar at the left of a box."""
BETWEEN_BOXES = 5
BETWEEN_FAMILIES = 7
"""Further, between what lies below one visit and below the next."""
BETWEEN_PLIES = 30
LONGEST_NOTE, LONGEST_GROUP = 42, 34
"""In characters, before a line is broken."""


class Box(NamedTuple):
    """A visit or a group of moves, and how high it is drawn; `below` are the boxes to its right.

    `number` is the visit's, None for a group. `hint` says what the lines leave out.
    """

    lines: tuple[str, ...]
    tag: Tag
    hint: str
    number: int | None
    ply: int
    top: float
    below: tuple["Box", ...]

    @property
    def height(self) -> float:
        """What its lines need."""
        return LINE_HEIGHT * len(self.lines) + 2 * PADDING

    @property
    def width(self) -> float:
        """What its longest line needs."""
        return BAR + 3 * PADDING + CHARACTER_WIDTH * max(map(len, self.lines))

    @property
    def middle(self) -> float:
        """Where the lines to and from it end."""
        return self.top + self.height / 2

    def walk(self) -> Iterator["Box"]:
        """This box and all below it."""
        yield self
        for box in self.below:
            yield from box.walk()

    def lowered(self, by: float) -> "Box":
        """The same box with all below it so much lower."""
        return self._replace(top=self.top + by, below=tuple(box.lowered(by) for box in self.below))


def placed(
    visit: Visit, above: Visit | None, ply: int, top: float, picture: Picture
) -> tuple[Box, float]:
    """The box of a visit, with all below it from `top` down, and where the next may begin."""
    row = row_of(visit, above, picture.scale)
    below: list[Box] = []
    bottom = top
    for child in visit.below:
        box, bottom = placed(child, visit, ply + 1, bottom, picture)
        below.append(box)
    for group in groups_of(visit, picture.scale):
        box = Box(tuple(_group_lines(group)), group.tag, "", None, ply + 1, bottom, ())
        bottom += box.height + BETWEEN_BOXES
        below.append(box)
    lines = tuple(_visit_lines(visit, row, picture))
    own = Box(lines, row.tag, _hint(row), visit.number, ply, top, tuple(below))
    if below:
        own = own._replace(top=(below[0].middle + below[-1].middle - own.height) / 2)
        if own.top < top:
            bottom += top - own.top
            own = own.lowered(top - own.top)
    bottom = max(bottom, own.top + own.height + BETWEEN_BOXES)
    return own, bottom + BETWEEN_FAMILIES if below else bottom


def columns(boxes: list[Box], left: float) -> list[float]:
    """The left end of every ply's boxes, and of a ply after the last one."""
    ends = [left]
    for ply in range(max(box.ply for box in boxes) + 1):
        widest = max(box.width for box in boxes if box.ply == ply)
        ends.append(ends[-1] + widest + BETWEEN_PLIES)
    return ends


def _visit_lines(visit: Visit, row: Row, picture: Picture) -> Iterator[str]:
    """What stands in the box of a visit."""
    name = f"{row.move}{'*' if visit.number in picture.chosen else ''}"
    if row.tag in (LEAF_TAG, END_TAG):
        yield f"{name} {row.answer} {row.tag.word}"
        if visit.lower is not None and visit.upper is not None and visit.end == LEAF:
            yield picture.scale.result(visit.lower, visit.upper)
        return
    yield " ".join(filter(None, (name, row.reason, row.tag.word)))
    yield f"{row.window} {row.answer}"
    alphas = dict.fromkeys([visit.window.alpha, *_later_alphas(visit)])
    if len(alphas) > 1:
        yield from textwrap.wrap(
            f"alpha {' '.join(map(picture.scale.score, alphas))}", LONGEST_NOTE
        )
    for note in filter(None, row.note.split("; ")):
        yield from textwrap.wrap(note, LONGEST_NOTE)


def _later_alphas(visit: Visit) -> list[int]:
    """alpha[1] and so on, as far as the moves were searched."""
    return [visit.alpha_before(move) for move in visit.successors()]


def _group_lines(group: Group) -> list[str]:
    """What stands in the box of a group."""
    return textwrap.wrap(f"{group.text} {', '.join(group.items)}", LONGEST_GROUP)


def _hint(row: Row) -> str:
    """All that there is to say of a visit, in one line."""
    parts = (row.move, row.reason, row.alpha, row.window, row.answer, row.tag.meaning, row.note)
    return "; ".join(filter(None, parts))
