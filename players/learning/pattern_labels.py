"""Labels for patterns: games after random openings, each position with a search's value.

The search that labels a position also chooses its move, so that a game costs little more
than its labels. Most labelled positions lie off the games, as searches meet them: after a
random move, and further moves that are random or good replies.
"""

from typing import Any, NamedTuple

import numpy as np

from othello import evaluation
from othello.arrays import Positions
from othello.bits import NONE
from othello.evaluation.patterns.weights import Patterns
from othello.jit import ignore_overflow, jit
from othello.position import PASS, Position
from players import registry
from players.engine import search_memory
from players.engine.endgame import SMALL_MEGABYTES, Solver
from players.engine.endgame_table import BUSY_MARKS, EndgameTables, new_table
from players.engine.midgame import principal
from players.engine.midgame_steps import MidgameSearch
from players.engine.request import Request
from players.engine.search_memory import MidgameSettings, record_of, shipped_probcuts
from players.learning.pipeline import Batches
from players.learning.self_play import below, noisy_game, position_with, seeded, wander
from players.limits import Limits
from players.protocol import MAX_SCORE

BATCH = 100
"""Games per file."""
MEGABYTES = 8
"""Size of the midgame's table: small enough to be fast."""
BEYOND = np.int64(MAX_SCORE + 1)
"""Larger than any value."""
FIRST_WIDTH = np.int64(300)
"""Half the width of the first window of a deeper search, in hundredths of a disc."""
DEVIATIONS = (200, 400, 800, 1600)
"""Noise of the values in openings, in hundredths of a disc; each game draws one."""
CLOSE, FAR_GAMES = 2000, 4
"""Only one in FAR_GAMES openings with a lead of more than CLOSE is continued.

Most random openings are one-sided, and their positions teach little.
"""
REPLY_DEPTH = 3
"""Plies of the searches for good replies off the game."""
NEAR_END = 10
"""Positions off the game are labelled only with more empty squares: solvers take over there."""
FIRST_DISCS = 4
"""Discs at the start of a game."""


class Recipe(NamedTuple):
    """Rules by which games are played and positions labelled.

    evaluator: patterns for the engine, others for plain alpha-beta. fewest, most: moves of a random
    opening. depth: plies of a labelling search; half of them search a ply more, so that neither
    side always moves last. selectivity: of the engine, from 0 to 5, full width. solved: empty
    squares from which labels are exact. beside: positions off the game for each of the game, at
    most `away` moves off.
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
    """Return the value of a search of `depth` plies after shallower ones of the same parity."""
    value = principal(own, opp, np.int64(2 - depth % 2), -BEYOND, BEYOND, np.int64(0), search)
    for plies in range(4 - depth % 2, depth + 1, 2):
        low, high = value - FIRST_WIDTH, value + FIRST_WIDTH
        value = principal(own, opp, np.int64(plies), low, high, np.int64(0), search)
        if value <= low or value >= high:
            value = principal(own, opp, np.int64(plies), -BEYOND, BEYOND, np.int64(0), search)
    return value


class Labels(NamedTuple):
    """Positions, uint64[n, 2], own discs first, and values, int16[n], hundredths of a disc.

    away: uint8[n], moves off the game. The side to move has a move.
    """

    positions: np.ndarray
    values: np.ndarray
    away: np.ndarray


class EngineSearch:
    """The engine's search with pattern weights."""

    def __init__(self, evaluator: Patterns, selectivity: int) -> None:
        self._selectivity = selectivity
        self._thread = search_memory.new_midgame_thread(MidgameSettings(), shipped_probcuts())
        small = new_table(SMALL_MEGABYTES)
        tables = new_table(MEGABYTES, BUSY_MARKS), EndgameTables(small, small)
        self._search = MidgameSearch(
            record_of(self._thread), *tables, evaluator.weights, np.zeros(1, np.int64)
        )

    def new_game(self) -> None:
        """Age the table's entries."""
        search_memory.begin_search(self._thread)
        search_memory.set_selectivity(self._thread, self._selectivity)

    def best(self, position: Position, depth: int) -> tuple[int, int]:
        """Return the value of a search of `depth` plies and its move."""
        ignore_overflow()
        value = deepened(position.own, position.opp, np.int64(depth), self._search)
        return int(value), int(self._search.thread.root_move)


