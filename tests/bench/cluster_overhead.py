"""What a game costs beside its players on a cluster of this machine, and where.

    python tests/bench/cluster_overhead.py [TASKS]

For so many workers: tasks a second that do nothing, and for each the CPU milliseconds of the
command, the scheduler and a worker with its child; the same for games of players that cost
nothing, handed out one by one, and the bytes that one sends over the wire there and back.
CPU time, because the machine has fewer cores than processes.
"""

import functools
import os
import pickle
import sys
import tempfile
import time
from concurrent.futures import wait
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).parent.parent))

import clusters

from players import registry
from players.cluster.child import order_of
from players.cluster.choice import Elsewhere
from tournament.games.schedule import fixtures
from tournament.games.tournament import Tournament
from tournament.running.cluster import ClusterPool, check_of, play_watched
from tournament.running.pool import WorkerPool
from tournament.running.watchdog import MOVE_SECONDS, turns_file
from tournament.running.workers import Assignment, play_all


def cpu(process):
    """CPU seconds of a process and of those that it has started."""
    family = [process, *process.children(recursive=True)]
    return sum(sum(one.cpu_times()[:2]) for one in family)


def spent(families):
    """CPU seconds of each group of processes, by name; of this one, alone, for none."""
    return {
        name: sum(cpu(psutil.Process(number)) for number in numbers) or time.process_time()
        for name, numbers in families.items()
    }


def measured(submit, count, window, families):
    """Tasks a second, and CPU milliseconds of each for every group of processes."""
    done_at_first = [submit(number) for number in range(window)]
    for future in done_at_first:
        future.result()
    before, began = spent(families), time.monotonic()
    waiting, given = set(), 0
    while given < count or waiting:
        while given < count and len(waiting) < window:
            waiting.add(submit(given))
            given += 1
        done, waiting = wait(waiting, return_when="FIRST_COMPLETED")
        for future in done:
            future.result()
    seconds = time.monotonic() - began
    after = spent(families)
    return count / seconds, {name: 1000 * (after[name] - before[name]) / count for name in after}


def said(title, rate, costs):
    """One line of the result."""
    parts = ", ".join(f"{name} {cost:.1f}" for name, cost in costs.items())
    print(f"{title}: {rate:.0f} a second; CPU ms for one: {parts}", flush=True)


def processes(games, count):
    """Print what tasks cost in one and in two processes of this machine."""
    for jobs in (1, 2):
        pool = WorkerPool(jobs)
        families = {"command and workers": [psutil.Process().pid]}
        for title, submit in (
            ("nothing", functools.partial(pool.submit, abs)),
            ("a game", player_of(pool, games)),
        ):
            title = f"processes, {jobs} workers, {title}"
            said(title, *measured(submit, count, pool.window, families))
        pool.shut_down()


def player_of(pool, games):
    """Submits one of the games."""
    return lambda number: pool.play((games[number % len(games)],), MOVE_SECONDS)


def cluster(games, count, workers, machines):
    """Print what tasks cost on so many machines."""
    pool = ClusterPool(Elsewhere(f"tcp://127.0.0.1:{machines.port}", 0))
    families = {
        "command": [],
        "scheduler": [machines.scheduler.pid],
        "workers": [one.pid for one in machines.groups[1:]],
    }
    clusters.until(lambda: pool.jobs == workers, "all workers")
    for title, number, submit in (
        ("nothing", count, lambda number: pool.submit(abs, number)),
        ("a game", count, player_of(pool, games)),
        ("16 games", count // 16, lambda number: pool.play(games[:16], MOVE_SECONDS)),
    ):
        title = f"dask, {workers} workers, {title}"
        said(title, *measured(submit, number, pool.window, families))
    pool.shut_down()


def main(count):
    """Print all figures."""
    os.environ["NUMBA_DISABLE_JIT"] = "0"
    registry.load()
    asked = Tournament("greedy", "random", ())
    with turns_file() as turns, tempfile.TemporaryDirectory() as folder:
        pairs = enumerate(fixtures(tuple(range(60))))
        games = [Assignment(asked, fixture, number, turns) for number, fixture in pairs]
        processes(games, count)
        order = order_of(check_of(games[0]), play_watched, (games[:1], MOVE_SECONDS))
        answer = pickle.dumps(play_all(games[:1]))
        print(f"a game: {len(order):,} bytes there, {len(answer):,} bytes back", flush=True)
        for workers in (1, 2, 4):
            with clusters.machines(Path(folder) / str(workers), workers) as machines:
                cluster(games, count, workers, machines)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
