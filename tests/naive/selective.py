"""The engine's selective search, slow and plain: one thread, a dictionary for the table.

Rules and evaluation are the fast ones, which other tests check; everything else is written again.
Values, lines and numbers of nodes must equal the engine's.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from naive.endings import Endings
from naive.remembered import after, moves_of, value_of
from othello.position import PASS, Position

DEVIATIONS = (70, 100, 140, 200, 260, 0)
"""Hundredths of a standard deviation that a cut must lie outside the window, by selectivity."""
FULL_WIDTH = 5
LOWER, EXACT = 1, 0
LOWEST, HIGHEST = -(2**15) + 1, 2**15 - 1
MOST, FAR = 6400, 6401
CORNERS = {0, 7, 56, 63}
KILLERS = 4


class Iteration(NamedTuple):
    """Result of an iteration, and the moves played until then."""

    score: int
    bound: int
    depth: int
    selectivity: int
    line: tuple[int, ...]
    nodes: int


class Entry(NamedTuple):
    """Table entry of a position."""

    lower: int
    upper: int
    move: int
    depth: int
    selectivity: int
    age: int

    def holds(self, depth: int, selectivity: int) -> bool:
        """True if the bounds come from a search at least as deep and at most as selective."""
        return self.depth >= depth and self.selectivity >= selectivity


class Engine:
    """The engine's twin; `selectivity` may change between searches."""

    def __init__(
        self, selectivity: int, settings: Any, cuts: Any, evaluator: str = "patterns"
    ) -> None:
        self.selectivity, self._settings, self._cuts = selectivity, settings, cuts
        self._evaluator = evaluator
        self._table: dict[Position, Entry] = {}
        self._endings = Endings(self)
        self._lately: list[int] = []
        self.nodes = 0
        self._age = 1

    def ended(self) -> bool:
        """True if the budget is spent; later results are worthless."""
        return self._budget is not None and self.nodes >= self._budget

    def clear(self) -> None:
        """Forget all earlier searches."""
        self._table.clear()
        self._endings.table.clear()
        self._age = 1

    # the iterations

    def search(
        self,
        position: Position,
        depth: int | None = None,
        nodes: int | None = None,
        solve: int = 12,
    ) -> list[Iteration]:
        """Return the result of each iteration before the proof."""
        if not moves_of(position):
            iterations = self.search(position.passed(), depth, nodes, solve)
            return [
                iteration._replace(
                    score=-iteration.score, bound=-iteration.bound, line=(PASS, *iteration.line)
                )
                for iteration in iterations
            ]
        self._age += 1
        self._lately.clear()
        self._budget, self._open = None, 0
        began, empties = self.nodes, position.plies_left()
        self._begin(self.selectivity)
        score, line = self._principal(position, 1, -FAR, FAR, root=True)
        found = Iteration(score, EXACT, 1, self.selectivity, line, self.nodes - began)
        self._budget = None if nodes is None else self.nodes + max(1, nodes)
        scores: dict[int, int] = {}
        told = []
        for plies, selectivity in self._iterations(empties, depth, solve):
            if self.ended():
                break
            iteration = self._search_iteration(position, plies, selectivity, scores, found)
            if iteration is None:
                break
            found = iteration._replace(nodes=self.nodes - began)
            told.append(found)
        return told

    def _iterations(self, empties: int, depth: int | None, solve: int) -> Iterator[tuple[int, int]]:
        """Yield depth and selectivity of each iteration before the proof."""
        to_the_end = depth is None or depth >= empties
        if empties <= solve and to_the_end:
            return
        for plies in range(1, (max(1, empties - 6) if to_the_end else depth or 0) + 1):
            yield plies, self.selectivity
        for selectivity in (1, 2, 3):
            if to_the_end and selectivity >= self.selectivity:
                yield empties, selectivity

    def _begin(self, selectivity: int) -> None:
        """Begin a search with this selectivity."""
        self._now, self._open = selectivity, 0
        self._root: tuple[int, int] | None = None

    def _search_iteration(
        self,
        position: Position,
        depth: int,
        selectivity: int,
        scores: dict[int, int],
        before: Iteration,
    ) -> Iteration | None:
        """Search with a window around the score of two plies before, wider after each failure."""
        expected, width = scores.get(depth - 2, before.score), 300
        alpha, beta = max(expected - width, -FAR), min(expected + width, FAR)
        while True:
            self._begin(selectivity)
            score, line = self._principal(position, depth, alpha, beta, root=True)
            if self.ended():
                if self._root is None or self._root[1] <= alpha or self._root[0] == before.line[0]:
                    return None
                return Iteration(self._root[1], LOWER, depth, selectivity, self._root[:1], 0)
            if alpha < score < beta:
                scores[depth] = score
                return Iteration(score, EXACT, depth, selectivity, line, 0)
            width *= 4
            if score <= alpha:
                alpha = max(score - width, -FAR)
            else:
                beta = min(score + width, FAR)

    # the searches

    def _principal(
        self, position: Position, depth: int, alpha: int, beta: int, root: bool = False
    ) -> tuple[int, tuple[int, ...]]:
        """Return the value inside a window, a bound outside, and the principal variation."""
        moves = moves_of(position)
        if depth <= 0 or position.over():
            return value_of(position, self._evaluator), ()
        if not moves:
            value, line = self._principal(position.passed(), depth, -beta, -alpha)
            return -value, (PASS, *line)
        if self.ended():
            return 0, ()
        depth = min(depth, position.plies_left())
        if position not in self._table and depth >= self._settings.iid_depth:
            self._principal(position, depth - 2, alpha, beta, root)
            if root:
                self._root = None
        known = self._table.get(position)
        order = self._order(position, moves, max(depth, 3))
        if known is not None:
            order.sort(key=lambda row: row[0] != known.move)

        best, best_move, floor, line = -(10**9), -1, alpha, ()
        for number, (move, static) in enumerate(order):
            child = after(position, move)
            self.nodes += 1
            value = None
            if number > 0 and depth > 1:
                value = -self._scout(child, depth - 1, -floor - 1, static)
            if value is None or floor < value < beta:
                value, rest = self._principal(child, depth - 1, -beta, -floor)
                value = -value
                if value > floor and not self.ended():
                    line = (move, *rest)
            if self.ended():
                return 0, ()
            if value > best:
                best, best_move, floor = value, move, max(floor, value)
                if root:
                    self._root = (move, value)
            if best >= beta:
                break
        lower = LOWEST if best <= alpha else best
        upper = HIGHEST if alpha < best and best >= beta else best
        self._store(position, Entry(lower, upper, best_move, depth, self._now, self._age))
        return best, line

    def _scout(self, position: Position, depth: int, alpha: int, static: int | None) -> int:
        """Return a bound on its side of `alpha`; `static`: the evaluation, if it is known."""
        moves = moves_of(position)
        if position.over():
            return int(position.final())
        if not moves:
            return -self._scout(position.passed(), depth, -alpha - 1, None)
        empties, settings = int(position.plies_left()), self._settings
        depth = min(depth, empties)
        if depth == empties <= settings.solver_empties:
            return 100 * self._endings.bound(position, alpha // 100)
        if depth == 1:
            return self._last_ply(position, moves, alpha + 1)
        if self.ended():
            return 0
        known = self._table.get(position) if depth >= settings.table_depth else None
        if known is not None and known.holds(depth, self._now):
            if known.lower > alpha:
                return known.lower
            if known.upper <= alpha:
                return known.upper
        cut = self._cut(position, depth, alpha, static)
        if cut is not None:
            return cut

        best, best_move = -(10**9), -1
        for move, child_static in self._ordered_moves(position, moves, depth, known):
            self.nodes += 1
            value = -self._scout(after(position, move), depth - 1, -alpha - 1, child_static)
            if value > best:
                best, best_move = value, move
            if best > alpha:
                break
        if self.ended():
            return 0
        if depth >= settings.table_depth:
            bounds = (best, HIGHEST) if best > alpha else (LOWEST, best)
            self._store(position, Entry(*bounds, best_move, depth, self._now, self._age))
        return best

    def _cut(self, position: Position, depth: int, alpha: int, static: int | None) -> int | None:
        """Return the bound of the first ProbCut that succeeds, or None."""
        if DEVIATIONS[self._now] == 0 or self._open >= self._settings.max_probcut_nesting:
            return None
        if static is None and depth > 2:
            static = value_of(position, self._evaluator)
        if static is None:
            return None
        empties = int(position.plies_left())
        row = min(empties, 60), 0 if depth == empties else min(depth, 23)
        for pair in range(3):
            shallow, sigma, bias, lead, gate = (
                int(self._cuts[name][(*row, pair)])
                for name in ("shallow", "sigma", "bias", "lead", "gate")
            )
            if shallow <= 0:
                continue
            margin = DEVIATIONS[self._now] * sigma // 100
            expected = static + lead  # of the shallow search
            high, low = alpha + 1 + margin - bias, alpha - margin - bias
            asked = expected >= high - gate and high <= MOST
            if asked and self._shallow(position, shallow, high - 1, static) >= high:
                return alpha + 1
            asked = expected <= low + gate and low >= -MOST
            if asked and self._shallow(position, shallow, low, static) <= low:
                return alpha
        return None

    def _shallow(self, position: Position, depth: int, alpha: int, static: int) -> int:
        """Return the bound of a ProbCut search."""
        self._open += 1
        value = self._scout(position, depth, alpha, static)
        self._open -= 1
        return value

    # the order of moves

    def _ordered_moves(
        self, position: Position, moves: list[int], depth: int, known: Entry | None
    ) -> Iterator[tuple[int, int | None]]:
        """Yield moves with their static values: the hash move without one, then by worth."""
        if known is not None:
            yield known.move, None
            moves = [move for move in moves if move != known.move]
        yield from self._order(position, moves, depth)

    def _order(
        self, position: Position, moves: list[int], depth: int
    ) -> list[tuple[int, int | None]]:
        """Return moves with their static values, best first; among equals the last square first."""
        settings, rows = self._settings, []
        for move in moves:
            child = after(position, move)
            replies = moves_of(child)
            worth, static = 0, None
            if depth >= settings.eval_order_depth:
                static = value_of(child, self._evaluator)
                worth = -static
            worth -= settings.reply_weight * len(replies)
            worth -= settings.corner_weight * len(CORNERS & set(replies))
            rows.append((worth, move, static))
        return [
            (move, static)
            for worth, move, static in sorted(rows, reverse=True, key=lambda row: row[:2])
        ]

    def _last_ply(self, position: Position, moves: list[int], beta: int) -> int:
        """Return the best value after a move, or the first that reaches `beta`; killers first."""
        best = -(10**9)
        lately = [move for move in self._lately if move in moves]
        for move in [*lately, *(move for move in moves if move not in lately)]:
            self.nodes += 1
            best = max(best, -value_of(after(position, move), self._evaluator))
            if best >= beta:
                others = [other for other in self._lately if other != move]
                self._lately = [move, *others][:KILLERS]
                break
        return best

    # the table

    def _store(self, position: Position, new: Entry) -> None:
        """Store an entry unless the old one is better; merge both if they are equally deep."""
        old = self._table.get(position)
        if old is not None and old.holds(new.depth, new.selectivity):
            if (old.depth, old.selectivity) == (new.depth, new.selectivity):
                lower, upper = max(old.lower, new.lower), min(old.upper, new.upper)
                if lower <= upper:
                    new = new._replace(lower=lower, upper=upper)
            elif old.age == new.age:
                return
        self._table[position] = new
