"""Imports keep the contracts in pyproject.toml."""

from pathlib import Path

from importlinter.cli import lint_imports


def test_imports_keep_the_contracts(monkeypatch, capsys):
    monkeypatch.chdir(Path(__file__).parents[1])
    assert lint_imports(no_cache=True) == 0, capsys.readouterr().out
