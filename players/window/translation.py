"""Translation of the window's texts by catalogues of GNU gettext.

Code calls `_`, or `ngettext` for a text with a number, with named placeholders, which a
translation may reorder: `_("{side} to move")`. `N_` marks a text that is made at import; `_`
translates it when it is shown. docs/play.md describes the catalogues.
"""

import gettext
import io
import os
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
"""The languages by their codes, named in themselves."""


_present: list[tuple[str, gettext.NullTranslations]] = [(ENGLISH, gettext.NullTranslations())]
"""The present language and its catalogue."""


def _(text: str) -> str:
    """The translation of a text; the text itself if it has none."""
    return _present[0][1].gettext(text) if text else ""


def ngettext(one: str, many: str, count: int) -> str:
    """The translation of a text for `count` things."""
    return _present[0][1].ngettext(one, many, count)


def percent(share: float) -> str:
    """A share in percent, as the language writes it."""
    return _("{number}%").format(number=f"{100 * share:.0f}")


def N_(text: str) -> str:  # noqa: N802 - gettext's own name for it, which its tools look for
    """Return the text, marked for translation."""
    return text


@lru_cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The texts of a language; OSError or ImportError if they cannot be read.

    A wheel has compiled catalogues; a checkout has their sources, which need Babel.
    """
    if language == ENGLISH:
        return gettext.NullTranslations()
    compiled = CATALOGUES / f"{language}.mo"
    if compiled.exists():
        return gettext.GNUTranslations(io.BytesIO(compiled.read_bytes()))
    from babel.messages import mofile, pofile

    mo = io.BytesIO()
    with open(CATALOGUES / f"{language}.po", "rb") as source:
        mofile.write_mo(mo, pofile.read_po(source))
    mo.seek(0)
    return gettext.GNUTranslations(mo)


def use_language(language: str) -> None:
    """Set the language of the window."""
    _present[0] = language, catalogue(language)


def current_language() -> str:
    """The code of the window's language."""
    return _present[0][0]


def environment_language() -> str:
    """The code of the environment's language, such as "de" for "de_DE.UTF-8"; English otherwise."""
    variables = "LC_ALL", "LC_MESSAGES", "LANG"  # the first one that is set decides
    locale = next(filter(None, map(os.environ.get, variables)), "")
    code = locale.partition(".")[0].partition("_")[0].lower()
    return code if code in LANGUAGES else ENGLISH
