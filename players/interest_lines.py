"""When a line is of no more interest, and what becomes of moves that nobody can afford.

Each rule is a type.
"""

from typing import NamedTuple

from othello.jit import jitmethods

DISC = 100
"""In hundredths of a disc, which static values are in."""


@jitmethods
class EveryLine(NamedTuple):
    """A line goes on, whatever its static value, while it can be paid."""

    number: int = 0

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

    To go on costs `slope` for every disc of that distance beyond `free`, in hundredths
    of a disc. `expected` is the score of an earlier iteration, for the root's side, so
    that neither the window nor the path plays a part. `other` is that of one whose lines
    ended with the other side to move: what static values at such plies are compared
    with, where a line goes on for `longer` more than is left.
    """

    slope: int
    free: int
    longer: int
    expected: int
    other: int

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
        return self.slope * (distance - self.free) // DISC - due

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
