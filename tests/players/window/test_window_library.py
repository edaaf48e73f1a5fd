"""The library in the window: opened, searched, its games shown, its replies beside the board."""

import random
import threading

import pytest
from window_driver import GGF, PATIENCE_SECONDS, TWO_PEOPLE
from wthor_files import WthorGame, write_games, write_names

from othello.formats import ggf, wthor
from othello.game import Game
from othello.library import reading, search
from othello.position import PASS
from players.window.game import library as model
from players.window.game.library import GameChooser

PLAYERS = ("Ann", "Bert", "Cleo")


LAUNCH = {"sides": TWO_PEOPLE}


def random_game(seed):
    chance, game = random.Random(seed), Game.from_transcript("f5d6" if seed % 4 else "f5f6")
    while not game.over:
        game.play(chance.choice(game.legal()))
    return game


GAMES = [random_game(seed) for seed in range(12)]


@pytest.fixture
def folder(tmp_path):
    """Two years of WTHOR with their names."""
    path = tmp_path / "tournaments"
    path.mkdir()
    for year, part in ((1998, GAMES[:8]), (1999, GAMES[8:])):
        records = [
            WthorGame(0, n % 3, (n + 1) % 3, 32 + (game.result() or 0) // 2, 32,
                            tuple(move for move in game.moves if move != PASS))
            for n, game in enumerate(part)
        ]  # fmt: skip
        header = wthor.Header(20, 26, 1, 1, game_year=year)
        write_games(path / f"WTH_{year}.wtb", records, header)
    write_names(path / "WTHOR.JOU", PLAYERS, wthor.Header(20, 26, 1, 1))
    write_names(path / "WTHOR.TRN", ["Aarhus"], wthor.Header(20, 26, 1, 1))
    return path


def drop(window, path):
    """Drop a file or folder on the window and wait until all of it is read."""
    window.drop(path)
    window.until(lambda: not window.state.files.library.reading)
    window.frame()


def chooser(window):
    assert isinstance(window.state.ui.dialog, GameChooser)
    return window.state.ui.dialog


def counted(window):
    """The replies beside the board, once they are counted."""
    known = []

    def known_now():
        library = window.state.files.library
        position = window.state.live.here.position
        known[:] = [library.replies(position)]
        return known[0] is not None and known[0] == search.replies(library.blocks, position)

    window.until(known_now)
    window.frame()
    return known[0]


def test_a_dropped_folder_is_listed_searched_and_a_game_shown(window, folder):
    drop(window, folder)
    assert len(chooser(window).rows) == 12
    window.keys(*"bert 1999")
    assert sorted(columns(window, "Black")) == ["Ann", "Ann", "Bert"]
    assert set(columns(window, "Year")) == {"1999"} and set(columns(window, "Event")) == {"Aarhus"}
    window.keys("down", "return")
    assert window.state.live.names == ["Bert", "Cleo"]
    assert window.game.board() == GAMES[9].board()
    window.key("ctrl+l")
    assert chooser(window).field.text == "bert 1999"
    window.key("backspace")
    assert len(chooser(window).rows) == 9


def test_previous_game_is_restored(window, folder):
    window.keys("f", "5")
    before = window.state.live.tree
    drop(window, folder)
    window.keys(*"1998", "return")  # the game on the board is in the folder, too
    assert window.game.board() == GAMES[0].board()
    window.key("ctrl+g")
    assert window.state.live.tree == before


@pytest.mark.parametrize("ending", ["othello", "sgf"])
def test_a_game_of_the_library_has_its_side_lines_and_comments(window, tmp_path, ending):
    folder = tmp_path / "own"
    folder.mkdir()
    window.keys(*"f5d6", "left", *"f6", "ctrl+m", *"bold", "return")
    tree = window.state.live.tree
    assert len(tree.lines()) == 2 and tree.comments() == (((37, 45), "bold"),)
    window.key("ctrl+s")
    window.fill(str(folder / f"game.{ending}"))
    window.keys("return", "ctrl+n")
    drop(window, folder)
    window.key("return")
    assert window.state.live.tree == tree


