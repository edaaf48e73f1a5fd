"""Windows of tests are neither seen nor heard, unless the environment names a screen."""

import os

import pytest

os.environ["SDL_VIDEODRIVER"] = os.environ.get("SDL_VIDEODRIVER") or "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"


@pytest.fixture(autouse=True)
def unheard(monkeypatch):
    """Importing PettingZoo names another driver."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")


@pytest.fixture
def window(tmp_path, request):
    """An open window, launched as the test's file says in LAUNCH."""
    from window_driver import Driver

    launch = getattr(request.module, "LAUNCH", {})
    with Driver(tmp_path, **launch) as driver:
        driver.state.files.folder = tmp_path
        yield driver
