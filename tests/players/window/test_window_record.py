"""The record of one's own games behind its tab: read beside the window, and again what is new."""

import pytest
from test_autosave import play
from window_driver import GAME, Driver

from othello.formats.entry import Entry, Reviewed
from othello.game_tree import GameTree
from othello.notation import parse_transcript
from players.levels import HUMAN
from players.window.game import saved_games
from players.window.game.clocks import TIME, Ending
from players.window.game.saved_games import FOLDER, SavedGame, with_levels
from players.window.panels.record import MISTAKES, OPENINGS, RATING, RESULTS

LINE = tuple(parse_transcript("f5d6c3d3c4f4"))


def keep(tmp_path, number, level=4, reviewed=True, assisted=False):
    """Keep a game that black, a person, loses on time; each move has lost four discs."""
    known = [(LINE[: end + 1], Reviewed(8, -400, 0, (m,), False)) for end, m in enumerate(LINE)]
    date, tree = f"2026.03.{number:02}_10:00:00", GameTree().with_line(LINE)
    game = Entry(date=date, tree=tree, reviews=tuple(known) if reviewed else ())
    kept = SavedGame(
        game, (HUMAN, f"engine:level={level}"), LINE, True, ending=Ending(TIME, 0, LINE)
    )
    kept = kept._replace(assisted=assisted)
    folder = tmp_path / FOLDER
    folder.mkdir(exist_ok=True)
    path = folder / f"{number}.othello"
    path.write_text(saved_games.text_of(with_levels(kept)))
    return path


def look(window, section):
    """Open the tab by its key, click the head of a section, and return what it shows."""
    if window.state.ui.tab != "tab_record":
        window.key("shift+k")
    window.until(lambda: not isinstance(window.shown("record"), str))
    window.click(window.place_of("sections", section).centre)
    assert [button.on for button in window.shown("sections")].index(True) == section
    return window.shown("record")


@pytest.mark.parametrize("code", ["en", "de", "fr", "it", "da"])
def test_large_text_of_the_record_is_not_cut(tmp_path, code):
    for number in range(1, 15):
        keep(tmp_path, number, 3 + number % 3)
    with Driver(tmp_path, size=(800, 560), language=code) as window:
        window.state.change(zoom=2.0)
        for section in (RESULTS, RATING, OPENINGS):
            look(window, section)
            assert window.cut_texts() == []


def test_the_tab_shows_results_mistakes_and_openings(tmp_path):
    for number in range(1, 5):
        keep(tmp_path, number, 4 + number % 2, reviewed=number > 1, assisted=number == 4)
    (tmp_path / FOLDER / "no game.othello").write_text("{}")
    with Driver(tmp_path) as window:
        _title, _heads, *rows = look(window, RESULTS)
        record = window.state.files.autosave.record.record
        assert (record.games, record.assisted, record.reviewed) == (4, 1, 3)
        assert [(row.cells[0], row.cells[1], row.cells[3]) for row in rows] == [
            ("Casual", "0–0–2", "after 3 games"),
            ("Keen", "0–0–2", "after 3 games"),
            ("All", "0–0–4", "0% (0–49)"),
        ]
        _title, _heads, *rows = look(window, MISTAKES)
        assert rows and all(row.cells[1].isdigit() for row in rows)
        (opening,) = (row for row in look(window, OPENINGS) if "4.0 ± 0.0" in row.cells)
        assert opening.cells[1:3] == ("4", "0% (0–49)")
        window.key("shift+k")
        assert window.state.ui.tab == "tab_moves"


def test_the_tab_shows_a_rating_from_games_without_help(tmp_path):
    for number in range(1, 6):
        keep(tmp_path, number, assisted=number == 1)
    with Driver(tmp_path) as window:
        first, last = look(window, RATING)
        assert last.value < first.value and last.low < last.value < last.high


