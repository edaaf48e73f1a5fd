"""The examples of the pages pass a strict checker."""

import doctest
from pathlib import Path

import pytest
from test_pages import PAGES, PARSED, ROOT, write_module


@pytest.mark.second_tier
def test_examples_pass_a_strict_checker(tmp_path, monkeypatch):
    """One run for all."""
    api = pytest.importorskip("mypy.api", reason="the extra dev is not installed")
    monkeypatch.chdir(tmp_path)
    for page in PAGES:
        sources = []
        for example in PARSED.parse(page).examples():
            if isinstance(example.parsed, doctest.Example):
                sources.append(example.parsed.source)
            elif example.region.evaluator is write_module:
                write_module(example)
        if sources:
            Path(f"page_{page.stem.replace('-', '_')}.py").write_text("".join(sources))
    monkeypatch.setenv("MYPYPATH", str(ROOT))
    cache = ROOT / ".mypy_cache" / "strict"
    options = ["--strict", "--config-file=", "--follow-imports=silent", f"--cache-dir={cache}"]
    said, faults, code = api.run([*options, "."])
    assert (code, faults) == (0, ""), said
