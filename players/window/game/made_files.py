"""Files that take their time to make: a thread makes and writes each, beside the window."""

import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path

from othello.faults import first_line
from othello.files import replace_file
from players.window.game import exchange


class MadeFiles:
    """What is being made, and what is to be said of it."""

    def __init__(self) -> None:
        self._makers: list[threading.Thread] = []
        self._told: deque[str] = deque()

    @property
    def working(self) -> bool:
        """Whether a file is being made, or there is something to say."""
        return bool(self._told) or any(maker.is_alive() for maker in self._makers)

    def make(self, path: Path, content: Callable[[], bytes]) -> None:
        """Write what `content` makes to a file."""
        self._makers = [maker for maker in self._makers if maker.is_alive()]
        self._makers.append(threading.Thread(target=self._run, args=(path, content), name="files"))
        self._makers[-1].start()

    def take_words(self) -> str:
        """How making a file ended, in a line, once; "" without one."""
        return self._told.popleft() if self._told else ""

    def close(self) -> None:
        """Wait until all are written."""
        for maker in self._makers:
            maker.join()

    def _run(self, path: Path, content: Callable[[], bytes]) -> None:
        try:
            replace_file(path, content())
            self._told.append(exchange.told_saved(path))
        except Exception as error:  # said in the window: there, nobody sees the thread's end
            why = error.strerror if isinstance(error, OSError) else None
            self._told.append(f"{path.name}: {why or first_line(error)}")
