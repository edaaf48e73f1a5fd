"""The count of a game tree's leaves, in kernels that serve every path of the rules."""

from typing import NamedTuple

from othello import rules_scalar, rules_vector
from othello.bits import NONE, bit, count, lowest
from othello.jit import jit, jitmethods


@jitmethods
class ScalarPath(NamedTuple):
    """The rules on plain words."""

    lanes: int = 1

    def legal_moves(self, own, opp):
        """Squares where the side holding `own` may play."""
        return rules_scalar.legal_moves(own, opp)

    def flips(self, own, opp, square):
        """Discs of `opp` that turn when the side holding `own` plays `square`."""
        return rules_scalar.flips(own, opp, square)


@jitmethods
class VectorPath(NamedTuple):
    """The rules on four lines at once, where rules_vector.AVAILABLE."""

    lanes: int = 4

    def legal_moves(self, own, opp):
        """Squares where the side holding `own` may play."""
        return rules_vector.legal_moves(own, opp)

    def flips(self, own, opp, square):
        """Discs of `opp` that turn when the side holding `own` plays `square`."""
        return rules_vector.flips(own, opp, square)


@jit
def leaves_of_last_ply(path, own, opp, pass_cost):
    """How many leaves lie one ply below; a pass, if it costs a ply, and a finished game are one."""
    moves = path.legal_moves(own, opp)
    if moves == NONE and pass_cost == 0:
        moves = path.legal_moves(opp, own)
    return max(count(moves), 1)


@jit
def leaves(path, own, opp, depth, pass_cost):
    """How many leaves lie `depth` plies, at least 1, below; a game that ends earlier is one leaf.

    `path` says whose rules are used; `pass_cost`, 0 or 1, is how many plies a pass takes.
    """
    if depth == 1:
        return leaves_of_last_ply(path, own, opp, pass_cost)
    moves = path.legal_moves(own, opp)
    if moves == NONE:
        if path.legal_moves(opp, own) == NONE:
            return 1
        return leaves(path, opp, own, depth - pass_cost, pass_cost)
    total = 0
    while moves != NONE:
        move = lowest(moves)
        moves ^= bit(move)
        flipped = path.flips(own, opp, move)
        after_own, after_opp = opp ^ flipped, own | flipped | bit(move)
        if depth == 2:  # not left to the recursion: a call costs a sixth of the speed
            total += leaves_of_last_ply(path, after_own, after_opp, pass_cost)
        else:
            total += leaves(path, after_own, after_opp, depth - 1, pass_cost)
    return total
