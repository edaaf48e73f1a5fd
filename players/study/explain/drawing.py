"""The tree of a search as text, and as SVG: the text with colours and their legend.

Source: "Minimax with alpha/beta pruning", whose trees it turns on their side.
"""

from collections.abc import Iterator
from typing import NamedTuple

from othello.cli.output import render
from othello.notation import move_name
from players.interest.costs import COST_UNIT
from players.protocol import EXACT, LOWER, UPPER
from players.search.bounds import ALL, CUT, PV
from players.study.explain import recorder
from players.study.explain.picture import Picture, difference_text, score_text
from players.study.explain.recorder import Visit

COLUMN_NAMES = ["move", "above", "window", "returned", "kind", "why"]
EXPLANATION = (
    "above: alpha[k] of the visit above, before this move, its number k, was searched",
    "window: (alpha[0], beta); returned: = exact, ≥ at least, ≤ at most",
    "scores are for the side to move; * the expected line",
)


class Tag(NamedTuple):
    """Mark of a visit or a group of moves: a word, a colour, and their meaning."""

    word: str
    colour: str
    meaning: str


SKIPPED, UNSEARCHED = "skipped", "unsearched"
TAGS: dict[int | str | None, Tag] = {
    PV: Tag("pv", "#0072B2", "no cutoff, a move met alpha"),
    CUT: Tag("cut", "#D55E00", "a move caused a cutoff"),
    ALL: Tag("all", "#009E73", "no move met alpha"),
    recorder.LEAF: Tag("leaf", "#5A5A5A", "static value at the end of a line"),
    recorder.FINAL: Tag("end", "#000000", "end of the game"),
    recorder.TABLE: Tag("table", "#56B4E9", "answered by the table"),
    recorder.ESTIMATE: Tag("estimate", "#CC79A7", "pruned by estimate"),
    recorder.DECIDED: Tag(
        "decided", "#6B2D00", "line ended: static value too far from the expected score"
    ),
    SKIPPED: Tag("skipped", "#E69F00", "skipped by interest: costs more than is left"),
    UNSEARCHED: Tag("unsearched", "#C8C8C8", "unsearched after a beta cutoff"),
}
"""Tags by the kind of a visit, or else its end, and of groups of moves. Source of the colours, for
colour-blind eyes: Okabe and Ito 2008, with a brown and two greys."""

CHARACTER_WIDTH = 7.3
"""In pixels, with a reserve: most fonts need 0.602 of 12."""
SIGNS = {EXACT: "=", LOWER: "≥", UPPER: "≤"}


class TreeLine(NamedTuple):
    """A line of a tree: a visit, a group of moves, or the heading, which has no tag.

    `number` is that of the visit; `expected` marks the expected line.
    """

    text: str
    tag: Tag | None = None
    number: int | None = None
    expected: bool = False


def tag_of(visit: Visit) -> Tag:
    """Tag of a visit by its kind, or else its end."""
    return TAGS[visit.end if visit.kind is None else visit.kind]


def _cells(visit: Visit, above: Visit | None, branch: str, chosen: bool) -> list[str]:
    """Texts of a visit for the columns; `above` is the visit that it lies below."""
    move, alpha = "root", ""
    if above is not None and visit.move is not None:
        move = move_name(visit.move)
        number = list(above.successors()).index(visit.move)
        alpha = f"alpha[{number}] {score_text(above.alpha_before(visit.move))}"
    window = f"({score_text(visit.window.alpha)}, {score_text(visit.window.beta)})"
    answer = f"{SIGNS[visit.bound]} {score_text(visit.score)}"
    why = "; ".join(filter(None, (visit.reason, *_notes(visit, above))))
    place = f"{branch}{move}{'*' if chosen else ''}"
    return [place, alpha, window, answer, tag_of(visit).word, why]


def groups_of(visit: Visit) -> list[TreeLine]:
    """Moves of a visit that were not searched."""
    groups = []
    if visit.unsearched:
        moves = ", ".join(map(move_name, visit.unsearched))
        text = f"beta cutoff, {len(visit.unsearched)} unsearched: {moves}"
        groups.append(TreeLine(text, TAGS[UNSEARCHED]))
    if visit.skipped:
        assert visit.budgets is not None
        text = f"skipped by interest, {_cost(visit.budgets.mine)} to spend"
        text += f", earlier moves count {_cost(visit.charge)}" if visit.charge else ""
        costs = (f"{move_name(m)} costs {_cost(visit.costs[m])}" for m in visit.skipped)
        groups.append(TreeLine(f"{text}: {', '.join(costs)}", TAGS[SKIPPED]))
    return groups


