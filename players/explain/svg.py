"""The tree of a search as a picture in SVG, with board and legend; the root is at the left."""

import textwrap
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from othello.moves import FILES
from players.explain import text
from players.explain.picture import Picture, score_text
from players.explain.recorder import Visit
from players.explain.text import Tag, VisitLabel, groups_of, label_of

CHARACTER_WIDTH = 7.3
"""In pixels, with a reserve: most fonts need 0.602 of 12."""
LINE_HEIGHT = 15
PADDING = 4
BAR_WIDTH = 5
"""Width of the coloured bar at the left of a box."""
BETWEEN_BOXES = 5
BETWEEN_FAMILIES = 7
"""Further distance between the boxes below one visit and below the next."""
BETWEEN_PLIES = 30
LONGEST_NOTE, LONGEST_GROUP = 42, 34
"""Characters of a line."""

PAGE_MARGIN = 16
BASELINE = 11.5
"""Distance of the letters from the top of a line."""
INK, PAPER, LINK = "#1a1a1a", "#ffffff", "#9a9a9a"
SVG_STYLE = f"""
text {{ font: 12px "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: {INK}; }}
.first {{ font-weight: bold; }}
.line {{ fill: none; stroke: {LINK}; }}
.expected {{ fill: none; stroke: {INK}; stroke-width: 2.5; }}
"""
SVG_KEY = "* and thick lines: the line expected; (alpha, beta) = exact, ≥ at least, ≤ at most"

CELL, LABEL = 18, 16
"""Width of a square and of the board's coordinates in pixels."""
BOARD_SIDE = LABEL + 8 * CELL + 1
GREEN, GRID_COLOUR = "#2f8f63", "#1d5c3f"
DISC_COLOURS = {"X": "#101010", "O": "#ffffff"}
_TEXT = f'text-anchor="middle" style="font: {CELL * 2 // 3}px sans-serif"'


