"""Where a line of text may be broken, and how wide it is: Japanese has no blanks between words."""

import re

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
