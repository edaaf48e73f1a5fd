"""The README says what is true: its examples run, its commands exist."""

import doctest
import re
import sys
from pathlib import Path

import pytest

from othello.position import START
from players import registry
from tournament import arguments, commands

README = Path(__file__).parent.parent / "README.md"


def blocks(language):
    """The code blocks of one language."""
    return re.findall(rf"```{language}\n(.*?)```", README.read_text(), re.DOTALL)


def test_the_session_runs_as_printed():
    (session,) = blocks("pycon")
    test = doctest.DocTestParser().get_doctest(session, {}, "README", str(README), 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_strangers_player_plays(tmp_path, monkeypatch):
    (source,) = blocks("python")
    name = re.search(r"# (\w+)\.py", source)[1]
    (tmp_path / f"{name}.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, name, raising=False)
    registry.load([name])
    choice = registry.make("few:nth=2").choose(START)
    assert int(START.legal()) >> choice.move & 1


def commands_in(text):
    """The words of every `python -m tournament ...` in a text, without what a shell would take."""
    for line in re.findall(r"python -m tournament\b([^`\n]*)", text):
        command = re.split(r"  +|>", line)[0]
        yield command.split()


@pytest.mark.parametrize("text", [README.read_text("utf-8"), *arguments.EXAMPLES.values()])
def test_commands_that_are_shown_can_be_typed(text):
    shown = list(commands_in(text))
    assert shown
    for words in shown:
        if "--help" not in words:
            arguments.parse(words, commands.COMMANDS)  # else it exits, which is an error here


def test_files_and_experiments_that_are_named_exist():
    from tournament.experiments import EXPERIMENTS

    text = README.read_text()
    for path in re.findall(r"\b((?:othello|players|data)/[\w/.-]+)", text):
        assert (README.parent / path).exists(), path
    assert set(re.findall(r"experiment ([a-z][\w-]+)", text)) <= set(EXPERIMENTS)
