"""Records searches where nothing is compiled: a script, so that compiled tests can run it too.

Writes a pickle of the result of `recordings` to the given file.
"""

import os
import pickle
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
OPENING = "f5f6c4c5c6c3"
PASSES = "OOOOOOOOOOXXOOOOXOXOOOOOXOOOOOOOXOOXXXOO-X--XOXO--XXXOOO-OOOOOOO X"
"""Near the end of a random game: passes and finished games within four plies."""
CASES = [
    *((OPENING, spec, None) for spec in (
        "alphabeta:depth=3 searched",
        "alphabeta:depth=3 full",
        "alphabeta:depth=3,driver=pvs,table=10,deepening=true",
        "alphabeta:depth=3,driver=mtdf,table=10",
        "alphabeta:nodes=300,evaluator=mobility,table=10",
        "forward:depth=3",
        "forward:depth=4,quantile=0.8,driver=pvs,table=10,deepening=true",
        "interest:limit=1.25",
        "interest:limit=1.75,preset=published",
        "interest:limit=1.25,preset=flat",
    )),
    *((PASSES, spec, 4) for spec in ("alphabeta", "forward:delta=0.5", "interest")),
]  # fmt: skip
"""(position, player, depth): arguments of `request_of`."""


def request_of(case):
    """Request of a case; a word after the player is a convention."""
    from players.search import conventions
    from players.study.explain.drawing import request_of

    text, words, depth = case
    spec, *words = words.split()
    request = request_of(text, spec, depth)
    counting = {"searched": conventions.SearchedOnly(), "full": conventions.AllAtOnce()}
    for word in words:
        search = request.player.parts
        changed = search.conventions._replace(counting=counting[word])
        request.player.parts = search._replace(conventions=changed)
    return request


def unrecorded(case):
    """Choice of the player without a recorder."""
    request = request_of(case)
    return request.player.choose(request.state, request.limits)


def recordings():
    """Recordings and unrecorded choices by case, and the refusal of a large search."""
    from players.search import alphabeta, deepening
    from players.study.explain.recorder import record

    kernel = alphabeta.alphabeta
    recorded, plain = {}, {}
    for case in CASES:
        request = request_of(case)
        recorded[case] = record(request.player, request.state, request.limits, 10_000)
        plain[case] = unrecorded(case)
    request = request_of(CASES[0])
    try:
        refusal = str(record(request.player, request.state, request.limits, 10))
    except ValueError as error:
        refusal = str(error)
    untouched = alphabeta.alphabeta is kernel and deepening.alphabeta is kernel
    return recorded, plain, refusal, untouched


def from_a_fresh_process(folder):
    """Result of `recordings` in a process where nothing is compiled."""
    path = folder / "recordings.pickle"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    subprocess.run(
        [sys.executable, __file__, str(path)], cwd=ROOT, env=environment, check=True, timeout=300
    )
    return pickle.loads(path.read_bytes())


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    Path(sys.argv[1]).write_bytes(pickle.dumps(recordings()))