class Labeller:
    """Plays games and labels their positions, in one thread."""

    def __init__(self, recipe: Recipe, evaluator: Any, rng: np.ndarray) -> None:
        self._recipe, self._rng = recipe, rng
        if isinstance(evaluator, Patterns):
            search = EngineSearch(evaluator, recipe.selectivity)
            self._new_game, self._best = search.new_game, search.best
            self._solver = Solver(1, MEGABYTES, recipe.evaluator)
        else:
            player = registry.make(registry.spec_text("alphabeta", {"evaluator": recipe.evaluator}))

            def best(position: Position, depth: int) -> tuple[int, int]:
                choice = player.choose(position, Limits(depth=depth))
                return choice.score, choice.move

            self._new_game, self._best = player.new_game, best
            self._solver = Solver(1, MEGABYTES)
        self._labelled: list[tuple[np.uint64, np.uint64, int, int]] = []

    @property
    def labels(self) -> Labels:
        """The labels so far."""
        positions = np.array([label[:2] for label in self._labelled], np.uint64).reshape(-1, 2)
        values = np.array([label[2] for label in self._labelled], np.int16)
        return Labels(positions, values, np.array([label[3] for label in self._labelled], np.uint8))

    def play(self, opening: Position) -> None:
        """Label a game from a position on, unless the position is too one-sided."""
        self._new_game()
        position, first = self._to_move(opening), True
        while position is not None:
            value, line = self._label(position, 0)
            if first and abs(value) > CLOSE and below(self._rng, FAR_GAMES) > 0:
                return
            first = False
            for move in line:
                if move == PASS:
                    position = position.passed()
                else:
                    self._add(position, value)
                    position = position.play(move)
                value = -value
            position = self._to_move(position)

    def follow(self, games: Positions) -> None:
        """Label the positions of games that were played elsewhere, without their first plies."""
        self._new_game()
        chosen = games.chosen(games.ply >= self._recipe.fewest)
        for position in map(Position, chosen.own, chosen.opp):
            self._add(position, self._label(position, 0)[0])

    def _add(self, position: Position, value: int) -> None:
        """Store the label of a position of the game, and label positions near it."""
        self._labelled.append((position.own, position.opp, value, 0))
        if position.plies_left() > NEAR_END:
            for _ in range(self._recipe.beside):
                self._label_nearby(position, value)

    def _to_move(self, position: Position) -> Position | None:
        """Return the position, after a pass if necessary; None if the game is over."""
        if position.legal() != NONE:
            return position
        return None if position.over() else position.passed()

    def _label_nearby(self, position: Position, guess: int) -> None:
        """Label another position, some moves off the game, unless the game ends before.

        The first move is random; each later one is random or a good reply, with even chances.
        """
        moves, nearby = 1 + below(self._rng, self._recipe.away), position
        for number in range(moves):
            if number == 0 or below(self._rng, 2) == 0:
                played = wander(nearby, 1, self._rng)
            else:
                played = nearby.play(self._best(nearby, REPLY_DEPTH)[1])
            following = self._to_move(played)
            if following is None:
                return
            nearby = following
        value, _ = self._label(nearby, -guess if moves % 2 else guess)
        self._labelled.append((nearby.own, nearby.opp, value, moves))

    def _label(self, position: Position, guess: int) -> tuple[int, tuple[int, ...]]:
        """Return the value for the side to move and moves that reach it, to the end if solved.

        guess: estimate of the value.
        """
        if position.plies_left() <= self._recipe.solved:
            solved = self._solver.solve(position, Request(guess=guess))
            return solved.score, solved.line
        value, move = self._best(position, self._recipe.depth + below(self._rng, 2))
        return value, (move,)


def labels_batch(recipe: Recipe, number: int, size: int, *own: Positions) -> dict[str, np.ndarray]:
    """Return the labels of the first `size` games of batch `number`, or of own games, by name."""
    ignore_overflow()
    rng = seeded(recipe.seed, number)
    evaluator = evaluation.named(recipe.evaluator)
    labeller = Labeller(recipe, evaluator, rng)
    if own:
        labeller.follow(own[0])
        return labeller.labels._asdict()
    soft_plies = recipe.most, recipe.most
    games = [noisy_game(evaluator, 1, soft_plies, DEVIATIONS, rng) for _ in range(BATCH)]
    for game in games[:size]:
        plies = recipe.fewest + below(rng, recipe.most - recipe.fewest + 1)
        opening = position_with(game, FIRST_DISCS + plies)
        if opening is not None:
            labeller.play(opening)
    return labeller.labels._asdict()


DEEP_LABELS = Batches("labels", BATCH, labels_batch)
