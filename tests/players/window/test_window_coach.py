"""The coach's tab through real events: accuracy, mistakes and their places, hints, sharing."""

import io
import re
import threading
from unittest.mock import Mock

import pytest
from PIL import Image
from window_driver import PATIENCE_SECONDS, TWO_PEOPLE, Driver, FakeEngine

from othello.bits import squares
from othello.notation import parse_square
from players.move_values import MoveValue, sorted_values
from players.study.coach.accuracy import GOOD
from players.study.coach.summary import NOTHING_TO_TRAIN, PRAISE, TURNED, YOURS
from players.window import coach_text
from players.window.coach_text import ShownReason
from players.window.game.clocks import HUMAN
from players.window.panels import files

LINE = "f5d6c3d3c4f4"
WIPEOUT = "e6f4e3f6g5d6e7f5c5"


class SureEngine(FakeEngine):
    """Finds the moves far apart: half a disc for each square."""

    def values(self, position, deepest, stop):
        for found in super().values(position, deepest, stop):
            apart = (each._replace(score=5 * each.score) for each in found.moves)
            yield found._replace(moves=tuple(apart))


@pytest.fixture
def window(tmp_path):
    size = 1700, 900  # room for every reason in one line
    with Driver(tmp_path, size, SureEngine(), position=LINE, sides=TWO_PEOPLE) as driver:
        yield driver


@pytest.fixture
def reviewed(window):
    """The game reviewed, and the coach looked at."""
    window.review()
    window.click(window.place_of("command", "tab_coach").centre)
    window.state.ui.toast = ""  # a notice makes the list shorter
    window.frame()
    return window


def rows(window):
    """The mistakes in the list, with the steps that they lead to."""
    found = [row for row in window.shown("coach") if isinstance(row.meaning, int)]
    return [row for row in found if not row.joined]


def test_graph_losses_and_accuracy_are_those_of_each_side(reviewed):
    """The best move has the lowest square; each square is worth half a disc."""
    assert [point.value for point in reviewed.shown("graph").points] == [
        *(650, -150, 700, -650, 1100, -750, 1100)
    ]
    assert reviewed.shown("board").balance == (1100 / 3200, "Black +11.0")
    reviewed.state.ui.scrolled = -99  # to the top
    for side, cells in (("Black", ("49%", "0", "2", "0")), ("White", ("55%", "0", "2", "0"))):
        assert (side, *cells) in [row.cells for row in reviewed.shown("coach")]
    lost = {1: "9.0", 2: "7.0", 5: "8.0", 6: "6.0"}
    assert [(row.meaning + 1, row.black, row.cells[2][1:]) for row in rows(reviewed)] == [
        (number, number % 2 == 1, text) for number, text in lost.items()
    ]
    detail = reviewed.shown("status").detail
    assert "Black 17 discs" in detail and "White 13" in detail
    reviewed.key("left")
    assert reviewed.shown("board").balance == (-750 / 3200, "White +7.5")
    reviewed.click(reviewed.place_of("command", "tab_moves").centre)
    shown = {cell.number: cell.lost[1:] for cell in reviewed.shown("moves") if cell.lost}
    assert shown == lost


def test_two_boards_show_both_lines_and_follow_the_one_that_is_played(reviewed):
    """A mistake without a simple reason shows both lines; a click on a board plays its line."""
    reviewed.click(reviewed.place_of("coach", rows(reviewed)[0].meaning).centre)
    boards = reviewed.shown("compared")
    step = reviewed.state.live.steps[reviewed.state.live.step]
    discs = (step.position.own | step.position.opp).bit_count()
    assert [(each.black | each.white).bit_count() for each in boards] == [discs + 1] * 2
    part = reviewed.app.scene().parts["compared"]
    assert all(part.place.contains(each.place.centre) for each in boards)
    reviewed.click(part.targets[1].place.centre)
    assert reviewed.state.ui.playback.moves == part.targets[1].meaning[0].lines[1]


