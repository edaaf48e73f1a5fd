"""Make a book of openings: python -m players.learning.book searches, backs up, writes."""

import sys
from typing import Any

import numpy as np

from othello import fingerprint
from othello.cli.command import exit_with
from othello.cli.output import Display
from players.engine.book import BOOK_FILE
from players.learning.book import graph as growth
from players.learning.book.graph import START_KEY, BookGraph, Recipe, content_of, grow
from players.learning.command import Learner, Run, Setting
from players.workers.choice import pool_of


def learn(run: Run) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Return the arrays of a book, and notes with its size and the value of the start."""
    graph = BookGraph()
    with pool_of(run.jobs) as workers, Display(sys.stderr, "positions") as display:
        display.begin("book", 0, run.total, quick=True)
        grow(graph, run.recipe, run.total, run.work, workers, display.update)
    notes = {
        "code": fingerprint.version(growth.__name__),
        "positions": len(graph),
        "start": graph.values()[START_KEY],
    }
    return content_of(graph)._asdict(), notes


LEARNER = Learner(
    name="book",
    summary="""\
Make a book of openings: search all moves of a position, back the values up, and continue
with positions that are likely and even.""",
    examples="""\
  {command} --positions 200 --depth 8 --out mine.npz
  {command} --positions 5000 --out mine.npz
  python -m tournament match engine:depth=8,book=mine.npz engine:depth=8

A finished book grows to more --positions.""",
    total=Setting("positions", "size of the book, perhaps a few more", 1, default=2000),
    options=[Setting("depth", "plies of the searches, 1 to 26", 1, 26)],
    out=BOOK_FILE,
    recipe=Recipe,
    learn=learn,
)
main = LEARNER.main

if __name__ == "__main__":
    exit_with(main)
