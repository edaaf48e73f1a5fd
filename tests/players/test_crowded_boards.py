"""Boards that no game leads to; uncompiled, a wrong index raises. More in `random_boards`."""

import numpy as np
import pytest
import random_boards

from othello import evaluation
from othello.game import Game
from othello.jit import COMPILED
from othello.position import Position
from othello.rules import MOST_MOVES, MOST_PLIES
from players import registry
from players.engine.endgame import LAST_MOVE
from players.engine.endgame_table import BUSY_MARKS, EndgameTables, new_table
from players.engine.midgame import principal
from players.engine.midgame_steps import MidgameSearch
from players.engine.search_memory import MidgameSettings, new_midgame_thread, record_of
from players.search.alphabeta import alphabeta, new_search
from players.search.deepening import FULL_WINDOW

CROWDED = "-------O-OXOOO---OX-XXO--X--OX--XO---XO-XO--OXX-OO--XOO--------- X"
"""35 legal moves, the most that hill climbing found in 138 million boards; no game leads there."""
LONGEST_LINE = 124
"""Plies: at most 62 moves, with a pass before each."""
SPECS = random_boards.EXACT + random_boards.SEARCHES


def test_random_boards_are_played_solved_served_and_read():
    assert list(random_boards.faults(range(20 if COMPILED else 6), SPECS)) == []


@pytest.mark.rare_kernels
def test_no_row_of_moves_is_too_short():
    game = Game.from_board(CROWDED)
    assert len(game.legal()) == 35
    for seed, spec in enumerate(SPECS):
        random_boards.by_player(game, registry.make(spec), seed, spec in random_boards.EXACT)


def test_moves_are_at_most_eight_for_each_disc_of_either_side():
    for seed in range(300):
        for own, opp in (position := random_boards.board(seed).position, position.passed()):
            moves, mine, theirs = (
                int(word).bit_count() for word in (Position(own, opp).legal(), own, opp)
            )
            assert moves <= min(8 * mine, 8 * theirs, 64 - mine - theirs)
    most = max(
        min(8 * mine, 8 * theirs, 64 - mine - theirs) for mine in range(33) for theirs in range(33)
    )
    assert most == 50 <= MOST_MOVES


def test_the_longest_line_has_room_in_every_search():
    own, opp, ply = *LAST_MOVE, LONGEST_LINE - 1
    thread = new_midgame_thread(MidgameSettings())
    table = [new_table(0.1, BUSY_MARKS), new_table(0.1), new_table(0.1)]
    patterns, stop = evaluation.named("patterns"), np.zeros(1, np.int64)
    tables = table[0], EndgameTables(*table[1:])
    search = MidgameSearch(record_of(thread), *tables, patterns.weights, stop)
    limits = (np.int64(number) for number in (1, -6400, 6401, ply))
    assert principal(own, opp, *limits, search) == 6400
    plain = new_search(evaluation.named("bill"))
    assert alphabeta(LAST_MOVE, FULL_WINDOW, 2, ply, plain)[0] == 6400
    assert MOST_PLIES > LONGEST_LINE