def test_mistakes_lead_to_their_place(reviewed):
    found = rows(reviewed)
    for row in found[0], found[-1]:
        reviewed.click(reviewed.place_of("coach", row.meaning).centre)
        reviewed.frame()
        assert reviewed.state.live.step == row.meaning
        (chosen,) = (each for each in rows(reviewed) if each.current)
        after = reviewed.shown("coach")[reviewed.shown("coach").index(chosen) + 1 :]
        assert any(isinstance(row.meaning, ShownReason) for row in after[:2])  # below a long title
    marks = {mark.square: mark.rating for mark in reviewed.shown("board").marks}
    assert len(marks) == 2 and max(marks.values()) > GOOD


@pytest.mark.parametrize("taught", [(True, True), (True, False), (False, True)])
def test_a_finished_game_has_its_summary_with_praise_for_the_person(reviewed, taught):
    reviewed.paste(WIPEOUT)
    reviewed.review()
    assert reviewed.shown("graph").points[-1].value == 6400  # White's turn, had it a move
    reviewed.state.live.sides = [HUMAN if person else "child" for person in taught]
    reviewed.state.ui.toast, reviewed.state.ui.scrolled = "", -99  # from the mistake to the top
    shown = " ".join(row.cells[0] for row in reviewed.shown("coach") if len(row.cells) == 1)
    values = {"value": "−6", "best_value": "+10"}
    said = YOURS if taught == (False, True) else {TURNED: TURNED, PRAISE: PRAISE}
    praise = said[PRAISE].format(side="White", number=2, move="f4", margin=7)
    assert said[TURNED].format(side="White", number=4, move="f6", best="d2", **values) in shown
    assert NOTHING_TO_TRAIN in shown and (praise in shown) == taught[1]


def test_the_coach_shows_dots_until_it_knows_all_reasons(reviewed, monkeypatch):
    reviewed.state.ui.tab = "tab_coach"
    table = reviewed.shown("coach")
    monkeypatch.setattr(coach_text, "SLICE_SECONDS", -1)
    reviewed.frame()
    assert reviewed.shown("coach") != table
    monkeypatch.undo()
    reviewed.until(lambda: reviewed.shown("coach") == table)


def click_reason(window):
    """Click the first sentence of the coach; return its reason."""
    row = next(row for row in window.shown("coach") if isinstance(row.meaning, ShownReason))
    window.click((row.place.x + 5, row.place.centre[1]))
    return row.meaning


@pytest.mark.parametrize("way_back", ["click", "escape", "backspace"])
def test_a_sentence_plays_its_line_on_the_board_and_takes_it_back(reviewed, way_back):
    state = reviewed.state
    reviewed.key("w")
    before, path = reviewed.shown("board"), state.live.path
    reason = click_reason(reviewed)
    line = state.ui.playback
    assert line.moves == reason.lines[0]
    reviewed.until(lambda: line.at_end)
    shown = reviewed.shown("board")
    assert shown.numbered == line.path and shown.black | shown.white > before.black | before.white
    assert shown.marks == () and shown.legal == 0
    if way_back == "click":
        for _ in reason.lines:
            click_reason(reviewed)
    else:
        reviewed.key(way_back)
    assert state.ui.playback is None and reviewed.shown("board") == before
    assert state.live.path == path


def test_the_moves_of_a_line_are_stepped_through_with_arrows_over_the_discs_turned(reviewed):
    ui, live = reviewed.state.ui, reviewed.state.live
    reviewed.key("w")
    step = live.step
    ui.play_line(live.here.position, live.here.black_to_move, live.game.legal()[:1])
    line = ui.playback
    reviewed.until(lambda: line.at_end)
    turned = int(line.steps[1].position.opp) & int(line.steps[0].position.opp)
    arrows = reviewed.shown("board").arrows
    assert arrows and all(move == line.path[0] and turned >> end & 1 for move, end in arrows)
    reviewed.key("right")
    assert ui.playback is line and line.step == 1 and live.step == step
    reviewed.key("left")
    assert ui.playback is None and live.step == step
    reviewed.key("right")
    assert live.step == step + 1


