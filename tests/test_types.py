"""What callers write passes a strict checker: the examples of the pages and a script of theirs."""

import doctest
import shutil
from pathlib import Path

import pytest
from test_pages import PAGES, ROOT, blocks, write_modules

CALLER = Path(__file__).with_name("caller.py")


@pytest.mark.second_tier
def test_examples_and_a_callers_script_pass_a_strict_checker(tmp_path, monkeypatch):
    """One run for all; what it knows of the packages is kept beside the other checks' knowledge."""
    api = pytest.importorskip("mypy.api", reason="the extra dev is not installed")
    folder = tmp_path / "examples"
    folder.mkdir()
    shutil.copy(CALLER, folder)
    for page in PAGES:
        write_modules(page, folder)
        sessions = [block.text for block in blocks(page) if block.language == "pycon"]
        examples = doctest.DocTestParser().get_examples("\n".join(sessions))
        if examples:
            said = "".join(example.source for example in examples)
            (folder / f"page_{page.stem.replace('-', '_')}.py").write_text(said)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("MYPYPATH", str(ROOT))
    cache = ROOT / ".mypy_cache" / "strict"
    options = ["--strict", "--config-file=", "--follow-imports=silent", f"--cache-dir={cache}"]
    said, faults, code = api.run([*options, "."])
    assert (code, faults) == (0, ""), said


@pytest.mark.parametrize("package", ["othello", "players", "tournament"])
def test_types_are_shipped(package):
    assert (ROOT / package / "py.typed").is_file()
