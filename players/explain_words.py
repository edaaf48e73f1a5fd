"""The words for what stands in the tree of a search, the same in text and in pictures."""

from collections.abc import Callable
from typing import NamedTuple

from players.bounds import EXACT, INFINITY, LOWER
from players.explain_tags import HIDDEN_TAG, SKIPPED_TAG, UNSEARCHED_TAG, Tag, tag_of
from players.interest_costs import COST_UNIT
from players.search_tree import ESTIMATE, PASSED, Visit


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


class Row(NamedTuple):
    """A visit in words.

    `alpha` is that of the visit above before this move was searched; `window` and `answer`
    are for the side to move here; `answer` begins with what the score is: exact, or a bound.
    """

    move: str
    reason: str
    alpha: str
    window: str
    answer: str
    tag: Tag
    note: str


class Group(NamedTuple):
    """Moves, or visits, that stand in the tree as one: what became of them, and each in words."""

    tag: Tag
    text: str
    items: tuple[str, ...]


def row_of(visit: Visit, above: Visit | None, scale: Scale) -> Row:
    """A visit in words; `above` is the one that it lies below."""
    move, alpha = "root", ""
    if above is not None and visit.move is not None:
        move = scale.move_name(visit.move)
        number = list(above.successors()).index(visit.move)
        alpha = f"alpha[{number}] {scale.score(above.alpha_before(visit.move))}"
    window = f"({scale.score(visit.window.alpha)}, {scale.score(visit.window.beta)})"
    answer = f"{_sign(visit.bound)} {scale.score(visit.score)}"
    note = "; ".join(_notes(visit, above, scale))
    return Row(move, visit.reason, alpha, window, answer, tag_of(visit), note)


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


def _sign(bound: int) -> str:
    """What a returned score says of the true one."""
    if bound == EXACT:
        return "="
    return "≥" if bound == LOWER else "≤"


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
    if visit.end == PASSED:
        notes.append("must pass")
    if visit.estimated and visit.end != ESTIMATE:
        notes.append("rests on an estimate")
    if visit.lower is not None and visit.upper is not None:
        notes.append(scale.result(visit.lower, visit.upper))
    return notes


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
