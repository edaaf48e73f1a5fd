"""Commands carried out in the process of the tests, with a store of their own."""

import documents
import pytest

from tournament.__main__ import main


@pytest.fixture
def store(tmp_path):
    """The words that name a store."""
    return ["--store", str(tmp_path / "results.sqlite")]


@pytest.fixture
def answer(store, capsys):
    """Runs a command in this process, without workers, and returns its JSON."""

    def run(*words, jobs=0):
        assert main([*words, *store, "--jobs", str(jobs), "--json"]) == 0
        return documents.rows(capsys.readouterr().out)

    return run
