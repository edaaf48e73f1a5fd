"""The library's games in the order of each field, and at the edge of what a word means."""

import pytest
from samples import met
from wthor_files import write_games

from othello.formats import collection, wthor
from othello.formats.entry import Entry
from othello.game import Game
from othello.game_tree import GameTree
from othello.library import reading, search
from othello.library.blocks import Names, entries_block
from othello.position import START

TIGER = GameTree.of(Game.from_transcript("c4e3f6e6f5"))
SHORT = GameTree().with_line((37, 43))


@pytest.fixture(scope="module")
def named():
    """Two blocks of games."""
    names = Names()
    entries = [
        Entry("Cleo", "Bert", "Paris", "1998", 20, TIGER),
        Entry("ann", "", "", "", None, GameTree().with_line(TIGER.main_line[:2])),
        Entry("Bert", "Ann", "aarhus", "2001", 0, TIGER),
        Entry("", "Dora", "Rome", "1990", -20, SHORT),
        Entry("Ann", "Cleo", "Rome", "1998", 20, SHORT),
    ]
    return [entries_block(entries[:2], names), entries_block(entries[2:], names)], names


@pytest.mark.parametrize(
    ("field", "rising", "falling"),
    [
        (search.BLACK, [1, 4, 2, 0, 3], [0, 2, 1, 4, 3]),
        (search.WHITE, [2, 0, 4, 3, 1], [3, 4, 0, 2, 1]),
        (search.SCORE, [3, 2, 0, 4, 1], [0, 4, 2, 3, 1]),
        (search.YEAR, [3, 0, 4, 2, 1], [2, 0, 4, 3, 1]),
        (search.PLACE, [2, 0, 3, 4, 1], [3, 4, 0, 2, 1]),
    ],
)
def test_games_are_in_the_order_of_a_field_and_unknown_ones_last(named, field, rising, falling):
    blocks, names = named
    games = search.matching_games(blocks, "", names, START)
    assert search.ordered(games, blocks, names, field, False).tolist() == rising
    assert search.ordered(games, blocks, names, field, True).tolist() == falling
    some = search.matching_games(blocks, "c4", names, START)
    assert search.ordered(some, blocks, names, field, False).tolist() == [
        game for game in rising if game in some
    ]


@pytest.mark.parametrize("seconds", [0.0, 1e9])
def test_the_order_of_a_folder_does_not_depend_on_speed(tmp_path, monkeypatch, seconds):
    monkeypatch.setattr(reading, "BLOCK_SECONDS", seconds)
    for name in ("a.pgn", "c.pgn"):
        collection.write_file(tmp_path / name, [Entry(name), Entry(f"{name} 2")])
    write_games(tmp_path / "b.wtb", [met(0)], wthor.Header(20, 26, 1, 1))
    names = Names()
    blocks = [step.block for step in reading.read(tmp_path, names, print) if step.block]
    black = [names.texts[number] for block in blocks for number in block.black.tolist()]
    assert black == ["a.pgn", "a.pgn 2", "player 0", "c.pgn", "c.pgn 2"]


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("J\xf6rg", [0, 1]),
        ("black:jo\u0308RG", [0, 1]),
        ("STRASSE", [2]),
        ("stra\xdfe", [2]),
        ("\u0130pek", [3]),
        ("ipek", [3]),
        ("I\u0307PEK", [3]),
    ],
)
def test_names_are_searched_and_sorted_without_case_and_composition(query, numbers):
    names = Names()
    texts = ("Jo\u0308rg", "J\xd6RG", "Stra\xdfe", "\u0130pek", "Ivo", "jo\u0308rg")
    blocks = [entries_block([Entry(text) for text in texts], names)]
    found = search.matching_games(blocks, query, names, START)
    assert found.tolist() == numbers + [5] * (0 in numbers)
    games = search.matching_games(blocks, "", names, START)
    assert search.ordered(games, blocks, names, search.BLACK, False).tolist() == [3, 4, 0, 1, 5, 2]


def test_reply_is_scored_for_its_mover(named):
    replies = search.replies(named[0], Game.from_transcript("c4").position).replies
    (reply,) = (each for each in replies if each.games == 5)
    assert (reply.score, reply.points) == (-5.0, pytest.approx((0 + 0.5 + 1 + 0) / 4))
