"""Trials for the tests of what runs them: quick, and with the faults that are asked for."""

import os
import signal
import time
from pathlib import Path
from typing import NamedTuple


class Settings(NamedTuple):
    """What the trials below are asked; `log` is a file that each of them adds a line to.

    The trial of `slow_seed` takes long when it is made for the first time.
    """

    factor: int = 3
    log: str = ""
    fatal_seed: int | None = None
    slow_seed: int | None = None


def gated(asked, seed):
    """The product, once there is a file "open" in the folder GATE of the environment."""
    folder = os.environ.get("GATE")
    if folder is not None:
        Path(folder, f"waiting-{os.getpid()}").touch()
        while not Path(folder, "open").exists():
            time.sleep(0.05)
    return {"product": asked.factor * seed, "seed": seed}


def product(asked, seed):
    """The product of seed and factor, if this seed is not the one that ends its process."""
    made = Path(asked.log).read_text().split() if Path(asked.log).is_file() else []
    if asked.log:
        with Path(asked.log).open("a") as stream:
            stream.write(f"{seed}\n")
    if seed == asked.fatal_seed:
        os.kill(os.getpid(), signal.SIGKILL)
    if seed == asked.slow_seed and str(seed) not in made:
        time.sleep(60)
    return {"product": asked.factor * seed, "seed": seed}