def test_the_record_shows_no_evaluation_of_the_game_in_play(tmp_path):
    for number in range(1, 4):
        keep(tmp_path, number)
    with Driver(tmp_path) as window:
        play(window, "f5")
        window.my_turn()
        look(window, RESULTS)
        window.frame()
        assert window.shown("graph") is None and window.shown("board").balance is None
        assert window.state.calm and not window.state.live.assisted
        window.key("escape")
        assert window.shown("record") is None and window.shown("moves") is not None


def test_own_games_are_found_where_files_are_opened(tmp_path):
    for number in range(1, 4):
        keep(tmp_path, number, level=4 + number % 2)
    with Driver(tmp_path) as window:
        list_games(window)
        days = [row.detail.partition("2026.03.")[2][:2] for row in window.state.ui.dialog.rows]
        assert days == ["03", "02", "01"]
        window.keys(*"keen", "return")
        assert window.game.transcript() == "f5d6c3d3c4f4"


def test_every_saved_game_is_listed_with_its_result(tmp_path):
    others = [
        ((HUMAN, HUMAN), ("Ann", "Bert"), GAME, None, "Ann – Bert", "22–42"),
        ((HUMAN, HUMAN), ("", ""), "f5d6c3", 0, "Black – White", "0–1"),
        (("engine:level=4", "engine:level=5"), ("", ""), "f5d6", None, "Casual – Keen", ""),
    ]
    for number, (sides, names, moves, time_up, *_shown) in enumerate(others):
        line = tuple(parse_transcript(moves))
        game = Entry(*names, date=f"2026.03.0{number + 1}", tree=GameTree().with_line(line))
        ending = None if time_up is None else Ending(TIME, time_up, line)
        kept = with_levels(SavedGame(game, sides, line, True, ending=ending))
        (tmp_path / FOLDER).mkdir(exist_ok=True)
        (tmp_path / FOLDER / f"{number}.othello").write_text(saved_games.text_of(kept))
    with Driver(tmp_path) as window:
        list_games(window)
        rows = window.state.ui.dialog.rows[::-1]
        assert [row.label for row in rows] == [each[-2] for each in others]
        for row, (*_game, result) in zip(rows, others, strict=True):
            assert result in row.detail.split("  ") or not result


def list_games(window):
    window.key("ctrl+o")
    window.choose("Your games")
    window.until(lambda: window.state.ui.dialog.rows)


def test_a_review_of_an_own_game_is_kept_with_it_and_counts_in_the_record(tmp_path):
    path = keep(tmp_path, 1, reviewed=False)
    with Driver(tmp_path, sides=(HUMAN, "engine:level=2")) as window:
        list_games(window)
        window.key("return")
        assert window.state.live.sides == [HUMAN, "engine:level=4"]
        assert window.state.live.ended and not window.state.analysis.review
        window.review()
        assert look(window, RESULTS)
        record = window.state.files.autosave.record
        window.until(lambda: (record.record.games, record.record.reviewed) == (1, 1))
        window.key("ctrl+n")
        assert window.state.live.sides == [HUMAN, "engine:level=2"]
    assert [kept.name for kept in path.parent.iterdir()] == [path.name]
    found = saved_games.read(path)
    assert found.sides == (HUMAN, "engine:level=4") and len(found.entry.reviews) == len(LINE)


def test_an_own_game_that_is_opened_twice_has_one_file_and_no_engine_moves_in_it(tmp_path):
    with Driver(tmp_path, sides=(HUMAN, "engine:level=2")) as window:
        play(window, "f5")
        played = window.game.transcript()
        window.key("ctrl+n")
        list_games(window)
        window.key("return")
        window.keys("ctrl+m", *"once", "return", "ctrl+n")
        list_games(window)
        window.key("return")
        assert window.game.transcript() == played
        window.key("left")
        window.keys("ctrl+m", *"again", "return")
    (path,) = (tmp_path / FOLDER).iterdir()
    assert saved_games.read(path).entry.tree.comments()
