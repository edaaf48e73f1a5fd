"""The tree of a search as a picture in SVG, with a legend, and the board of a position.

The root is at the left, what lies below a visit to its right, first to last downwards.
"""

import textwrap
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from players.explain import labels
from players.explain.labels import Tag, VisitLabel, groups_of, row_of
from players.explain.picture import Picture
from players.explain.search_tree import LEAF, Visit

CHARACTER_WIDTH = 7.3
"""Of the picture's font, a little more than it needs: 0.602 of 12 pixels in most of them."""
LINE_HEIGHT = 15
PADDING = 4
BAR_WIDTH = 5
"""The width of the coloured bar at the left of a box."""
BETWEEN_BOXES = 5
BETWEEN_FAMILIES = 7
"""Further, between what lies below one visit and below the next."""
BETWEEN_PLIES = 30
LONGEST_NOTE, LONGEST_GROUP = 42, 34
"""In characters, before a line is broken."""

PAGE_MARGIN = 16
BASELINE = 11.5
"""How far below the top of a line its letters stand."""
INK, PAPER, LINK = "#1a1a1a", "#ffffff", "#9a9a9a"
SVG_STYLE = f"""
text {{ font: 12px "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: {INK}; }}
.first {{ font-weight: bold; }}
.line {{ fill: none; stroke: {LINK}; }}
.expected {{ fill: none; stroke: {INK}; stroke-width: 2.5; }}
"""
SVG_KEY = "* and thick lines: the line expected; (alpha, beta) = exact, ≥ at least, ≤ at most"

CELL = 18
"""The width of a square in pixels."""
LABEL = 16
"""What the letters above the board and the numbers at its left take."""
BOARD_SIDE = LABEL + 8 * CELL + 1
"""The width and the height of the picture."""
GREEN, GRID_COLOUR = "#2f8f63", "#1d5c3f"
DISC_COLOURS = {"X": "#101010", "O": "#ffffff"}
FILE_LETTERS = "abcdefgh"
_TEXT = f'text-anchor="middle" style="font: {CELL * 2 // 3}px sans-serif"'


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
        return BAR_WIDTH + 3 * PADDING + CHARACTER_WIDTH * max(map(len, self.lines))

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
        words = textwrap.wrap(f"{group.text} {', '.join(group.items)}", LONGEST_GROUP)
        box = Box(tuple(words), group.tag, "", None, ply + 1, bottom, ())
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


def _visit_lines(visit: Visit, row: VisitLabel, picture: Picture) -> Iterator[str]:
    """What stands in the box of a visit."""
    name = f"{row.move}{'*' if visit.number in picture.chosen else ''}"
    if row.tag in (labels.LEAF_TAG, labels.END_TAG):
        yield f"{name} {row.answer} {row.tag.word}"
        if visit.lower is not None and visit.upper is not None and visit.end == LEAF:
            yield from textwrap.wrap(row.note.split("; ")[-1], LONGEST_NOTE)
        if row.result and row.tag is labels.LEAF_TAG:
            yield f"proven {row.result}"
        return
    yield " ".join(filter(None, (name, row.reason, row.tag.word)))
    yield f"{row.window} {row.answer}"
    if row.result:
        yield f"proven {row.result}"
    later = map(visit.alpha_before, visit.successors())  # as far as the moves were searched
    alphas = dict.fromkeys([visit.window.alpha, *later])
    if len(alphas) > 1:
        yield from textwrap.wrap(
            f"alpha {' '.join(map(picture.scale.score, alphas))}", LONGEST_NOTE
        )
    for note in filter(None, row.note.split("; ")):
        yield from textwrap.wrap(note, LONGEST_NOTE)


def _hint(row: VisitLabel) -> str:
    """All that there is to say of a visit, in one line."""
    parts = (row.move, row.reason, row.alpha, row.window, row.answer, row.tag.meaning, row.note)
    proven = f"proven {row.result}" if row.result else ""
    return "; ".join(filter(None, (*parts, proven)))


def board_lines(board: str, left: float, top: float) -> Iterator[str]:
    """The elements that draw a board, given by the lines of `notation.diagram`, in SVG.

    Every letter and number has a place of its own, so that no reader of SVG can shift them.
    """
    ranks = [line.split()[1:] for line in board.splitlines()[1:]]
    x, y = left + LABEL, top + LABEL
    size = 8 * CELL
    yield f'<g role="img" aria-label="{_spoken(ranks)}">'
    for place in range(8):
        middle = (place + 0.5) * CELL
        yield f'<text x="{x + middle:g}" y="{y - 4:g}" {_TEXT}>{FILE_LETTERS[place]}</text>'
        yield f'<text x="{x - 8:g}" y="{y + middle + 4:g}" {_TEXT}>{place + 1}</text>'
    yield f'<rect x="{x:g}" y="{y:g}" width="{size}" height="{size}" fill="{GREEN}"/>'
    lines = (f"M{x + at:g},{y:g}v{size}M{x:g},{y + at:g}h{size}" for at in range(0, size + 1, CELL))
    yield f'<path d="{"".join(lines)}" fill="none" stroke="{GRID_COLOUR}"/>'
    for row, rank in enumerate(ranks):
        for column, sign in enumerate(rank):
            if sign in DISC_COLOURS:
                cx, cy = x + (column + 0.5) * CELL, y + (row + 0.5) * CELL
                disc = f'r="{0.4 * CELL:g}" fill="{DISC_COLOURS[sign]}" stroke="{GRID_COLOUR}"'
                yield f'<circle cx="{cx:g}" cy="{cy:g}" {disc}/>'
    yield "</g>"


