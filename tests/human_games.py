"""Files of WTHOR for the learners from people's games: Ann and Bert have met, and a program."""

from samples import random_moves

from othello.formats import wthor
from othello.formats.wthor import Header, WthorGame

HEADER = Header(20, 26, 11, 24)


def met(numbers, discs=40, most=4):
    """A game of Ann against Bert for each number, by turns the other one black."""
    return [WthorGame(0, n % 2, 1 - n % 2, discs, discs, random_moves(n, most)) for n in numbers]


def write_folder(folder, games, names=("Ann", "Bert", "Zoe (prog)")):
    """A folder of WTHOR's files; returned is its path."""
    folder.mkdir()
    wthor.write_games(folder / "WTH_2026.wtb", games, HEADER)
    wthor.write_names(folder / "WTH.JOU", names, HEADER)
    return folder
