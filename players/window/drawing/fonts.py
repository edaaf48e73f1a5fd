"""Fonts, the languages that they can write, and the places where a line may break."""

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from string import ascii_letters, digits
from typing import NamedTuple

import pygame

from players.window.translation import ENGLISH, N_, catalogue, current_language, use_language

_WIDE = "\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6"
"""Characters two columns wide: kana, kanji, their punctuation and some other scripts.

Source: Unicode Standard Annex 11, "East Asian Width", the wide blocks.
"""
_CLOSING = "、。，．・：；！？）」』】〉》ーぁぃぅぇぉっゃゅょァィゥェォッャュョ…%)\\]!?,.:;"
"""Characters that cannot begin a line. Source: JIS X 4051, "gyoto kinsoku"."""
_OPENING = "（「『【〈《(\\["
"""Characters that cannot end a line."""
_SIGN = re.compile(f"[{_WIDE}]")
_PIECE = re.compile(rf" *(?:[{_OPENING}]*[{_WIDE}][{_CLOSING}]*|[^ {_WIDE}]+[{_CLOSING}]*)| +$")


def columns(text: str) -> int:
    """The width of a text in columns; a wide character takes two."""
    return len(text) + len(_SIGN.findall(text))


def pieces(text: str) -> list[str]:
    """Pieces of a text between which a line may break, each with the blanks before it.

    >>> pieces("Play at the cursor")
    ['Play', ' at', ' the', ' cursor']
    >>> pieces("石を打つ。Enter で決定")
    ['石', 'を', '打', 'つ。', 'Enter', ' で', '決', '定']
    """
    return _PIECE.findall(text)


FAMILIES = (
    *("inter", "segoeui", "sfprotext", "helveticaneue", "notosans", "roboto", "ubuntu"),
    *("cantarell", "opensans", "dejavusans", "verdana", "arial"),
)
"""Fonts of systems, the preferred ones first; pygame's own is the fallback."""
JAPANESE_FAMILIES = (
    *("notosanscjkjp", "notosansjp", "sourcehansansjp", "hiraginosans", "yugothic", "meiryo"),
    *("ipaexgothic", "ipagothic", "takaogothic", "vlgothic", "msgothic", "notosanscjk"),
)
PACKAGED = "matplotlib_fontja", "fonts/ipaexg.ttf"
"""A package with a Japanese font, and its path there; the package is never imported."""
JAPANESE = "ja"
SPECIMENS = {
    "da": "æøåÆØÅ",
    "de": "äöüßÄÖÜ",
    "fr": "àâçéèêëîïôœùûÀÉ",
    "it": "àèéìòùÈ",
    JAPANESE: "日本語石手盤局面終白黒評価値読込",
}
"""Characters by which a font is tested for a language."""
NO_TEXTS = N_("translation not installed")
NO_FONT = N_("no font with its characters was found")


class Face(NamedTuple):
    """A font's file, None for pygame's own; `made_bold` if pygame has to embolden it."""

    path: str | None
    made_bold: bool = False


def _installed(japanese: bool, bold: bool) -> Iterator[Face]:
    """The installed fonts, the preferred ones first; last the Japanese font of a package."""
    for family in JAPANESE_FAMILIES if japanese else FAMILIES:
        if path := pygame.font.match_font(family, bold=bold):
            yield Face(path, bold and path == pygame.font.match_font(family))
    package, name = PACKAGED
    spec = find_spec(package) if japanese else None
    if spec is not None and spec.origin and (file := Path(spec.origin).parent / name).is_file():
        yield Face(str(file), bold)


@lru_cache
def face(japanese: bool, bold: bool) -> Face | None:
    """The first installed font; None without a Japanese one if `japanese`.

    A Japanese font has to have Latin letters too.
    """
    if not japanese:
        return next(_installed(japanese, bold), Face(None))
    needed = SPECIMENS[JAPANESE] + ascii_letters + digits
    complete = (font for font in _installed(japanese, bold) if not missing_characters(font, needed))
    return next(complete, None)


@lru_cache
def _font(japanese: bool, size: int, bold: bool) -> pygame.font.Font:
    found = face(japanese, bold) or face(False, bold) or Face(None)
    made = pygame.font.Font(found.path, max(6, size))
    made.bold = found.made_bold and size > 12  # smaller kanji would be blots
    return made


def font(size: int, bold: bool = False, text: str = "") -> pygame.font.Font:
    """A font of `size` pixels for the window's language, or for a Japanese text."""
    has_wide = not text.isascii() and _SIGN.search(text) is not None
    return _font(current_language() == JAPANESE or has_wide, size, bold)


def missing_characters(found: Face | None, text: str) -> str:
    """The characters of a text that a font lacks; all of them without a font."""
    from pygame import freetype  # pygame.font cannot tell

    if found is None:
        return text
    freetype.init()
    metrics = freetype.Font(found.path, 16).get_metrics(text)
    return "".join(sign for sign, metric in zip(text, metrics, strict=True) if metric is None)


@lru_cache
def language_fault(language: str) -> str:
    """The reason, in English, why a language cannot be shown here; "" if it can."""
    if language == ENGLISH:
        return ""
    try:
        catalogue(language)
    except (OSError, ImportError):
        return NO_TEXTS
    pygame.font.init()  # the command line calls this before there is a window
    found = face(language == JAPANESE, False)
    return NO_FONT if missing_characters(found, SPECIMENS[language]) else ""


def show_language(language: str) -> None:
    """Set the window's language; English replaces one that cannot be shown."""
    use_language(ENGLISH if language_fault(language) else language)


def clear_caches() -> None:
    """Drop the fonts, which pygame.quit makes unusable."""
    _font.cache_clear()
