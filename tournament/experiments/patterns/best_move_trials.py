"""Trials of single problems: the move that a player chooses, and what it loses."""

import functools
from typing import Any, NamedTuple

from othello.formats import obf
from players.protocol import Player
from players.registry import make


class Judged(NamedTuple):
    """A player before the problems of a file; digests of that file and of the weights it uses."""

    path: str
    digest: str
    player: str
    weights: str


@functools.lru_cache(maxsize=1)
def _problems(path: str, digest: str) -> tuple[obf.Problem, ...]:
    """The problems of a file."""
    return obf.read_problems(path).problems


@functools.lru_cache(maxsize=1)
def _player(spec: str, weights: str) -> Player:
    """The player of a specification; it has no table, so that it may be used again."""
    return make(spec)


def chosen(settings: Judged, seed: int) -> dict[str, Any]:
    """The move in problem number `seed`, the discs that it loses, and the nodes searched."""
    problem = _problems(settings.path, settings.digest)[seed]
    choice = _player(settings.player, settings.weights).choose(problem.position)
    scores = dict(problem.scores)
    assert choice.move is not None  # every problem has a move
    loss = max(scores.values()) - scores[choice.move]
    return {"move": choice.move, "loss": loss, "nodes": choice.nodes}
