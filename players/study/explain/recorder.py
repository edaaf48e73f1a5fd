"""The tree of a search, recorded from the calls of its kernels.

Where nothing is compiled, kernels call themselves and their steps by name. `record` replaces these
names with wrappers, which pass arguments and results to a recorder, and restores them afterwards.

Source: "Minimax with alpha/beta pruning" for alpha[k], beta, the returned value and the kinds.
"""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from othello.bits import squares
from othello.jit import COMPILED
from othello.position import PASS
from players.budget import STOPPED
from players.interest import kernel as interest
from players.interest import player as interest_player
from players.interest.costs import Budgets, LineRule
from players.interest.moves import cost_of
from players.limits import Limits
from players.protocol import Choice, Player
from players.search import alphabeta, deepening
from players.search.bounds import ALL, CUT, PV, Window
from players.search.ordering import unpack_move
from players.search.workspace import ESTIMATED, STATIC

SEARCHED, MUST_PASS, LEAF, FINAL = "searched", "pass", "leaf", "end of game"
TABLE, ESTIMATE, DECIDED = "table", "estimate", "decided"
"""How a visit ended: its moves were searched, its side passed, its static value was taken, the game
was over; or a table cut, a pruning rule, or the line rule of interest search."""

FIRST, SCOUT, AGAIN = "", "scout", "re-search"
"""Reason of a visit: the first search of a move, a null window, or a re-search."""


