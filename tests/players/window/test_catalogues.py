"""The catalogues of the window's languages: complete, as the sources say, and with a font each."""

import re
import string
from importlib.util import find_spec

import catalogues
import pygame
import pytest
from pygame import freetype

from players.window import translation
from players.window.drawing import fonts

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
def test_a_catalogue_is_written_with_its_own_plural_forms(code):
    forms = catalogues.read(code).num_plurals
    text = catalogues.text_of(catalogues.updated(code)).decode()
    assert f"nplurals={forms};" in text
    assert f"msgstr[{forms - 1}]" in text and f"msgstr[{forms}]" not in text


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


@pytest.mark.parametrize("code", OTHERS)
def test_what_is_compiled_is_what_is_written(code):
    spoken = translation.catalogue(code)
    for message in catalogues.read(code):
        if not message.id:
            continue
        if not message.pluralizable:
            assert spoken.gettext(message.id) == message.string
        else:
            said = {spoken.ngettext(*message.id, count) for count in range(30)}
            assert said == set(message.string)


@pytest.mark.parametrize("code", [*OTHERS[:-1], pytest.param(OTHERS[-1], marks=JAPANESE_FONT)])
def test_the_font_of_a_language_has_all_its_signs(code):
    pygame.font.init()
    read = catalogues.read(code)
    signs = {sign for message in read if message.id for sign in "".join(translations(message))}
    names = "".join(translation.LANGUAGES[code])
    assert fonts.lacking(code == fonts.JAPANESE, "".join(sorted(signs)) + names) == ""
    assert code in fonts.offered()


def test_a_package_brings_a_japanese_font_where_the_system_has_none(monkeypatch):
    if find_spec(fonts.PACKAGED[0]) is None:
        pytest.skip("the extra japanese is not installed")
    pygame.font.init()
    monkeypatch.setattr(fonts, "JAPANESE_FAMILIES", ())
    for bold in (False, True):
        found = fonts.face.__wrapped__(True, bold)
        assert found.path.endswith(fonts.PACKAGED[1])
        assert found.of_size(20).size("石")[0] > 0 and found.made_bold is bold
    monkeypatch.setattr(fonts, "PACKAGED", ("there_is_no_such_package", ""))
    assert fonts.face.__wrapped__(True, False) is None


def test_a_japanese_font_without_latin_letters_will_not_do(monkeypatch):
    pygame.font.init()

    class Font:
        """Of a system whose fonts have no Latin letters, but for one."""

        def __init__(self, path, size):
            self.whole = path == "meiryo"

        def get_metrics(self, text):
            return [None if sign.isascii() and not self.whole else (1,) for sign in text]

    monkeypatch.setattr(pygame.font, "match_font", lambda family, bold=False: family)
    monkeypatch.setattr(freetype, "Font", Font)
    assert fonts.face.__wrapped__(True, False).path == "meiryo"


def test_a_sign_that_a_font_has_not_is_found():
    pygame.font.init()
    assert fonts.lacking(False, "a\uffffb") == "\uffff"


def test_no_placeholder_is_without_a_name_in_english():
    for message in catalogues.messages():
        for text in (message,) if isinstance(message, str) else message:
            assert not re.search(r"{\d*}", text), text


def test_a_message_that_is_not_translated_is_named():
    catalogue = catalogues.read("de")
    catalogue.add("a new message")
    catalogue.add(("one thing", "{count} things"), ("ein Ding", ""))
    assert catalogues.missing(catalogue) == ["a new message", ("one thing", "{count} things")]
