"""The tree of a search as a picture in SVG, with a legend."""

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from players.explain_layout import BAR, CHARACTER_WIDTH, LINE_HEIGHT, PADDING, Box, columns, placed
from players.explain_picture import Picture
from players.explain_tags import TAGS, Tag

MARGIN = 16
BASELINE = 11.5
"""How far below the top of a line its letters stand."""
INK, PAPER, LINE = "#1a1a1a", "#ffffff", "#9a9a9a"
STYLE = f"""
text {{ font: 12px "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: {INK}; }}
.first {{ font-weight: bold; }}
.line {{ fill: none; stroke: {LINE}; }}
.expected {{ fill: none; stroke: {INK}; stroke-width: 2.5; }}
"""
KEY = "* and thick lines: the line expected; (alpha, beta) = exact, ≥ at least, ≤ at most"


def svg_of(picture: Picture) -> str:
    """The whole picture as a document in SVG; a visit is an element with the id visit-NUMBER."""
    heads = [picture.title, *picture.board.splitlines(), *picture.facts, KEY]
    trees, height = [], 0.0
    for root in picture.roots:
        tree, height = placed(root, None, 0, height, picture)
        trees.append(tree)
    tags = {box.tag for tree in trees for box in tree.walk()}
    legend = [tag for tag in TAGS if tag in tags]
    top = MARGIN + LINE_HEIGHT * (len(heads) + len(legend) + 1)
    boxes = [box.lowered(top) for tree in trees for box in tree.walk()]
    lefts = columns(boxes, MARGIN)
    right = max(lefts[box.ply] + box.width for box in boxes)
    width = round(max(right, MARGIN + CHARACTER_WIDTH * max(map(len, heads))) + MARGIN)
    height = round(top + height + MARGIN)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" xml:space="preserve">',
        f"<title>{escape(picture.title)}</title>",
        f"<style>{STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
        *_text_lines(heads, MARGIN, MARGIN),
        *_legend(legend, MARGIN + LINE_HEIGHT * (len(heads) + 0.5)),
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
    yield from _text_lines(box.lines, left + BAR + PADDING + 2, box.top + PADDING, bold)
    yield "</g>"


def _bar(tag: Tag, left: float, top: float, height: float) -> str:
    """The coloured bar of a box."""
    return (
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{BAR}" height="{height:.1f}" '
        f'fill="{tag.colour}"/>'
    )


def _legend(tags: list[Tag], top: float) -> Iterator[str]:
    """What the colours mean, a line for each."""
    for number, tag in enumerate(tags):
        y = top + LINE_HEIGHT * number
        yield _bar(tag, MARGIN, y + 1, LINE_HEIGHT - 2)
        x, text = MARGIN + BAR + PADDING + 2, f"{tag.word}: {tag.meaning}"
        yield f'<text x="{x}" y="{y + BASELINE:.1f}">{escape(text)}</text>'
