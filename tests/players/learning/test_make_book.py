"""Making a book: the graph against plain definitions, rounds that stop and go on, the command."""

import hashlib
import math
import random
import subprocess
import sys
from concurrent.futures import Executor, Future

import pytest

from othello.bits import squares
from othello.evaluation import tables
from othello.game import Game
from othello.jit import COMPILED
from othello.position import START, Position
from othello.symmetry import SYMMETRIES, image
from players.engine.book import read_book
from players.engine.engine import Engine, Request
from players.learning.book import __main__ as make_book
from players.learning.book import growth
from players.learning.book.graph import (
    Growth,
    content_of,
    graph_of,
    key_of,
)
from players.learning.book.growth import Maker, Recipe

RECIPE = Recipe(round=4, growth=Growth(plies=8))


def made_up_score(position):
    """A value for the side to move that is the same for all images of a position."""
    words = min((int(turned.own), int(turned.opp)) for turned in images(position))
    return int.from_bytes(hashlib.sha256(repr(words).encode()).digest()[:2], "big") % 801 - 400


def images(position):
    """All eight images of a position."""
    return [image(position, index) for index in range(SYMMETRIES)]


def plain_children(position):
    """What each move leads to, and the sign of its value, passes made."""
    for square in squares(position.legal()):
        child = position.play(square)
        if not squares(child.legal()) and squares(child.passed().legal()):
            yield child.passed(), 1
        else:
            yield child, -1


def made_up_search(key, recipe):
    """What stands in for a search: made-up values, deeper ones for every second move."""
    values = [sign * made_up_score(child) for child, sign in plain_children(Position(*key))]
    return values, [recipe.depth] * len(values)


class AtOnce(Executor):
    """Runs what is submitted in this thread, and stops as Ctrl-C does after so many."""

    def __init__(self, most=10**9):
        self.left = most

    def submit(self, call, /, *arguments):
        if self.left == 0:
            raise KeyboardInterrupt
        self.left -= 1
        future = Future()
        future.set_result(call(*arguments))
        return future


@pytest.fixture
def maker_in(monkeypatch):
    """Makes makers in a folder whose searches are made up."""
    monkeypatch.setattr(growth, "search_moves", made_up_search)

    def make(folder, executor=None, **options):
        folder.mkdir(exist_ok=True)
        return Maker(options.pop("recipe", RECIPE), folder, executor or AtOnce(), **options)

    return make


def grown(maker, positions=40, seconds=math.inf):
    """The maker after a run."""
    maker.run(positions, seconds, lambda done, start: None)
    return maker


# The graph


class Plain:
    """The values of a book by the definitions, on positions that are not turned to one image."""

    def __init__(self, graph):
        self._inside = {
            (int(turned.own), int(turned.opp))
            for key in graph.moves
            for turned in images(Position(*key))
        }
        self._values = {}

    def inside(self, position):
        return (int(position.own), int(position.opp)) in self._inside

    def value(self, position):
        """Minimax over the positions inside."""
        if not self.inside(position):
            return made_up_score(position)
        if position not in self._values:
            self._values[position] = max(
                sign * self.value(child) for child, sign in plain_children(position)
            )
        return self._values[position]

    def meet(self, position, likelihood, likely, met):
        """Add how likely each position below is met to `met`, by every way that leads there."""
        met[key_of(position)] = met.get(key_of(position), 0.0) + likelihood
        if not self.inside(position):
            return
        weights = [
            (child, math.exp(sign * self.value(child) / likely))
            for child, sign in plain_children(position)
        ]
        whole = sum(weight for _, weight in weights)
        for child, weight in weights:
            if squares(child.legal()):
                self.meet(child, likelihood * weight / whole, likely, met)


def test_values_and_likelihoods_are_those_of_the_definitions(maker_in, tmp_path):
    graph = grown(maker_in(tmp_path)).graph
    plain = Plain(graph)
    values = graph.values()
    assert values == {key: plain.value(Position(*key)) for key in graph.moves}
    met = {}
    plain.meet(START, 1.0, 100, met)
    assert graph.reach(values, 100) == pytest.approx(met)


