"""Boards that no game leads to, through all that takes boards; more of them in `random_boards`."""

import random_boards

from othello.jit import COMPILED

SPECS = random_boards.EXACT + random_boards.SEARCHES
BOARDS = 20 if COMPILED else 6


def test_random_boards_are_played_solved_served_and_read():
    assert list(random_boards.faults(range(BOARDS), SPECS)) == []
