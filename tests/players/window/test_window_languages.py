"""The window in other languages: chosen, kept, drawn; and nothing that it draws is untranslated."""

import ast
import gettext
import json
import random
import re
from pathlib import Path
from types import SimpleNamespace

import catalogues
import pygame
import pytest
from test_window_record import keep
from window_driver import FORMS, Driver
from window_soak import GGF

import players.window
from othello.game import Game
from othello.openings import named_openings
from players.window import command, events, translation
from players.window.drawing import canvas, fonts
from players.window.drawing.fonts import columns, pieces
from players.window.drawing.themes import THEMES
from players.window.game import exchange
from players.window.opening import open_file
from players.window.overlays import Chooser, Prompt
from players.window.panels import settings
from players.window.settings import ANIMATIONS
from players.window.text_field import TextField
from players.window.thinking.exercises import Exercise, Exercises

SIZES = ((900, 640), (1160, 760), (420, 640))
TABS = ("tab_lines", "tab_insight", "tab_features", "tab_record", "tab_moves")
QQGGF = GGF.replace("Ann", "Qqann").replace("Bert", "Qqbert").replace("here", "")


@pytest.fixture
def no_japanese(monkeypatch):
    """A machine without a Japanese font."""
    kept = fonts.face
    monkeypatch.setattr(fonts, "face", lambda japanese, bold: None if japanese else kept(0, bold))
    fonts.obstacle.cache_clear()
    yield
    fonts.obstacle.cache_clear()


def choose_language(driver, name):
    """Choose a language in the settings, by the keys."""
    driver.key("s")
    assert driver.state.overlay.selected_row.value == "language"
    driver.key("return")
    driver.keys(*(letter for letter in name))
    driver.key("return")


def test_a_language_chosen_in_the_settings_is_spoken_at_once_and_kept(tmp_path):
    with Driver(tmp_path) as driver:
        driver.click_square(19)
        driver.my_turn()
        before = driver.game.copy()
        assert driver.shown("status").headline == "Your move (black)"
        choose_language(driver, "deutsch")
        overlay = driver.state.overlay
        assert (overlay.title, overlay.rows[0].label) == ("Einstellungen", "Sprache")
        assert overlay.rows[0].detail == "Deutsch"
        driver.key("escape")
        assert driver.shown("status").headline == "Du bist am Zug (Schwarz)"
        assert driver.game == before
        choose_language(driver, "english")
        assert driver.state.overlay.title == "Settings"
        choose_language_again = driver.state.overlay.rows[0]
        assert choose_language_again.detail == "English"
        driver.key("escape")
        choose_language(driver, "ital")
    assert json.loads((tmp_path / "window.json").read_text())["language"] == "it"
    with Driver(tmp_path, language=None) as driver:
        assert driver.shown("status").headline == "Tocca a te (nero)"
        assert translation.catalogue("it").gettext("Casual") in pygame.display.get_caption()[0]


def test_a_file_of_a_game_names_its_players_in_english(tmp_path):
    with Driver(tmp_path, language="fr") as driver:
        driver.click_square(19)
        driver.my_turn()
        driver.key("ctrl+s")
        driver.enter(tmp_path / "game.ggf")
        assert driver.state.toast.startswith("Enregistré")
    assert "PB[You]PW[Casual]" in (tmp_path / "game.ggf").read_text()


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE", "LC_ALL": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "de_DE", "LC_MESSAGES": "da"}, "da"),
        ({"LANG": "pl_PL.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "it_IT@euro"}, "it"),
    ],
)
def test_the_environment_names_a_language(variables, code, monkeypatch):
    assert translation.of_environment(variables) == code
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, variables.get(name, ""))
    with Driver(language=None):
        assert translation.spoken() == code


