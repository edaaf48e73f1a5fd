"""Books: looked up under every symmetry, refused when they are damaged, played by the engine."""

import random

import numpy as np
import pytest
from refusals import one_line

from othello.bits import squares
from othello.cli.errors import UserError
from othello.evaluation.tables import about, save
from othello.files import data_file
from othello.game import Game
from othello.position import START, Position
from othello.symmetry import SYMMETRIES, image, transform_square
from players import registry
from players.engine.book import (
    BOOK_FILE,
    Content,
    read_book,
    shipped_book,
)
from players.learning.book import BookGraph, after_move, content_of, key_of

LINES = ("f5d6c3d3c4", "f5f4", "f5f6e6f4e3c5", "f5d6c4d3")


def made_up(key):
    """Values of the moves of a position that hang on its words alone, and their depths."""
    moves = squares(Position(*key).legal())
    rng = random.Random(str(key))
    by_child = {}
    for square in moves:
        child, sign = after_move(Position(*key), square)
        by_child.setdefault(key_of(child), rng.randrange(-900, 900))
    values = [by_child[key_of(after_move(Position(*key), square)[0])] for square in moves]
    return values, [7] * len(moves)


def graph_of_lines(lines=LINES):
    """The graph of all positions of some lines, with values that are made up."""
    graph = BookGraph()
    for line in lines:
        for position in Game.from_transcript(line).positions:
            graph.add(key_of(position), *made_up(key_of(position)))
    return graph


@pytest.fixture
def path(tmp_path):
    """A small book on disk."""
    save(tmp_path / "small.npz", {}, content_of(graph_of_lines())._asdict())
    return tmp_path / "small.npz"


@pytest.mark.parametrize("line", LINES)
def test_images_of_a_position_have_images_of_its_moves(line, path):
    book = read_book(path)
    for position in Game.from_transcript(line).positions:
        moves = book.moves(position)
        assert sorted(move.square for move in moves) == squares(position.legal())
        assert list(moves) == sorted(moves, key=lambda move: -move.value)
        for index in range(SYMMETRIES):
            turned = {
                (int(transform_square(move.square, index)), move.value, move.depth)
                for move in moves
            }
            assert set(map(tuple, book.moves(image(position, index)))) == turned


def test_a_move_into_the_book_is_worth_the_best_of_what_follows(path):
    book = read_book(path)
    inner = 0
    for line in LINES:
        for position in Game.from_transcript(line).positions:
            for move in book.moves(position):
                replies = book.moves(position.play(move.square))
                assert (move.depth == 0) == bool(replies)
                if replies:
                    assert move.value == -replies[0].value
                    inner += 1
    assert inner > 10


def test_only_vary_is_random_and_a_seed_repeats_it(path):
    book = read_book(path)
    best = book.choose(START, None, random.Random(0))
    assert {book.choose(START, None, random.Random(seed)) for seed in range(9)} == {best}
    some = [book.choose(START, 0, random.Random(seed)).move for seed in range(40)]
    assert set(some) == set(squares(START.legal()))  # images of one move, all equal
    assert some == [book.choose(START, 0, random.Random(seed)).move for seed in range(40)]
    position = Game.from_transcript("f5").position
    moves = book.moves(position)
    margin = (moves[0].value - moves[1].value) / 100
    seen = {book.choose(position, margin, random.Random(seed)).move for seed in range(40)}
    assert seen == {moves[0].square, moves[1].square}
    assert moves[0].value > moves[1].value > moves[2].value


def test_the_shipped_book_is_small_and_agrees_with_itself():
    with data_file(BOOK_FILE) as shipped:
        assert shipped.stat().st_size <= 1_000_000
        said = about(shipped)
    book, graph, first = shipped_book(), BookGraph(), 0
    assert (len(book.content.counts), said["learned_from"]) == (said["positions"], [])
    assert book.moves(START)[0].value == said["start"]
    positions, counts, values, depths = (part.tolist() for part in book.content)
    for key, count in zip(positions, counts, strict=True):
        moves = slice(first, first + count)
        graph.add(tuple(key), values[moves], depths[moves])
        first += count
    for part, anew in zip(book.content, content_of(graph), strict=True):
        assert (part == anew).all()


def damaged(content, **changed):
    """A content with some of its arrays changed."""
    return Content(**{**content._asdict(), **changed})


@pytest.mark.parametrize(
    "change",
    [
        lambda c: {"positions": c.positions[::-1].copy()},
        lambda c: {"positions": c.positions | np.uint64(1)},
        lambda c: {"positions": c.positions[:-1]},
        lambda c: {"values": c.values[:-1]},
        lambda c: {"values": c.values.astype(np.int32)},
        lambda c: {"values": c.values + np.int16(20_000)},
        lambda c: {"counts": c.counts[::-1].copy()},
        lambda c: {"depths": c.depths[:-1]},
    ],
)
def test_a_bad_book_file_is_refused(change, tmp_path):
    content = content_of(graph_of_lines())
    save(tmp_path / "bad.npz", {}, damaged(content, **change(content))._asdict())
    with one_line(UserError, "bad.npz: not a book"):
        read_book(tmp_path / "bad.npz")


def test_the_engine_plays_from_the_book_until_it_ends(path):
    game = Game()
    player = registry.make(f"engine:depth=1,table=1,book={path}")
    plain = registry.make("engine:depth=1,table=1")
    player.new_game(0)
    plain.new_game(0)
    book, plies = read_book(path), 0
    while moves := book.moves(game.position):
        choice = player.choose(game.position)
        assert (choice.move, choice.score) == (moves[0].square, moves[0].value)
        assert choice.nodes == 0
        assert choice.variation[0] == choice.move
        assert choice.depth == len(choice.variation)
        game.play(choice.move)
        plies += 1
    assert plies >= 1
    choice = player.choose(game.position)
    assert choice.nodes > 0
    assert choice.move == plain.choose(game.position).move