def board_picture(board: str) -> str:
    """The board as an SVG element that can stand in a page."""
    inside = "\n".join(board_lines(board, 0, 0))
    return f'<svg class="board" width="{BOARD_SIDE}" height="{BOARD_SIDE}">\n{inside}\n</svg>'


def _spoken(ranks: list[list[str]]) -> str:
    """Which squares hold discs, in words, for who cannot see them."""
    sides = []
    for sign, side in (("X", "black"), ("O", "white")):
        names = [
            f"{FILE_LETTERS[column]}{row + 1}"
            for row, rank in enumerate(ranks)
            for column, found in enumerate(rank)
            if found == sign
        ]
        sides.append(f"{side} on {' '.join(names) or 'no square'}")
    return "board: " + ", ".join(sides)


def svg_of(picture: Picture) -> str:
    """The whole picture as a document in SVG; a visit is an element with the id visit-NUMBER."""
    heads = [picture.title, *picture.facts, SVG_KEY]
    trees, height = [], 0.0
    for root in picture.roots:
        tree, height = placed(root, None, 0, height, picture)
        trees.append(tree)
    tags = {box.tag for tree in trees for box in tree.walk()}
    legend = [tag for tag in labels.TAGS if tag in tags]
    beside = PAGE_MARGIN + (BOARD_SIDE + 2 * PAGE_MARGIN if picture.board else 0)
    words = LINE_HEIGHT * (len(heads) + len(legend) + 1)
    top = PAGE_MARGIN + max(words, BOARD_SIDE + PAGE_MARGIN if picture.board else 0)
    boxes = [box.lowered(top) for tree in trees for box in tree.walk()]
    lefts = columns(boxes, PAGE_MARGIN)
    right = max(lefts[box.ply] + box.width for box in boxes)
    width = round(max(right, beside + CHARACTER_WIDTH * max(map(len, heads))) + PAGE_MARGIN)
    height = round(top + height + PAGE_MARGIN)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">',
        f"<title>{escape(picture.title)}</title>",
        f"<style>{SVG_STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
        *(board_lines(picture.board, PAGE_MARGIN, PAGE_MARGIN) if picture.board else ()),
        *_text_lines(heads, beside, PAGE_MARGIN),
        *_legend(legend, beside, PAGE_MARGIN + LINE_HEIGHT * (len(heads) + 0.5)),
        *(line for box in boxes for line in _links(box, lefts, picture)),
        *(line for box in boxes for line in _drawn(box, lefts[box.ply])),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _text_lines(lines: Sequence[str], left: float, top: float, bold: bool = True) -> Iterator[str]:
    """Lines of text, the first one bold or not."""
    for number, line in enumerate(lines):
        style = ' class="first"' if bold and number == 0 else ""
        y = top + LINE_HEIGHT * number + BASELINE
        yield f'<text x="{left:.1f}" y="{y:.1f}"{style}>{escape(line)}</text>'


def _links(box: Box, lefts: list[float], picture: Picture) -> Iterator[str]:
    """The lines from a box to those below it, the expected one last, above the others."""
    start, end = lefts[box.ply] + box.width, lefts[box.ply + 1]
    turn = (max(lefts[box.ply] + box.width, end - 24) + end) / 2
    for below in sorted(box.below, key=lambda below: below.number in picture.chosen):
        style = "expected" if below.number in picture.chosen else "line"
        path = f"M{start:.1f},{box.middle:.1f}H{turn:.1f}V{below.middle:.1f}H{end:.1f}"
        yield f'<path class="{style}" d="{path}"/>'


def _drawn(box: Box, left: float) -> Iterator[str]:
    """A box with its text: dashed around moves that no visit stands for."""
    name = "" if box.number is None else f' id="visit-{box.number}"'
    dashes = ' stroke-dasharray="4 3"' if box.number is None else ""
    yield f"<g{name}>" + (f"<title>{escape(box.hint)}</title>" if box.hint else "")
    yield (
        f'<rect x="{left:.1f}" y="{box.top:.1f}" width="{box.width:.1f}" '
        f'height="{box.height:.1f}" rx="3" fill="{PAPER}" stroke="{box.tag.colour}"{dashes}/>'
    )
    yield _bar(box.tag, left, box.top, box.height)
    bold = len(box.lines) > 1 and box.number is not None
    yield from _text_lines(box.lines, left + BAR_WIDTH + PADDING + 2, box.top + PADDING, bold)
    yield "</g>"


def _bar(tag: Tag, left: float, top: float, height: float) -> str:
    """The coloured bar of a box."""
    return (
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{BAR_WIDTH}" height="{height:.1f}" '
        f'fill="{tag.colour}"/>'
    )


def _legend(tags: list[Tag], left: float, top: float) -> Iterator[str]:
    """What the colours mean, a line for each."""
    for number, tag in enumerate(tags):
        y = top + LINE_HEIGHT * number
        yield _bar(tag, left, y + 1, LINE_HEIGHT - 2)
        x, text = left + BAR_WIDTH + PADDING + 2, f"{tag.word}: {tag.meaning}"
        yield f'<text x="{x}" y="{y + BASELINE:.1f}">{escape(text)}</text>'
