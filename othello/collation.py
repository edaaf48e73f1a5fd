"""Texts as they are searched and sorted."""

import unicodedata


def folded(text: str) -> str:
    """Text for searching and sorting: equal for names that differ only in case or composition.

    >>> folded("STRASSE") == folded("Straße"), folded("İpek")
    (True, 'ipek')
    """
    composed = unicodedata.normalize("NFC", text).casefold()
    return unicodedata.normalize("NFC", composed.replace("i\N{COMBINING DOT ABOVE}", "i"))