def test_japanese_is_not_offered_without_a_font(no_japanese, tmp_path):
    with Driver(tmp_path, language="ja") as driver:
        assert translation.spoken() == "en" and "ja" not in fonts.offered()
        settings.open_languages(driver.state)
        row = driver.state.overlay.rows[-1]
        assert (row.label, row.detail) == ("日本語", "no font here has its signs")
        driver.keys("end", "return")
        assert driver.state.toast == "日本語: no font here has its signs"
        assert translation.spoken() == "en" and driver.state.overlay.title == "Settings"


@pytest.mark.parametrize("code", ["xx", "english", ""])
def test_a_wrong_language_is_refused_with_those_that_there_are(code, capsys):
    with pytest.raises(SystemExit) as raised:
        command.main(["--language", code])
    said = capsys.readouterr().err.splitlines()[-1]
    assert raised.value.code == 2
    wrong = f"{code!r} is none of the languages offered, {', '.join(fonts.offered())}"
    assert said.endswith(f"{wrong} (--help says more)")


def test_a_language_without_a_font_is_refused_with_the_reason(no_japanese, capsys):
    with pytest.raises(SystemExit) as raised:
        command.main(["--language", "ja"])
    assert raised.value.code == 2
    assert capsys.readouterr().err.endswith(
        "en, da, de, fr, it: no font here has its signs (--help says more)\n"
    )


@pytest.mark.parametrize("code", list(translation.LANGUAGES))
@pytest.mark.parametrize("size", SIZES)
def test_no_label_of_a_button_is_cut(code, size):
    with Driver(size=size, language=code) as driver:
        if translation.spoken() != code:
            pytest.skip("no font here has its signs")
        placed = driver.app.layout
        labels = [*driver.shown("bar"), *driver.shown("tabs")]
        driver.key("ctrl+e")
        for place, label, on, *_ in (*labels, *driver.shown("editor")):
            assert canvas.fitted(label, placed.size(14), on, place.width) == label, size
        assert "settings" in dict(placed.buttons)


@pytest.mark.parametrize("code", list(translation.LANGUAGES))
def test_no_line_of_the_help_and_of_the_levels_is_cut(code, monkeypatch):
    with Driver(language=code) as driver:
        if translation.spoken() != code:
            pytest.skip("no font here has its signs")
        fitted, written = canvas.fitted, []
        driver.key("?")
        with monkeypatch.context() as patch:
            patch.setattr(canvas, "fitted", lambda *told: written.append(told) or fitted(*told))
            driver.app.paint(anew=True)
            driver.keys("?", "l")
        assert [text for text, *told in written if fitted(text, *told) != text] == []
        assert len(written) > 100


def test_a_japanese_text_is_broken_between_its_signs():
    text = "打ちたいマスをクリックするか、名前を入力してください。試すだけで、対局は変わりません。"
    pygame.font.init()
    lines = canvas.broken(text, 15, 200, 99)
    assert "".join(lines) == text and len(lines) > 2
    assert not any(line.startswith(("、", "。")) for line in lines)
    assert columns("石 a") == 4 and pieces("a 石。b") == ["a", " 石。", "b"]


GREEK = "αβξδεφγηιϳκλμνοπθρστυϝωχψζ"
DISGUISE = str.maketrans("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", GREEK * 2)


def disguised(text):
    """A text with other letters than Latin ones, but for its placeholders."""
    parts = re.split(r"({\w*})", text)
    return "".join(part if part[:1] == "{" else part.translate(DISGUISE) for part in parts)


class Disguise(gettext.NullTranslations):
    """A language of other letters; `asked` are the messages that were wanted in it."""

    def __init__(self):
        super().__init__()
        self.asked = set()

    def gettext(self, message):
        self.asked.add(message)
        return disguised(message)

    def ngettext(self, one, many, count):
        self.asked.add((one, many))
        return disguised(one if count == 1 else many)


