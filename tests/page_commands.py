"""Every command of every page begins where nothing but the wheel is: a check of a release.

`python tests/page_commands.py PYTHON` has the installed PYTHON run each in an empty folder, for
less than a second. A command passes that ends well, is still at work, or refuses in a line what its
reader has to bring; no file of the project is missing.
"""

import contextlib
import json
import os
import pkgutil
import re
import runpy
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SECONDS = 0.7
FAULT = r"Traceback \(most|(?<!\S)data/[\w/.]+: .*no such"


def collected():
    """The commands of all pages as [module, words, files]: modules that the page shows, by name."""
    import test_pages  # not in the installed Python

    for page in test_pages.PAGES:
        examples = test_pages.PARSED.parse(page).examples()
        python = (one for one in examples if one.region.evaluator is test_pages.write_module)
        files = {re.match(r"# (\w+\.py)\n", one.parsed)[1]: one.parsed for one in python}
        for module, words in test_pages.commands(page):
            if module not in test_pages.NOT_OURS:
                yield module, words, files


def run(module, words, files, folder):
    """Run a command in its folder, with its output in a file there; return its exit code."""
    os.setsid()
    os.chdir(folder)
    os.environ |= dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), f"{folder}/home")
    os.dup2(os.dup2(os.open("printed", os.O_WRONLY), 1), 2)
    os.makedirs("data/results")  # where pages let pictures of their own go
    for name, text in files.items():
        Path(name).write_text(text)
    sys.path.insert(0, folder)
    sys.argv = [module, *words]
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as end:
        return end.code or 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
    return 1


def run_all(commands, jobs):
    """Run all commands, some side by side; return the faults."""
    waiting, running, faults = list(commands), {}, []
    while waiting or running:
        while waiting and len(running) < jobs:
            command = waiting.pop()
            folder = tempfile.mkdtemp(dir=os.getcwd())
            Path(folder, "printed").touch()
            if not (process := os.fork()):
                code = run(*command, folder)
                sys.stdout.flush()
                os._exit(code)
            running[process] = *command[:2], folder, time.monotonic() + SECONDS
        for process, (module, words, folder, until) in list(running.items()):
            ended, status = os.waitpid(process, os.WNOHANG)
            if not ended and time.monotonic() > until:
                os.killpg(process, signal.SIGKILL)
                ended, status = os.waitpid(process, 0)
            if ended:
                said, code = Path(folder, "printed").read_text(), os.waitstatus_to_exitcode(status)
                if code in (-signal.SIGSEGV, -signal.SIGABRT) or re.search(FAULT, said):
                    line = shlex.join(["python", "-m", module, *words])
                    faults.append(f"{line}\n  code {code}: {said[-600:]}")
                del running[process]
        time.sleep(0.05)
    return faults


if __name__ == "__main__":
    if sys.argv[1:]:
        found = json.dumps(list({json.dumps(one): one for one in collected()}.values()))
        line = [sys.argv[1], "-I", os.path.abspath(__file__)]
        with tempfile.TemporaryDirectory() as place:
            sys.exit(subprocess.run(line, input=found, text=True, cwd=place).returncode)
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    for package in ("othello", "players", "tournament"):
        for module in pkgutil.walk_packages(__import__(package).__path__, f"{package}."):
            with contextlib.suppress(ImportError):  # of an extra that is not installed
                module.name.endswith("__main__") or __import__(module.name)
    asked = json.load(sys.stdin)
    wrong = run_all(asked, os.cpu_count() or 1)
    print(f"{len(asked)} commands, {len(wrong)} faults", *wrong, sep="\n")
    sys.exit(bool(wrong))
