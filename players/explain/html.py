"""The tree of a search as a page in HTML that folds and unfolds, with nothing from elsewhere."""

from collections.abc import Iterator
from html import escape

from players.explain.labels import TAGS, Tag, groups_of, row_of, tag_of
from players.explain.picture import Picture
from players.explain.search_tree import Visit
from players.explain.svg import board_picture

OPEN_PLIES = 2
"""A page opens with so many plies unfolded."""
HTML_STYLE = """
body { color: #1a1a1a; background: #fff; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 1.5rem; }
h1 { font-size: 1.2rem; }
@media (min-width: 60rem) {
  body { display: grid; grid-template-columns: auto 22rem; gap: 0 2rem; }
  h1 { grid-column: 1 / 3; }
  aside { align-self: start; position: sticky; top: 1rem; }
}
code { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
details { margin-left: 1.4rem; border-left: 1px solid #8886; padding-left: .4rem; }
main > details { margin-left: 0; }
main { min-width: 0; }
summary, .end { padding: .1rem 0; }
summary { cursor: pointer; }
.end { margin-left: 1.4rem; padding-left: 1.5rem; }
.expected > code:first-of-type { font-weight: bold; text-decoration: underline; }
.tag { border-left: .5rem solid; padding: 0 .3rem; }
.note { opacity: .75; }
dl { display: grid; grid-template-columns: max-content auto; gap: .1rem .8rem; }
dd { margin: 0; }
"""
SCRIPT = """
for (const [id, open] of [["unfold", true], ["fold", false]])
  document.getElementById(id).onclick = () =>
    document.querySelectorAll("main details").forEach(part => { part.open = open; });
"""
HTML_KEY = (
    "Windows, (alpha, beta), and returned values are for the side to move: = exact, ≥ at least, "
    "≤ at most. alpha[k] is that of the visit above before this move was searched. "
    "The line that the player expects is underlined."
)


def html_of(picture: Picture) -> str:
    """The whole picture as a page; a visit is an element with the id visit-NUMBER."""
    lines = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>',
        '<meta name="viewport" content="width=device-width"/>',
        f"<title>{escape(picture.title)}</title>\n<style>{HTML_STYLE}</style>\n</head>\n<body>",
        f"<h1>{escape(picture.title)}</h1>",
        "<main>",
        '<p><button id="unfold">Unfold all</button> <button id="fold">Fold all</button></p>',
        *(line for root in picture.roots for line in _visit(root, None, picture)),
        "</main>\n<aside>",
        *([board_picture(picture.board)] if picture.board else ()),
        *(f"<p>{escape(fact)}</p>" for fact in picture.facts),
        f"<p>{HTML_KEY}</p>",
        *_legend(picture),
        f"</aside>\n<script>{SCRIPT}</script>\n</body>\n</html>\n",
    ]
    return "\n".join(lines)


def _legend(picture: Picture) -> Iterator[str]:
    """What the colours mean that the trees have."""
    visits = [visit for root in picture.roots for visit in root.walk()]
    found = {tag_of(visit) for visit in visits}
    found |= {group.tag for visit in visits for group in groups_of(visit, picture.scale)}
    yield "<dl>"
    for tag in TAGS:
        if tag in found:
            yield f"<dt>{_marked(tag)}</dt><dd>{escape(tag.meaning)}</dd>"
    yield "</dl>"


def _marked(tag: Tag) -> str:
    """A tag's word beside its colour."""
    return f'<span class="tag" style="border-color: {tag.colour}">{tag.word}</span>'


def _visit(visit: Visit, above: Visit | None, picture: Picture) -> Iterator[str]:
    """A visit and all below it; one with something below can be folded."""
    groups = groups_of(visit, picture.scale)
    style = ' class="expected"' if visit.number in picture.chosen else ""
    words = f'<span id="visit-{visit.number}"{style}>{_words(visit, above, picture)}</span>'
    if not visit.below and not groups:
        yield f'<div class="end">{words}</div>'
        return
    unfolded = ' open=""' if visit.ply < OPEN_PLIES else ""
    yield f"<details{unfolded}><summary>{words}</summary>"
    for child in visit.below:
        yield from _visit(child, visit, picture)
    for group in groups:
        words = escape(f"{group.text} {', '.join(group.items)}")
        yield f'<div class="end">{_marked(group.tag)} <span class="note">{words}</span></div>'
    yield "</details>"


def _words(visit: Visit, above: Visit | None, picture: Picture) -> str:
    """What is said of a visit."""
    row = row_of(visit, above, picture.scale)
    notes = "; ".join(filter(None, (row.reason, row.note, row.alpha)))
    proven = f"<code>proven {escape(row.result)}</code> " if row.result else ""
    return (
        f"<code>{escape(row.move)}</code> {_marked(row.tag)} "
        f"<code>{escape(row.window)} {escape(row.answer)}</code> {proven}"
        f'<span class="note">{escape(notes)}</span>'
    )