class Box(NamedTuple):
    """A visit or a group of moves at its height; `below` are the boxes to its right.

    `number` is that of the visit, None for a group. `hint` is the tooltip.
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
        """Height of the lines."""
        return LINE_HEIGHT * len(self.lines) + 2 * PADDING

    @property
    def width(self) -> float:
        """Width of the longest line."""
        return BAR_WIDTH + 3 * PADDING + CHARACTER_WIDTH * max(map(len, self.lines))

    @property
    def middle(self) -> float:
        """Height of the lines to and from the box."""
        return self.top + self.height / 2

    def walk(self) -> Iterator["Box"]:
        """This box and all below it."""
        yield self
        for box in self.below:
            yield from box.walk()

    def lowered(self, by: float) -> "Box":
        """The same box and all below it, moved down by `by` pixels."""
        return self._replace(top=self.top + by, below=tuple(box.lowered(by) for box in self.below))


def placed(
    visit: Visit, above: Visit | None, ply: int, top: float, picture: Picture
) -> tuple[Box, float]:
    """Box of a visit with all below it from `top` down, and the top of the next."""
    label = label_of(visit, above)
    below: list[Box] = []
    bottom = top
    for child in visit.below:
        box, bottom = placed(child, visit, ply + 1, bottom, picture)
        below.append(box)
    for group in groups_of(visit):
        words = textwrap.wrap(f"{group.text} {', '.join(group.items)}", LONGEST_GROUP)
        box = Box(tuple(words), group.tag, "", None, ply + 1, bottom, ())
        bottom += box.height + BETWEEN_BOXES
        below.append(box)
    lines = tuple(_visit_lines(visit, label, picture))
    own = Box(lines, label.tag, _hint(label), visit.number, ply, top, tuple(below))
    if below:
        own = own._replace(top=(below[0].middle + below[-1].middle - own.height) / 2)
        if own.top < top:
            bottom += top - own.top
            own = own.lowered(top - own.top)
    bottom = max(bottom, own.top + own.height + BETWEEN_BOXES)
    return own, bottom + BETWEEN_FAMILIES if below else bottom


def columns(boxes: list[Box], left: float) -> list[float]:
    """Left end of the boxes of each ply, and of a ply after the last."""
    ends = [left]
    for ply in range(max(box.ply for box in boxes) + 1):
        widest = max(box.width for box in boxes if box.ply == ply)
        ends.append(ends[-1] + widest + BETWEEN_PLIES)
    return ends


def _visit_lines(visit: Visit, label: VisitLabel, picture: Picture) -> Iterator[str]:
    """Lines in the box of a visit."""
    name = f"{label.move}{'*' if visit.number in picture.chosen else ''}"
    if label.tag in (text.LEAF_TAG, text.END_TAG):
        yield f"{name} {label.answer} {label.tag.word}"
        return
    yield " ".join(filter(None, (name, label.reason, label.tag.word)))
    yield f"{label.window} {label.answer}"
    later = map(visit.alpha_before, visit.successors())
    alphas = dict.fromkeys([visit.window.alpha, *later])
    if len(alphas) > 1:
        yield from textwrap.wrap(f"alpha {' '.join(map(score_text, alphas))}", LONGEST_NOTE)
    for note in filter(None, label.note.split("; ")):
        yield from textwrap.wrap(note, LONGEST_NOTE)


def _hint(label: VisitLabel) -> str:
    """Everything about a visit in one line."""
    parts = (label.move, label.reason, label.alpha, label.window, label.answer, label.tag.meaning)
    return "; ".join(filter(None, (*parts, label.note)))


def board_lines(board: str, left: float, top: float) -> Iterator[str]:
    """SVG elements of a board, from the lines of `notation.diagram`."""
    ranks = [line.split()[1:] for line in board.splitlines()[1:]]
    x, y = left + LABEL, top + LABEL
    size = 8 * CELL
    yield '<g role="img" aria-label="board">'
    for place in range(8):
        middle = (place + 0.5) * CELL
        yield f'<text x="{x + middle:g}" y="{y - 4:g}" {_TEXT}>{FILES[place]}</text>'
        yield f'<text x="{x - 8:g}" y="{y + middle + 4:g}" {_TEXT}>{place + 1}</text>'
    yield f'<rect x="{x:g}" y="{y:g}" width="{size}" height="{size}" fill="{GREEN}"/>'
    lines = (
        f"M{x + offset:g},{y:g}v{size}M{x:g},{y + offset:g}h{size}"
        for offset in range(0, size + 1, CELL)
    )
    yield f'<path d="{"".join(lines)}" fill="none" stroke="{GRID_COLOUR}"/>'
    for row, rank in enumerate(ranks):
        for column, sign in enumerate(rank):
            if sign in DISC_COLOURS:
                cx, cy = x + (column + 0.5) * CELL, y + (row + 0.5) * CELL
                disc = f'r="{0.4 * CELL:g}" fill="{DISC_COLOURS[sign]}" stroke="{GRID_COLOUR}"'
                yield f'<circle cx="{cx:g}" cy="{cy:g}" {disc}/>'
    yield "</g>"


def svg_of(picture: Picture) -> str:
    """The whole picture as an SVG document; a visit is an element with the id visit-NUMBER."""
    heads = [picture.title, *picture.facts, SVG_KEY]
    trees, height = [], 0.0
    for root in picture.roots:
        tree, height = placed(root, None, 0, height, picture)
        trees.append(tree)
    tags = {box.tag for tree in trees for box in tree.walk()}
    legend = [tag for tag in text.TAGS if tag in tags]
    text_left = PAGE_MARGIN + (BOARD_SIDE + 2 * PAGE_MARGIN if picture.board else 0)
    words = LINE_HEIGHT * (len(heads) + len(legend) + 1)
    top = PAGE_MARGIN + max(words, BOARD_SIDE + PAGE_MARGIN if picture.board else 0)
    boxes = [box.lowered(top) for tree in trees for box in tree.walk()]
    lefts = columns(boxes, PAGE_MARGIN)
    right = max(lefts[box.ply] + box.width for box in boxes)
    width = round(max(right, text_left + CHARACTER_WIDTH * max(map(len, heads))) + PAGE_MARGIN)
    height = round(top + height + PAGE_MARGIN)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">',
        f"<title>{escape(picture.title)}</title>",
        f"<style>{SVG_STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
        *(board_lines(picture.board, PAGE_MARGIN, PAGE_MARGIN) if picture.board else ()),
        *_text_lines(heads, text_left, PAGE_MARGIN),
        *_legend(legend, text_left, PAGE_MARGIN + LINE_HEIGHT * (len(heads) + 0.5)),
        *(line for box in boxes for line in _links(box, lefts, picture)),
        *(line for box in boxes for line in _drawn(box, lefts[box.ply])),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _text_lines(lines: Sequence[str], left: float, top: float, bold: bool = True) -> Iterator[str]:
    """Lines of text."""
    for number, line in enumerate(lines):
        style = ' class="first"' if bold and number == 0 else ""
        y = top + LINE_HEIGHT * number + BASELINE
        yield f'<text x="{left:.1f}" y="{y:.1f}"{style}>{escape(line)}</text>'


def _links(box: Box, lefts: list[float], picture: Picture) -> Iterator[str]:
    """Lines from a box to those below it, the expected one on top."""
    start, end = lefts[box.ply] + box.width, lefts[box.ply + 1]
    turn = (max(lefts[box.ply] + box.width, end - 24) + end) / 2
    for below in sorted(box.below, key=lambda below: below.number in picture.chosen):
        style = "expected" if below.number in picture.chosen else "line"
        path = f"M{start:.1f},{box.middle:.1f}H{turn:.1f}V{below.middle:.1f}H{end:.1f}"
        yield f'<path class="{style}" d="{path}"/>'


def _drawn(box: Box, left: float) -> Iterator[str]:
    """A box with its text, dashed for a group of moves."""
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
    """Coloured bar of a box."""
    return (
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{BAR_WIDTH}" height="{height:.1f}" '
        f'fill="{tag.colour}"/>'
    )


def _legend(tags: list[Tag], left: float, top: float) -> Iterator[str]:
    """A line for the meaning of each colour."""
    for number, tag in enumerate(tags):
        y = top + LINE_HEIGHT * number
        yield _bar(tag, left, y + 1, LINE_HEIGHT - 2)
        x, text = left + BAR_WIDTH + PADDING + 2, f"{tag.word}: {tag.meaning}"
        yield f'<text x="{x}" y="{y + BASELINE:.1f}">{escape(text)}</text>'
