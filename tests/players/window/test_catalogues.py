"""The catalogues of the window's languages: complete, as the sources say, and with a font each."""

import string
from importlib.util import find_spec

import catalogues
import pygame
import pytest

from players.window import translation
from players.window.drawing import fonts
from players.window.drawing.layout import ALWAYS, BAR_BUTTONS
from players.window.panels.panel import COMMAND_GROUPS

OTHERS = [code for code in translation.LANGUAGES if code != translation.ENGLISH]
JAPANESE_FONT = pytest.mark.skipif(
    "not __import__('pygame').font.init() and fonts.face(True, False) is None",
    reason="no Japanese font here; the extra japanese brings one",
)


def placeholders(text):
    """The names in braces."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def translations(message):
    """The texts of a translated message."""
    return message.string if message.pluralizable else (message.string,)


@pytest.mark.parametrize("code", OTHERS)
def test_a_catalogue_has_what_the_sources_say_and_no_more(code):
    kept = catalogues.read(code)
    assert {message.id for message in kept if message.id} == {*catalogues.messages()}
    assert catalogues.missing(kept) == [] and not kept.obsolete
    assert not any(message.fuzzy for message in kept if message.id)


@pytest.mark.parametrize("code", OTHERS)
def test_translations_have_the_placeholders_of_their_message(code):
    for message in catalogues.read(code):
        if message.id:
            texts = (message.id,) if isinstance(message.id, str) else message.id
            named = set().union(*map(placeholders, texts))
            assert "" not in named, f"{message.id}: a placeholder needs a name"
            for text in translations(message):
                assert placeholders(text) == named, text
                assert text == text.strip() and "\n" not in text


@pytest.mark.parametrize("code", [*OTHERS[:-1], pytest.param(OTHERS[-1], marks=JAPANESE_FONT)])
def test_the_font_of_a_language_has_all_its_signs(code):
    pygame.font.init()
    read = catalogues.read(code)
    signs = {sign for message in read if message.id for sign in "".join(translations(message))}
    names = "".join(translation.LANGUAGES[code])
    face = fonts.face(code == fonts.JAPANESE, False)
    assert fonts.missing_characters(face, "".join(sorted(signs)) + names) == ""
    assert not fonts.language_fault(code)


def test_a_package_brings_a_japanese_font_where_the_system_has_none(monkeypatch):
    if find_spec(fonts.PACKAGED[0]) is None:
        pytest.skip("the extra japanese is not installed")
    pygame.font.init()
    monkeypatch.setattr(fonts, "JAPANESE_FAMILIES", ())
    for bold in (False, True):
        found = fonts.face.__wrapped__(True, bold)
        assert found.path.endswith(fonts.PACKAGED[1])
        assert pygame.font.Font(found.path).size("石")[0] > 0 and found.made_bold is bold
    monkeypatch.setattr(fonts, "PACKAGED", ("there_is_no_such_package", ""))
    assert fonts.face.__wrapped__(True, False) is None


@pytest.mark.parametrize("code", OTHERS)
def test_no_button_is_called_like_another_or_like_a_heading_of_the_menu(code):
    kept = catalogues.read(code)
    labels = {label for _name, label in (*BAR_BUTTONS, ALWAYS[0])}
    names = [kept.get(label).string for label in labels | {*COMMAND_GROUPS}]
    assert sorted(names) == sorted(set(names))
