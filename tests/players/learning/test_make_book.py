"""Making a book: the graph against plain definitions, stopped runs, the command."""

import functools
import hashlib
import math

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
from players.learning import book
from players.learning.book import Recipe, key_of
from players.learning.pipeline import Run

RECIPE = Recipe(round=4, plies=8)


def images(position):
    """The bitboards of all eight images of a position."""
    turned = (image(position, index) for index in range(SYMMETRIES))
    return [(int(one.own), int(one.opp)) for one in turned]


def made_up_score(position):
    """A value for the side to move that is the same for all images of a position."""
    words = repr(min(images(position))).encode()
    return int.from_bytes(hashlib.sha256(words).digest()[:2], "big") % 801 - 400


def plain_children(position):
    """What each move leads to, and the sign of its value, passes made."""
    for square in squares(position.legal()):
        child = position.play(square)
        if not squares(child.legal()) and squares(child.passed().legal()):
            yield child.passed(), 1
        else:
            yield child, -1


@pytest.fixture
def grown_in(monkeypatch, in_this_process):
    """Grows a graph in a folder by made-up values; the number of searches may be limited."""

    def grow(folder, positions=40, searches=1000):
        left = iter(range(searches))

        def search(key, recipe):
            if next(left, None) is None:
                raise KeyboardInterrupt
            values = [sign * made_up_score(child) for child, sign in plain_children(Position(*key))]
            return values, [recipe.depth] * len(values)

        monkeypatch.setattr(book, "search_moves", search)
        return book.grow(Run(RECIPE, positions, folder, 1))

    return grow


class Plain:
    """The values of a book by the definitions, on positions that are not turned to one image."""

    def __init__(self, graph):
        self._inside = {words for key in graph.moves for words in images(Position(*key))}
        self.value = functools.cache(self._value)

    def inside(self, position):
        return (int(position.own), int(position.opp)) in self._inside

    def _value(self, position):
        """Minimax over the positions inside."""
        if not self.inside(position):
            return made_up_score(position)
        return max(sign * self.value(child) for child, sign in plain_children(position))

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
    plain, values, met = Plain(graph), graph.values(), {}
    assert values == {key: plain.value(Position(*key)) for key in graph.moves}
    plain.meet(START, 1.0, 100, met)
    assert graph.reach(values, 100) == pytest.approx(met)


def test_moves_are_searched_and_the_good_ones_deeper():
    recipe = Recipe(depth=3 if COMPILED else 2, margin=200, megabytes=1)
    key = key_of(Game.from_transcript("f5d6c3").position)
    values, depths = book.search_moves(key, recipe)
    assert set(depths) == {1, recipe.depth}
    engine = Engine(megabytes=1)
    children = plain_children(Position(*key))
    for (child, sign), value, depth in zip(children, values, depths, strict=True):
        assert depth == recipe.depth or value < max(values) - recipe.margin
        engine.clear()
        if depth == 1:
            exact = engine.search(Position(*key_of(child)), Request(depth=1)).score
            assert value == sign * exact
    assert book.search_moves(key, recipe) == (values, depths)


@pytest.mark.parametrize("searches", [5, 9])
def test_a_stopped_run_ends_with_the_same_book(searches, grown_in, tmp_path):
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            grown_in(tmp_path / "stopped", searches=searches)
    assert grown_in(tmp_path / "stopped").moves == grown_in(tmp_path / "whole").moves


@pytest.mark.parametrize("content", ["nothing", "[0]", "[[[1, 2], [], []]]"])
def test_a_damaged_round_is_refused(content, grown_in, tmp_path):
    grown_in(tmp_path, 5)
    next(tmp_path.glob("round-*-000000.json")).write_text(content)
    with pytest.raises(ValueError, match="000000.json was not written by this command"):
        grown_in(tmp_path)


def test_the_command_makes_a_book(tmp_path, capsys):
    path = tmp_path / "book.npz"
    assert (
        book.LEARNER.main(["--depth", "2", "--positions", "6", "--jobs", "1", "--out", str(path)])
        == 0
    )
    assert "positions" in capsys.readouterr().out
    about, size = tables.about(path), len(read_book(path).content.counts)
    assert size >= 6
    assert (about["positions"], about["recipe"]["depth"]) == (size, 2)
