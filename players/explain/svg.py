"""The tree of a search as a picture in SVG: its text with colours, board and legend."""

from collections.abc import Iterator
from xml.sax.saxutils import escape

from othello.moves import FILES
from players.explain import text
from players.explain.picture import Picture
from players.explain.text import Tag, TreeLine

CHARACTER_WIDTH = 7.3
"""In pixels, with a reserve: most fonts need 0.602 of 12."""
LINE_HEIGHT = 15
BASELINE = 11.5
"""Distance of the letters from the top of a line."""
BAR_WIDTH, INDENT = 5, 12
"""Width of the coloured bar at the left of a line, and the distance of its text."""
PAGE_MARGIN = 16
INK, PAPER = "#1a1a1a", "#ffffff"
SVG_STYLE = f"""
text {{ font: 12px "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: {INK}; white-space: pre; }}
.expected {{ font-weight: bold; }}
"""

CELL, LABEL = 18, 16
"""Width of a square and of the board's coordinates in pixels."""
BOARD_SIDE = LABEL + 8 * CELL + 1
GREEN, GRID_COLOUR = "#2f8f63", "#1d5c3f"
DISC_COLOURS = {"X": "#101010", "O": "#ffffff"}
_TEXT = f'text-anchor="middle" style="font: {CELL * 2 // 3}px sans-serif"'


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
    trees = [line for root in picture.roots for line in (TreeLine(""), *text.tree(root, picture))]
    tags = {line.tag for line in trees}
    legend = [TreeLine(f"{tag.word}: {tag.meaning}", tag) for tag in text.TAGS if tag in tags]
    title = TreeLine(picture.title, expected=True)
    facts = map(TreeLine, (*picture.facts, *text.EXPLANATION))
    head = [title, *facts, TreeLine(""), *legend]
    below = PAGE_MARGIN + max(LINE_HEIGHT * len(head), BOARD_SIDE)
    beside = BOARD_SIDE + 2 * PAGE_MARGIN
    ends = [PAGE_MARGIN + CHARACTER_WIDTH * len(line.text) for line in trees]
    ends += [beside + CHARACTER_WIDTH * len(line.text) for line in head]
    width = round(max(ends) + INDENT + PAGE_MARGIN)
    height = below + LINE_HEIGHT * len(trees) + PAGE_MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">',
        f"<title>{escape(picture.title)}</title>",
        f"<style>{SVG_STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
        *board_lines(picture.board, PAGE_MARGIN, PAGE_MARGIN),
        *_text_lines(head, beside, PAGE_MARGIN),
        *_text_lines(trees, PAGE_MARGIN, below),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _text_lines(lines: list[TreeLine], left: int, top: int) -> Iterator[str]:
    """Lines of text, each with the bar of its tag."""
    for row, line in enumerate(lines):
        y = top + LINE_HEIGHT * row
        name = "" if line.number is None else f' id="visit-{line.number}"'
        style = ' class="expected"' if line.expected else ""
        bar = _bar(line.tag, left, y) if line.tag is not None else ""
        words = f'<text x="{left + INDENT}" y="{y + BASELINE}"{style}>{escape(line.text)}</text>'
        yield f"<g{name}>{bar}{words}</g>"


def _bar(tag: Tag, left: int, top: int) -> str:
    """Coloured bar of a line, with the meaning of the colour as its tooltip."""
    return (
        f'<rect x="{left}" y="{top}" width="{BAR_WIDTH}" height="{LINE_HEIGHT}" '
        f'fill="{tag.colour}"><title>{escape(tag.meaning)}</title></rect>'
    )