@pytest.fixture
def drawn(monkeypatch):
    """All texts that are drawn."""
    seen = set()

    def noting(text, size, bold, width):
        seen.add(text)
        return text

    noting.cache_clear = canvas.fitted.cache_clear
    monkeypatch.setattr(canvas, "fitted", noting)
    return seen


NAMES = {"Qqann", "Qqbert", "Qqfolder", "good", "many", "line", "lines", "game"}
NAMES |= {"ggf", "txt", "html"}
"""The names of players and files in the walk."""
TYPED = {"Engine", "Other", "order", "auto", "none"}
"""Players and values of options, as they are typed."""
ALLOWED = NAMES | TYPED | set(translation.LANGUAGES.values())
WORD = re.compile(r"[A-Za-z]{2,}")


def latin_words(texts):
    """The words in Latin letters but for squares and names, each with a text that it is in."""
    openings = {word for name in named_openings().values() for word in WORD.findall(name)}
    found = {}
    for text in texts:
        for word in WORD.findall(text if isinstance(text, str) else " ".join(text)):
            if word not in ALLOWED | openings:
                found[word] = text
    return found


def steps(driver, *keys):
    """Press keys, each with its frame, and paint once more."""
    driver.keys(*keys)
    driver.frame()


def walk(driver, folder):
    """Open all that the window has, one thing after the other."""
    walk_menus(driver)
    walk_game(driver)
    walk_exercises(driver)
    walk_files(driver, folder)
    walk_record(driver, folder.parent)
    walk_training(driver)
    walk_share(driver, folder)
    walk_ends(driver)


def walk_menus(driver):
    """The lists, the help and the panel of an engine."""
    state = driver.state
    events.welcome(state)
    steps(driver, "escape")
    for name in ("level", "new", "players", "engine", "review_by", "settings", "help", "menu"):
        events.run_command(state, name)
        steps(driver, "down", "down", "end", "escape")
    events.run_command(state, "players")
    steps(driver, "return", "end", "return", "down", "return")
    driver.until(lambda: isinstance(state.overlay, Chooser) and state.overlay.stays)
    steps(driver, *["down"] * 3, "return")
    if isinstance(state.overlay, Prompt):
        steps(driver, "x", "return", "escape")
    steps(driver, "escape", "ctrl+n")


def walk_game(driver):
    """Moves, lines, values, the editor, what the engine does meanwhile."""
    state = driver.state
    state.live.sides = ["human", "engine"]
    driver.engine.free.clear()
    steps(driver, "f", "5")
    driver.until(lambda: driver.app.engine_thread.thinking)
    driver.engine.told(SimpleNamespace(depth=5, nodes=123_456, seconds=0.01))
    driver.until(lambda: state.engine.progress is not None)
    steps(driver, "q", "escape", "c", "4")
    driver.engine.free.set()
    driver.my_turn()
    steps(driver, "space", "space", "left", "left", "ctrl+n")
    state.live.sides = ["human", "human"]
    steps(driver, *"f5d6a1", "left", "ctrl+m", "z", "return", "up", "down", "ctrl+up")
    steps(driver, "right", "ctrl+z", "ctrl+y", "ctrl+y", "delete", "ctrl+z", "space", "q", "z", "z")
    for name in (*TABS, "values", "hint"):
        events.run_command(state, name)
        driver.frames(5)
    steps(driver, "shift+v", "1", "ctrl+e", "t", "delete", "return", "s", "ctrl+z", "ctrl+y")
    steps(driver, "ctrl+z", "escape", "ctrl+c", "ctrl+shift+c", "ctrl+v", "left", "left", "left")