def test_the_term_of_a_hint_opens_its_section(tmp_path, monkeypatch):
    opened = Mock(return_value=True)
    monkeypatch.setattr("webbrowser.open", opened)

    class OneBest(FakeEngine):
        def values(self, position, deepest, stop):
            best = parse_square("e6")
            moves = squares(position.legal())
            yield sorted_values(deepest, [MoveValue(m, m == best, False, (m,)) for m in moves])

    with Driver(tmp_path, engine=OneBest(), position="f5f6", sides=(HUMAN, None)) as window:
        window.key("t")
        window.until(lambda: window.shown("board").hint is not None)
        assert window.shown("status").detail.startswith("e6")
        window.click(window.place_of("status", "mobility").centre)
        assert opened.call_args.args[0].endswith("#mobility")


def test_help_opens_the_strategy_page_in_a_browser(reviewed, tmp_path, monkeypatch):
    page = tmp_path / "strategy.html"
    page.write_text("")
    monkeypatch.setattr(coach_text, "data_folder", lambda: tmp_path)
    opened = Mock(return_value=True)
    monkeypatch.setattr("webbrowser.open", opened)
    reviewed.key("shift+f1")
    assert [call.args[0] for call in opened.call_args_list] == [page.as_uri()]
    opened.return_value = False
    reviewed.key("shift+f1")
    assert str(page) in reviewed.state.ui.toast


def share(window, path, kind):
    """Share by a click on the button and on what is made; the name is typed."""
    window.click(window.place_of("command", "share").centre)
    rows = window.app.scene().dialog.rows
    window.click(next(place for place, row in rows if row.label == kind).centre)
    window.enter(path)
    window.until(lambda: not window.state.files.writer.working)
    return window.state.ui.dialog


def test_a_game_is_shared_as_page_moving_picture_and_picture(reviewed, tmp_path):
    kinds = {".html": "Web page", ".gif": "GIF", ".png": "Picture"}
    paths = [tmp_path / f"game{ending}" for ending in kinds]
    assert [share(reviewed, tmp_path / "game", kind) for kind in kinds.values()] == [None] * 3
    page = paths[0].read_text("utf-8")
    assert page.count("<li ") == 4  # mistakes
    assert {*re.findall('https?://[^"]*', page)} == {"http://www.w3.org/2000/svg"}
    with Image.open(io.BytesIO(paths[1].read_bytes())) as moving:
        assert moving.n_frames == 7
    assert share(reviewed, tmp_path / "no folder" / "game.gif", "GIF").error


def test_animation_is_made_in_the_background(reviewed, tmp_path, monkeypatch):
    go_on, path = threading.Event(), tmp_path / "game.gif"

    def held(*asked):
        assert threading.current_thread() is not threading.main_thread()
        assert go_on.wait(PATIENCE_SECONDS)
        return b"made"

    monkeypatch.setattr(files, "shared", held)
    state = reviewed.state
    reviewed.keys("ctrl+shift+s", "down", "return")
    reviewed.enter(path)
    assert state.ui.dialog is None
    reviewed.key("home")  # the window goes on
    assert state.live.step == 0 and not path.exists()
    go_on.set()
    reviewed.until(path.exists)
    assert path.read_bytes() == b"made"
    for fault, told in ((MemoryError("too\nlarge"), "too"), (OSError(28, "No space"), "No space")):
        monkeypatch.setattr(files, "shared", Mock(side_effect=fault))
        share(reviewed, tmp_path / "other.gif", "GIF")
        reviewed.until(lambda told=told: told in state.ui.toast)
    assert not (tmp_path / "other.gif").exists()
