"""The tree of a search as a picture in SVG: its text with colours and their legend."""

from collections.abc import Iterator
from xml.sax.saxutils import escape

from players.study.explain import text
from players.study.explain.picture import Picture
from players.study.explain.text import Tag, TreeLine

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


def svg_of(picture: Picture) -> str:
    """The whole picture as an SVG document; a visit is an element with the id visit-NUMBER."""
    trees = text.trees(picture)
    tags = {line.tag for line in trees}
    legend = [TreeLine(f"{tag.word}: {tag.meaning}", tag) for tag in text.TAGS if tag in tags]
    shown = [*text.heading(picture), TreeLine(""), *legend, *trees]
    longest = max(len(line.text) for line in shown)
    width = round(CHARACTER_WIDTH * longest + INDENT + 2 * PAGE_MARGIN)
    height = LINE_HEIGHT * len(shown) + 2 * PAGE_MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">',
        f"<title>{escape(picture.title)}</title>",
        f"<style>{SVG_STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
        *_text_lines(shown),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _text_lines(lines: list[TreeLine]) -> Iterator[str]:
    """Lines of text, each with a bar in the colour of its tag, whose tooltip tells the meaning."""
    for row, line in enumerate(lines):
        y = PAGE_MARGIN + LINE_HEIGHT * row
        name = "" if line.number is None else f' id="visit-{line.number}"'
        style = ' class="expected"' if line.expected else ""
        bar = "" if line.tag is None else _bar(line.tag, y)
        place = f'x="{PAGE_MARGIN + INDENT}" y="{y + BASELINE}"'
        yield f"<g{name}>{bar}<text {place}{style}>{escape(line.text)}</text></g>"


def _bar(tag: Tag, y: int) -> str:
    return (
        f'<rect x="{PAGE_MARGIN}" y="{y}" width="{BAR_WIDTH}" height="{LINE_HEIGHT}" '
        f'fill="{tag.colour}"><title>{escape(tag.meaning)}</title></rect>'
    )
