"""Players for tests of tournaments: shallow ones, and ones that break the rules.

The faults happen in positions that depend on the game alone.
"""

import atexit
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

from players.protocol import Choice
from players.registry import register

FAULT_AFTER_MOVES = 3


class FirstMove:
    """Plays the lowest legal square."""

    def new_game(self, seed=0):
        """Count the moves anew."""
        self._moves = 0

    def choose(self, position, limits=None):
        """The lowest square, unless it is time for a fault."""
        self._moves += 1
        if limits is None and self._moves > FAULT_AFTER_MOVES:
            return self.fault(position)
        return self.answer(position)

    def answer(self, position):
        """The lowest legal square, for three nodes."""
        moves = int(position.legal())
        return Choice((moves & -moves).bit_length() - 1, nodes=3)

    def fault(self, position):
        """What it does after a few moves."""
        return self.answer(position)


@register("shallow")
class Shallow(FirstMove):
    """Generates `width` ** `depth` nodes a move and always plays the lowest square."""

    def __init__(self, depth: int = 1, width: int = 2):
        self._nodes = width**depth

    def answer(self, position):
        """The lowest legal square."""
        return super().answer(position)._replace(nodes=self._nodes)


@register("raising")
class Raising(FirstMove):
    """Raises an exception of two lines."""

    def fault(self, position):
        """Raise it."""
        raise RuntimeError("no idea\nwhat to play")


@register("lying")
class Lying(FirstMove):
    """Plays an occupied square."""

    def fault(self, position):
        """Answer d4."""
        return Choice(27)


@register("mute")
class Mute(FirstMove):
    """Answers nothing."""

    def fault(self, position):
        """Return nothing."""


@register("leaving")
class Leaving(FirstMove):
    """Wants to end the program."""

    def fault(self, position):
        """Exit."""
        raise SystemExit("enough")


@register("interrupting")
class Interrupting(FirstMove):
    """Pretends that somebody typed Ctrl-C."""

    def fault(self, position):
        """Raise what Ctrl-C raises."""
        raise KeyboardInterrupt


@register("waking")
class Waking(FirstMove):
    """Takes long for its first answer, as if its kernels were compiled."""

    def __init__(self):
        self._asleep = True

    def choose(self, position, limits=None):
        """The lowest square, late if it is the first time."""
        if self._asleep:
            time.sleep(1.6)
        self._asleep = False
        return super().choose(position, limits)


@register("hanging")
class Hanging(FirstMove):
    """Never answers in some positions."""

    def fault(self, position):
        """Hang."""
        while int(position.key()) % 5 == 0:
            pass
        return self.answer(position)


@register("gated")
class Gated(FirstMove):
    """Waits in each game until there is a file "open" in the folder GATE; says there that it does.

    GATE is a variable of the environment; nothing is waited for where there is none.
    """

    def fault(self, position):
        """The lowest legal square, once the gate is open."""
        folder = os.environ.get("GATE")
        if folder is not None:
            Path(folder, f"waiting-{os.getpid()}").touch()
            while not Path(folder, "open").exists():
                time.sleep(0.05)
        return self.answer(position)


@register("stalling")
class Stalling(FirstMove):
    """Never answers a second time by limits of time in a game; what it is shown before has seed 0.

    Preparing may take half an hour, since it may compile.
    """

    def new_game(self, seed=0):
        """Note whether a game begins."""
        super().new_game(seed)
        self._playing = seed != 0

    def choose(self, position, limits=None):
        """Hang."""
        while self._playing and self._moves and limits is not None and limits.seconds is not None:
            pass
        return super().choose(position, limits)


@register("aborting")
class Aborting(FirstMove):
    """Ends its process in some positions."""

    def fault(self, position):
        """Die without a word."""
        if int(position.key()) % 5 == 0:
            os._exit(3)
        return self.answer(position)


@register("dozing")
class Dozing(FirstMove):
    """Sleeps for DOZE_SECONDS before each move, so that there is time to stop it.

    Not once the file AWAKE_FILE is there, so that a test need not wait for the rest.
    """

    def fault(self, position):
        """Sleep a little."""
        if not os.path.exists(os.environ.get("AWAKE_FILE", "")):
            time.sleep(float(os.environ.get("DOZE_SECONDS", "0")))
        return self.answer(position)


@register("threading")
class Threading(FirstMove):
    """Starts a thread that never ends, when it is made and before a move."""

    def __init__(self):
        self._start()

    def _start(self):
        threading.Thread(target=threading.Event().wait).start()

    def fault(self, position):
        """Start one more."""
        self._start()
        return self.answer(position)


@register("printing")
class Printing(FirstMove):
    """Prints, in Python and past it, when it is made and before each move."""

    def __init__(self):
        print("hello from a player")

    def fault(self, position):
        """Talk."""
        print("thinking aloud")
        subprocess.run([sys.executable, "-S", "-c", "print('a child of a player')"])
        return self.answer(position)


@register("lingering")
class Lingering(FirstMove):
    """Has something left to be done at the end that takes for ever."""

    def __init__(self):
        atexit.register(time.sleep, 600)


@register("starting")
class Starting(FirstMove):
    """Starts a process that sleeps, in a group of its own, once in its life."""

    def __init__(self):
        self._started = False

    def fault(self, position):
        """Start it."""
        if not self._started:
            words = [sys.executable, "-S", "-c", "import time; time.sleep(600)"]
            subprocess.Popen(words, start_new_session=True)
            self._started = True
        return self.answer(position)


@register("stuck")
class Stuck(FirstMove):
    """Never answers within its own limits."""

    def choose(self, position, limits=None):
        """Hang."""
        while limits is None:
            pass
        return self.answer(position)


@register("dying")
class Dying(FirstMove):
    """Ends its process within its own limits."""

    def choose(self, position, limits=None):
        """Die."""
        if limits is None:
            os._exit(3)
        return self.answer(position)
