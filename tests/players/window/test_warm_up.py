"""What is compiled ahead, and what is said of it."""

import pytest

from othello.__main__ import main as othello
from players.window import warm_up


@pytest.fixture
def counted(monkeypatch):
    """A count of kernels that begins now."""
    monkeypatch.setattr(warm_up.FIRST_RUN, "kernels", 0)
    return warm_up.FIRST_RUN


def test_interruption_is_reported(counted, monkeypatch, capsys):
    def interrupted():
        raise KeyboardInterrupt

    monkeypatch.setattr(warm_up, "steps", lambda: [("a", interrupted)])
    assert othello(["warm-up"]) == 130
    assert "stopped" in capsys.readouterr().err