@dataclass
class Visit:
    """One visit of a position; all scores are for its side to move.

    `number` counts visits in the order in which they began; `move` led here, None at the root;
    `depth` is in plies left, `budgets` are those of interest search. `score` and `bound` were
    returned, `estimated` if they rest on an estimate. `kind` is PV, CUT or ALL after a search of
    the moves. `unsearched` are moves left after a cutoff, `skipped` those that interest search
    could not afford, `costs` the costs of moves and `charge` the share of earlier ones in skipped
    moves. `static` is the value behind an estimate or a `decision` of the line rule, which has the
    expected static value and the cost to continue.
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
    decision: tuple[int, int] | None = None

    def successors(self) -> dict[int | None, "Visit"]:
        """Last visit after each move, which is the one that counted, in order of search."""
        return {visit.move: visit for visit in self.below}

    def alpha_before(self, move: int | None) -> int:
        """alpha[k], where `move` is searched as number k; the last alpha for another move."""
        alpha = self.window.alpha
        for earlier, visit in self.successors().items():
            if earlier == move:
                break
            alpha = max(alpha, -visit.score)
        return alpha

    def walk(self) -> Iterator["Visit"]:
        """This visit and all below it, in the order of the search."""
        yield self
        for visit in self.below:
            yield from visit.walk()


class Recording:
    """A player's choice, the trees of its complete searches, and the number of stopped ones.

    They have at most `most` visits in all. `arguments` are those of a kernel or step by name. A
    step belongs to the innermost visit that has not finished.
    """

    choice: Choice

    def __init__(self, most: int) -> None:
        self.searches: list[Visit] = []
        self.cut_short = 0
        self._most = most
        self._visits = 0
        self._line: list[Visit] = []

    def last(self) -> tuple[Visit, ...]:
        """Searches of the last iteration; more than one if a window failed."""
        limits = [(root.depth, root.budgets) for root in self.searches]
        return tuple(self.searches[limits.index(limits[-1]) if limits else 0 :])

    def begin(self, arguments: dict[str, Any]) -> None:
        """Begin the visit of a node."""
        budgets = arguments.get("budgets")
        if budgets is not None:
            budgets = Budgets(*map(int, budgets))
        depth = arguments["depth"] if budgets is None else budgets.depth
        visit = self._visit(arguments["state"], arguments["window"], int(depth), budgets)
        self._line.append(visit)

    def finish(self, arguments: dict[str, Any], result: tuple[int, int]) -> None:
        """Finish the innermost visit with score and bound, worthless in a stopped search."""
        visit, search = self._line.pop(), arguments["search"]
        if search.budget.counters[STOPPED]:
            self.cut_short += not self._line
            return
        visit.score, visit.bound = map(int, result)
        moves = squares(visit.state.legal())
        visit.end = visit.end or (FINAL if not visit.below else SEARCHED if moves else MUST_PASS)
        if visit.end in (SEARCHED, MUST_PASS):
            best = max(-successor.score for successor in visit.successors().values())
            window = visit.window
            visit.kind = CUT if best >= window.beta else PV if best >= window.alpha else ALL
        if visit.end == SEARCHED:
            left = [move for move in moves if move not in visit.successors()]
            visit.unsearched = left if visit.kind == CUT else []
            visit.skipped = [] if visit.kind == CUT else sorted(left, key=visit.costs.__getitem__)
        if isinstance(search, alphabeta.Search) and search.rule.estimates():
            visit.estimated = bool(search.workspace.queue[visit.ply, ESTIMATED])
        if not self._line:
            self.searches.append(visit)

    def see_static_value(self, arguments: dict[str, Any], value: int) -> None:
        """Note a leaf: the current node, or a successor that no kernel visits."""
        visit = above = self._line[-1]
        if arguments["state"] is not above.state:
            whole = Window(-above.window.beta, -above.alpha_before(None))
            visit = self._visit(arguments["state"], whole, above.depth - 1)
            visit.score = int(value)
        visit.end = LEAF

    def see_table(self, arguments: dict[str, Any], answer: Any) -> None:
        """Note a table cut."""
        if answer.cuts:
            self._line[-1].end = TABLE

    def see_estimate(self, arguments: dict[str, Any], answer: Any) -> None:
        """Note a node that the rule prunes."""
        if answer.cuts:
            visit = self._line[-1]
            visit.end = ESTIMATE
            visit.static = int(arguments["search"].workspace.queue[arguments["ply"], STATIC])

    def see_decision(self, arguments: dict[str, Any], decided: bool) -> None:
        """Note a line that the line rule ends."""
        if not decided:
            return
        visit, rule = self._line[-1], arguments["self"]
        assert visit.budgets is not None
        place = (arguments["ply"], arguments["ending"])
        floor = visit.budgets.mine - int(arguments["left"])
        visit.end, visit.static = DECIDED, int(arguments["static"])
        cost = floor + int(rule.price(arguments["static"], *place))
        visit.decision = int(rule.expected_at(*place)), cost

    def see_costs(self, arguments: dict[str, Any], size: int) -> None:
        """Note the costs of the moves of a node."""
        queued = arguments["search"].workspace.queue[arguments["ply"], :size]
        costs = {int(unpack_move(packed)): int(cost_of(packed)) for packed in queued}
        self._line[-1].costs = costs

    def see_budget(self, arguments: dict[str, Any], affordable: bool) -> None:
        """Note the charge of moves that cannot be afforded."""
        if not affordable:
            charge = interest.sibling_charge(arguments["earlier_cost"], arguments["search"])
            self._line[-1].charge = int(charge)

    def _visit(
        self, state: Any, window: Window, depth: int, budgets: Budgets | None = None
    ) -> Visit:
        """Add a visit below the innermost one; ValueError if there are too many."""
        self._visits += 1
        if self._visits > self._most:
            raise ValueError(
                f"the search visits more than {self._most} positions: too many to show"
            )
        window = Window(int(window.alpha), int(window.beta))
        visit = Visit(self._visits, state, None, len(self._line), depth, window, budgets=budgets)
        if self._line:
            above = self._line[-1]
            played = above.state.play
            moves = squares(above.state.legal())
            visit.move = next((move for move in moves if played(move) == state), PASS)
            if visit.move in above.successors():
                visit.reason = AGAIN
            elif window != Window(-above.window.beta, -above.alpha_before(visit.move)):
                visit.reason = SCOUT
            above.below.append(visit)
        return visit


def record(player: Player, state: Any, limits: Limits, most: int) -> Recording:
    """Record the searches of a choice.

    ValueError for more than `most` visits. RuntimeError if kernels are compiled: set
    NUMBA_DISABLE_JIT=1 before the first import.
    """
    if COMPILED:
        raise RuntimeError("a search is recorded under NUMBA_DISABLE_JIT=1 only")
    recording = Recording(most)
    with _watched(recording):
        recording.choice = player.choose(state, limits)
    return recording


@contextmanager
def _watched(recorder: Recording) -> Iterator[None]:
    search = (recorder.finish, recorder.begin)
    watched: list[tuple[ModuleType | type, str, tuple[Callable[..., None], ...]]] = [
        (alphabeta, "alphabeta", search),
        (deepening, "alphabeta", search),
        (alphabeta, "evaluate_leaf", (recorder.see_static_value,)),
        (alphabeta, "table_cut", (recorder.see_table,)),
        (alphabeta, "estimate_cut", (recorder.see_estimate,)),
        (interest, "interest", search),
        (interest_player, "interest", search),
        (interest, "evaluate_leaf", (recorder.see_static_value,)),
        (interest, "table_cut", (recorder.see_table,)),
        (interest, "queue_moves", (recorder.see_costs,)),
        (interest, "is_affordable", (recorder.see_budget,)),
        (LineRule, "ends_line", (recorder.see_decision,)),
    ]
    kernels = [getattr(place, name) for place, name, _ in watched]
    try:
        for (place, name, listeners), kernel in zip(watched, kernels, strict=True):
            setattr(place, name, _wrap(kernel, *listeners))
        yield
    finally:
        for (place, name, _), kernel in zip(watched, kernels, strict=True):
            setattr(place, name, kernel)


def _wrap(
    kernel: Callable[..., Any],
    see: Callable[[dict[str, Any], Any], None],
    begin: Callable[[dict[str, Any]], None] | None = None,
) -> Callable[..., Any]:
    """A kernel that calls `begin` before and `see` after, with its arguments by name."""
    signature = inspect.signature(kernel)

    def call(*values: Any) -> Any:
        arguments = signature.bind(*values).arguments
        if begin is not None:
            begin(arguments)
        result = kernel(*values)
        see(arguments, result)
        return result

    return call
