"""What each side of a line may still spend, how a move changes it, where a line ends: as types."""

from typing import NamedTuple

from othello.jit import jitmethods, step

DISC = 100
"""In hundredths of a disc, which static values are in."""


class Budgets(NamedTuple):
    """What the side to move and the other may still spend, and the plies left at most."""

    mine: int
    theirs: int
    depth: int


@step
def left_after(budgets, spent):
    """The budgets after a move, for the side that moves then: each side pays for its own moves."""
    return Budgets(budgets.theirs, budgets.mine - spent, budgets.depth - 1)


@jitmethods
class Siblings(NamedTuple):
    """What the costs of earlier siblings count, in percent; the paper has 100."""

    percent: int = 0

    def charge(self, earlier):
        """What to add to a move's cost, where it is asked for and in what its subtree may spend."""
        return self.percent * earlier // 100


@jitmethods
class EitherSide(NamedTuple):
    """A line may end whoever is to move."""

    parity: int = 0

    def with_parity(self, parity):
        """The same rule, whatever the parity."""
        return self

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

    def with_parity(self, parity):
        """The rule for lines that end at plies of this parity."""
        return OneSide(parity)

    def ends(self, ply):
        """Whether a line may end at this ply."""
        return (ply & 1) == self.parity


@jitmethods
class EveryLine(NamedTuple):
    """A line goes on, whatever its static value, while it can be paid."""

    number: int = 0

    def around(self, expected, other):
        """The same rule, whatever scores are expected."""
        return self

    def asks(self):
        """Whether the static value of a node decides anything."""
        return False

    def decided(self, static, left, ply, ending):
        """Whether the line is of no more interest."""
        return False

    def worth(self, static, ply, ending):
        """The value of a line that ends here."""
        return static


@jitmethods
class OpenLines(NamedTuple):
    """A line ends where its static value is so far from the expected score that it is decided.

    To go on costs `slope` for every disc of that distance. `expected` is the score of an
    earlier iteration, for the root's side, so that neither the window nor the path plays a
    part. `other` is that of one whose lines ended with the other side to move: what static
    values at such plies are compared with, where a line goes on for `longer` more than is left.
    """

    slope: int
    longer: int
    expected: int
    other: int

    def around(self, expected, other):
        """The same rule where these scores are expected; if none is, no line is decided.

        The `other` may be unknown, None: then it is taken to be the same.
        """
        if expected is None:
            return self._replace(slope=0)
        return self._replace(expected=expected, other=expected if other is None else other)

    def asks(self):
        """Whether the static value of a node decides anything."""
        return True

    def usual(self, ply, ending):
        """The score expected of a node, for the side to move there.

        `ending` says whether lines end at plies of this parity.
        """
        score = self.expected if ending else self.other
        return score if ply & 1 == 0 else -score

    def price(self, static, ply, ending):
        """What it costs to go on with a line of this static value."""
        distance = abs(static - self.usual(ply, ending))
        due = 0 if ending else self.longer
        return self.slope * distance // DISC - due

    def decided(self, static, left, ply, ending):
        """Whether the line is of no more interest to a mover with so much `left`."""
        return left < self.price(static, ply, ending)

    def worth(self, static, ply, ending):
        """The value of a line that ends here, as if the usual side were to move."""
        if ending:
            return static
        shift = self.expected - self.other
        return static + shift if ply & 1 == 0 else static - shift


@jitmethods
class Skipping(NamedTuple):
    """A move that the budget does not pay for is not searched. Source: Rollason 2014."""

    number: int = 0

    def skips(self, cost, left):
        """Whether a move other than the cheapest is left out."""
        return cost > left


@jitmethods
class Shortening(NamedTuple):
    """Every move of a node is searched: a dear one leaves its side nothing to go on with."""

    number: int = 1

    def skips(self, cost, left):
        """Whether a move other than the cheapest is left out."""
        return False
