"""Side lines and comments in the tags of GGF, which has none of its own.

Other programs pass by tags that they do not know, and read the main line as ever:

- `C[text]` behind a move comments on the position after it, before the first move on the start;
- `VAR[12 c4d2]` is a side line: as the line written before it up to move 11, then these moves; the
  first one leaves the main line. Moves are counted from 1, passes are left out;
- `VC[13 text]` comments on the position after move 13 of the side line before it.

>>> tags = [Tag("B", "f5"), Tag("C", "the only one"), Tag("W", "d6"), Tag("VAR", "2 f4e3")]
>>> read(tags)
SideLines(lines=((37, 29, 20),), comments=(((37,), 'the only one'),))
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from othello import notation
from othello.formats.ggf import MOVES
from othello.formats.ggf_text import Tag
from othello.position import PASS

LINE, COMMENT, LINE_COMMENT = "VAR", "C", "VC"
_LINE = re.compile(r"\s*([0-9]{1,2})\s+((?:[a-hA-H][1-8]\s*)+)")
_COMMENT = re.compile(r"\s*([0-9]{1,2})\s(.*)", re.DOTALL)

Path = tuple[int, ...]


class SideLines(NamedTuple):
    """Lines besides the main one, each from the start, and comments with the moves before them."""

    lines: tuple[Path, ...] = ()
    comments: tuple[tuple[Path, str], ...] = ()


def branches(lines: Iterable[Path]) -> dict[int, Any]:
    """Lines as moves with what follows each, in the order in which they come."""
    root: dict[int, Any] = {}
    for line in lines:
        branch = root
        for move in line:
            branch = branch.setdefault(move, {})
    return root


def walked(tags: Iterable[Tag]) -> Iterator[tuple[Tag, Path, bool]]:
    """Each tag of a game that has been read, the squares played with it, and whether it plays one.

    Passes are left out of the squares, and so they play none.
    """
    played: Path = ()
    for tag in tags:
        move = notation.parse_move(tag.text.split("/")[0]) if tag.name in MOVES else PASS
        if move != PASS:
            played = (*played, move)
        yield tag, played, move != PASS


def read(tags: Sequence[Tag]) -> SideLines:
    """The side lines and comments among the tags of a game that has been read.

    Tags of these names that hold something else are another program's, and passed by. Whether the
    moves are legal is not looked at.
    """
    if not any(tag.name in (LINE, COMMENT, LINE_COMMENT) for tag in tags):
        return SideLines()
    steps = list(walked(tags))
    _, line, _ = steps[-1]
    lines: list[Path] = []
    comments: list[tuple[Path, str]] = []
    for tag, played, _ in steps:
        if tag.name == COMMENT and tag.text.strip():
            comments.append((played, tag.text.strip()))
        elif tag.name == LINE and (found := _LINE.fullmatch(tag.text)):
            if not 1 <= int(found[1]) <= len(line) + 1:
                continue
            line = (*line[: int(found[1]) - 1], *notation.parse_transcript(found[2]))
            lines.append(line)
        elif tag.name == LINE_COMMENT and (found := _COMMENT.fullmatch(tag.text)):
            length, text = int(found[1]), found[2].strip()
            if length <= len(line) and text:
                comments.append((line[:length], text))
    return SideLines(tuple(lines), tuple(comments))


def written(
    tags: Iterable[Tag], lines: Sequence[Path], comments: Iterable[tuple[Path, str]]
) -> tuple[Tag, ...]:
    """The tags of a game with its side lines and comments; `lines[0]` is the main line.

    Lines that begin alike stand together, as `othello.game_tree` has them.
    """
    said = dict(comments)
    found: list[Tag] = []
    for tag, played, plays in walked(tags):
        found.append(tag)
        if (plays or tag.name == "BO") and played in said:
            found.append(Tag(COMMENT, said.pop(played)))
    for before, line in zip(lines, lines[1:], strict=False):
        found += _line_tags(before, line, said)
    return tuple(found)


def _line_tags(before: Path, line: Path, said: Mapping[Path, str]) -> list[Tag]:
    """The tags of a line, written as what differs from the line before it."""
    pairs = zip(before, line, strict=False)
    same = next((place for place, (old, new) in enumerate(pairs) if old != new), len(before))
    found = [Tag(LINE, f"{same + 1} {notation.transcript_text(line[same:])}")]
    for length in range(same + 1, len(line) + 1):
        if line[:length] in said:
            found.append(Tag(LINE_COMMENT, f"{length} {said[line[:length]]}"))
    return found
