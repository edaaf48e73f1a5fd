"""The command `check`: it starts players in a worker process and lets each move."""

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, wait
from pathlib import Path
from typing import Any, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Table

from othello.cli.command import BAD_INPUT
from othello.cli.errors import UserError
from othello.cli.output import as_document, write_table
from othello.game import Game
from othello.notation import parse_transcript, square_name
from othello.position import START, Position
from players import registry
from players.limits import Limits
from players.protocol import Player
from players.registry import SpecError
from players.workers.choice import PROCESSES, pool_of
from players.workers.pool import Pool
from tournament.games.match import code_version
from tournament.games.play import error_line, legal_square, move_text
from tournament.options import load_players, option
from tournament.running import watchdog
from tournament.running.match_runner import TICK_SECONDS
from tournament.running.watchdog import TurnReport

OPENING = "f5d6c3d3c4f4f6g5"
"""The moves before the position of the timed move."""

SMALL: dict[str, Any] = {"depth": 1, "nodes": 50, "seconds": 0.01, "interest": 0.5}
"""A limit of each kind, which is tried if the player supports it."""

VERSION_DIGITS = 8
CHECK_WIDTH = 100


class Task(NamedTuple):
    """A player to check, as plain data; `number` is its place in the file `turns`."""

    spec: str
    modules: tuple[str, ...]
    number: int
    turns: Path


class Trial(NamedTuple):
    """The result of a check: wall seconds until the first move, and for a move; or a fault."""

    start_seconds: float = 0.0
    move_seconds: float = 0.0
    move: str = ""
    nodes: int = 0
    limits: tuple[str, ...] = ()
    fault: str = ""


def try_player(task: Task) -> Trial:
    """Start a player; let it move within its own limits and each supported limit."""
    with TurnReport(task.turns, task.number) as report:
        try:
            began = time.monotonic()
            report(True, preparing=True)
            registry.load(task.modules)
            player = registry.make(task.spec)
            player.new_game(0)
            _move(player, START, Limits(depth=1))
            started = time.monotonic() - began
            game = Game()
            game.play_all(parse_transcript(OPENING))
            report(True)
            began = time.monotonic()
            move, nodes = _move(player, game.position, None)
            seconds = time.monotonic() - began
            limits = tuple(name for name in SMALL if name in registry.supported_limits(task.spec))
            for name in limits:
                report(True)
                _move(player, game.position, Limits(**{name: SMALL[name]}))
            return Trial(started, seconds, square_name(move), nodes, limits)
        except (Exception, SystemExit) as error:
            return Trial(fault=str(error) if isinstance(error, SpecError) else error_line(error))


def _move(player: Player, position: Position, limits: Limits | None) -> tuple[int, int]:
    """Return the square and the nodes of a move; ValueError for an illegal one."""
    choice = player.choose(position, limits)
    square = legal_square(position, choice.move)
    if square is None:
        raise ValueError(f"illegal move {move_text(choice.move)}")
    return square, int(choice.nodes)


def _watched(task: Task, pool: Pool, move_seconds: float) -> Trial:
    """Check a player in a worker process, which is killed if a move takes too long."""
    overdue = None
    try:
        future = pool.submit_once(try_player, task)
        while not future.done():
            wait([future], TICK_SECONDS)
            turn = watchdog.last_turn(task.turns, task.number)
            if not future.done() and turn is not None and turn.overdue(move_seconds):
                overdue = turn.allowed(move_seconds)
                pool.kill(future)
        return future.result()
    except BrokenExecutor:
        fault = f"no answer within {overdue:g} seconds" if overdue else "its process died"
        return Trial(fault=fault)


def check_players(
    specs: Sequence[str], modules: tuple[str, ...], pool: Pool, move_seconds: float
) -> list[tuple[str, str, Trial]]:
    """Return each player, the version of its code, and its result."""
    results = []
    with watchdog.turns_file() as turns:
        for number, spec in enumerate(specs):
            try:
                version = code_version(modules, (registry.canonical(spec),))[:VERSION_DIGITS]
            except SpecError as error:
                results.append((spec, "", Trial(fault=str(error))))
                continue
            trial = _watched(Task(spec, modules, number, turns), pool, move_seconds)
            results.append((spec, version, trial))
    return results


def check_table(results: Sequence[tuple[str, str, Trial]]) -> Table:
    """Return a table with a row for each player: its result or its fault."""
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    table.add_column("player", overflow="fold")
    table.add_column("code")
    for heading in ("start s", "move s", "nodes"):
        table.add_column(heading, justify="right")
    table.add_column("supported limits, or its fault", overflow="fold")
    for spec, version, trial in results:
        if trial.fault:
            table.add_row(spec, version, "-", "-", "-", trial.fault)
            continue
        times = (f"{trial.start_seconds:.2f}", f"{trial.move_seconds:.3f}", f"{trial.nodes:,}")
        table.add_row(spec, version, *times, ", ".join(trial.limits) or "none")
    return table


CHECK_OPTIONS = (option("specs PLAYER", "(default: all of --players)", nargs="*"),)


def run(options: argparse.Namespace) -> int:
    """Check the named players, or those of the users' modules, or all."""
    if options.executor != PROCESSES:
        raise UserError(f"check starts players on this machine, not by {options.executor}")
    modules = options.players
    load_players(modules)
    specs = options.specs or registry.names_in(modules) or registry.alone()
    with pool_of(1 if options.jobs is None else min(options.jobs, 1)) as pool:
        results = check_players(specs, modules, pool, options.move_seconds)
    if options.json:
        rows = [{"spec": spec, "code": code, **one._asdict()} for spec, code, one in results]
        print(as_document("checks", {"players": rows}))
    else:
        write_table(check_table(results), CHECK_WIDTH)
    return BAD_INPUT if any(trial.fault for *_, trial in results) else 0