def test_a_book_gives_its_graph_back(maker_in, tmp_path):
    maker = grown(maker_in(tmp_path))
    content = content_of(maker.graph)
    tables.save(tmp_path / "book.npz", {}, content._asdict())
    back = graph_of(read_book(tmp_path / "book.npz"))
    assert back.values() == maker.graph.values()
    assert back.next_positions(20, RECIPE.growth) == maker.graph.next_positions(20, RECIPE.growth)


# Searches


def test_moves_are_searched_and_the_good_ones_deeper():
    recipe = Recipe(depth=3 if COMPILED else 2, shallow=1, margin=200, megabytes=1)
    key = key_of(Game.from_transcript("f5d6c3").position)
    values, depths = growth.search_moves(key, recipe)
    assert set(depths) == {1, recipe.depth}
    engine = Engine(megabytes=1)
    for (child, sign), value, depth in zip(
        plain_children(Position(*key)), values, depths, strict=True
    ):
        assert depth == recipe.depth or value < max(values) - recipe.margin
        engine.clear()
        if depth == 1:
            exact = engine.search(Position(*key_of(child)), Request(depth=1)).score
            assert value == sign * exact
    assert growth.search_moves(key, recipe) == (values, depths)


# Stopping and going on


def lines_of(maker):
    """What a maker's work file says, in no order."""
    return sorted(maker.file.read_text().splitlines())


@pytest.mark.parametrize("seed", range(6))
def test_a_run_that_is_stopped_again_and_again_ends_with_the_same_book(seed, maker_in, tmp_path):
    whole = grown(maker_in(tmp_path / "whole"))
    chance = random.Random(seed)
    while True:
        maker = maker_in(tmp_path / "stopped", AtOnce(chance.randrange(1, 12)))
        try:
            grown(maker)
            break
        except KeyboardInterrupt:
            if chance.random() < 0.5 and maker.file.exists():  # as a kill leaves it
                content = maker.file.read_bytes()
                maker.file.write_bytes(content[: -chance.randrange(1, 30)])
    assert maker.graph.moves == whole.graph.moves
    assert lines_of(maker) == lines_of(whole)


@pytest.mark.parametrize(
    "line",
    ["[]", "[0, [1, 2], [], []]", "nothing", '[0, [68853694464, 34628173824], ["a"], [1]]'],
)
def test_a_work_file_of_another_kind_is_refused(line, maker_in, tmp_path):
    maker = grown(maker_in(tmp_path), 5)
    with open(maker.file, "a") as stream:
        stream.write(line + "\n")
    with pytest.raises(ValueError, match=r"positions.jsonl: line \d+ is not what this command"):
        maker_in(tmp_path)


# The command

SMALL = ["--depth", "2", "--positions", "6", "--jobs", "1"]


def command(folder, *more):
    """The command, small, in a folder."""
    out = ["--out", str(folder / "book.npz")]
    return [sys.executable, "-m", "players.learning.book", *SMALL, *out, *more]


def test_the_command_makes_a_book_and_shows_it(tmp_path, capsys):
    done = subprocess.run(command(tmp_path), capture_output=True, text=True, check=True)
    assert "positions" in done.stdout
    path = tmp_path / "book.npz"
    book = read_book(path)
    assert len(book) >= 6
    about = tables.about(path)
    assert about["positions"] == len(book)
    assert about["plan"]["depth"] == 2
    assert make_book.main(["--show", "--book", str(path)]) == 0
    said = capsys.readouterr().out
    for name in ("f5", "d3", "c4", "e6", "discs", "black at the start"):
        assert name in said
    assert make_book.main(["--show", "f5d6", "--book", str(path)]) == 0
    assert "Perpendicular Opening" in capsys.readouterr().out
    assert make_book.main(["--show", "f5d6c3d3c4f4c5b3", "--json", "--book", str(path)]) == 2
    printed = capsys.readouterr()
    assert "is not one of them" in printed.err and not printed.out
