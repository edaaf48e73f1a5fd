"""Make a book of openings, or show its moves: python -m players.learning.book."""

import argparse
import sys
from typing import NamedTuple

from othello import fingerprint
from othello.cli.command import exit_with
from othello.cli.output import as_document, print_table
from othello.cli.progress import display_for
from othello.game import Game
from othello.notation import square_name, transcript_text
from othello.openings import opening_name
from othello.position import PASS
from othello.rules import SCORE_SCALE
from players.engine.book import Book, BookMove, load_book, save_book
from players.learning import command
from players.learning.batches import claim_folder
from players.learning.book.graph import (
    START_KEY,
    BookGraph,
    Growth,
    Recipe,
    content_of,
    grow,
)
from players.learning.command import Learner, Run, Setting
from players.workers.choice import pool_of

MODULES = ("players.learning.book.graph",)
"""Modules besides the playing code that decide the content of a book."""
SHALLOWER = 6
"""Plies less for the first search of all moves than for that of the good ones."""


def _add_options(parser: argparse.ArgumentParser) -> None:
    text = "only show the book's moves after this transcript (default: at the start)"
    parser.add_argument("--show", nargs="?", const="", metavar="TRANSCRIPT", help=text)
    text = "the book for --show (%(default)s)"
    parser.add_argument("--book", default="shipped", metavar="FILE", help=text)


def make_recipe(options: argparse.Namespace) -> Recipe:
    """Return the recipe for these options."""
    return Recipe(
        depth=options.depth,
        shallow=max(1, options.depth - SHALLOWER),
        growth=Growth(plies=options.plies),
    )


def _learn(run: Run) -> None:
    options, recipe = run.options, run.recipe
    graph = _grown(run)
    content = content_of(graph)
    about = {
        "command": run.typed,
        "plan": {**recipe._asdict(), "growth": recipe.growth._asdict()},
        "code": fingerprint.version(*MODULES),
        "positions": len(graph),
        "start": graph.values().get(START_KEY),
    }
    save_book(options.out, about, content)
    if run.print_json(about):
        return
    size, moves = options.out.stat().st_size, len(content.values)
    print(f"{options.out}: {len(graph):,} positions, {moves:,} moves, {size / 1000:,.0f} kB")


def _grown(run: Run) -> BookGraph:
    """Return the graph after this run, with a display of the progress."""
    options, recipe = run.options, run.recipe
    graph = BookGraph()
    claim_folder(run.work, recipe, "positions", *MODULES, uses_cuts=True)
    with pool_of(run.jobs) as workers, display_for(sys.stderr, "positions") as display:
        display.begin("book", len(graph), options.positions, quick=True)

        def progress(done: int, start: float) -> None:
            display.update(min(done, options.positions), f"value of the start {start:+.2f}")

        grow(graph, recipe, options.positions, run.work, workers, progress)
    return graph


def _show(options: argparse.Namespace) -> int:
    game = Game.from_transcript(options.show)
    book = load_book(options.book)
    if book is None:
        raise ValueError("--book none has no moves to show")
    moves = book.moves(game.position)
    place = f"after {game.transcript()}" if game.moves else "at the start"
    name = opening_name(game)
    if not moves:
        raise ValueError(f"no position {place} among the {len(book):,} of the book")
    shown = [_shown_move(game, move, book) for move in moves]
    if options.json:
        rows = [move._asdict() for move in shown]
        print(as_document("book-moves", {"transcript": game.transcript(), "moves": rows}))
        return 0
    headings = ("move", "discs", "plies", "best line", "opening")
    print(repr(game))
    title = f"{game.side} {place}{f', {name}' if name else ''}"
    print_table(headings, [(m, f"{v:+.2f}", str(p), line, o) for m, v, p, line, o in shown], title)
    print("discs: value for the side to move; plies: of the best line in the book")
    return 0


class ShownMove(NamedTuple):
    """A book move: its value in discs, the book's best line and its length, the opening's name."""

    move: str
    value: float
    plies: int
    line: str
    opening: str


def _shown_move(game: Game, move: BookMove, book: Book) -> ShownMove:
    after = game.copy()
    after.play(move.square)
    line = [square for square in book.line(after.position) if square != PASS]
    opening = opening_name(after)
    return ShownMove(
        square_name(move.square),
        move.value / SCORE_SCALE,
        1 + len(line),
        transcript_text([move.square, *line]),
        opening if opening != opening_name(game) else "",
    )


LEARNER = Learner(
    name="book",
    summary="""\
Make a book of openings: search all moves of a position, back the values up, and continue
with positions that are likely and even. Or show the moves of a book.""",
    examples="""\
  {command} --quick --out mine.npz
  {command} --positions 5000 --out mine.npz
  {command} --show
  {command} --show f5d6c3d3c4 --book mine.npz
  python -m tournament match engine:depth=8,book=mine.npz engine:depth=8

The folder --work keeps all searches: a stopped run resumes where it was, and a finished one
grows to more --positions.""",
    options=[
        Setting("positions", "size of the book in positions, perhaps a few more", 1, default=2000),
        Setting("depth", "plies of the searches, 1 to 26", 1, 26),
        Setting("plies", "most moves from the start to a position", 1, 30, default=30),
    ],
    add_options=_add_options,
    quick={"depth": 8, "positions": 200},
    out="book.npz",
    samples="finished searches",
    work=".work",
    recipe=Recipe,
    make_recipe=make_recipe,
    learn=_learn,
)


def main(arguments: list[str] | None = None) -> int:
    """Make a book, or show one; return an exit code."""

    def act() -> int:
        options = LEARNER.parse(arguments)
        return LEARNER.main(arguments) if options.show is None else _show(options)

    return command.run(LEARNER.command, act)


if __name__ == "__main__":
    exit_with(main)
