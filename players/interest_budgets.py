"""What each side of a line may still spend, and how a move changes it: each rule is a type."""

from typing import NamedTuple

from othello.jit import jitmethods


class Budgets(NamedTuple):
    """What the side to move and the other may still spend, and the plies left at most."""

    mine: int
    theirs: int
    depth: int


@jitmethods
class TwoTallies(NamedTuple):
    """Each side pays for its own moves. Source: Rollason 2014."""

    tallies: int = 2

    def left_after(self, budgets, spent):
        """The budgets after a move, for the side that moves then."""
        return Budgets(budgets.theirs, budgets.mine - spent, budgets.depth - 1)


@jitmethods
class SingleTally(NamedTuple):
    """Both sides draw on one budget; this "destroys the search" (Rollason 2014)."""

    tallies: int = 1

    def left_after(self, budgets, spent):
        """The budgets after a move, for the side that moves then."""
        left = budgets.mine - spent
        return Budgets(left, left, budgets.depth - 1)


@jitmethods
class Siblings(NamedTuple):
    """What the costs of earlier siblings count, in percent.

    `charged` where it is decided whether a move is searched, `inherited` in what
    its subtree may spend. The paper has 100 and 100.
    """

    charged: int = 0
    inherited: int = 0

    def charge(self, earlier):
        """What to add to a move's cost when asking whether it is searched."""
        return self.charged * earlier // 100

    def bequest(self, earlier):
        """What to add to a move's cost when paying for it."""
        return self.inherited * earlier // 100


@jitmethods
class EitherSide(NamedTuple):
    """A line may end whoever is to move."""

    parity: int = 0

    def ends(self, ply):
        """Whether a line may end at this ply."""
        return True


@jitmethods
class OneSide(NamedTuple):
    """A line ends at plies of one parity alone: 0 where the root's side moves, else 1.

    Having the move is worth something, and a static value says not exactly what:
    values of lines that end with different sides to move compare badly.
    """

    parity: int

    def ends(self, ply):
        """Whether a line may end at this ply."""
        return (ply & 1) == self.parity


@jitmethods
class OneLook(NamedTuple):
    """A move keeps the value that its own cost left it to find."""

    number: int = 0

    def again(self, saved):
        """Whether a move that raised alpha is searched again."""
        return False


@jitmethods
class SecondLook(NamedTuple):
    """A move that raised alpha is searched again as if it were the node's cheapest.

    Only if that leaves its subtree at least `least` more to spend. Source:
    Tsuruoka, Yokoyama and Chikayama 2002.
    """

    least: int

    def again(self, saved):
        """Whether a move that raised alpha is searched again."""
        return saved >= self.least
