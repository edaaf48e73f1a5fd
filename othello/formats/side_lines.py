"""Lines of a game as trees of moves, and comments in the tags of GGF, which has none of its own.

Other programs pass by tags that they do not know, and read the moves as ever: `C[text]` behind a
move comments on the position after it, before the first move on the start.

>>> read([Tag("B", "f5"), Tag("C", "the only one"), Tag("W", "d6")])
(((37,), 'the only one'),)
"""

from collections.abc import Iterable, Iterator
from typing import Any

from othello import notation
from othello.formats.ggf import MOVES
from othello.formats.ggf_text import Tag
from othello.position import PASS

COMMENT = "C"

Path = tuple[int, ...]


Comments = tuple[tuple[Path, str], ...]
"""Comments with the moves before them."""


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


def read(tags: Iterable[Tag]) -> Comments:
    """The comments among the tags of a game that has been read."""
    return tuple(
        (played, tag.text.strip())
        for tag, played, _ in walked(tags)
        if tag.name == COMMENT and tag.text.strip()
    )


def written(tags: Iterable[Tag], comments: Iterable[tuple[Path, str]]) -> tuple[Tag, ...]:
    """The tags of a game with the comments on its moves; those of other lines are left out."""
    said = dict(comments)
    found: list[Tag] = []
    for tag, played, plays in walked(tags):
        found.append(tag)
        if (plays or tag.name == "BO") and played in said:
            found.append(Tag(COMMENT, said.pop(played)))
    return tuple(found)
