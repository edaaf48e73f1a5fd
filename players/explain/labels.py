"""Words and colours for what stands in the tree of a search, in text and in pictures alike."""

from collections.abc import Callable
from typing import NamedTuple

from players.explain import search_tree as tree
from players.explain.search_tree import Visit
from players.interest.costs import COST_UNIT
from players.search.bounds import ALL, CUT, EXACT, INFINITY, LOWER, PV, UPPER


class Tag(NamedTuple):
    """How a visit or a group of moves is marked: a word, a colour, and what it means."""

    word: str
    colour: str
    meaning: str


PV_TAG = Tag("pv", "#0072B2", "no cutoff, a move met alpha")
CUT_TAG = Tag("cut", "#D55E00", "a move caused a cutoff")
ALL_TAG = Tag("all", "#009E73", "no move met alpha")
LEAF_TAG = Tag("leaf", "#5A5A5A", "static value at the end of a line")
END_TAG = Tag("end", "#000000", "end of the game")
TABLE_TAG = Tag("table", "#56B4E9", "answered by the table")
ESTIMATE_TAG = Tag("estimate", "#CC79A7", "pruned by estimate")
DECIDED_TAG = Tag("decided", "#6B2D00", "line ended: static value too far from the expected score")
SKIPPED_TAG = Tag("skipped", "#E69F00", "skipped by interest: costs more than is left")
UNSEARCHED_TAG = Tag("unsearched", "#C8C8C8", "unsearched after a beta cutoff")
HIDDEN_TAG = Tag("not drawn", "#C8C8C8", "visits that were left out of the picture")
TAGS = (
    PV_TAG, CUT_TAG, ALL_TAG, LEAF_TAG, END_TAG, TABLE_TAG, ESTIMATE_TAG,
    DECIDED_TAG, SKIPPED_TAG, UNSEARCHED_TAG, HIDDEN_TAG,
)  # fmt: skip
"""All of them. Source of the colours, for colour-blind eyes: Okabe and Ito 2008, with a brown and
two greys."""

SIGNS = {EXACT: "=", LOWER: "≥", UPPER: "≤"}
"""What a returned score says of the true one."""
_KINDS = {PV: PV_TAG, CUT: CUT_TAG, ALL: ALL_TAG}
_ENDS = {
    tree.LEAF: LEAF_TAG,
    tree.FINAL: END_TAG,
    tree.TABLE: TABLE_TAG,
    tree.ESTIMATE: ESTIMATE_TAG,
    tree.DECIDED: DECIDED_TAG,
}


def tag_of(visit: Visit) -> Tag:
    """How a visit is marked: by its kind if its moves were searched, else by how it ended."""
    if visit.kind is not None:
        return _KINDS[visit.kind]
    assert visit.end is not None
    return _ENDS[visit.end]


class Scale(NamedTuple):
    """How scores and moves are written: so many units to one, and a move's name."""

    unit: int
    move_name: Callable[[int], str]

    def score(self, score: int) -> str:
        """A score with its sign, in discs where a unit is a hundredth of one."""
        if abs(score) >= INFINITY:
            return "+inf" if score > 0 else "-inf"
        return f"{score / self.unit:+.2f}" if self.unit > 1 else f"{score:+d}"

    def size(self, score: int) -> str:
        """A difference of scores, without a sign."""
        return self.score(abs(score))[1:]

    def result(self, lower: int, upper: int) -> str:
        """Where a final result lies, from one score to another."""
        if lower == upper:
            return f"result = {self.score(lower)}"
        return f"result in [{self.score(lower)}, {self.score(upper)}]"


class VisitLabel(NamedTuple):
    """A visit in words.

    `alpha` is that of the visit above before this move was searched; `window` and `answer`
    are for the side to move here; `answer` begins with what the score is: exact, or a bound.
    `result` is that of perfect play where it is known, and how far off the answer is.
    """

    move: str
    reason: str
    alpha: str
    window: str
    answer: str
    tag: Tag
    note: str
    result: str = ""


class Group(NamedTuple):
    """Moves, or visits, that stand in the tree as one: what became of them, and each in words."""

    tag: Tag
    text: str
    items: tuple[str, ...]


