"""Make a book of openings, or show what one says: python -m players.learning.book."""

import argparse
import sys
import time
from pathlib import Path
from typing import NamedTuple

from othello import fingerprint
from othello.cli.command import leave
from othello.cli.output import as_document, print_table
from othello.cli.progress import display_for, duration_text
from othello.formats.collection import read_file
from othello.game import Game
from othello.notation import square_name, transcript_text
from othello.openings import opening_name
from othello.position import PASS
from players.engine.book import Book, BookMove, load_book, read_book, save_book
from players.learning.batches import keep_recipe
from players.learning.book.graph import (
    START_KEY,
    BookGraph,
    Growth,
    Key,
    content_of,
    graph_of,
    key_of,
    keys_of_games,
)
from players.learning.book.growth import Maker, Recipe
from players.learning.command import Learner, Run, Setting, run
from players.workers.choice import pool_of

MODULES = ("players.learning.book.graph", "players.learning.book.growth")
"""The modules that decide what a book holds, beside those that play."""
SHALLOWER = 6
"""Plies by which all moves of a position are searched less deep than the good ones."""
DISC = 100


def _add_options(parser: argparse.ArgumentParser) -> None:
    games = "add the positions of these games first: any format"
    parser.add_argument("--learn", type=Path, nargs="+", default=[], metavar="FILE", help=games)
    parser.add_argument("--begin", type=Path, metavar="BOOK", help="begin with this book's content")
    shown = "only show the moves after this one (default: at the start)"
    parser.add_argument("--show", nargs="?", const="", metavar="TRANSCRIPT", help=shown)
    shown_book = "the book that --show shows (%(default)s)"
    parser.add_argument("--book", default="shipped", metavar="FILE", help=shown_book)


def recipe_of(options: argparse.Namespace) -> Recipe:
    """The recipe that the options ask for; OSError for a --begin that is not there."""
    likely, even = (max(1, round(DISC * size)) for size in (options.likely, options.even))
    return Recipe(
        depth=options.depth,
        shallow=max(1, options.depth - SHALLOWER),
        growth=Growth(likely, even, options.plies),
        begun="" if options.begin is None else fingerprint.digest(options.begin.read_bytes()),
    )


def read_positions(paths: list[Path], plies: int) -> list[Key]:
    """The positions of the games in files; ValueError for one without a game from the start."""
    games = []
    for path in paths:
        played = [entry.game() for entry in read_file(path)]
        from_start = [game.positions for game in played if key_of(game.positions[0]) == START_KEY]
        if not from_start:
            raise ValueError(f"{path}: no game from the start in it")
        games += from_start
    return keys_of_games(games, plies)


def _learn(made: Run) -> None:
    options, recipe = made.options, made.recipe
    graph = _grown(made)
    content = content_of(graph)
    about = {
        "command": made.typed,
        "plan": {**recipe._asdict(), "growth": recipe.growth._asdict()},
        "code": fingerprint.version(*MODULES),
        "positions": len(graph),
        "learned_from": [path.name for path in options.learn],
        "start": graph.values().get(START_KEY),
    }
    save_book(options.out, about, content)
    if made.as_json(about):
        return
    size, moves = options.out.stat().st_size, len(content.values)
    print(f"{options.out}: {len(graph):,} positions, {moves:,} moves, {size / 1000:,.0f} kB")


def _grown(made: Run) -> BookGraph:
    """The graph as far as a run brings it; it is shown how far that is."""
    options, recipe = made.options, made.recipe
    first = read_positions(options.learn, options.plies)
    begin = None if options.begin is None else graph_of(read_book(options.begin))
    keep_recipe(recipe, made.work, "positions", *MODULES, searched=True)
    began, seconds = time.monotonic(), options.seconds or float("inf")
    with pool_of(made.jobs) as workers, display_for(sys.stderr, "positions") as display:
        maker = Maker(recipe, made.work, workers, first, begin)
        display.begin("book", len(maker.graph), options.positions, quick=True)

        def progress(done: int, start: float) -> None:
            left = max(0.0, began + seconds - time.monotonic())
            ends = f", this run ends in {duration_text(left)}" if options.seconds else ""
            display.update(min(done, options.positions), f"the start is worth {start:+.2f}{ends}")

        maker.run(options.positions, seconds, progress)
    return maker.graph


