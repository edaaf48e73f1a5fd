"""What all commands have in common."""

import importlib
import json
import shutil
import subprocess

import documents
import pytest
from jsonschema import Draft202012Validator, ValidationError

from othello.documents import DOCUMENT_FORMS, DOCUMENT_VERSION, as_document
from othello.version import __version__
from players.learning import measure_edges

COMMANDS = (
    *("othello", "othello.perft", "othello.evaluation.explain", "othello.evaluation.make_tables"),
    *("players.analyse", "players.explain", "players.outside", "players.serve", "players.solve"),
    *(
        f"players.learning.{name}"
        for name in (
            *("bill", "book", "edge_costs", "human_errors", "interest", "level_losses"),
            *("patterns", "problems", "refit", "time_values"),
        )
    ),
    *(
        "players.learning",
        "players.learning.measure_edges",
        "players.learning.selectivity",
        "tournament",
    ),
)
SCRIPTS = {
    "othello": "othello",
    "players.analyse": "othello-analyse",
    "players.serve": "othello-serve",
    "players.solve": "othello-solve",
    "tournament": "othello-tournament",
}
"""What commands are called where the project is installed."""


def typed(command, words, capsys):
    """The exit code of a command, what it prints, and what it says."""
    package = importlib.util.find_spec(command).submodule_search_locations is not None
    module = importlib.import_module(f"{command}.__main__" if package else command)
    try:
        code = module.main(list(words))
    except SystemExit as stopped:
        code = stopped.code
    return code or 0, *capsys.readouterr()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_version_and_guesses_what_was_meant(command, capsys):
    assert typed(command, ["--version"], capsys) == (0, f"othello-laboratory {__version__}\n", "")
    code, printed, said = typed(command, ["--versoin"], capsys)
    assert (code, printed, said.count("\n")) == (2, "", 1)
    if "required" not in said:
        assert "unrecognized arguments: --versoin; did you mean '--version'?" in said


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize("command", SCRIPTS)
def test_bash_completes_options(command, capsys):
    code, script, said = typed(command, ["--print-completion", "bash"], capsys)
    assert (code, said) == (0, "")
    name = SCRIPTS[command]
    asked = f"""{script}
COMP_WORDS=({name} --vers) COMP_CWORD=1
_shtab_{name.replace("-", "_")} {name} --vers {name}
echo "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, timeout=60)
    assert done.stdout == "--version\n"


# Documents


def test_the_forms_of_documents_are_a_schema_and_tell_their_names_and_versions():
    forms = json.loads(DOCUMENT_FORMS.read_text("utf-8"))
    Draft202012Validator.check_schema(forms)
    kinds = [one["$ref"].removeprefix("#/$defs/") for one in forms["oneOf"]]
    for kind in kinds:
        properties = forms["$defs"][kind]["properties"]
        assert properties["document"] == {"const": kind}
        assert properties["version"] == {"const": DOCUMENT_VERSION}


def test_a_document_of_another_form_is_noticed():
    right = {"files": ["a"], "bytes": 1, "games": 2}
    assert documents.read(as_document("report", right))["games"] == 2
    for wrong in ({"bytes": float("nan")}, {"files": "a"}, {"more": 1}):
        with pytest.raises(ValidationError):
            documents.read(as_document("report", {**right, **wrong}))


@pytest.mark.parametrize(
    ("command", "words", "shown"),
    [
        ("othello.evaluation.explain", "f5d6", "score"),
        ("othello.evaluation.explain", "f5d6 --evaluator patterns", "squares"),
        ("players.learning.book", "--show f5d6", "moves"),
        ("players.outside", "list", "engines"),
        ("tournament", "experiment", "experiments"),
    ],
)
def test_what_is_shown_is_a_document_too(command, words, shown, capsys):
    code, printed, _ = typed(command, [*words.split(), "--json"], capsys)
    assert code == 0
    assert documents.read(printed)[shown]


def test_measures_of_edges_are_a_document(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(measure_edges, "read_games", lambda paths: ([], []))
    monkeypatch.setattr(measure_edges, "positions_of", lambda moves, plies: None)
    zeros = measure_edges.edge_stability.LEGALITY * 0
    monkeypatch.setattr(measure_edges, "count_moves", lambda positions: None)
    monkeypatch.setattr(measure_edges, "measure", lambda counts: zeros)
    (tmp_path / "games-0.npz").touch()
    code, printed, _ = typed(measure_edges.__name__, [str(tmp_path), "--json"], capsys)
    assert code == 0
    assert documents.read(printed)["weights"]["corner"]["full"] == 0
