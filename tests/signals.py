"""Signal handling for processes that tests start."""

import signal


def hear_ctrl_c() -> None:
    """Let a process that is about to start end by SIGINT, and not ignore it with its parent.

    A shell has programs in the background ignore it, and they have theirs.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
