"""What decides how games are played: the list of modules, and digests that heed no comment."""

import shutil

import grimp
import pytest

from othello import files, fingerprint
from othello.fingerprint import digest_of_source
from players import registry

IMPORTED_FOR_WORDS = {
    "othello.cli.output",
    *("othello.version", "othello.cli", "othello.cli.errors", "othello.cli.command"),
    *("othello.formats", "othello.formats.reading"),
}
"""Imported by what plays, but no part of a game: words, the list of engines, a count of cores."""

GRAPH = grimp.build_graph("othello", "players", "tournament", cache_dir=None)
PLAYING = {name for name in GRAPH.modules if fingerprint.plays(name)}


def closure(starts):
    """All modules that are imported with `starts`: in functions too, and their packages."""
    found, waiting = {""}, list(starts)
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += [*GRAPH.find_modules_directly_imported_by(module), module.rpartition(".")[0]]
    return found - {""} - IMPORTED_FOR_WORDS


def test_players_need_only_modules_that_play():
    """Else the machine code of a callee could change and the digest not."""
    needed = closure(registry.BUILT_IN)
    assert {"othello.rules", "othello.evaluation.bill", "players.search.table"} < needed
    assert needed | closure(PLAYING) == PLAYING


def test_digests_cover_all_modules_that_play_and_the_learned_files():
    assert set(fingerprint.playing_modules()) == PLAYING
    assert {"bill_weights.npz", "edge_costs.npz"} < set(fingerprint.learned_files())


def test_file_that_no_player_reads_changes_no_digest(monkeypatch, tmp_path):
    before, folder = fingerprint.learned_files(), tmp_path / "data"
    shutil.copytree(files.data_folder(), folder, ignore=shutil.ignore_patterns("results", "*.md"))
    (folder / "edge_costs_squares.npz").write_bytes(b"another")
    monkeypatch.setattr(files, "data_folder", lambda: folder)
    assert fingerprint.learned_files.__wrapped__() == before


BEFORE = b'''
"""Text."""
SCALE = 100

class Eval:
    """An evaluator."""

    def value(self, state: int):
        return SCALE * math.pi if state else "text"
'''
SAME = [
    (b"100", b"100  # percent\n\n\n# more"),
    (b"100", b"(\n    100\n)"),
    (b'"""Text."""', b""),
    (b"An evaluator.", b"An evaluator.\n\n    More.\n    "),
    (b"state: int", b"state: Annotated[int, 'of the game']"),
]
OTHER = [
    (b"100", b"101"),
    (b"100", b"100.0"),
    (b"value", b"worth"),
    (b'"text"', b'"another"'),
    (b"SCALE * ", b"SCALE + "),
    (b"state: int", b"state: float"),
]


@pytest.mark.parametrize(("old", "new"), [*SAME, *OTHER])
def test_digest_depends_on_code_but_not_on_comments_docstrings_and_layout(old, new):
    assert old in BEFORE
    changed = digest_of_source(BEFORE.replace(old, new)) != digest_of_source(BEFORE)
    assert changed == ((old, new) in OTHER)


def test_invalid_python_is_digested_as_bytes():
    assert digest_of_source(b"def :") != digest_of_source(b"def : ")
