"""Data of one search thread: settings, ProbCut margins, rows of moves, principal variations.

Source of ProbCut: Buro 1997, "Experiments with Multi-ProbCut and a new high-quality evaluation
function for Othello". `players.learning.selectivity` fits the margins.
"""

import functools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from othello.bits import NONE
from othello.cli.errors import UserError
from othello.evaluation.tables import load_arrays
from othello.files import data_file
from othello.jit import jit
from othello.rules import MOST_MOVES, MOST_PLIES
from players.budget import NO_BUDGET
from players.engine.last_ply import LAST_PLY_SLOTS
from players.engine.request import FULL_WIDTH

Answer = TypeVar("Answer")

MOST_AGES = 255
NEVER = 99
"""More empty squares or plies than there are: switches a technique off."""
EMPTIES = 61
"""Rows of empty squares: boards with more take the last."""
DEPTH_ROWS = 24
"""Rows of depths: deeper searches take the last, those to the end of the game row TO_THE_END."""
TO_THE_END = 0
PROBCUT_PAIRS = 3
"""Most shallower searches that may be tried at a node, one after the other."""
PROBCUT_ARRAYS = ("shallow", "sigma", "bias", "lead", "gate")
PROBCUT_FILE = "selectivity.npz"
NO_SEARCH = -1
PROBCUT_DEVIATIONS = (70, 100, 140, 200, 260, 0)
"""Hundredths of a standard deviation that a cut must lie outside the window, by selectivity.

0 means no cuts, at FULL_WIDTH.
"""


class EndgameSettings(NamedTuple):
    """Empty squares at which each technique of the solver begins.

    parity_empties: the most at which parity alone orders the moves. table_empties: the fewest for
    any table, large_table_empties for the shared one. etc_empties: the fewest for the enhanced
    transposition cutoff. stability_empties: the fewest for the stability cutoff, which needs
    alpha >= 2 * empties. eval_empties: the fewest at which the evaluation orders the moves.
    shared_empties: the fewest at which threads help each other.
    selective_margin: hundredths of a disc beyond alpha that settle a position in the selective
    pass; 0 for no such pass. selective_empties: the fewest at which that pass settles one.
    """

    parity_empties: int = 5
    table_empties: int = 6
    large_table_empties: int = 10
    etc_empties: int = 13
    stability_empties: int = 6
    eval_empties: int = 12
    shared_empties: int = NEVER
    selective_margin: int = 1200
    selective_empties: int = 8


class MidgameSettings(NamedTuple):
    """Depths at which each technique of the midgame begins, and weights of the move order.

    max_probcut_nesting: the most searches for a cut inside each other. table_depth: the least
    for the transposition table, iid_depth for internal iterative deepening, eval_order_depth for
    an order by the evaluation. reply_weight, corner_weight: hundredths of a disc that a reply, and
    one more for a reply in a corner, costs. solver_empties: the most empty squares at which a
    search to the end of the game calls the solver, fewer than `large_table_empties`.
    """

    max_probcut_nesting: int = 2
    table_depth: int = 2
    iid_depth: int = 6
    eval_order_depth: int = 3
    reply_weight: int = 50
    corner_weight: int = 100
    solver_empties: int = 9


MIDGAME_OFF = {
    "table": MidgameSettings(table_depth=NEVER, iid_depth=NEVER),
    "evaluation-order": MidgameSettings(eval_order_depth=NEVER),
    "internal-deepening": MidgameSettings(iid_depth=NEVER),
    "replies": MidgameSettings(reply_weight=0, corner_weight=0),
    "nested-cuts": MidgameSettings(max_probcut_nesting=1),
    "cuts": MidgameSettings(max_probcut_nesting=0),
}
"""MidgameSettings with one technique switched off, by its name."""


class ThreadRecord(np.record):  # type: ignore[misc]
    """A record that keeps its `data`: numba asks for it at each call of a kernel.

    numpy makes it each time, with a description of all fields, which takes 10 microseconds.
    """

    data = None  # type: ignore[assignment]


def record_of(thread: np.ndarray) -> np.record:
    """Return the record of an array of one, which kernels take; Python reads the array faster."""
    record = thread[0]
    record.__dict__["data"] = thread.view(np.uint8).data
    return record


