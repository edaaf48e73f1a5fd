"""Records searches where nothing is compiled: a script, so that compiled tests can run it too.

Writes a pickle of what `recordings` returns to the file that it is given.
"""

import os
import pickle
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
TREE = "branching=3,depth=4,seed={}"
OPENING = "f5f6c4c5c6c3"
PASSES = "OOOOOOOOOOXXOOOOXOXOOOOOXOOOOOOOXOOXXXOO-X--XOXO--XXXOOO-OOOOOOO X"
"""Near the end of a random game: there are passes and finished games within four plies."""
LATE = "--OOOOOOOO-XXXOOOXXXXOXOOXXXOOXOOXXOOXOOOXOXXXOOOXXXXXX-O-XXXXXX O"
"""Five empty squares near the end of another: much of the result is proven."""
CASES = [
    *(("position", OPENING, spec, None) for spec in (
        "alphabeta:depth=3 searched",
        "alphabeta:depth=3 full",
        "alphabeta:depth=3 full above",
        "alphabeta:depth=3,driver=pvs above",
        "alphabeta:depth=3,driver=pvs,table=10,deepening=true",
        "alphabeta:depth=3,driver=mtdf,table=10",
        "alphabeta:nodes=300,evaluator=mobility,table=10",
        "forward:depth=3",
        "forward:depth=4,quantile=0.8,driver=pvs,table=10,deepening=true",
        "interest:limit=1.25",
        "interest:limit=1.75,preset=published",
        "interest:limit=1.25,preset=flat",
    )),
    *(("position", PASSES, spec, 4) for spec in ("alphabeta", "forward:delta=0.5", "interest")),
    *(("position", LATE, spec, None) for spec in ("alphabeta:depth=5", "interest")),
    ("tree", "branching=2,depth=2,seed=1,uniform=true", "alphabeta", None),
    *(("tree", TREE.format(seed), spec, 4) for seed in range(3) for spec in (
        "alphabeta:driver=pvs",
        "alphabeta full",
        "forward:delta=0.5",
        "interest:limit=2",
        "interest:limit=2,preset=published",
    )),
]  # fmt: skip
"""(position or tree, its text, player, depth): what is asked of `explain_request`."""


def request_of(case):
    """What the command would ask for a case; words behind the player are conventions."""
    from players.explain import request as explain_request
    from players.search import conventions

    kind, text, words, depth = case
    spec, *words = words.split()
    make = explain_request.of_tree if kind == "tree" else explain_request.of_position
    found = make(text, spec, depth)
    parts = {
        "searched": {"counting": conventions.SearchedOnly()},
        "full": {"counting": conventions.AllAtOnce()},
        "above": {"cutoff": conventions.Above()},
    }
    for word in words:
        search = found.player.search
        kept = search.conventions._replace(**parts[word])
        found.player.search = search._replace(conventions=kept)
    return found


def unrecorded(case):
    """What the player chooses when nobody watches."""
    request = request_of(case)
    return request.player.choose(request.state, request.limits)


def recordings():
    """What is recorded of every case, what is not, and how a search that is too large is refused.

    By case: the recording, and what `unrecorded` returns.
    """
    from players.explain.recorder import record
    from players.search import alphabeta, deepening

    kernel = alphabeta.alphabeta
    found, plain = {}, {}
    for case in CASES:
        request = request_of(case)
        found[case] = record(request.player, request.state, request.limits, 10_000)
        plain[case] = unrecorded(case)
    request = request_of(CASES[0])
    try:
        refusal = str(record(request.player, request.state, request.limits, 10))
    except ValueError as error:
        refusal = str(error)
    untouched = alphabeta.alphabeta is kernel and deepening.alphabeta is kernel
    return found, plain, refusal, untouched


def from_a_fresh_process(folder):
    """What `recordings` returns in a process where nothing is compiled."""
    path = folder / "recordings.pickle"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    subprocess.run(
        [sys.executable, __file__, str(path)], cwd=ROOT, env=environment, check=True, timeout=300
    )
    return pickle.loads(path.read_bytes())


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    Path(sys.argv[1]).write_bytes(pickle.dumps(recordings()))
