"""Games that are played soundly after an opening by chance, each position labelled on the way.

The search that labels a position also plays its move, so that a game costs little more than its
labels. Most labels are of positions beside the games, as searches meet them: after a random move,
and further ones that are random or answer well.
"""

from typing import Any, NamedTuple

import numpy as np

from othello import evaluation
from othello.bits import NONE
from othello.evaluation.patterns.weights import Patterns
from othello.jit import ignore_overflow, jit
from othello.position import PASS, Position
from othello.rules import SCORE_SCALE
from players import registry
from players.engine import thread_data
from players.engine.endgame import SMALL_MEGABYTES, Solver
from players.engine.endgame_table import EndgameTables, new_table
from players.engine.midgame import principal
from players.engine.midgame_steps import MidgameSearch, NoSharing
from players.engine.thread_data import MidgameSettings, record_of, shipped_probcuts
from players.learning.batches import Batches
from players.learning.patterns.games import new_keys, seeded
from players.learning.patterns.kernels import (
    END,
    GAME_PLIES,
    below,
    play_games,
    replay,
    wander,
)
from players.limits import Limits
from players.protocol import MOST

BATCH = 100
"""Games in one file of a working folder: what a kill can cost."""
MEGABYTES = 8
"""What each of the tables takes: small enough to be read quickly."""
ENDINGS_MEGABYTES = 1
BEYOND = np.int64(MOST + 1)
"""More than any value."""
FIRST_WIDTH = np.int64(300)
"""Half the width of the first window of a deeper search, in hundredths of a disc."""
DEVIATIONS = (200, 400, 800, 1600)
"""By how much chance misjudges the moves of an opening, in hundredths of a disc, one for a game."""
CLOSE, FAR_GAMES = 2000, 4
"""A game whose opening leaves one side more than so many hundredths of a disc ahead is played on
in one of so many cases: such positions teach little, and most openings by chance end in them."""
ANSWERING = 3
"""Plies of the searches that choose a move beside a game."""
NEAR_END = 10
"""Empty squares from which on nothing beside a game is labelled: solvers go on from there."""
FIRST_DISCS = 4
"""Discs at the start of a game."""


class Recipe(NamedTuple):
    """How games are played and positions labelled.

    evaluator: what the searches see: the engine's for patterns, else plain alpha-beta. fewest,
    most: moves of an opening by chance. depth: plies of a search that labels, every other one by
    chance a ply deeper, so that neither side moves last more often. selectivity: of the engine,
    from 0 to 5 for nothing left out. solved: the most empty squares from which on labels are exact.
    beside: positions beside each of a game. away: the most moves that lie between. seed: of the
    games.
    """

    evaluator: str = "patterns"
    fewest: int = 4
    most: int = 40
    depth: int = 8
    selectivity: int = 1
    solved: int = 14
    beside: int = 4
    away: int = 3
    seed: int = 0


@jit
def deepened(own, opp, depth, search):
    """The value of a search of `depth` plies, after those of fewer plies of the same parity."""
    value = principal(own, opp, np.int64(2 - depth % 2), -BEYOND, BEYOND, np.int64(0), search)
    for plies in range(4 - depth % 2, depth + 1, 2):
        low, high = value - FIRST_WIDTH, value + FIRST_WIDTH
        value = principal(own, opp, np.int64(plies), low, high, np.int64(0), search)
        if value <= low or value >= high:
            value = principal(own, opp, np.int64(plies), -BEYOND, BEYOND, np.int64(0), search)
    return value


class Labels(NamedTuple):
    """Positions, uint64[n, 2], own discs first, and their values, int16[n], hundredths of a disc.

    away: uint8[n], moves from the position of a game that it lies beside, 0 on a game. The side to
    move has a move.
    """

    positions: np.ndarray
    values: np.ndarray
    away: np.ndarray


class EngineSearch:
    """The engine's search by weights of patterns."""

    def __init__(self, evaluator: Patterns, selectivity: int) -> None:
        self._selectivity = selectivity
        self._thread = thread_data.new_midgame_thread(MidgameSettings(), shipped_probcuts())
        endings = EndgameTables(new_table(ENDINGS_MEGABYTES), new_table(SMALL_MEGABYTES))
        tables = new_table(MEGABYTES), endings
        self._search = MidgameSearch(
            record_of(self._thread), *tables, evaluator.weights, NoSharing(), np.zeros(1, np.int64)
        )

    def new_game(self) -> None:
        """Let entries of the game before make room."""
        thread_data.begin_search(self._thread)
        thread_data.set_selectivity(self._thread, self._selectivity)

    def best(self, position: Position, depth: int) -> tuple[int, int]:
        """The value of a search of `depth` plies, and its move."""
        ignore_overflow()
        value = deepened(position.own, position.opp, np.int64(depth), self._search)
        return int(value), int(self._search.thread.root_move)


