"""The solver's last squares without an evaluation, slow and plain: same order, same nodes."""

from typing import Any

from naive.search import members
from othello.position import Position
from othello.stability import stable_discs
from players.engine.search_memory import EndgameSettings

CORNERS = {0, 7, 56, 63}
REPLY_WEIGHT, PARITY_WEIGHT = 16, 8


def quarter(square: int) -> tuple[int, int]:
    """Return the quadrant of a square."""
    return square // 32, square % 8 // 4


def odd(empties: list[int]) -> list[int]:
    """Return the squares in quadrants with an odd number of them."""
    quarters = [quarter(square) for square in empties]
    return [square for square in empties if quarters.count(quarter(square)) % 2]


def last_order(empties: list[int]) -> list[int]:
    """Return three empty squares, one alone in its quadrant first; fewer unchanged."""
    if len(empties) == 3:
        first, second, third = empties
        if quarter(first) == quarter(second):
            return [third, second, first]
        if quarter(first) == quarter(third):
            return [second, first, third]
    return empties


class Endings:
    """Null-window searches to the end; `owner` counts `nodes` and has `ended`."""

    def __init__(self, owner: Any, settings: EndgameSettings = EndgameSettings()) -> None:  # noqa: B008
        self._owner, self._settings = owner, settings
        self.table: dict[Position, tuple[int, int, int]] = {}

    def bound(self, position: Position, alpha: int) -> int:
        """Return a bound of the result in discs on its side of `alpha`."""
        empties = members(~(position.own | position.opp))
        if len(empties) <= self._settings.parity_empties:
            return self._by_parity(position, alpha, empties)
        if self._owner.ended():
            return 0
        moves = members(position.legal())
        if position.over():
            return int(position.final()) // 100
        if not moves:
            return -self.bound(position.passed(), -alpha - 1)
        size, settings = len(empties), self._settings
        known = self.table.get(position) if size >= settings.table_empties else None
        if known is not None:
            lower, upper, _ = known
            if lower > alpha:
                return lower
            if upper <= alpha:
                return upper
        if size >= settings.stability_empties and alpha >= 2 * size:
            stable = len(members(position.opp & stable_discs(position.own, position.opp)))
            if 64 - 2 * stable <= alpha:
                return 64 - 2 * stable
        rows = []
        for move in moves:
            child = position.play(move)
            if not child.own:
                self._owner.nodes += 1
                return 64
            replies = members(child.legal())
            key = PARITY_WEIGHT if move in odd(empties) else 0
            key -= REPLY_WEIGHT * len(replies)
            key -= REPLY_WEIGHT * len(CORNERS & set(replies))
            first = known is not None and known[2] == move
            rows.append((first, key, move, child))
        best, best_move = -128, -1
        for _, _, move, child in sorted(rows, key=lambda row: row[:3], reverse=True):
            self._owner.nodes += 1
            score = -self.bound(child, -alpha - 1)
            if score > best:
                best, best_move = score, move
            if best > alpha:
                break
        if self._owner.ended():
            return 0
        if size >= settings.table_empties:
            lower, upper, _ = known or (-64, 64, -1)
            lower, upper = (max(lower, best), upper) if best > alpha else (lower, min(upper, best))
            self.table[position] = lower, upper, best_move
        return best

    def _by_parity(self, position: Position, alpha: int, empties: list[int]) -> int:
        """As `bound` without a table: squares of odd quadrants first."""
        if position.over():
            return int(position.final()) // 100
        moves = members(position.legal())
        if not moves:
            return -self._by_parity(position.passed(), -alpha - 1, empties)
        if len(empties) > 3:
            first = odd(empties)
            empties = first + [square for square in empties if square not in first]
        else:
            empties = last_order(empties)
        best = -128
        for move in empties:
            if move in moves:
                self._owner.nodes += 1
                left = [square for square in empties if square != move]
                left = sorted(left) if len(left) > 2 else left
                best = max(best, -self._by_parity(position.play(move), -alpha - 1, left))
                if best > alpha:
                    break
        return best
