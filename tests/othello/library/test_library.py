"""The library's arrays and searches against plain walks through the same games."""

import random

import numpy as np
import pytest
from wthor_files import WthorGame, write_games, write_names

from othello.formats import ggf, wthor
from othello.formats.entry import Entry
from othello.formats.reading import FormatError
from othello.game import Game
from othello.game_tree import GameTree
from othello.library import reading, search
from othello.library.blocks import Names, entries_block, entry_of, key_of, wthor_block
from othello.position import PASS
from othello.symmetry import SYMMETRIES, canonical, image, transform_square

HEADER = wthor.Header(20, 26, 1, 1, game_year=1998)


def random_game(chance, turned=0, moves=60):
    """A game of random moves; its moves turned by a symmetry."""
    game = Game()
    while not game.over and len(game.moves) < moves:
        game.play(chance.choice(game.legal()))
    turned_game = Game()
    for move in game.moves:
        if move != PASS:
            turned_game.play(int(transform_square(move, turned)))
    return turned_game


def entry(game, black="Ann", white="Bert", date="1998.01.02", **more):
    return Entry.of(game, black, white, place="Aarhus", date=date, **more)


@pytest.fixture(scope="module")
def games():
    """Forty games, of which some share their first moves on boards that are turned."""
    chance = random.Random(1)
    turns = [0, 3, 4, 7]  # those that leave the start as it is
    made = [random_game(random.Random(n % 7), chance.choice(turns), 4 + n) for n in range(30)]
    return [*made, *(random_game(chance) for _ in range(10))]


@pytest.fixture(scope="module")
def library(games):
    names = Names()
    entries = [
        entry(game, f"Ann {n}", "Bert", str(1980 + n % 4) if n else "")
        for n, game in enumerate(games)
    ]
    blocks = [entries_block(part, names) for part in (entries[:17], entries[17:])]
    return blocks, names, entries


def positions(game):
    """The positions of a game in which the side to move can, or none can, with who that is."""
    walker = Game(game.positions[0])
    found = [(walker.position, walker.black_to_move)]
    for move in game.moves:
        if move == PASS:
            continue
        walker.play(move)
        found.append((walker.position, walker.black_to_move))
    return found


def test_columns_hold_positions_and_side_to_move(games, library):
    blocks, _, _ = library
    numbers = [(block, n) for block in blocks for n in range(len(block))]
    for (block, number), game in zip(numbers, games, strict=True):
        walked = positions(game)
        assert block.lengths[number] == len(walked) - 1
        for column in range(61):
            if column >= len(walked):
                assert block.hashes[column, number] == 0
                continue
            position, black = walked[column]
            assert key_of(position)[:2] == (column, block.hashes[column, number])
            assert image(position, int(block.turns[column, number])) == canonical(position)
            assert (int(block.blacks[number]) >> column) & 1 == black


def test_images_of_a_position_have_one_key_and_others_another(games):
    keys = {}
    for game in games:
        for position, _ in positions(game):
            for index in range(SYMMETRIES):
                keys.setdefault(key_of(image(position, index))[:2], set()).add(canonical(position))
    assert all(len(same) == 1 for same in keys.values())


@pytest.fixture(scope="module")
def walks(games):
    """Each game's canonical positions with who is to move, and its result."""
    return [
        ([(canonical(position), black) for position, black in positions(game)], game.result())
        for game in games
    ]


def naive_replies(walks, position):
    """Moves by canonical position reached, with how often, and the results for the mover."""
    table, occurs = {}, 0
    for walked, result in walks:
        for (before, black), (after, _) in zip(walked, [*walked[1:], (None, None)], strict=True):
            if before != position:
                continue
            occurs += 1
            if after is None:
                continue
            count, scores = table.get(after, (0, []))
            scores = scores if result is None else [*scores, result if black else -result]
            table[after] = count + 1, scores
    return table, occurs


def test_replies_are_those_of_a_walk_through_all_games(games, library, walks):
    blocks, _, _ = library
    asked = [Game().position]
    for game in games[::3]:
        walked = [position for position, _ in positions(game)]
        asked += [image(walked[n], n % 8) for n in (1, 3, 4, len(walked) - 1)]
    for position in asked:
        found = search.replies(blocks, position)
        table, occurs = naive_replies(walks, canonical(position))
        assert found.games == occurs
        assert found.played == sum(count for count, _ in table.values())
        merged = {}
        for reply in found.replies:
            game = Game(position)
            game.play(reply.move)
            count, scores = table[canonical(game.position)]
            merged.setdefault(canonical(game.position), []).append(reply.games)
            if len(merged[canonical(game.position)]) == 1 and reply.games == count:
                points = [(np.sign(score) + 1) / 2 for score in scores]
                assert np.isnan(reply.score) if not scores else reply.score == np.mean(scores)
                assert not scores or reply.points == pytest.approx(np.mean(points))
        assert {key: sum(counts) for key, counts in merged.items()} == {
            key: count for key, (count, _) in table.items()
        }