def test_a_game_found_by_its_position_is_shown_there(window, folder):
    drop(window, folder)
    window.keys(*"c4e3")  # f5d6 on a board that is turned
    assert len(chooser(window).rows) == 9
    window.key("return")
    assert window.state.live.step == 2
    drop(window, folder)
    window.keys(*"here")
    assert len(chooser(window).rows) == 9
    window.key("end")
    window.key("return")
    assert window.state.live.step == 2 and window.state.live.names == ["Ann", "Bert"]


def test_clicking_a_listed_reply_plays_it(window, folder):
    drop(window, folder)
    window.keys("escape", "f", "5", "v")
    known = counted(window)
    assert [(reply.move, reply.games) for reply in known.replies] == [(43, 9), (45, 3)]
    here = window.state.live.here.position
    window.until(lambda: here in window.state.live.search_values)
    *_heads, first, second = window.shown("library")
    assert first.cells[:3] == ("d6", "9", "75%") and second.cells[:3] == ("f6", "3", "25%")
    assert first.cells[-1] == "\N{MINUS SIGN}1.1"  # the driver's engine says so
    window.click(second.place.centre)
    assert window.game.transcript() == "f5f6"
    assert sum(reply.games for reply in counted(window).replies) == 3


def test_a_large_file_is_read_in_the_background(window, tmp_path, monkeypatch):
    path = tmp_path / "two.ggf"
    path.write_text(ggf.write([ggf.from_game(game, {"PB": "Eva"}) for game in GAMES[:2]]))
    window.drop(path)
    assert window.state.files.library is None
    monkeypatch.setattr(model, "MANY_BYTES", 100)
    drop(window, path)
    assert columns(window, "Black") == ["Eva", "Eva"]


@pytest.mark.parametrize("name", ["empty", "prose.txt", "broken"])
def test_title_explains_a_library_without_a_game(window, tmp_path, monkeypatch, name):
    def fail(*_):
        raise MemoryError("no room")

    path = tmp_path / name
    if name == "prose.txt":
        path.write_text("- it rained all day, and nobody played.\n" * 10_000)
    else:
        path.mkdir()
    if name == "broken":
        monkeypatch.setattr(reading, "read", fail)
    drop(window, path)
    reason = "no room" if name == "broken" else name
    assert not chooser(window).rows and reason in chooser(window).title


def test_games_are_listed_before_all_are_read(window, folder, monkeypatch):
    real, waits = reading.read, threading.Event()

    def held(*arguments):
        for progress in real(*arguments):
            if progress.file == "WTH_1999.wtb" and progress.block is None:
                waits.wait(PATIENCE_SECONDS)
            yield progress

    monkeypatch.setattr(reading, "read", held)
    window.drop(folder)
    window.until(lambda: window.state.files.library.games == 8)
    window.frame()
    assert len(chooser(window).rows) == 8 and "WTH_1998.wtb" in chooser(window).title
    window.keys(*"cleo")
    shown = len(chooser(window).rows)
    waits.set()
    window.until(lambda: not window.state.files.library.reading)
    window.frame()
    assert len(chooser(window).rows) > shown


def columns(window, head):
    return [row.cells[model.HEADS.index(head)] for row in chooser(window).rows]


def head(window, title):
    return dict(window.app.scene().dialog.heads)[title].centre


def test_a_click_on_the_head_of_a_column_sorts_by_it_and_the_next_the_other_way(window, folder):
    drop(window, folder)
    for falling in (True, False):  # the latest first
        window.click(head(window, "Year"))
        assert columns(window, "Year") == sorted(columns(window, "Year"), reverse=falling)
    window.click(head(window, "Black"))
    assert columns(window, "Black") == sorted(columns(window, "Black"))
    window.keys(*"1999")
    assert len(columns(window, "Black")) == 4
    window.keys("down", "return")
    assert window.game.board() in {game.board() for game in GAMES[8:]}


def test_a_library_or_a_bad_file_shows_no_analysis_in_a_live_game(window, tmp_path):
    folder, bad = tmp_path / "games", tmp_path / "bad.ggf"
    folder.mkdir()
    (folder / "a.ggf").write_text(GGF)
    bad.write_text("nothing")
    window.key("ctrl+n")
    window.click_square(37)
    window.my_turn()
    for path in (bad, folder):
        window.drop(path)
        window.keys("escape", "escape")
        assert window.state.calm and not window.state.analysis.graph
