"""The tree of a search, built from the calls of its kernels while they run.

Where nothing is compiled a kernel finds itself and its helpers by their names in a module or a
class. `record` puts wrappers under those names, which tell a recorder what goes in and what
comes out, and takes them away again; the kernels know nothing of it.
"""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, NamedTuple

from othello.bits import squares
from othello.jit import COMPILED
from othello.position import PASS
from players.explain import search_tree as tree
from players.explain.search_tree import Decision, Visit
from players.interest import deepening as interest_deepening
from players.interest import kernel as interest
from players.interest.budgets import Budgets, OpenLines
from players.interest.moves import priced_cost
from players.limits import Limits
from players.protocol import Choice, Player
from players.search import alphabeta, deepening
from players.search.bounds import ALL, CUT, PV, Window
from players.search.conventions import Conventions
from players.search.ordering import unpack_move
from players.search.workspace import ESTIMATED, STATIC, STOPPED


class Recorder:
    """Writes down searches of at most `most` visits together.

    `given` is always the arguments of a kernel by name. What is noted after a kernel
    returned belongs to the innermost visit that has begun and not finished.
    """

    def __init__(self, most: int) -> None:
        self.searches: list[Visit] = []
        self.cut_short = 0
        self._most = most
        self._visits = 0
        self._line: list[Visit] = []

    def begin(self, given: dict[str, Any]) -> None:
        """A kernel begins to search a node."""
        budgets = given.get("budgets")
        if budgets is not None:
            budgets = Budgets(*map(int, budgets))
        depth = given["depth"] if budgets is None else budgets.depth
        visit = self._visit(given["state"], given["window"], int(depth), budgets)
        self._line.append(visit)

    def finish(self, given: dict[str, Any], result: tuple[int, int]) -> None:
        """The kernel that began last returns a score and a bound, worthless in a stopped search."""
        visit, search = self._line.pop(), given["search"]
        if search.workspace.counters[STOPPED]:
            self.cut_short += not self._line
            return
        visit.score, visit.bound = map(int, result)
        moves = squares(visit.state.legal())
        visit.end = visit.end or _end(visit, moves)
        if visit.end in (tree.SEARCHED, tree.MUST_PASS):
            visit.kind = _kind(visit, search)
        if visit.end == tree.SEARCHED:
            left = [move for move in moves if move not in visit.successors()]
            visit.unsearched = left if visit.kind == CUT else []
            visit.skipped = [] if visit.kind == CUT else sorted(left, key=visit.costs.__getitem__)
        if isinstance(search, alphabeta.Search) and search.rule.estimates():
            visit.estimated = bool(search.workspace.queue[visit.ply, ESTIMATED])
        if not self._line:
            self.searches.append(visit)

    def see_static_value(self, given: dict[str, Any], value: int) -> None:
        """A line ends at the node in hand, or at a successor that no kernel searches."""
        visit = above = self._line[-1]
        if given["state"] is not above.state:
            whole = Window(-above.window.beta, -above.alpha_before(None))
            visit = self._visit(given["state"], whole, above.depth - 1)
            visit.score = int(value)
        visit.end = tree.LEAF

    def see_table(self, given: dict[str, Any], answer: Any) -> None:
        """The table was asked."""
        if answer.settles:
            self._line[-1].end = tree.TABLE

    def see_estimate(self, given: dict[str, Any], answer: Any) -> None:
        """A pruning rule was asked."""
        if answer.settles:
            visit = self._line[-1]
            visit.end = tree.ESTIMATE
            visit.static = int(given["search"].workspace.queue[given["ply"], STATIC])

    def see_decision(self, given: dict[str, Any], decided: bool) -> None:
        """Interest search has asked whether the line of the node in hand is decided."""
        if not decided:
            return
        visit, lines = self._line[-1], given["self"]
        assert visit.budgets is not None
        at = (given["ply"], given["ending"])
        least = visit.budgets.mine - int(given["left"])
        visit.end, visit.static = tree.DECIDED, int(given["static"])
        cost = least + int(lines.price(given["static"], *at))
        visit.decision = Decision(int(lines.usual(*at)), cost)

    def see_costs(self, given: dict[str, Any], size: int) -> None:
        """Interest search has queued the moves of the node in hand with their costs."""
        queued = given["search"].workspace.queue[given["ply"], :size]
        costs = {int(unpack_move(packed)): int(priced_cost(packed)) for packed in queued}
        self._line[-1].costs = costs

    def see_budget(self, given: dict[str, Any], affordable: bool) -> None:
        """Interest search has asked whether the next move can be afforded."""
        if not affordable:
            siblings = given["search"].siblings
            self._line[-1].charge = int(siblings.charge(given["earlier"]))

    def _visit(
        self, state: Any, window: Window, depth: int, budgets: Budgets | None = None
    ) -> Visit:
        """A new visit, put below the one in hand if there is one; ValueError if too many."""
        self._visits += 1
        if self._visits > self._most:
            raise ValueError(
                f"the search visits more than {self._most} positions: too many to draw"
            )
        window = Window(int(window.alpha), int(window.beta))
        visit = Visit(self._visits, state, None, len(self._line), depth, window, budgets=budgets)
        if self._line:
            above = self._line[-1]
            played = above.state.play
            moves = squares(above.state.legal())
            visit.move = next((move for move in moves if played(move) == state), PASS)
            visit.reason = _reason(above, visit)
            above.below.append(visit)
        return visit


