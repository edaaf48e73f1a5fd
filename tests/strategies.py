"""Boards that no game need have led to, for tests by example."""

from hypothesis import strategies

from othello.position import Position


def _words():
    """Words with about half of their bits set."""
    return strategies.binary(min_size=8, max_size=8).map(lambda text: int.from_bytes(text, "big"))


def positions():
    """Any two disjoint sets of discs; the side to move has more, fewer or as many."""

    def build(first, second, third):
        occupied = first | second
        return Position(occupied & third, occupied & ~third)

    return strategies.builds(build, _words(), _words(), _words())
