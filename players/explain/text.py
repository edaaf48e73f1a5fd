"""The tree of a search as text: a line for each visit, drawn as the alpha-beta paper does.

Source: "Minimax with alpha/beta pruning", turned on its side.
"""

from collections.abc import Iterator
from typing import Any

from players.explain.labels import groups_of, row_of
from players.explain.picture import Picture
from players.explain.search_tree import Visit

COLUMN_NAMES = ["move", "above", "window", "returned", "proven", "kind", "why"]
PROVEN_COLUMN = COLUMN_NAMES.index("proven")
EXPLANATION = (
    "above: alpha[k] of the visit above, before this move, its number k, was searched",
    "window: (alpha[0], beta); returned: = exact, ≥ at least, ≤ at most",
    "scores are for the side to move; * the expected line",
)


def text_of(picture: Picture) -> str:
    """The whole picture as text, without a line end."""
    head = [picture.title, *picture.board.splitlines(), *picture.facts, "", *EXPLANATION]
    trees = [line for root in picture.roots for line in ("", *tree_lines(root, picture))]
    return "\n".join([*head, *trees])


def data_of(picture: Picture) -> dict[str, Any]:
    """The whole picture as plain data; scores are in the units of the search."""
    trees = [_visit_data(root, None, picture) for root in picture.roots]
    return {"title": picture.title, "facts": list(picture.facts), "trees": trees}


def _visit_data(visit: Visit, above: Visit | None, picture: Picture) -> dict[str, Any]:
    """A visit and all below it as plain data; `why` and `kind` are in words."""
    row = row_of(visit, above, picture.scale)
    return {
        "move": row.move,
        "expected": visit.number in picture.chosen,
        "depth": visit.depth,
        "window": list(visit.window),
        "score": visit.score,
        "bound": visit.bound,
        "result": visit.result,
        "kind": row.tag.word,
        "why": "; ".join(filter(None, (row.reason, row.note))),
        "left_out": [group.text for group in groups_of(visit, picture.scale)],
        "below": [_visit_data(child, visit, picture) for child in visit.below],
    }


def tree_lines(root: Visit, picture: Picture) -> list[str]:
    """The lines of one tree: a heading, then visits in aligned columns, and groups of moves."""
    lines = [list(COLUMN_NAMES), *_lines(root, None, "", "", picture)]
    cells = [line for line in lines if len(line) > 1]
    if all(visit.result is None for visit in root.walk()):
        for line in cells:
            del line[PROVEN_COLUMN]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return ["  ".join(map(str.ljust, line, widths)).rstrip() for line in lines]


def _lines(
    visit: Visit, above: Visit | None, branch: str, margin: str, picture: Picture
) -> Iterator[list[str]]:
    """The cells of a visit and all below it; a group of moves has a single one.

    `branch` stands before the visit, `margin` before everything below it.
    """
    row = row_of(visit, above, picture.scale)
    label = f"{branch}{row.move}{'*' if visit.number in picture.chosen else ''}"
    why = "; ".join(filter(None, (row.reason, row.note)))
    yield [label, row.alpha, row.window, row.answer, row.result, row.tag.word, why]
    groups = groups_of(visit, picture.scale)
    left = len(visit.below) + len(groups)
    for child in visit.below:
        left -= 1
        lead, further = ("├─ ", "│  ") if left else ("└─ ", "   ")
        yield from _lines(child, visit, margin + lead, margin + further, picture)
    for group in groups:
        left -= 1
        lead = "├╌ " if left else "└╌ "
        yield [f"{margin}{lead}{group.text} {', '.join(group.items)}".rstrip()]
