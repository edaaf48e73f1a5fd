"""What tests of learners share: workers that cost no process where none is judged, a solver."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from players.engine.endgame_memory import EndgameSettings, new_endgame_memory, record_of
from players.engine.endgame_table import EndgameTables, new_words
from players.learning import batches


@pytest.fixture
def in_this_process(monkeypatch):
    """Whatever is collected is made by a thread of this process: what it is stays the same."""
    monkeypatch.setattr(batches, "pool", lambda jobs: ThreadPoolExecutor(1))


@pytest.fixture
def solver():
    """What kernels solve with: tables, memory and the flag that stops them."""
    tables = EndgameTables(new_words(0.1), new_words(0.1))
    return tables, record_of(new_endgame_memory(EndgameSettings())), np.zeros(1, np.int64)