def _record_dtype(fields: list[Any]) -> np.dtype:
    return np.dtype((ThreadRecord, np.dtype(fields, align=True)))


ENDGAME_THREAD = _record_dtype(
    [
        *((name, np.uint64) for name in ("nodes", "budget", "alarm", "halt", "age", "best_move")),
        *((name, np.int64) for name in EndgameSettings._fields),
        ("last_ply", np.uint64, (LAST_PLY_SLOTS,)),
        ("keys", np.uint64, (65, MOST_MOVES)),
        ("flipped", np.uint64, (65, MOST_MOVES)),
    ]
)
"""Data of a thread of the solver, as one record.

nodes: moves played. The search ends at `budget` nodes, or when `alarm` (time) or `halt` (another
thread has the answer) is 1. age: number of the problem, 1 to 255. best_move: of the root. Then the
settings. last_ply: counters and killers of `last_ply`. keys, flipped: moves by empty squares.
"""

MIDGAME_THREAD = _record_dtype(
    [
        ("endgame", ENDGAME_THREAD),
        ("last_ply", np.uint64, (LAST_PLY_SLOTS,)),
        ("age", np.uint64),
        *((name, np.int64) for name in ("selectivity", "deviations", "probcut_nesting")),
        *((name, np.int64) for name in ("root_move", "root_value", "defer_depth")),
        *((name, np.int64) for name in MidgameSettings._fields),
        *((name, np.int32, (EMPTIES, DEPTH_ROWS, PROBCUT_PAIRS)) for name in PROBCUT_ARRAYS),
        ("keys", np.int64, (MOST_PLIES, MOST_MOVES)),
        ("flipped", np.uint64, (MOST_PLIES, MOST_MOVES)),
        ("static_evals", np.int64, (MOST_PLIES, MOST_MOVES)),
        ("pv", np.int64, (MOST_PLIES, MOST_PLIES)),
        ("pv_lengths", np.int64, (MOST_PLIES,)),
    ]
)
"""Data of a thread of the midgame search, as one record.

endgame: the solver's; its nodes, budget and alarm hold for both. deviations: PROBCUT_DEVIATIONS of
the selectivity. probcut_nesting: shallower searches for a cut under way. root_move, root_value: the
best move so far at the root, NO_SEARCH before the first has a value. defer_depth: the least depth
at which a move waits if another thread searches its position. Then the settings.

ProbCut, in hundredths of a disc: shallow: depth of the shallower search, NO_SEARCH for none; sigma,
bias: standard deviation and mean of deep minus shallow value; lead: mean of shallow value minus
static evaluation; gate: how far the static evaluation plus lead may fall short of the bound.

keys, flipped, static_evals: moves by ply. pv, pv_lengths: principal variations by ply.
"""


def new_endgame_thread(settings: EndgameSettings) -> np.ndarray:
    """Return ENDGAME_THREAD[1] without a budget; see `record_of`."""
    thread = np.zeros(1, ENDGAME_THREAD)
    _write_settings(thread, settings)
    thread["shared_empties"] -= 1  # children of shared positions are deferred
    thread["age"], thread["budget"] = 1, NO_BUDGET
    return thread


def new_midgame_thread(
    settings: MidgameSettings,
    probcuts: Any = None,
    endgame: EndgameSettings = EndgameSettings(),  # noqa: B008
) -> np.ndarray:
    """Return MIDGAME_THREAD[1], see `record_of`; without PROBCUT_ARRAYS it makes no cuts."""
    thread = np.zeros(1, MIDGAME_THREAD)
    thread["endgame"] = new_endgame_thread(endgame)
    _write_settings(thread, settings)
    thread["shallow"] = NO_SEARCH
    for name in PROBCUT_ARRAYS if probcuts is not None else ():
        thread[name] = probcuts[name]
    thread["selectivity"], thread["age"], thread["defer_depth"] = FULL_WIDTH, 1, NEVER
    return thread


def _write_settings(thread: np.ndarray, settings: EndgameSettings | MidgameSettings) -> None:
    for name, value in settings._asdict().items():
        thread[name] = value