@pytest.fixture(scope="module")
def named():
    """Five games with all that can be searched."""
    names = Names()
    tiger, heath = (Game.from_transcript(line) for line in ("c4e3f6e6f5", "c4c3d3c5b4"))
    entries = [
        Entry("Thor Ann", "Bert", "Paris", "1998", 20, GameTree.of(tiger)),
        Entry("Bert", "Thor Ann", "Aarhus", "1999.05.01", -16, GameTree.of(tiger)),
        Entry("Ann", "Cleo", "Aarhus", "2001", 0, GameTree.of(heath)),
        Entry("Cleo", "Dora", "", "", None, GameTree().with_line(heath.moves[:3])),
        Entry("Dora", "Bert", "Rome", "1990", 2, GameTree().with_line((37, 43))),
    ]
    return [entries_block(entries[:2], names), entries_block(entries[2:], names)], names


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("", [0, 1, 2, 3, 4]),
        ("thor", [0, 1]),
        ("black:thor", [0]),
        ("white:THOR", [1]),
        ("aarhus ann", [1, 2]),
        ("tiger", [0, 1]),
        ("opening:heath", [2]),
        ("black:tiger", []),
        ("1998", [0]),
        ("199", [0, 1, 4]),
        ("2", [2]),
        ("f5d6c", [0, 1, 4]),
        ("1990-1999", [0, 1, 4]),
        ("1990-1998", [0, 4]),
        ("1998-2001", [0, 1, 2]),
        ("b+", [0, 4]),
        ("b+20", [0]),
        ("b+21", []),
        ("w+", [1]),
        ("w+16", [1]),
        ("w+17", []),
        ("draw", [2]),
        ("42-22", [0]),
        ("24:40", [1]),
        ("f5", [0, 1, 2, 3, 4]),
        ("f5d6", [0, 1, 4]),
        ("c4c3d3", [2, 3]),
        ("f5f4d3", []),
        ("a1", []),
        ("here", [0, 1, 4]),
        ("here dora", [4]),
        ("nobody", []),
    ],
)
def test_words_find_games(named, query, numbers):
    blocks, names = named
    here = image(Game.from_transcript("f5d6").position, 4)
    assert search.matching_games(blocks, query, names, here).tolist() == numbers


def test_a_game_of_wthor_ends_before_a_move_against_the_rules(tmp_path):
    path, names = tmp_path / "games.wtb", Names()
    games = [WthorGame(0, 0, 0, 32, 32, moves) for moves in ((37, 37, 43), (0,))]
    write_games(path, games, HEADER)
    block = wthor_block(wthor.read_records(path)[0], 1998, [], [], names)
    assert block.lengths.tolist() == [1, 0]
    assert entry_of(block, 0, names).moves == (37,)


def write_wthor(path, games, header=HEADER):
    """A WTHOR file of these games, and names beside it."""
    records = [
        WthorGame(0, n % 3, 5, 32 + (game.result() or 0) // 2, 32,
                        tuple(move for move in game.moves if move != PASS))
        for n, game in enumerate(games)
    ]  # fmt: skip
    write_games(path, records, header)
    names = header._replace(game_year=0)
    write_names(path.parent / "WTHOR.JOU", ["Ann", "Bert", "Cleo"], names)
    write_names(path.parent / "WTHOR.TRN", ["Aarhus"], names)


def read_all(path):
    names, errors = Names(), []
    steps = list(reading.read(path, names, errors.append))
    return [step.block for step in steps if step.block is not None], names, errors


def test_a_folder_is_read_with_what_is_below_it(tmp_path, games):
    write_wthor(tmp_path / "WTH_1998.wtb", games)
    below = tmp_path / "more"
    below.mkdir()
    two = ggf.write([ggf.from_game(games[n], {"PB": "Eva"}) for n in (0, 1)])
    (below / "two.ggf").write_text(two)
    (below / "bad.wtb").write_bytes(b"nonsense")
    (below / "notes.txt").write_text("f5d6\nno game at all\n")
    (below / "picture.png").write_bytes(b"")
    blocks, names, errors = read_all(tmp_path)
    assert sum(map(len, blocks)) == len(games) + 3
    assert all(isinstance(error, FormatError) for error in errors) and len(errors) == 2
    first = entry_of(blocks[0], 1, names)
    assert (first.black, first.white, first.place) == ("Bert", "player 5", "Aarhus")
    assert (first.date, first.moves) == ("1998", tuple(m for m in games[1].moves if m != PASS))
    assert search.matching_games(blocks, "eva", names, Game().position).tolist() == [41, 42]


def test_a_path_that_is_not_there_is_an_error_in_a_line(tmp_path):
    blocks, _, errors = read_all(tmp_path / "none.ggf")
    assert blocks == [] and "none.ggf" in str(errors[0]) and "\n" not in str(errors[0])
