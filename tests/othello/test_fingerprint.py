"""What decides how games are played: the list of modules, and digests that heed no comment."""

import shutil

import grimp
import pytest

from othello import files, fingerprint
from othello.fingerprint import digest_of_source
from players import registry

IMPORTED_FOR_WORDS = {
    *("othello.version", "othello.cli", "othello.cli.errors"),
    *("othello.formats", "othello.formats.reading"),
}
"""Imported by what plays, but no part of a game: words, and how the list of engines is opened."""

GRAPH = grimp.build_graph("othello", "players", "tournament", cache_dir=None)
SOURCES = GRAPH.modules


def imported(module):
    """The modules of this project that a module imports, and the packages that it lies in."""
    parts = module.split(".")
    packages = {".".join(parts[:size]) for size in range(1, len(parts))}
    return GRAPH.find_modules_directly_imported_by(module) | packages


def closure(starts):
    """All modules that are imported when `starts` are, those in functions included."""
    found, waiting = set(), list(starts)
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += imported(module)
    return found


def test_every_module_that_a_player_needs_decides_how_games_are_played():
    needed = closure(registry.BUILT_IN) - IMPORTED_FOR_WORDS
    assert {"othello.rules", "othello.evaluation.bill", "players.search.table"} < needed
    assert [name for name in sorted(needed) if not fingerprint.plays(name)] == []


def test_what_plays_imports_nothing_else():
    """Else the machine code of a callee could change and the digest not."""
    listed = [name for name in SOURCES if fingerprint.plays(name)]
    others = closure(listed) - IMPORTED_FOR_WORDS
    assert [name for name in sorted(others) if not fingerprint.plays(name)] == []


def test_the_digests_cover_the_list_and_the_learned_files():
    assert set(fingerprint.playing_modules()) == {
        name for name in SOURCES if fingerprint.plays(name)
    }
    assert {"bill_weights.npz", "edge_costs.npz"} < set(fingerprint.learned_files())


def test_a_file_that_no_player_reads_changes_no_digest(monkeypatch, tmp_path):
    before, folder = fingerprint.learned_files(), tmp_path / "data"
    shutil.copytree(files.data_folder(), folder, ignore=shutil.ignore_patterns("results", "*.md"))
    (folder / "edge_costs_squares.npz").write_bytes(b"another")
    monkeypatch.setattr(files, "data_folder", lambda: folder)
    assert fingerprint.learned_files.__wrapped__() == before
    assert files.data_name_for("edge_costs.npz", "mobility") == "edge_costs.npz"
    with pytest.raises(FileNotFoundError), files.data_file("edge_costs_squares.npz"):
        pass


BEFORE = b'''"""What it is for."""

import math

SCALE = 100
"""Hundredths."""


class Eval:
    """An evaluator."""

    def value(self, state: int):
        """What it is worth."""
        return SCALE * math.pi if state else "text"
'''


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"import math\n", b"import math  # for pi\n\n\n# more\n"),
        (b"What it is worth", b"What the state is worth"),
        (b'"""Hundredths."""\n', b""),
        (b'"""What it is for."""', b"# nothing"),
        (b"SCALE = 100", b"SCALE = (\n    100\n)"),
        (b"state: int", b"state: Annotated[int, 'of the game']"),
        (b'"""An evaluator."""', b'"""An evaluator.\n\n    With more to say.\n    """'),
    ],
)
def test_comments_docstrings_and_layout_change_no_digest(old, new):
    assert old in BEFORE
    assert digest_of_source(BEFORE.replace(old, new)) == digest_of_source(BEFORE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"100", b"101"),
        (b"100", b"100.0"),
        (b"value", b"worth"),
        (b'"text"', b'"another"'),
        (b"SCALE * ", b"SCALE + "),
        (b"state: int", b"state: float"),
        (b" if state", b" if not state"),
    ],
)
def test_code_changes_the_digest(old, new):
    assert old in BEFORE
    assert digest_of_source(BEFORE.replace(old, new)) != digest_of_source(BEFORE)


def test_what_is_no_python_is_digested_as_it_is():
    assert digest_of_source(b"def :") != digest_of_source(b"def : ")
    assert digest_of_source(b"\0") != digest_of_source(b"\0\0")
