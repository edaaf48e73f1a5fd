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


@pytest.fixture
def refusal(store, capsys):
    """Runs a command that cannot be carried out, and returns the line that it says."""

    def run(*words):
        try:
            code = main([*words] if "--store" in words else [*words, *store])
        except SystemExit as stopped:
            code = stopped.code
        captured = capsys.readouterr()
        assert code == 2
        assert captured.out == ""
        assert captured.err.count("\n") == 1
        return captured.err

    return run
