"""What the server that forks workers imports first: faults of its own are no tracebacks.

Imported in that process alone. Where the process in front was killed, a worker that was
about to start has nobody to tell.
"""

import sys
from types import TracebackType

PARENT_GONE = (EOFError, ConnectionError)


def say_in_a_line(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Write an error in one line; nothing for what a killed parent leaves to be read."""
    if not issubclass(kind, PARENT_GONE):
        text = next(iter(str(error).splitlines()), "")
        print(f"a worker did not start: {kind.__name__}: {text}", file=sys.stderr)


sys.excepthook = say_in_a_line
