"""Which games a tournament consists of: every opening twice, colours swapped."""

import hashlib
from collections.abc import Iterable
from typing import NamedTuple

from othello.game import Game, IllegalMoveError
from othello.notation import NotationError, parse_transcript, transcript_text
from othello.openings import PLIES, four_move_openings


class ScheduleError(ValueError):
    """Openings that cannot be played; the message is one line."""


class Fixture(NamedTuple):
    """One game of a tournament: the opening's index, 0 to 243, and whether A has black."""

    opening: int
    a_black: bool


def fixtures(openings: Iterable[int]) -> tuple[Fixture, ...]:
    """All games over these openings, the two of a pair side by side."""
    return tuple(Fixture(opening, a_black) for opening in openings for a_black in (True, False))


def evenly_spread(count: int) -> tuple[int, ...]:
    """The indices of `count` of the four-move openings, spread over their whole list.

    ScheduleError unless 1 <= count <= 244.
    """
    total = len(four_move_openings())
    if not 1 <= count <= total:
        raise ScheduleError(f"there are 1 to {total} openings to choose, not {count}")
    return tuple(i * total // count for i in range(count))


def chosen_openings(text: str | None) -> tuple[int, ...]:
    """The openings that an option asks for: all, a number of them, or named transcripts.

    None is all; "20" is twenty, evenly spread; "f5d6c3d3,c4c3d3c5" is these two.
    ScheduleError for others.
    """
    if text is None:
        return evenly_spread(len(four_move_openings()))
    try:
        count = int(text)
    except ValueError:
        return tuple(sorted({_index(name) for name in text.split(",")}))
    return evenly_spread(count)


def _index(transcript: str) -> int:
    """The index of the opening with this transcript; ScheduleError says why there is none."""
    try:
        moves = parse_transcript(transcript)
        Game().play_all(moves)
    except (NotationError, IllegalMoveError) as error:
        raise ScheduleError(f"opening {transcript!r}: {error}") from None
    for opening in four_move_openings():
        if opening.moves == moves:
            return opening.index
    raise ScheduleError(f"opening {transcript!r} has {len(moves)} moves, not {PLIES}")


def seed(*identity: object) -> int:
    """A seed, 0 to 2**63 - 1, that depends on nothing but the identity of what it is for."""
    digest = hashlib.sha256("|".join(map(str, identity)).encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def opening_name(index: int) -> str:
    """The transcript of an opening."""
    return transcript_text(four_move_openings()[index].moves)


def opening_class(index: int) -> int:
    """The class of an opening: equal for those that lead to the same board but for a symmetry."""
    return four_move_openings()[index].board_class
