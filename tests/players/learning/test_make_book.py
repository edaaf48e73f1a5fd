"""Making a book: the graph against plain definitions, rounds that stop and go on, the command."""

import hashlib
import math
import random

import pytest

from othello.bits import squares
from othello.evaluation import tables
from othello.game import Game
from othello.jit import COMPILED
from othello.position import START, Position
from othello.symmetry import SYMMETRIES, image
from players.engine.book import read_book
from players.engine.engine import Engine
from players.engine.request import Request
from players.learning.book import __main__ as make_book
from players.learning.book import graph as growth
from players.learning.book.graph import (
    BookGraph,
    Recipe,
    key_of,
)
from players.workers.pool import InProcess

RECIPE = Recipe(round=4, plies=8)


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


class Stopping(InProcess):
    """A pool without processes that stops like Ctrl-C after some searches."""

    def __init__(self, most=10**9):
        super().__init__()
        self.left = most

    def submit(self, call, /, *arguments):
        if self.left == 0:
            raise KeyboardInterrupt
        self.left -= 1
        return super().submit(call, *arguments)


@pytest.fixture
def grown_in(monkeypatch):
    """Grows a graph in a folder by made-up searches."""
    monkeypatch.setattr(growth, "search_moves", made_up_search)

    def grow(folder, positions=40, pool=None):
        folder.mkdir(exist_ok=True)
        graph = BookGraph()
        arguments = (RECIPE, positions, folder, pool or Stopping())
        growth.grow(graph, *arguments, lambda done: None)
        return graph

    return grow


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


def test_values_and_likelihoods_are_those_of_the_definitions(grown_in, tmp_path):
    graph = grown_in(tmp_path)
    plain = Plain(graph)
    values = graph.values()
    assert values == {key: plain.value(Position(*key)) for key in graph.moves}
    met = {}
    plain.meet(START, 1.0, 100, met)
    assert graph.reach(values, 100) == pytest.approx(met)


# Searches


def test_moves_are_searched_and_the_good_ones_deeper():
    recipe = Recipe(depth=3 if COMPILED else 2, margin=200, megabytes=1)
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


@pytest.mark.parametrize("seed", range(3))
def test_a_stopped_run_ends_with_the_same_book(seed, grown_in, tmp_path):
    whole = grown_in(tmp_path / "whole")
    rng = random.Random(seed)
    while True:
        try:
            graph = grown_in(tmp_path / "stopped", pool=Stopping(rng.randrange(4, 12)))
            break
        except KeyboardInterrupt:
            pass
    assert graph.moves == whole.moves


@pytest.mark.parametrize("content", ["nothing", "[0]", "[[[1, 2], [], []]]"])
def test_a_damaged_round_is_refused(content, grown_in, tmp_path):
    grown_in(tmp_path, 5)
    next(tmp_path.glob("round-*-000000.json")).write_text(content)
    with pytest.raises(ValueError, match="000000.json was not written by this command"):
        grown_in(tmp_path)


# The command


def test_the_command_makes_a_book(tmp_path, capsys):
    path = tmp_path / "book.npz"
    words = ["--depth", "2", "--positions", "6", "--jobs", "1", "--out", str(path)]
    assert make_book.main(words) == 0
    assert "positions" in capsys.readouterr().out
    book = read_book(path)
    assert len(book) >= 6
    about = tables.about(path)
    assert about["positions"] == len(book)
    assert about["recipe"]["depth"] == 2
