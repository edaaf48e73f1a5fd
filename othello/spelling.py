"""What was meant by a word that is unknown."""

import difflib
from collections.abc import Iterable


def meant(word: str, known: Iterable[str]) -> str:
    """The question whether the known word was meant that is most like `word`, "" if none is."""
    by_lower = {each.lower(): each for each in known}
    found = difflib.get_close_matches(word.lower(), by_lower, n=1)
    return f"; did you mean {by_lower[found[0]]!r}?" if found else ""


def suggest(word: str, known: Iterable[str], are: str = "known are") -> str:
    """What is said behind an unknown word: all that is known, and what may have been meant."""
    names = list(known)
    return f"; {are}: {', '.join(names) or 'none'}{meant(word, names)}"
