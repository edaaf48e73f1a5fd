"""Trials of single positions: their values by searches of one depth after the other."""

import functools
from typing import Any, NamedTuple

from othello import evaluation, notation
from othello.game import Game, IllegalMoveError
from othello.rules import SCORE_SCALE
from players.search.alphabeta import Search, new_search
from players.search.deepening import search_depth
from players.search.workspace import start
from tournament.experiments.laboratory.endgame_trials import Sampled, reaching
from tournament.experiments.patterns.evaluators import Compared


class ParitySettings(NamedTuple):
    """Positions of human games, the evaluator of their searches, and the deepest of these."""

    sampled: Sampled
    evaluator: Compared
    deepest: int


@functools.lru_cache(maxsize=1)
def _search(evaluator: Compared) -> Search:
    """A search without a table, so that it may be used again."""
    return new_search(evaluation.named(evaluator.name))


def values(settings: ParitySettings, seed: int) -> dict[str, Any]:
    """The values of one game's position in discs by depth, or the "fault" of an illegal game."""
    games = reaching(settings.sampled.paths, settings.sampled.empties)
    moves = games[seed % len(games)]
    game, search = Game(), _search(settings.evaluator)
    try:
        game.play_all(moves)
    except IllegalMoveError as error:
        return {"fault": f"{notation.transcript_text(moves)}: {error}"}
    found = []
    for depth in range(1, settings.deepest + 1):
        start(search.workspace)
        result = search_depth(game.position, search, depth)
        assert result is not None  # no limit was set
        found.append(result.score / SCORE_SCALE)
    return {"values": found}
