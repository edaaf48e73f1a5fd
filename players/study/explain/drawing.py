"""The tree of a search as text, and as SVG: the text with colours and their legend.

A request names the search; a picture holds the trees of its recording with their facts.
Source: "Minimax with alpha/beta pruning", whose trees it turns on their side.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from othello import notation
from othello.cli.output import render
from othello.evaluation.explain import read_game
from othello.notation import move_name
from othello.position import PASS, PASS_NAME
from othello.rules import SCORE_SCALE
from players import registry
from players.interest.costs import COST_UNIT
from players.interest.player import DEFAULT_LIMIT
from players.limits import Limits
from players.protocol import EXACT, LOWER, UPPER, Player
from players.search.bounds import ALL, CUT, INFINITY, PV
from players.study.explain import recorder
from players.study.explain.recorder import Recording, Visit

EXPLAINED_DEPTH = 3
PLAYERS = ("alphabeta", "forward", "interest")
"""Players whose searches can be recorded."""


class SearchRequest(NamedTuple):
    """A player named by `spec`, the position and limits; `title` and `board` describe it."""

    player: Player
    spec: str
    state: Any
    limits: Limits
    title: str
    board: str


class Picture(NamedTuple):
    """The searches of the last iteration, ready to be drawn.

    `facts` are lines above the trees. `chosen` holds the numbers of the visits on the expected
    line.
    """

    request: SearchRequest
    facts: tuple[str, ...]
    roots: tuple[Visit, ...]
    chosen: frozenset[int]


def score_text(score: int) -> str:
    """A score in discs, with its sign."""
    if abs(score) >= INFINITY:
        return "+inf" if score > 0 else "-inf"
    return f"{score / SCORE_SCALE:+.2f}"


def difference_text(score: int) -> str:
    """A difference of scores in discs, without a sign."""
    return score_text(abs(score))[1:]


def request_of(text: str, spec: str, depth: int | None) -> SearchRequest:
    """Read a transcript or a board, and make the player.

    ValueError, in one line, for wrong text, a player that cannot be explained or a finished game.
    """
    game = read_game(text)
    if game.over:
        raise ValueError(f"the game is over: {game.result():+d} for black")
    name, options = registry.parse(spec)
    if name not in PLAYERS:
        raise ValueError(f"{name} cannot be explained, only {', '.join(PLAYERS)}")
    if options.get("seconds") is not None:
        raise ValueError(f"{spec!r}: a recorded search is slow: no limit in seconds")
    limits = _limits(name, options, depth)
    moves = notation.transcript_text(game.moves)
    title = f"{moves.strip(PASS_NAME) or 'the position'}, {game.side} to move"
    if game.moves[-1:] == (PASS,):
        title += ", since the other side passes"
    board = notation.diagram(game.position, game.black_to_move)
    registry.make(spec)  # for errors that quote the typed text
    player = registry.make(registry.spec_text(name, {**options, "solve": 0}))  # search, no solver
    return SearchRequest(player, spec, game.position, limits, title, board)


def _limits(name: str, options: dict[str, Any], depth: int | None) -> Limits:
    """Limits in a player's options, with `depth` if given; ValueError for a depth below 1."""
    if depth is not None and depth < 1:
        raise ValueError(f"--depth must be 1 or more, not {depth}")
    nodes, limit = options.get("nodes"), options.get("limit")
    if name == "interest":
        if nodes is None and limit is None:
            limit = DEFAULT_LIMIT
        return Limits(depth, nodes, interest=limit)
    return Limits(depth or options.get("depth") or (None if nodes else EXPLAINED_DEPTH), nodes)


def picture_of(request: SearchRequest, recording: Recording) -> Picture:
    """Picture of a recording; ValueError if every search was stopped."""
    roots = recording.last()
    if not roots:
        raise ValueError(f"{request.spec!r}: its limits stopped every search")
    chosen = frozenset(_line(roots[-1], recording.choice.variation))
    return Picture(request, tuple(_facts(request, recording, roots)), roots, chosen)


def _line(root: Visit, moves: tuple[int, ...]) -> list[int]:
    """Numbers of the visits along a line of moves, as far as the tree goes."""
    line = [root]
    for move in moves:
        if move not in line[-1].successors():
            break
        line.append(line[-1].successors()[move])
    return [visit.number for visit in line]


def _facts(request: SearchRequest, recording: Recording, roots: tuple[Visit, ...]) -> list[str]:
    choice, depth = recording.choice, request.limits.depth
    line = " ".join(map(move_name, choice.variation))
    drawn = f"{sum(1 for root in roots for _ in root.walk())} visits"
    if len(recording.searches) > 1:
        last = "" if len(roots) == 1 else f" {len(roots)}"
        drawn += f" in the last{last} of {len(recording.searches)} searches"
    spec = request.spec if depth is None else f"{request.spec} to depth {depth}"
    facts = [
        f"{spec}: {move_name(choice.move)}, {score_text(choice.score)} discs, line {line}",
        f"{choice.nodes} positions generated; {drawn}",
    ]
    if recording.cut_short:
        facts.append(f"{recording.cut_short} stopped searches are not drawn")
    return facts


# Text

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
    below = *picture.request.board.splitlines(), *picture.facts, "", *EXPLANATION
    return [TreeLine(picture.request.title, expected=True), *map(TreeLine, below)]


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
    return render(
        "players.study", "tree.svg", title=picture.request.title, lines=lines, width=width
    )