def _show(options: argparse.Namespace) -> int:
    game = Game.from_transcript(options.show)
    book = load_book(options.book)
    if book is None:
        raise ValueError("--book none has no moves to show")
    moves = book.moves(game.position)
    here = f"after {game.transcript()}" if game.moves else "at the start"
    name = opening_name(game)
    if not moves:
        raise ValueError(f"{len(book):,} positions; that {here} is not one of them")
    graph = graph_of(book)
    if options.json:
        told = [_told(game, move, book, graph)._asdict() for move in moves]
        print(as_document("book-moves", {"transcript": game.transcript(), "moves": told}))
        return 0
    rows = [_row(_told(game, move, book, graph)) for move in moves]
    headings = ("move", "discs", "plies", "positions", "best line", "opening")
    print(repr(game))
    print_table(headings, rows, f"{game.side} {here}{f', {name}' if name else ''}")
    print(
        "discs: for the side to move, with the best play that is known; plies: those in the book, "
        "then\nthose of the search at its end; positions: of the book, that can follow"
    )
    return 0


class ToldMove(NamedTuple):
    """What is shown of a move: its value in discs, and the best line from it on.

    plies: of that line, in the book. depth: of the search at its end. positions: of the book that
    can follow. opening: its name, where the move makes one.
    """

    move: str
    value: float
    plies: int
    depth: int
    positions: int
    line: str
    opening: str


def _told(game: Game, move: BookMove, book: Book, graph: BookGraph) -> ToldMove:
    after = game.copy()
    after.play(move.square)
    line = [square for square in book.line(after.position) if square != PASS]
    end = after.copy()
    end.play_all(line[:-1])
    depth = move.depth
    if line:
        depth = next(last.depth for last in book.moves(end.position) if last.square == line[-1])
    return ToldMove(
        square_name(move.square),
        move.value / DISC,
        1 + len(line),
        int(depth),
        int(graph.below(key_of(after.position))),
        transcript_text([move.square, *line]),
        opening_name(after) if opening_name(after) != opening_name(game) else "",
    )


def _row(told: ToldMove) -> tuple[str, ...]:
    move, value, plies, depth, positions, line, opening = told
    return (move, f"{value:+.2f}", f"{plies}+{depth}", f"{positions:,}", line, opening)


LEARNER = Learner(
    name="book",
    summary="""\
Make a book of openings from the start: search all moves of a position, back the values
up, and go on where a game is likely to come to and is even. Or show what a book says.""",
    examples="""\
  {command} --quick --out mine.npz
  {command} --positions 5000 --seconds 3600 --out mine.npz
  {command} --learn games.ggf --out mine.npz
  {command} --begin mine.npz --depth 18 --out deeper.npz
  {command} --show
  {command} --show f5d6c3d3c4 --book mine.npz
  python -m tournament match engine:depth=8,book=mine.npz engine:depth=8

What is searched lies in the folder --work, so a stopped run goes on where it was, and one that has
ended goes on to more --positions.""",
    options=[
        Setting("positions", "the book grows to so many, or few more", 1, default=2000),
        Setting("depth", "plies of the searches, 1 to 26", 1, 26),
        Setting("plies", "the most moves from the start to a position", 1, 30, default=30),
        Setting("likely", "a move so many discs worse is e times less likely", default=1.0),
        Setting("even", "a position so many discs less even counts e times less", default=4.0),
        Setting("seconds", "end this run after so long (default: never)", default=float),
    ],
    add_options=_add_options,
    quick={"depth": 8, "positions": 200},
    out="book.npz",
    kept="what is searched",
    work=".work",
    recipe=Recipe,
    recipe_of=recipe_of,
    learn=_learn,
)


def main(arguments: list[str] | None = None) -> int:
    """Make a book, or show one; return an exit code."""

    def act() -> int:
        options = LEARNER.parsed(arguments)
        return LEARNER.main(arguments) if options.show is None else _show(options)

    return run(LEARNER.command, act)


if __name__ == "__main__":
    leave(main)
