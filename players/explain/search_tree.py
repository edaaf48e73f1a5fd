"""The tree of a search: every visit of a position, its window, its answer and how it came about.

Source: "Minimax with alpha/beta pruning" for alpha[k], beta,
the returned value and the kinds.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from players.interest.budgets import Budgets
from players.search.bounds import EXACT, LOWER, Window

SEARCHED, MUST_PASS, LEAF, FINAL = "searched", "pass", "leaf", "end of game"
TABLE, ESTIMATE, DECIDED = "table", "estimate", "decided"
"""How a visit ended: its moves were searched, its side passed, its static value was taken, the game
was over; or it was answered before by the table, a pruning rule, the range that is proven, or
because the line was of no more interest."""

FIRST, SCOUT, AGAIN = "", "scout", "re-search"
"""Why a position is visited: because it is its turn, to see with a narrow window whether it can
raise alpha, because it seemed so, or because interest search grants it a larger budget."""


class Decision(NamedTuple):
    """Why a line was decided: what was `expected` of the static value, and the `cost` to go on."""

    expected: int
    cost: int


@dataclass
class Visit:
    """One visit of a position; written while the search runs and not changed afterwards.

    All scores are for the side to move here. `number` counts visits in the order in which
    they began; `move` led here, None at the root; `depth` is in plies left, `budgets`
    those of interest search. `score`, `bound` are what was returned, `estimated` whether
    it rests on an estimate. `kind` is PV, CUT or ALL after a search of the moves, else None.
    `unsearched` are moves left after a cutoff, `skipped` those that could not be afforded,
    `costs` what each move costs and `charge` what earlier ones add to the cost of those skipped.
    `static` is the value that a pruning rule went by, or the `decision` that ended a line.
    `lower` and `upper` bound the final result where the search keeps ranges. `hidden`
    counts the visits below that were left out. `result` is that of perfect play, where the
    position was solved afterwards.
    """

    number: int
    state: Any
    move: int | None
    ply: int
    depth: int
    window: Window
    reason: str = FIRST
    budgets: Budgets | None = None
    end: str | None = None
    score: int = 0
    bound: int = 0
    estimated: bool = False
    kind: int | None = None
    below: list["Visit"] = field(default_factory=list)
    unsearched: list[int] = field(default_factory=list)
    skipped: list[int] = field(default_factory=list)
    costs: dict[int, int] = field(default_factory=dict)
    charge: int = 0
    static: int | None = None
    decision: Decision | None = None
    lower: int | None = None
    upper: int | None = None
    hidden: int = 0
    result: int | None = None

    def successors(self) -> dict[int | None, "Visit"]:
        """The last visit after each move, which is the one that counted, in the order searched."""
        return {visit.move: visit for visit in self.below}

    def alpha_before(self, move: int | None) -> int:
        """alpha[k], where `move` is the one searched as number k; the last alpha for another."""
        alpha = self.window.alpha
        for earlier, visit in self.successors().items():
            if earlier == move:
                break
            alpha = max(alpha, -visit.score)
        return alpha

    def off_by(self) -> int | None:
        """How far what was returned is from the result; None where that is not known.

        A bound on the right side of the result is not off.
        """
        if self.result is None:
            return None
        error = self.score - self.result
        if self.bound == EXACT:
            return abs(error)
        return max(0, error if self.bound == LOWER else -error)

    def walk(self) -> Iterator["Visit"]:
        """This visit and all below, each before those below it, in the order of the search."""
        yield self
        for visit in self.below:
            yield from visit.walk()


def trimmed(root: Visit, most: int) -> Visit:
    """A copy of a tree with at most `most` visits, and the root: those nearest to the root.

    A visit keeps all that is directly below it or nothing, and says in `hidden` how many
    visits were left out there.
    """
    kept, nearest = {root.number}, [root]
    for visit in nearest:  # which grows meanwhile, ply by ply
        if len(kept) + len(visit.below) <= most:
            kept.update(child.number for child in visit.below)
            nearest += visit.below
    return _kept(root, kept)


def _kept(visit: Visit, kept: set[int]) -> Visit:
    """A copy of a visit with those below it that are kept."""
    below = [_kept(child, kept) for child in visit.below if child.number in kept]
    hidden = 0 if below else sum(1 for _ in visit.walk()) - 1
    return replace(visit, below=below, hidden=hidden)


def with_results(visit: Visit, results: Mapping[Any, int]) -> Visit:
    """A copy of a tree in which every visit has the result of its position, if it is given."""
    below = [with_results(child, results) for child in visit.below]
    return replace(visit, below=below, result=results.get(visit.state))
