"""Experiments carried out as they are typed, without workers and in a store of their own."""

import documents
import pytest

from tournament.__main__ import main


@pytest.fixture
def typed(tmp_path, capsys):
    """Types the name of an experiment and its options: the exit code, what is printed and said."""

    def carry_out(name, *words, jobs=0):
        before = ["--store", str(tmp_path / "results.sqlite"), "--jobs", str(jobs)]
        try:
            code = main([*before, "experiment", name, *map(str, words)])
        except SystemExit as ended:
            code = ended.code
        return code, *capsys.readouterr()

    return carry_out


@pytest.fixture
def printed(typed):
    """What an experiment prints that succeeds."""

    def carry_out(name, *words, jobs=0):
        code, output, said = typed(name, *words, jobs=jobs)
        assert code == 0, said
        return output

    return carry_out


@pytest.fixture
def measured(printed):
    """The result of an experiment, plain data."""
    return lambda name, *words, jobs=0: documents.read(printed(name, *words, "--json", jobs=jobs))