def _cost(cost: int) -> str:
    return f"{cost / COST_UNIT:.2f}"


def _notes(visit: Visit, above: Visit | None) -> list[str]:
    notes = []
    if above is not None and visit.move in above.costs:
        notes.append(f"costs {_cost(above.costs[visit.move])}")
    if visit.budgets is not None:
        mine, theirs = map(_cost, visit.budgets[:2])
        notes.append(f"{mine} to spend, the other side {theirs}")
    if visit.decision is not None:
        notes += _decision(visit)
    elif visit.static is not None:
        notes.append(_estimate(visit))
    if visit.end == recorder.MUST_PASS:
        notes.append("must pass")
    if visit.estimated and visit.end != recorder.ESTIMATE:
        notes.append("rests on an estimate")
    return notes


def _estimate(visit: Visit) -> str:
    """Reason of an estimate: static value, margin, and the end of the window that they reach."""
    assert visit.static is not None
    sign, limit, name = "-", visit.window.beta, "≥ beta"
    if visit.bound != LOWER:
        sign, limit, name = "+", visit.window.alpha, "≤ alpha"
    margin = difference_text(visit.score - visit.static)
    return f"static {score_text(visit.static)} {sign} margin {margin} {name} {score_text(limit)}"


def _decision(visit: Visit) -> list[str]:
    """Reasons of the line rule: distance from the expected score, and its cost."""
    assert visit.static is not None and visit.decision is not None and visit.budgets is not None
    static, expected, cost = visit.static, *visit.decision
    notes = [
        f"static {score_text(static)}, {difference_text(static - expected)} from "
        f"{score_text(expected)} expected"
    ]
    if visit.score != static:
        notes.append("returned as if the other side were to move")
    return [*notes, f"to go on costs {_cost(cost)}, {_cost(visit.budgets.mine)} is left"]


def text_of(picture: Picture) -> str:
    """The whole picture as text, without a line end."""
    return "\n".join(line.text for line in (*heading(picture), *trees(picture)))


def heading(picture: Picture) -> list[TreeLine]:
    """Title, board and facts of a picture, and how to read the trees."""
    below = *picture.board.splitlines(), *picture.facts, "", *EXPLANATION
    return [TreeLine(picture.title, expected=True), *map(TreeLine, below)]


def trees(picture: Picture) -> list[TreeLine]:
    """Lines of all trees, each below an empty line."""
    return [line for root in picture.roots for line in (TreeLine(""), *tree(root, picture))]


def tree(root: Visit, picture: Picture) -> list[TreeLine]:
    """Lines of one tree: a heading, then visits in aligned columns, and groups of moves."""
    found = [(list(COLUMN_NAMES), TreeLine("")), *_lines(root, None, "", "", picture)]
    rows = [cells for cells, _ in found if len(cells) > 1]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        line._replace(text="  ".join(map(str.ljust, cells, widths)).rstrip())
        for cells, line in found
    ]


def _lines(
    visit: Visit, above: Visit | None, branch: str, margin: str, picture: Picture
) -> Iterator[tuple[list[str], TreeLine]]:
    """Cells and line of a visit and of all below it; a group of moves has a single cell.

    `branch` stands before the visit, `margin` before everything below it.
    """
    expected = visit.number in picture.chosen
    line = TreeLine("", tag_of(visit), visit.number, expected)
    yield _cells(visit, above, branch, expected), line
    groups = groups_of(visit)
    left = len(visit.below) + len(groups)
    for child in visit.below:
        left -= 1
        lead, further = ("├─ ", "│  ") if left else ("└─ ", "   ")
        yield from _lines(child, visit, margin + lead, margin + further, picture)
    for group in groups:
        left -= 1
        lead = "├╌ " if left else "└╌ "
        yield [f"{margin}{lead}{group.text}"], group


# SVG


def svg_of(picture: Picture) -> str:
    """The whole picture as an SVG document; a visit is an element with the id visit-NUMBER."""
    drawn = trees(picture)
    tags = {line.tag for line in drawn}
    legend = [TreeLine(f"{tag.word}: {tag.meaning}", tag) for tag in TAGS.values() if tag in tags]
    lines = [*heading(picture), TreeLine(""), *legend, *drawn]
    width = round(CHARACTER_WIDTH * max(len(line.text) for line in lines))
    return render("players.study", "tree.svg", title=picture.title, lines=lines, width=width)
