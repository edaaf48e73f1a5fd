"""What went wrong, in one line."""

import re

from othello.jit import NumbaError

_PLACE = re.compile(r'\s*File "(.+)", line (\d+):')
"""How numba names the place of a fault, below the line that says what it is."""


def first_line(error: BaseException) -> str:
    """The line of an error that says most: the first one; numba's own of what does not compile."""
    lines = str(error).splitlines()
    if isinstance(error, NumbaError):
        for number, line in enumerate(lines):
            place = _PLACE.match(line)
            said = [each.strip() for each in lines[:number] if each.strip()]
            if place and said:
                return f"{said[-1]} ({place[1]}, line {place[2]})"
    return next(iter(lines), "")
