"""Trials of single problems: the move that a player chooses, and what it loses."""

import functools
import time
from typing import Any, NamedTuple

from othello.formats import obf
from othello.position import START
from players.limits import Limits
from players.protocol import Player
from players.registry import make


class Judged(NamedTuple):
    """A player before the problems of a file; digests of that file and of what it plays by."""

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
    """The player of a specification, whose kernels are loaded, or compiled."""
    player = make(spec)
    player.new_game()
    player.choose(START, Limits(depth=1))
    return player


def chosen(settings: Judged, seed: int) -> dict[str, Any]:
    """The move in problem number `seed`, the discs that it loses, and what it took to find it.

    That is nodes, the depth reached and CPU seconds; the player knows nothing of other problems.
    """
    problem = _problems(settings.path, settings.digest)[seed]
    player = _player(settings.player, settings.weights)
    player.new_game()
    began = time.thread_time()
    choice = player.choose(problem.position)
    seconds = time.thread_time() - began
    scores = dict(problem.scores)
    assert choice.move is not None  # every problem has a move
    loss = max(scores.values()) - scores[choice.move]
    spent = {"nodes": choice.nodes, "depth": choice.depth, "seconds": seconds}
    return {"move": choice.move, "loss": loss, **spent}