def row_of(visit: Visit, above: Visit | None, scale: Scale) -> VisitLabel:
    """A visit in words; `above` is the one that it lies below."""
    move, alpha = "root", ""
    if above is not None and visit.move is not None:
        move = scale.move_name(visit.move)
        number = list(above.successors()).index(visit.move)
        alpha = f"alpha[{number}] {scale.score(above.alpha_before(visit.move))}"
    window = f"({scale.score(visit.window.alpha)}, {scale.score(visit.window.beta)})"
    answer = f"{SIGNS[visit.bound]} {scale.score(visit.score)}"
    note = "; ".join(_notes(visit, above, scale))
    result, off = "", visit.off_by()
    if visit.result is not None and off is not None:
        proven = f"{visit.result // scale.unit:+d}"
        result = f"{proven}, off by {scale.size(off)}" if off else proven
    return VisitLabel(move, visit.reason, alpha, window, answer, tag_of(visit), note, result)


def groups_of(visit: Visit, scale: Scale) -> list[Group]:
    """The moves of a visit that were not searched, and the visits below it that were left out."""
    found = []
    if visit.unsearched:
        moves = tuple(map(scale.move_name, visit.unsearched))
        found.append(Group(UNSEARCHED_TAG, f"beta cutoff, {len(moves)} unsearched:", moves))
    if visit.skipped:
        assert visit.budgets is not None
        text = f"skipped by interest, {_cost(visit.budgets.mine)} to spend"
        text += f", earlier moves count {_cost(visit.charge)}:" if visit.charge else ":"
        costs = ((scale.move_name(move), visit.costs[move]) for move in visit.skipped)
        moves = tuple(f"{name} costs {_cost(cost)}" for name, cost in costs)
        found.append(Group(SKIPPED_TAG, text, moves))
    if visit.hidden:
        found.append(Group(HIDDEN_TAG, f"visits below that are not drawn: {visit.hidden}", ()))
    return found


def _cost(cost: int) -> str:
    """A cost or a budget of interest search."""
    return f"{cost / COST_UNIT:.2f}"


def _notes(visit: Visit, above: Visit | None, scale: Scale) -> list[str]:
    """What its tag and the other words of a visit leave unsaid."""
    notes = []
    if above is not None and visit.move in above.costs:
        notes.append(f"costs {_cost(above.costs[visit.move])}")
    if visit.budgets is not None:
        mine, theirs = map(_cost, visit.budgets[:2])
        notes.append(f"{mine} to spend, the other side {theirs}")
    if visit.decision is not None:
        notes += _decision(visit, scale)
    elif visit.static is not None:
        notes.append(_estimate(visit, scale))
    if visit.end == tree.MUST_PASS:
        notes.append("must pass")
    if visit.estimated and visit.end != tree.ESTIMATE:
        notes.append("rests on an estimate")
    if visit.lower is not None and visit.upper is not None:
        notes.append(_range(visit, visit.lower, visit.upper, scale))
    return notes


def _range(visit: Visit, lower: int, upper: int, scale: Scale) -> str:
    """Where a visit's result lies: the point, if it was solved, beside what the search proved."""
    if visit.result is None or lower == upper:
        return scale.result(lower, upper)
    proof = f"[{scale.score(lower)}, {scale.score(upper)}]"
    return f"{scale.result(visit.result, visit.result)}, by the search {proof}"


def _estimate(visit: Visit, scale: Scale) -> str:
    """Why a pruning rule settled a visit: its static value, the margin and the bound they beat."""
    assert visit.static is not None
    sign, limit, name = "-", visit.window.beta, "≥ beta"
    if visit.bound != LOWER:
        sign, limit, name = "+", visit.window.alpha, "≤ alpha"
    margin = scale.size(visit.score - visit.static)
    return f"static {scale.score(visit.static)} {sign} margin {margin} {name} {scale.score(limit)}"


def _decision(visit: Visit, scale: Scale) -> list[str]:
    """Why a line was decided: how far its static value was from the expected, what that cost."""
    assert visit.static is not None and visit.decision is not None and visit.budgets is not None
    static, expected, cost = visit.static, *visit.decision
    notes = [
        f"static {scale.score(static)}, {scale.size(static - expected)} from "
        f"{scale.score(expected)} expected"
    ]
    if visit.score != static:
        notes.append("returned as if the other side were to move")
    return [*notes, f"to go on costs {_cost(cost)}, {_cost(visit.budgets.mine)} is left"]
