"""The version of all three packages, the commit of the code, and the machine that runs it."""

import platform
import re
import subprocess
from functools import lru_cache
from pathlib import Path

__version__ = "0.1.0"

ROOT = Path(__file__).resolve().parent.parent
"""The folder that holds the packages."""
GIT_SECONDS = 5.0
PROCESSOR_FILE = Path("/proc/cpuinfo")


@lru_cache
def commit() -> str:
    """Return the commit of the checkout of this program, "" outside a checkout."""
    if not (ROOT / ".git").exists():
        return ""
    words = ("git", "describe", "--always", "--dirty", "--exclude=*", "--abbrev=12")
    try:
        done = subprocess.run(
            words, cwd=ROOT, capture_output=True, text=True, timeout=GIT_SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


@lru_cache
def processor_name() -> str:
    """Return the processor's name."""
    try:
        text = PROCESSOR_FILE.read_text("utf-8", "replace")
    except OSError:
        text = ""
    found = re.search(r"^(?:model name|cpu model|hardware)[ \t]*:[ \t]*(\S.*)", text, re.I | re.M)
    if found:
        return found[1].strip()
    return platform.processor() or platform.machine()
