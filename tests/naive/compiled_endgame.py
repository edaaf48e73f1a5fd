"""The results of endgames, obviously and less slowly: minimax of every line on 64 numbers.

Neither alpha-beta nor a table, and nothing of what it judges but the policy of compiling.
`endgame` beside it judges this one.
"""

import numpy as np

from othello.jit import jit

STEPS = np.array([(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)])
"""Rows and columns to the next square in each direction."""


@jit("int64(int8[::1], int64, int64, int64, int64)")
def run(board, row, column, row_step, column_step):
    """How many of the other side's discs (-1) lie in a direction before one's own (1)."""
    length = 0
    row, column = row + row_step, column + column_step
    while 0 <= row < 8 and 0 <= column < 8:
        disc = board[8 * row + column]
        if disc == 1:
            return length
        if disc == 0:
            return 0
        length += 1
        row, column = row + row_step, column + column_step
    return 0


@jit("void(int8[::1], int8[::1])")
def turn(board, after):
    """Make `after` the same board as the other side sees it."""
    for square in range(64):
        after[square] = -board[square]


@jit("boolean(int8[::1], int64, int8[::1])")
def play(board, square, after):
    """Whether a square may be played; if so `after` is the board then, as the other side sees it.

    Boards are int8[64], 1 for the side to move.
    """
    row, column = square // 8, square % 8
    if board[square] != 0:
        return False
    legal = False
    for step in range(8):
        row_step, column_step = STEPS[step]
        length = run(board, row, column, row_step, column_step)
        if length == 0:
            continue
        if not legal:
            legal = True
            turn(board, after)
            after[square] = -1
        for distance in range(1, length + 1):
            after[8 * (row + distance * row_step) + column + distance * column_step] = -1
    return legal


@jit("int64(int8[::1])")
def final(board):
    """The disc difference at the end for the side to move, the empty squares for the winner."""
    difference = 0
    empty = 0
    for disc in board:
        difference += disc
        empty += disc == 0
    if difference > 0:
        return difference + empty
    if difference < 0:
        return difference - empty
    return 0


@jit("int64(int8[:, ::1], int64, int64)")
def minimax(boards, ply, passes):
    """The result in discs for the side to move in `boards[ply]`; those below are written over.

    passes: how many there were in a row just before.
    """
    board, after = boards[ply], boards[ply + 1]
    if passes == 2:
        return final(board)
    best = np.int64(-65)
    for square in range(64):
        if play(board, square, after):
            best = max(best, -minimax(boards, ply + 1, np.int64(0)))
    if best > -65:
        return best
    turn(board, after)
    return -minimax(boards, ply + 1, passes + 1)


def result(own: int, opp: int) -> int:
    """The result of a position of two words, in discs for the side to move."""
    boards = np.zeros((130, 64), np.int8)
    for square in range(64):
        boards[0, square] = (own >> square & 1) - (opp >> square & 1)
    return int(minimax(boards, 0, 0))
