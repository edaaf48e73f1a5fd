"""Best moves in scored problems: how often players choose them, and what other choices lose."""

import functools
import math
import time
from argparse import Namespace
from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from othello.bits import squares
from othello.cli.errors import UserError
from othello.cli.parser import natural, plies, seconds
from othello.fingerprint import digest
from othello.formats import obf
from othello.intervals import Interval
from othello.position import START
from players.limits import Limits
from players.protocol import Player
from players.registry import make
from tournament.contests.contest import file_errors
from tournament.experiments.runner import Experiment, Runner, spec
from tournament.experiments.runner.arguments import option
from tournament.experiments.runner.output import Table, values_of
from tournament.games.code import code_version
from tournament.options import add_results
from tournament.statistics.pairs import class_bootstrap, disc_interval

PLAYERS = ("engine:prove=0",)
SECONDS = (0.01, 0.1, 1)
SECONDS_WORDS = f"CPU seconds a move (default, without --depths: {' '.join(map(str, SECONDS))})"


class Judged(NamedTuple):
    """A player and a file of problems; digests of the file and of the player's weights."""

    path: str
    digest: str
    player: str = ""
    weights: str = ""


@functools.lru_cache(maxsize=1)
def _problems(path: str, content: str) -> tuple[obf.Problem, ...]:
    return obf.read_problems(path)


@functools.lru_cache(maxsize=1)
def _player(spec: str, weights: str) -> Player:
    """Return the player of a specification after its kernels are loaded."""
    player = make(spec)
    player.new_game()
    player.choose(START, Limits(depth=1))
    return player


def choose(settings: Judged, seed: int) -> dict[str, Any]:
    """Return the player's line in problem `seed`, the discs its move loses, and the search's cost.

    Nothing is remembered from other problems.
    """
    problem = _problems(settings.path, settings.digest)[seed]
    player = _player(settings.player, settings.weights)
    player.new_game()
    began = time.thread_time()
    choice = player.choose(problem.position)
    cost = {"nodes": choice.nodes, "depth": choice.depth, "seconds": time.thread_time() - began}
    scores = dict(problem.scores)
    assert choice.move is not None  # every problem has a move
    line = [int(move) for move in choice.variation]
    return {"line": line, "loss": max(scores.values()) - scores[choice.move], **cost}


def problems_of(options: Namespace) -> tuple[int, Judged]:
    """Return the number of problems, and their settings without a player.

    UserError, in one line, for a bad file, or if a move lacks a score.
    """
    with file_errors():
        problems = obf.read_problems(options.file)[: options.positions]
        content = digest(options.file.read_bytes())
    if not problems:
        raise UserError(f"{options.file}: no position")
    for number, problem in enumerate(problems, start=1):
        legal = squares(problem.position.legal())
        if not legal or {move for move, _ in problem.scores} != set(legal):
            raise UserError(f"{options.file}: position {number} lacks the score of a move")
    return len(problems), Judged(str(options.file.resolve()), content)


def with_interval(key: str, values: np.ndarray, interval: Interval) -> dict[str, float]:
    """Return a mean with its interval, which is unknown for a single value."""
    low, high = interval if len(values) > 1 else (math.nan, math.nan)
    return {key: float(values.mean()), f"{key}_low": low, f"{key}_high": high}


def measures(results: Sequence[dict[str, Any]]) -> dict[str, float]:
    """Return the percentage of best moves, the discs lost, and the means of the costs."""
    losses = values_of(results, "loss")
    best, each = 100.0 * (losses == 0), range(len(losses))
    return {
        **with_interval("best", best, class_bootstrap(best, each, bounds=Interval(0.0, 100.0))),
        **with_interval("loss", losses, disc_interval(losses, each, Interval(0.0, 128.0))),
        "nodes": float(values_of(results, "nodes").mean()),
        "depth_reached": float(values_of(results, "depth").mean()),
        "milliseconds": 1000 * float(values_of(results, "seconds").mean()),
    }


def limits(seconds: Iterable[float], depths: Iterable[int]) -> list[tuple[str, str, float]]:
    """Return limits of CPU time and of depth, each once, the lowest first.

    A limit is an option of players, a text, and a number of milliseconds or plies.
    """
    times = [(f"seconds={one:g}", f"{1000 * one:g} ms", 1000 * one) for one in sorted({*seconds})]
    plies = [(f"depth={one}", f"depth {one}", one) for one in sorted({*depths})]
    return [*times, *plies]


def measure(run: Runner) -> dict[str, Any]:
    """Return the results of each player with each limit; SpecError if one cannot be made."""
    options, rows = run.options, []
    count, problems = problems_of(options)
    times = options.seconds or (() if options.depths else SECONDS)
    players = [
        (player, spec(player, limit), text, number)
        for player, (limit, text, number) in product(
            dict.fromkeys(options.specs), limits(times, options.depths or ())
        )
    ]
    for player, full, text, limit in players:
        settings = problems._replace(player=full, weights=code_version((), (full,)))
        results = run.trials(choose, settings, count, f"{player}, {text}")
        row = {"player": player, "spec": full, "limit": limit, "limit_text": text}
        rows.append({**row, **measures(results)})
    return {"file": options.file.name, "positions": count, "rows": rows}


EXPERIMENT = Experiment(
    name="engine-moves",
    summary="how often the engine chooses a best move of scored problems, by time or depth",
    options=(
        option("file FILE", "problems in OBF with a score for every move", Path),
        option(
            "--players SPEC...",
            "players without limits (default: %(default)s)",
            default=PLAYERS,
            dest="specs",  # the main command's --players are modules
        ),
        option("--seconds S...", SECONDS_WORDS, seconds),
        option("--depths N...", "plies", plies),
        option("--positions N", "the first N of the file (default: all)", natural),
        functools.partial(add_results, default_jobs=1),
    ),
    measure=measure,
    tables=Table(
        "player {player} | limit {limit_text} | best moves % {best:.1f} | from {best_low:.1f}"
        " | to {best_high:.1f} | discs lost {loss:.2f} | from {loss_low:.2f} | to {loss_high:.2f}"
        " | depth {depth_reached:.1f} | nodes {nodes:,.0f} | CPU ms {milliseconds:,.1f}",
        "Moves chosen in {positions} positions of {file}",
        "from, to: 95 % intervals, positions resampled; depth, nodes and CPU ms: means of a"
        " position",
    ),
)
