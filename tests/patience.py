"""Wait for a condition, on a machine that other programs use, too."""

import time

PATIENCE_SECONDS = 300


def until(holds, what="what must happen"):
    """What `holds()` returns, once that is true; AssertionError after PATIENCE_SECONDS."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not (answer := holds()):
        assert time.monotonic() < deadline, f"waited in vain: {what}"
        time.sleep(0.01)
    return answer
