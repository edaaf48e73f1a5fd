"""What tests of learners share: workers that cost no process where none is judged."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from players.learning import batches


@pytest.fixture
def in_this_process(monkeypatch):
    """Whatever is collected is made by a thread of this process: what it is stays the same."""
    monkeypatch.setattr(batches, "pool", lambda jobs: ThreadPoolExecutor(1))
