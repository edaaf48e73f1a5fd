"""The fonts that the window writes with, which languages they can write, where lines are broken.

Japanese has no blanks between words, and its signs take two columns.
"""

import re
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from string import ascii_letters, digits
from typing import NamedTuple

import pygame

from players.window.translation import ENGLISH, LANGUAGES, N_, catalogue, speak, spoken

_WIDE = "\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6"
"""Signs that take two columns: kana, kanji, their punctuation, and the other scripts beside them.

Source: Unicode Standard Annex 11, "East Asian Width", the blocks of its wide signs.
"""
_CLOSING = "、。，．・：；！？）」』】〉》ーぁぃぅぇぉっゃゅょァィゥェォッャュョ…%)\\]!?,.:;"
"""Signs that begin no line. Source: JIS X 4051, "gyoto kinsoku"."""
_OPENING = "（「『【〈《(\\["
"""Signs that end no line."""
_SIGN = re.compile(f"[{_WIDE}]")
_PIECE = re.compile(rf" *(?:[{_OPENING}]*[{_WIDE}][{_CLOSING}]*|[^ {_WIDE}]+[{_CLOSING}]*)| +$")


def has_wide(text: str) -> bool:
    """Whether a text has signs of Japanese, or of another script that is as wide."""
    return not text.isascii() and _SIGN.search(text) is not None


def columns(text: str) -> int:
    """The width of a text in signs of usual width, of which a Japanese one takes two."""
    return len(text) + len(_SIGN.findall(text))


def pieces(text: str) -> list[str]:
    """A text in pieces between which a line may be broken, each with the blanks before it.

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
"""Fonts of systems, the first that is there; else pygame's own."""
JAPANESE_FAMILIES = (
    *("notosanscjkjp", "notosansjp", "sourcehansansjp", "sourcehansans", "hiraginosans"),
    *("hiraginokakugothicpron", "hiraginokakugothicpro", "yugothicui", "yugothic", "meiryoui"),
    *("meiryo", "bizudpgothic", "ipaexgothic", "ipapgothic", "ipagothic"),
    *("takaopgothic", "takaogothic", "vlpgothic", "vlgothic", "mplus1p", "mspgothic", "msgothic"),
    *("notosanscjk", "droidsansfallback", "unifont"),
)
PACKAGED = "matplotlib_fontja", "fonts/ipaexg.ttf"
"""A package with a Japanese font, and where in it; it is looked for, never imported."""
JAPANESE = "ja"
SPECIMENS = {
    "da": "æøåÆØÅ",
    "de": "äöüßÄÖÜ",
    "fr": "àâçéèêëîïôœùûÀÉ",
    "it": "àèéìòùÈ",
    JAPANESE: "日本語石手盤局面終白黒評価値読込",
}
"""Signs of which a font has all that a language is written with, if it has these."""
NO_TEXTS = N_("translation not installed")
NO_FONT = N_("no font with its characters was found")


class Face(NamedTuple):
    """A font's file, None for pygame's own; `made_bold` where no file of it is bold."""

    path: str | None
    made_bold: bool = False

    def of_size(self, size: int) -> pygame.font.Font:
        """The font in so many pixels."""
        made = pygame.font.Font(self.path, max(6, size))
        made.bold = self.made_bold
        return made


def _system(family: str, bold: bool) -> Face | None:
    """A font of the system by its family's name; None if there is none."""
    found = pygame.font.match_font(family, bold=bold)
    if found is None:
        return None
    return Face(found, bold and found == pygame.font.match_font(family))


def _packaged(bold: bool) -> Face | None:
    """The Japanese font of a package, if that is installed."""
    package, name = PACKAGED
    spec = find_spec(package)
    path = Path(spec.origin).parent / name if spec is not None and spec.origin else None
    return Face(str(path), bold) if path is not None and path.is_file() else None


@lru_cache
def face(japanese: bool, bold: bool) -> Face | None:
    """The first font that is there; None without a Japanese one where that is asked for.

    Some fonts have Japanese signs alone, to be used beside another: those will not do.
    """
    families = JAPANESE_FAMILIES if japanese else FAMILIES
    found = filter(None, (_system(family, bold) for family in families))
    if not japanese:
        return next(found, Face(None))
    needed = SPECIMENS[JAPANESE] + ascii_letters + digits
    each = filter(None, (*found, _packaged(bold)))
    return next((one for one in each if not _lacking(one, needed)), None)


@lru_cache
def _font(japanese: bool, size: int, bold: bool) -> pygame.font.Font:
    found = face(japanese, bold) or face(False, bold)
    assert found is not None
    return found.of_size(size)


def font(size: int, bold: bool = False, text: str = "") -> pygame.font.Font:
    """A font of so many pixels for the language of the window, or for a Japanese text."""
    return _font(spoken() == JAPANESE or has_wide(text), size, bold)


def lacking(japanese: bool, text: str) -> str:
    """The signs of a text that the font has not."""
    found = face(japanese, False)
    return text if found is None else _lacking(found, text)


def _lacking(found: Face, text: str) -> str:
    """The signs of a text that a font has not."""
    from pygame import freetype  # which tells, as pygame.font does not

    freetype.init()
    metrics = freetype.Font(found.path, 16).get_metrics(text)
    return "".join(sign for sign, known in zip(text, metrics, strict=True) if known is None)


@lru_cache
def obstacle(language: str) -> str:
    """Why a language cannot be shown here, in English; "" if it can."""
    if language == ENGLISH:
        return ""
    try:
        catalogue(language)
    except (OSError, ImportError):
        return NO_TEXTS
    pygame.font.init()  # the command line asks before there is a window
    return NO_FONT if lacking(language == JAPANESE, SPECIMENS[language]) else ""


def offered() -> list[str]:
    """The codes of the languages that can be shown here."""
    return [language for language in LANGUAGES if not obstacle(language)]


def take_language(language: str) -> None:
    """Let the window speak a language; English in place of one that cannot be shown."""
    speak(ENGLISH if obstacle(language) else language)


def clear_caches() -> None:
    """Drop the fonts: they do not outlive pygame's end."""
    _font.cache_clear()
