"""Trials for the tests of what runs them: quick, and one that ends its process."""

import os
import signal
from pathlib import Path
from typing import NamedTuple


class Settings(NamedTuple):
    """Settings of the trials below; `log` is a file to which each of them adds a line."""

    factor: int = 3
    log: str = ""
    fatal_seed: int | None = None


def product(asked, seed):
    """The product of seed and factor, if this seed is not the one that ends its process."""
    if asked.log:
        with Path(asked.log).open("a") as stream:
            stream.write(f"{seed}\n")
    if seed == asked.fatal_seed:
        os.kill(os.getpid(), signal.SIGKILL)
    return {"product": asked.factor * seed, "seed": seed}
