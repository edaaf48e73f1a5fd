"""The window in other languages: chosen, kept, drawn; and nothing that it draws is untranslated."""

import ast
import re
from pathlib import Path

import pygame
import pytest
from window_driver import Driver

import players.window
from players.window import translation
from players.window.drawing import canvas, fonts
from players.window.drawing.frame import starting_scene
from players.window.panels import settings

SIZES = ((800, 560), (900, 640), (1160, 760))


@pytest.fixture
def no_japanese(monkeypatch):
    """A machine without a Japanese font."""
    kept = fonts.face
    monkeypatch.setattr(fonts, "face", lambda japanese, bold: None if japanese else kept(0, bold))
    fonts.language_fault.cache_clear()
    yield
    fonts.language_fault.cache_clear()


def test_a_language_chosen_in_the_settings_is_spoken_at_once_and_kept(tmp_path):
    with Driver(tmp_path) as driver:
        for name, code in (("deutsch", "de"), ("english", "en"), ("ital", "it")):
            driver.keys("s", "return", *name, "return", "escape")
            assert translation.current_language() == driver.state.settings.language == code
            shown = translation.catalogue(code).gettext("Your move ({side})").partition("(")[0]
            assert driver.shown("status").headline.startswith(shown)
    with Driver(tmp_path, language=None) as driver:
        assert translation.current_language() == "it"
        assert translation.catalogue("it").gettext("Casual") in pygame.display.get_caption()[0]


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE", "LC_ALL": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "de_DE", "LC_MESSAGES": "da"}, "da"),
        ({"LC_ALL": "", "LANG": "it_IT@euro"}, "it"),
    ],
)
def test_the_environment_names_a_language(variables, code, monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, variables.get(name, ""))
    with Driver(language=None):
        assert translation.current_language() == code


def test_japanese_is_not_offered_without_a_font(no_japanese, tmp_path):
    with Driver(tmp_path, language="ja") as driver:
        assert translation.current_language() == "en" and fonts.language_fault("ja")
        settings.open_languages(driver.state)
        assert driver.row("日本語").detail == fonts.language_fault("ja")
        driver.keys("end", "return")
        assert driver.state.ui.toast.startswith("日本語: ")
        assert translation.current_language() == "en"


@pytest.mark.parametrize("code", list(translation.LANGUAGES))
@pytest.mark.parametrize("size", SIZES)
def test_no_label_of_a_button_is_cut(code, size):
    with Driver(size=size, language=code) as driver:
        if translation.current_language() != code:
            pytest.skip("no font with its characters was found")
        placed = driver.app.layout
        labels = list(driver.shown("bar"))
        driver.key("ctrl+a")
        driver.frame()
        labels += [*driver.shown("bar"), *driver.shown("tabs")]
        driver.key("ctrl+e")
        for place, label, on, *_ in (*labels, *driver.shown("editor")):
            assert canvas.fitted(label, placed.size(14), on, place.width) == label, size
        assert "menu" in dict(placed.buttons)


@pytest.mark.parametrize("code", list(translation.LANGUAGES))
def test_no_line_of_the_help_and_of_the_levels_is_cut(code):
    with Driver(language=code) as driver:
        if translation.current_language() != code:
            pytest.skip("no font with its characters was found")
        for key in "?l":
            driver.key(key)
            assert driver.cut_texts() == []
            driver.key("escape")


@pytest.mark.parametrize("code", list(translation.LANGUAGES))
@pytest.mark.parametrize("size", [(800, 560), (500, 760)])
def test_no_text_of_the_first_pictures_is_cut(code, size, monkeypatch):
    with Driver(size=size, language=code) as driver:
        assert driver.cut_texts() == [] and not driver.app.scene().parts["moves"].below
        monkeypatch.setattr(driver.app, "scene", lambda: starting_scene(driver.app.layout, 2.0))
        assert driver.cut_texts() == []


def literals(source):
    """Capitalised words and texts of two, outside docstrings and calls that mark them."""
    tree, skipped = ast.parse(source), set()
    for node in ast.walk(tree):
        name = getattr(getattr(node, "func", None), "id", "")
        if isinstance(node, ast.Expr) or name in ("_", "N_", "ngettext", "ValueError"):
            skipped.update(ast.walk(node))
    texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant))
    texts = (node.value for node in texts if node not in skipped and isinstance(node.value, str))
    return [text for text in texts if re.search("[A-Za-z]{2,} [A-Za-z]{2,}|^[A-Z][a-z]+$", text)]


SHOWN = ("panels/*.py", "drawing/*.py", "state.py", "events.py", "o*.py", "dialog*.py")
NAMES = {"return enter", "NBoard", "page up", "page down", "Part", "Rect", "Theme"}
"""Names of keys, values and types, which nobody reads."""


def test_no_text_is_shown_untranslated():
    folder = Path(players.window.__file__).parent
    files = [path for pattern in SHOWN for path in folder.glob(pattern)]
    found = {path.name: {*literals(path.read_text("utf-8"))} - NAMES for path in files}
    assert {name: texts for name, texts in found.items() if texts} == {}
