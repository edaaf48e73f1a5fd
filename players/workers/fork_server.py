"""First import of the process that forks workers: print errors in one line, not as a traceback.

Nothing else may import it.
"""

import sys
from types import TracebackType

PARENT_GONE = (EOFError, ConnectionError)


def print_error_line(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Print an error in one line; nothing if the parent was killed while a worker started."""
    if not issubclass(kind, PARENT_GONE):
        text = next(iter(str(error).splitlines()), "")
        print(f"a worker did not start: {kind.__name__}: {text}", file=sys.stderr)


sys.excepthook = print_error_line