class PlainSearch:
    """Alpha-beta with any evaluator."""

    def __init__(self, evaluator: str) -> None:
        self._player = registry.make(registry.write("alphabeta", {"evaluator": evaluator}))

    def new_game(self) -> None:
        """Forget the game before."""
        self._player.new_game()

    def best(self, position: Position, depth: int) -> tuple[int, int]:
        """The value of a search of `depth` plies, and its move."""
        choice = self._player.choose(position, Limits(depth=depth))
        return choice.score, choice.move


class Labeller:
    """Plays games, one after the other, and labels their positions, by searches of one thread."""

    def __init__(self, recipe: Recipe, evaluator: Any, chance: np.ndarray) -> None:
        self._recipe, self._chance = recipe, chance
        if isinstance(evaluator, Patterns):
            self._search: Any = EngineSearch(evaluator, recipe.selectivity)
            self._solver = Solver(1, MEGABYTES, recipe.evaluator)
        else:
            self._search = PlainSearch(recipe.evaluator)
            self._solver = Solver(1, MEGABYTES)
        self._found: list[tuple[np.uint64, np.uint64, int, int]] = []

    @property
    def labels(self) -> Labels:
        """What was labelled so far."""
        positions = np.array([found[:2] for found in self._found], np.uint64).reshape(-1, 2)
        values = np.array([found[2] for found in self._found], np.int16)
        return Labels(positions, values, np.array([found[3] for found in self._found], np.uint8))

    def play(self, opening: Position) -> None:
        """Label a game that goes on from a position, if it is not too one-sided."""
        self._search.new_game()
        position, first = self._to_move(opening), True
        while position is not None:
            value, line = self._label(position, 0)
            if first and abs(value) > CLOSE and below(self._chance, FAR_GAMES) > 0:
                return
            first = False
            for move in line:
                if move == PASS:
                    position = position.passed()
                else:
                    self._found.append((position.own, position.opp, value, 0))
                    if position.plies_left() > NEAR_END:
                        for _ in range(self._recipe.beside):
                            self._beside(position, value)
                    position = position.play(move)
                value = -value
            position = self._to_move(position)

    def _to_move(self, position: Position) -> Position | None:
        """The position, after a pass if need be; None if the game is over."""
        if position.legal() != NONE:
            return position
        return None if position.over() else position.passed()

    def _beside(self, position: Position, guess: int) -> None:
        """Label another position, some moves away, if a game goes on there.

        The first move is random; of the further ones, every other by chance is a good one.
        """
        moves, aside = 1 + below(self._chance, self._recipe.away), position
        for number in range(moves):
            if number == 0 or below(self._chance, 2) == 0:
                words = np.array(aside)
                wander(words, 1, self._chance)
                played = Position(*words)
            else:
                played = aside.play(self._search.best(aside, ANSWERING)[1])
            next_one = self._to_move(played)
            if next_one is None:
                return
            aside = next_one
        value, _ = self._label(aside, -guess if moves % 2 else guess)
        self._found.append((aside.own, aside.opp, value, moves))

    def _label(self, position: Position, guess: int) -> tuple[int, tuple[int, ...]]:
        """The value for the side to move, and moves that reach it: to the end where it is solved.

        guess: about what a result should be.
        """
        if position.plies_left() <= self._recipe.solved:
            solved = self._solver.solve(position, guess=round(guess / SCORE_SCALE))
            return SCORE_SCALE * solved.score, solved.line
        value, move = self._search.best(position, self._recipe.depth + below(self._chance, 2))
        return value, (move,)


def labels_batch(recipe: Recipe, number: int, size: int) -> dict[str, np.ndarray]:
    """The labels of batch `number`, by their names: of the first `size` of its games."""
    ignore_overflow()
    chance = seeded(recipe.seed, number)
    evaluator = evaluation.named(recipe.evaluator)
    labeller = Labeller(recipe, evaluator, chance)
    openings = np.full((BATCH, GAME_PLIES), END, np.uint8)
    words, most = np.zeros(2, np.uint64), np.int64(recipe.most)
    deviations = np.array(DEVIATIONS)
    play_games(evaluator, np.int64(1), most, most, deviations, chance, new_keys(), openings)
    for moves in openings[:size]:
        plies = recipe.fewest + below(chance, recipe.most - recipe.fewest + 1)
        if replay(moves, FIRST_DISCS + plies, words):
            labeller.play(Position(*words))
    return labeller.labels._asdict()


DEEP_LABELS = Batches(
    *("labels", ".npz", BATCH, labels_batch),
    modules=(__name__, "players.learning.patterns.games", "players.learning.patterns.kernels"),
    cut=True,
    searched=True,
)
