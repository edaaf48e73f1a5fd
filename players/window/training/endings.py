"""What cards are made of: endings of games with one winning move."""

import random
import threading
from collections.abc import Callable
from contextlib import suppress

from othello.bits import NONE, count, squares
from othello.cli.errors import first_line
from othello.formats.entry import Entry
from othello.game import Game
from othello.position import Position
from othello.rules import SCORE_SCALE
from players.analyse.games import turns
from players.move_values import MoveValue, MoveValues, sorted_values
from players.window.training.deck import ENDING_CARDS, TrainingCard

FEWEST_EMPTIES, MOST_EMPTIES = 6, 14
"""Empty squares of an ending."""
TRIES = 400
"""Games that are looked into, at the most, for each ending that is wanted."""
MEGABYTES = 2


def solved_moves(position: Position, solve: Callable[[Position], int]) -> MoveValues:
    """What every move is worth under perfect play, by `solve`, the result in discs."""
    values = []
    for move in squares(position.legal()):
        child = position.play(move)
        if child.over():
            result = -int(child.final()) // SCORE_SCALE
        elif child.legal() == NONE:
            result = solve(child.passed())
        else:
            result = -solve(child)
        score = SCORE_SCALE * result
        values.append(MoveValue(move, score, True, (move,), score, score))
    return sorted_values(int(position.plies_left()), values)


def only_win(values: MoveValues) -> bool:
    """Whether one move wins, and no other."""
    return [value.score > 0 for value in values.moves[:2]] == [True, False]


def ending_in(game: Game, empties: int, solve: Callable[[Position], int]) -> TrainingCard | None:
    """The position of a game with so many empty squares, if just one of its moves wins."""
    for turn in turns(game):
        position = Position(turn.question.own, turn.question.opp)
        choice = position.plies_left() == empties and count(position.legal()) > 1
        if choice and only_win(solved_moves(position, solve)):
            return TrainingCard(ENDING_CARDS, Game(position, black_to_move=turn.black).board())
    return None


class EndingMaker:
    """Looks for endings in the games of a library, in a thread of its own.

    `entry(number)` gives one of `count` games. `found` grows up to `wanted` cards; `working` says
    whether there may be more, `fault` in a line why it ended early, "" if it did not.
    """

    def __init__(
        self, entry: Callable[[int], Entry], count: int, wanted: int, seed: int | None = None
    ) -> None:
        self.found: list[TrainingCard] = []
        self.fault = ""
        self._entry, self._count, self._wanted = entry, count, wanted
        self._chance = random.Random(seed)
        self._closed = False
        self.thread = threading.Thread(target=self._run, name="endings", daemon=True)
        self.thread.start()

    @property
    def working(self) -> bool:
        """Whether it looks on."""
        return self.thread.is_alive()

    def close(self) -> None:
        """Look no further."""
        self._closed = True

    def _run(self) -> None:
        try:
            self._look()
        except Exception as error:  # said in the window: there, nobody sees the thread's end
            self.fault = f"{type(error).__name__}: {first_line(error)}"

    def _look(self) -> None:
        from othello.jit import ignore_overflow
        from players.engine.endgame import Solver

        ignore_overflow()
        solver = Solver(megabytes=MEGABYTES)
        boards = set()
        for _ in range(TRIES * self._wanted):
            if self._closed or len(self.found) == self._wanted:
                return
            empties = self._chance.randint(FEWEST_EMPTIES, MOST_EMPTIES)
            with suppress(ValueError):  # a game that breaks the rules
                game = self._entry(self._chance.randrange(self._count)).game()
                card = ending_in(game, empties, lambda position: solver.solve(position).score)
                if card is not None and card.board not in boards:
                    boards.add(card.board)
                    self.found.append(card)
