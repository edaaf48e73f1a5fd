"""What tests of learners share: workers that cost no process where none is judged."""

import pytest

from players.learning import book, pipeline
from players.workers.pool import InProcess


@pytest.fixture
def in_this_process(monkeypatch):
    """Collect in this process, without workers: the results stay the same."""
    for module in (book, pipeline):
        monkeypatch.setattr(module, "pool_of", lambda *jobs: InProcess())
