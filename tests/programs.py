"""Programs that tests start: each hears Ctrl-C, and is killed if it does not end in time."""

import contextlib
import os
import signal
import subprocess
import threading

from patience import PATIENCE_SECONDS

SHOWN_SECONDS = 5
"""The time for a program that hangs to print where."""


class Program(subprocess.Popen):
    """A program with pipes, in a process group of its own, which is killed at the end.

    After `seconds` it prints the stacks of its threads and is killed, so that no read from
    it and no wait for it lasts for ever.
    """

    def __init__(self, words, env=None, seconds=PATIENCE_SECONDS, **options):
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        environment = {**(os.environ if env is None else env), "PYTHONFAULTHANDLER": "1"}
        with _hearing_ctrl_c():
            super().__init__(words, env=environment, start_new_session=True, **{**pipes, **options})
        self.late = False
        self._timer = threading.Timer(seconds, self._abort)
        self._timer.daemon = True
        self._timer.start()

    def _abort(self):
        self.late = True
        self.send_signal(signal.SIGABRT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(SHOWN_SECONDS)
        self._kill_group()

    def _kill_group(self):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL) if os.name == "posix" else self.kill()

    def end(self, given=None):
        """Its output and its errors once it has ended; AssertionError if it had to be killed."""
        output, errors = self.communicate(given)
        assert not self.late, f"{self.args} hung:\n{output}\n{errors}"
        return output, errors

    def __exit__(self, *exception):
        self._timer.cancel()
        if self.poll() is None:
            self._kill_group()
        super().__exit__(*exception)


@contextlib.contextmanager
def _hearing_ctrl_c():
    """Start programs that do not ignore SIGINT, as a shell's programs in the background do."""
    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    if ignored:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        if ignored:
            signal.signal(signal.SIGINT, signal.SIG_IGN)


def run(words, given=None, **options):
    """What a program has answered, as subprocess.run tells it; AssertionError if it hangs."""
    pipes = {"stdin": subprocess.DEVNULL if given is None else subprocess.PIPE}
    with Program(words, **{**pipes, **options}) as program:
        output, errors = program.end(given)
    return subprocess.CompletedProcess(program.args, program.returncode, output, errors)