class SearchThreads:
    """The threads of a search: their data, records of it, and a pool for all but the first.

    data: MIDGAME_THREAD[1] each. `endgames`, ENDGAME_THREAD[1] each, and the records are views of
    `data`: a copy makes its own.
    """

    def __init__(self, data: list[np.ndarray]) -> None:
        self.data = data
        self.endgames = [thread["endgame"] for thread in data]
        self.records = [record_of(thread) for thread in data]
        self.endgame_records = [record_of(endgame) for endgame in self.endgames]
        self.pool = ThreadPoolExecutor(len(data) - 1) if len(data) > 1 else None

    def __reduce__(self) -> tuple[type["SearchThreads"], tuple[list[np.ndarray]]]:
        return SearchThreads, (self.data,)

    @property
    def nodes(self) -> int:
        """Moves played by all threads so far."""
        return sum([int(endgame["nodes"][0]) for endgame in self.endgames])

    def begin_search(self) -> None:
        """Prepare for a new search without limits."""
        for thread in self.data:
            begin_search(thread)

    def set_budget(self, nodes: int | None, threads: int) -> None:
        """Let `threads` threads play at most `nodes` moves from now on; None for any number."""
        for endgame in self.endgames:
            if nodes is None:
                endgame["budget"] = NO_BUDGET
            else:
                endgame["budget"] = min(int(endgame["nodes"][0]) + nodes // threads, NO_BUDGET)

    def race(self, search: Callable[[int], Answer | None]) -> Answer | None:
        """Return the first answer of `search(number)` in all threads; None without one.

        The first thread to answer, and the calling one in any case, halts the others.
        """
        if self.pool is None:
            return search(0)

        def run(number: int) -> Answer | None:
            answer = search(number)
            if answer is not None:
                self._set_halt(1)
            return answer

        others = [self.pool.submit(run, number) for number in range(1, len(self.data))]
        try:
            first = run(0)
        finally:
            self._set_halt(1)
            wait(others)
            self._set_halt(0)
        answers = (first, *(other.result() for other in others))
        return next((answer for answer in answers if answer is not None), None)

    def _set_halt(self, halt: int) -> None:
        for endgame in self.endgames:
            endgame["halt"] = halt


def begin_search(thread: np.ndarray) -> None:
    """Prepare MIDGAME_THREAD[1] for a new search without limits: raise the age, clear flags."""
    endgame = thread["endgame"]
    thread["age"] = endgame["age"] = thread["age"] % MOST_AGES + 1
    thread["probcut_nesting"] = endgame["halt"] = endgame["alarm"] = 0
    thread["last_ply"][:, 1:] = 0
    endgame["budget"] = NO_BUDGET


def set_selectivity(thread: np.ndarray, selectivity: int) -> None:
    """Set the selectivity of the next search, and forget the root's best move."""
    thread["selectivity"], thread["deviations"] = selectivity, PROBCUT_DEVIATIONS[selectivity]
    thread["probcut_nesting"] = 0
    thread["root_move"] = NO_SEARCH


@jit
def must_stop(thread, stop):
    """True if the search must end now; its results are then worthless."""
    return stop[0] != 0 or (thread.halt | thread.alarm) != NONE or thread.nodes >= thread.budget


def read_probcuts(path: Path) -> dict[str, np.ndarray]:
    """Read PROBCUT_ARRAYS from a file; UserError for a bad one.

    They are int16, and every search for a cut is shallower than the one that it cuts.
    """
    arrays = load_arrays(path, dict.fromkeys(PROBCUT_ARRAYS, (EMPTIES, DEPTH_ROWS, PROBCUT_PAIRS)))
    if any(arrays[name].dtype != np.int16 for name in PROBCUT_ARRAYS):
        shape = [EMPTIES, DEPTH_ROWS, PROBCUT_PAIRS]
        raise UserError(f"{path}: the margins are not int16{shape}")
    depths = np.arange(DEPTH_ROWS)[:, None] + np.zeros((EMPTIES, 1, 1), np.int64)
    depths[:, TO_THE_END, 0] = np.arange(EMPTIES)
    shallow = arrays["shallow"]
    if ((shallow > 0) & (shallow >= depths)).any():  # such a search would never end
        raise UserError(f"{path}: a search for a cut is as deep as the search that it cuts")
    return arrays


@functools.cache
def shipped_probcuts() -> dict[str, np.ndarray]:
    """Return the shipped PROBCUT_ARRAYS."""
    with data_file(PROBCUT_FILE) as path:
        return read_probcuts(path)