def walk_exercises(driver):
    """A review, and exercises of each side with a good and a bad try."""
    state = driver.state
    state.load_game(Game.from_transcript("f5d6c3d3c4"))
    steps(driver, "r", "r", "shift+r", "escape", "escape", "w", "shift+w", "ctrl+t", "escape")
    state.analysis.values = False
    found = [Exercise(step, state.live.steps[step], 900, False) for step in (0, 1)]
    state.show_exercises(Exercises(found))
    events.run_command(state, "tab_lines")
    driver.frame()
    events.run_command(state, "tab_moves")
    for _ in found:
        state.live.known.clear()
        for tried in (state.live.game.legal()[0], state.live.game.legal()[-1]):
            state.exercises.tried = None
            driver.frame()
            driver.click_square(tried)
            driver.until(lambda: not state.asking)
            steps(driver, "shift+right", "i", "i", "i")
        steps(driver, "right")
    steps(driver, "escape")


def walk_files(driver, folder):
    """Games pasted, opened, saved; the library."""
    state = driver.state
    steps(driver, "ctrl+l", "escape", "ctrl+o", "escape", "shift+l")
    open_file(state, folder / "many.ggf")
    steps(driver, "return")
    open_file(state, folder / "bad.ggf")
    open_file(state, folder)
    driver.until(lambda: not state.library.reading)
    steps(driver, "return", "escape", "ctrl+s", "return", "ctrl+s")
    state.overlay.text = str(folder / "game.csv")
    steps(driver, "return", "escape", "k", "k", "shift+l")
    driver.until(lambda: state.library.replies(state.live.here.position) is not None)
    driver.frame()


def walk_record(driver, folder):
    """The record without games and with some, its sections, and the games of a row."""
    state = driver.state
    own = state.keeper.record
    events.run_command(state, "tab_record")
    driver.until(lambda: own.record is not None and not own.reading)
    driver.frame()
    for number in (1, 2, 3):
        keep(folder, number, reviewed=False)
    state.keeper.written += 1
    driver.until(lambda: own.record.games >= 3)
    look_at_record(driver)
    keep(folder, 3)
    state.keeper.written += 1
    driver.until(lambda: own.record.reviewed)
    look_at_record(driver)


def look_at_record(driver):
    """The four sections of the record, and the games of a row of the first."""
    driver.frame()
    for section in (3, 2, 1, 0):
        driver.click(driver.place_of("record", section).centre)
    driver.click(driver.place_of("record", "Casual").centre)
    steps(driver, "escape")


def walk_training(driver):
    """Each training, with a good and a bad try."""
    state = driver.state
    for row in range(4):
        steps(driver, "ctrl+t")
        driver.until(lambda: not state.keeper.record.reading)
        steps(driver, *["down"] * row, "return")
        driver.until(lambda: not state.trainer.looking)
        driver.frame()
        for place in (0, -1):
            if state.exercises is None:
                break
            driver.click_square(state.live.game.legal()[place])
            driver.until(lambda: not state.asking)
            steps(driver, "right")
        steps(driver, "escape", "escape")
    steps(driver, "ctrl+t", "return", "escape")  # none is due by now


def walk_share(driver, folder):
    """What is shared, and what is refused."""
    state = driver.state
    for _ in range(2):  # the second time the file is there: it is asked again
        steps(driver, "ctrl+shift+s", "return")
        state.overlay.text = str(folder / "game.html")
        steps(driver, "return")
        driver.until(lambda: not state.made_files.working)
        steps(driver, "escape")


def walk_ends(driver):
    """Passes, ended games, and a flag that falls."""
    state = driver.state
    chance = random.Random(3)
    state.new_game(("human", "human"))
    while not state.live.game.over:
        driver.click_square(chance.choice(state.live.game.legal()))
        state.hover = None
        driver.frame()
    steps(driver, "i", "shift+v", "r", "shift+l", "a", "1", "f", "5")
    state.live.sides = ["human", "engine"]
    driver.frame()
    state.new_game(("human", "human"))
    settings.turn(state, "clock_minutes")
    steps(driver, "f", "5")
    state.live.set_clock(1e-6)
    driver.until(lambda: state.live.clocks.flag is not None)
    driver.frame()
    for name in (*["theme"] * len(THEMES), *["animation"] * len(ANIMATIONS)):
        settings.turn(state, name)
        steps(driver, "s", "escape")
    for text in ("", "f" * (exchange.MOST_TEXT + 1)):
        state.clipboard.put(text)
        steps(driver, "ctrl+v")
    steps(driver, "ctrl+g", "home", "delete")


