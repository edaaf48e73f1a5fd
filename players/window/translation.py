"""The window's texts in a language: English where they are written, others from the catalogues.

A text that is shown stands in `_`, one that depends on a number in `ngettext`, with named
placeholders, so that a translation may order them as it likes: `_("{side} to move")`. A text of a
table, which is made at import, is only marked, by `N_`, and stands in `_` where it is shown.
How the catalogues are made is told in docs/play.md.
"""

import gettext
import io
import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

CATALOGUES = Path(__file__).parent / "languages"
ENGLISH = "en"
LANGUAGES = {
    ENGLISH: "English",
    "da": "Dansk",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
    "ja": "日本語",
}
"""The languages by their codes, each as it calls itself."""
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where an environment says which language a person reads; the first that is set decides."""


class _Spoken:
    """The language in which the window speaks now, and its catalogue."""

    def __init__(self) -> None:
        self.language = ENGLISH
        self.catalogue = gettext.NullTranslations()


_spoken = _Spoken()


def _(text: str) -> str:
    """A text in the language of the window; the same one where there is no translation."""
    return _spoken.catalogue.gettext(text) if text else ""


def ngettext(one: str, many: str, count: int) -> str:
    """The text for a number of things, of those for one and for many, in the window's language."""
    return _spoken.catalogue.ngettext(one, many, count)


def N_(text: str) -> str:  # noqa: N802 - gettext's own name for it, which its tools look for
    """The same text, marked to be translated where it is shown."""
    return text


@lru_cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The texts of a language; OSError or ImportError where they cannot be read.

    A wheel has them compiled; a checkout has their sources, which need Babel.
    """
    if language == ENGLISH:
        return gettext.NullTranslations()
    compiled = CATALOGUES / f"{language}.mo"
    if compiled.exists():
        return gettext.GNUTranslations(io.BytesIO(compiled.read_bytes()))
    from babel.messages import mofile, pofile

    made = io.BytesIO()
    with open(CATALOGUES / f"{language}.po", "rb") as source:
        mofile.write_mo(made, pofile.read_po(source))
    made.seek(0)
    return gettext.GNUTranslations(made)


def speak(language: str, texts: gettext.NullTranslations | None = None) -> None:
    """Let the window speak a language from now on, by these texts or by its catalogue."""
    _spoken.catalogue = texts or catalogue(language)
    _spoken.language = language


def spoken() -> str:
    """The code of the language that the window speaks."""
    return _spoken.language


def of_environment(variables: Mapping[str, str] = os.environ) -> str:
    """The code of the language that an environment asks for, such as "de" of "de_DE.UTF-8".

    English where it asks for none.
    """
    asked = next((variables[name] for name in _VARIABLES if variables.get(name)), "")
    code = asked.partition(".")[0].partition("_")[0].lower()
    return code if code in LANGUAGES else ENGLISH