def _reason(above: Visit, visit: Visit) -> str:
    """Why a position is visited below another one, where it is not yet noted."""
    earlier = above.successors().get(visit.move)
    if earlier is not None:
        return tree.AGAIN
    whole = Window(-above.window.beta, -above.alpha_before(visit.move))
    return tree.FIRST if visit.window == whole else tree.SCOUT


def _end(visit: Visit, moves: list[int]) -> str:
    """How a visit ended of which no kernel has told."""
    if visit.below:
        return tree.SEARCHED if moves else tree.MUST_PASS
    return tree.FINAL


def _kind(visit: Visit, search: Any) -> int:
    """PV, CUT or ALL, by what the successors returned and the search's criterion."""
    cutoff = getattr(search, "conventions", Conventions()).cutoff
    best = max(-successor.score for successor in visit.successors().values())
    if cutoff.cuts(best, visit.window.beta):
        return CUT
    return PV if best >= visit.window.alpha else ALL


class Recording(NamedTuple):
    """A player's choice and the tree of each search behind it that was not cut short."""

    choice: Choice
    searches: tuple[Visit, ...]
    cut_short: int

    def last(self) -> tuple[Visit, ...]:
        """The searches of the last iteration: more than one where a window failed."""
        limits = [(root.depth, root.budgets) for root in self.searches]
        first = limits.index(limits[-1]) if limits else 0
        return self.searches[first:]


def record(player: Player, state: Any, limits: Limits, most: int) -> Recording:
    """What `player` chooses at `state`, and what it searched for that.

    ValueError after `most` visits. RuntimeError where kernels are compiled: set
    NUMBA_DISABLE_JIT=1 before the first import.
    """
    if COMPILED:
        raise RuntimeError("a search is recorded under NUMBA_DISABLE_JIT=1 only")
    recorder = Recorder(most)
    with _watched(recorder):
        choice = player.choose(state, limits)
    return Recording(choice, tuple(recorder.searches), recorder.cut_short)


@contextmanager
def _watched(recorder: Recorder) -> Iterator[None]:
    """While the context lasts the kernels tell a recorder of their calls, and searches begin."""
    search = (recorder.finish, recorder.begin)
    told: list[tuple[ModuleType | type, str, tuple[Callable[..., None], ...]]] = [
        (alphabeta, "alphabeta", search),
        (deepening, "alphabeta", search),
        (alphabeta, "leaf", (recorder.see_static_value,)),
        (alphabeta, "remembered", (recorder.see_table,)),
        (alphabeta, "foreseen", (recorder.see_estimate,)),
        (interest, "interest", search),
        (interest_deepening, "interest", search),
        (interest, "leaf", (recorder.see_static_value,)),
        (interest, "settled", (recorder.see_table,)),
        (interest, "queue_moves", (recorder.see_costs,)),
        (interest, "affords", (recorder.see_budget,)),
        (OpenLines, "decided", (recorder.see_decision,)),
    ]
    kernels = [getattr(place, name) for place, name, _ in told]
    try:
        for (place, name, listeners), kernel in zip(told, kernels, strict=True):
            setattr(place, name, _telling(kernel, *listeners))
        yield
    finally:
        for (place, name, _), kernel in zip(told, kernels, strict=True):
            setattr(place, name, kernel)


def _telling(
    kernel: Callable[..., Any],
    see: Callable[[dict[str, Any], Any], None],
    begin: Callable[[dict[str, Any]], None] | None = None,
) -> Callable[..., Any]:
    """A kernel that tells `begin` of its arguments by name, and then `see` of the result too."""
    signature = inspect.signature(kernel)

    def call(*arguments: Any) -> Any:
        given = signature.bind(*arguments).arguments
        if begin is not None:
            begin(given)
        result = kernel(*arguments)
        see(given, result)
        return result

    return call