def known():
    """The messages of the catalogues, and the words of the options in the walk."""
    options = [option for form in FORMS for option in form.options]
    said = {form.meaning for form in FORMS} | {option.meaning for option in options}
    named = {option.name.replace("_", " ").capitalize() for option in options}
    return {*catalogues.messages(), *said, *named}


def test_nothing_that_the_window_draws_is_untranslated(tmp_path, drawn, monkeypatch):
    typed = set()

    def remember(field, name, value):
        object.__setattr__(field, name, value)
        if name == "text":
            typed.add(value)

    monkeypatch.setattr(TextField, "__setattr__", remember)
    monkeypatch.setattr(exchange, "home", lambda: tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = tmp_path / "Qqfolder"
    folder.mkdir()
    (folder / "good.ggf").write_text(QQGGF)
    (folder / "many.ggf").write_text(f"{QQGGF}\n{QQGGF}\n")
    (folder / "line.txt").write_text("f5d6c3d3c4")
    disguise = Disguise()
    with Driver(tmp_path) as driver:
        translation.speak("en", disguise)
        driver.state.folder = folder
        drawn.clear()
        walk(driver, folder)
    drawn = {text for text in drawn if not any(text.strip("…") in each for each in typed)}
    texts = {
        re.sub(r"(/Othello/?)?(othello-[\d-]+.ggf)?", "", text.replace(str(tmp_path), ""))
        for text in drawn
    }
    # What is typed stays as it is, and what a reader says of a file stays English.
    texts = {text for text in texts if "bad.ggf" not in text}
    assert latin_words(texts) == {}
    assert {text for text in disguise.asked if text not in known() and latin_words([text])} == set()
    unseen = {message for message in catalogues.of_window() if message not in disguise.asked}
    assert len(unseen) < 100, sorted(map(str, unseen))


CALLS = {"notify", "Row", "Chooser", "Prompt", "Help", "write", "LibraryScene", "Feature", "column"}
CALLS |= {"Words", "Status", "BestLine", "Keys"}
"""Calls whose texts are shown."""


def bare_texts(source):
    """Literal words that are given to such a call without being translated."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in CALLS:
                unseen = node.args[2:3] if name == "Row" else []  # what the row stands for
                shown = (value for value in node.args if value not in unseen)
                for value in (*shown, *(keyword.value for keyword in node.keywords)):
                    yield from _bare(value)


def _bare(value):
    """The literal words of an expression outside calls."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        if WORD.search(value.value) and value.value not in ("left", "right", "centre"):
            yield value.value
    elif isinstance(value, ast.JoinedStr):
        for part in value.values:
            yield from _bare(part)
    elif isinstance(value, ast.IfExp):
        yield from _bare(value.body)
        yield from _bare(value.orelse)
    elif isinstance(value, ast.BoolOp):
        for part in value.values:
            yield from _bare(part)


def test_no_call_that_shows_a_text_has_an_unmarked_one():
    found = {}
    for path in sorted(Path(players.window.__file__).parent.rglob("*.py")):
        if bare := [text for text in bare_texts(path.read_text("utf-8")) if text not in WIDEST]:
            found[path.name] = bare
    assert found == {}


WIDEST = {"g8"}


def test_an_unmarked_text_is_found():
    source = 'state.notify(f"Saved as {path}" if path else "Not saved")\nRow(_("A name"), label)'
    assert list(bare_texts(source)) == ["Saved as ", "Not saved"]
    assert latin_words({disguised("All {count} games"), "All games", "f5"}) == {
        "All": "All games",
        "games": "All games",
        "count": disguised("All {count} games"),
    }
