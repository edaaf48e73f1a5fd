"""The features of Bill's evaluation of a position, as words and numbers to show."""

from typing import Any

from othello import evaluation
from othello.evaluation.explain import explain
from othello.game import Game
from othello.rules import SCORE_SCALE
from othello.window.model.analysis import discs_text
from othello.window.view.scene import Feature, Insight

NAMES = ("Edges", "Mobility", "Potential moves", "Squares")
UNITS = (1000, 100, 100, 100)
"""What a feature is counted in: best edges, average moves, plain squares."""


class Explainer:
    """Explains positions once `warm_up` has run; keeps the last insight."""

    def __init__(self) -> None:
        self._bill: Any = None
        self._position: Any = None
        self._insight: Insight | None = None

    def warm_up(self) -> None:
        """Compile what explaining needs; for the engine's thread."""
        bill = evaluation.named("bill")
        explain(bill, Game())
        self._bill = bill

    def insight(self, game: Game) -> Insight | None:
        """What the features say; None before it is warm, and of a game that is over."""
        if self._bill is None or game.over:
            return None
        key = (game.position, game.black_to_move)
        if key != self._position:
            self._position, self._insight = key, self._explained(game)
        return self._insight

    def _explained(self, game: Game) -> Insight:
        explained = explain(self._bill, game)
        sign = 1 if game.black_to_move else -1
        features = []
        for row, name, unit in zip(explained.rows, NAMES, UNITS, strict=True):
            sides = (row.own, row.opp) if game.black_to_move else (row.opp, row.own)
            black, white = (_amount(side / unit) for side in sides)
            features.append(Feature(name, black, white, sign * row.added))
        features.append(Feature("To be on move", "", "", sign * explained.tempo))
        chance = explained.probability if game.black_to_move else 1 - explained.probability
        score = discs_text(round(sign * explained.score / SCORE_SCALE) * SCORE_SCALE, True)
        note = f"At a glance black wins with {100 * chance:.0f} %, by {score} discs"
        return Insight(tuple(features), chance, note)


def _amount(value: float) -> str:
    """A feature's number with one decimal."""
    return f"{value:.1f}".replace("-", "\N{MINUS SIGN}")
