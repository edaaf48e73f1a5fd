"""What all commands have in common."""

import csv
import io
import json
import os
import shlex
import sys

import documents
import programs
import pytest
from jsonschema import Draft202012Validator, ValidationError
from test_pages import main_of

from othello.__main__ import COMMANDS as FRONT_DOOR
from othello.cli.command import tolerate_broken_pipe
from othello.cli.output import (
    DOCUMENT_SCHEMAS,
    DOCUMENT_VERSION,
    Display,
    as_document,
    print_table,
    write_csv,
)
from othello.version import __version__

COMMANDS = (
    *("othello", *(f"othello {name}" for name in FRONT_DOOR), "othello.evaluation.make_tables"),
    *(
        f"players.learning.{name}"
        for name in (
            *("bill", "book", "edge_costs", "human_errors", "interest", "patterns", "selectivity"),
        )
    ),
    *("players.learning.endings", "tournament"),
)


def typed(command, words, capsys):
    """The exit code of a command, what it prints, and what it says."""
    try:
        code = main_of(command)(list(words))
    except SystemExit as stopped:
        code = stopped.code
    return code or 0, *capsys.readouterr()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_version_and_suggestions(command, capsys):
    assert typed(command, ["--version"], capsys) == (0, f"othello-laboratory {__version__}\n", "")
    code, printed, said = typed(command, ["--versoin"], capsys)
    assert (code, printed, said.count("\n")) == (2, "", 1)
    if "required" not in said:
        assert "--versoin; did you mean '--version'?" in said


@pytest.mark.skipif(os.name == "nt", reason="needs pipes that close")
def test_a_command_ends_quietly_where_nobody_reads():
    reader, writer = os.pipe()
    os.close(reader)
    line = [sys.executable, "-m", "othello", "perft", "3"]
    run = programs.run(line, stdout=writer)
    os.close(writer)
    assert run.returncode == 141
    assert "Error" not in run.stderr and "pipe" not in run.stderr


STRUCK = """
import atexit, os, signal
from othello.cli.command import exit_with
def strike(place):
    if place == PLACE:
        os.kill(os.getpid(), getattr(signal, NAME))
def main():
    atexit.register(strike, "atexit")
    strike("main")
    return 0
exit_with(main)
"""


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
@pytest.mark.parametrize(
    ("place", "name"), [("main", "SIGINT"), ("atexit", "SIGINT"), ("atexit", "SIGTERM")]
)
def test_a_signal_between_the_work_and_the_exit_gives_130(place, name):
    program = f"PLACE, NAME = {place!r}, {name!r}\n{STRUCK}"
    done = programs.run([sys.executable, "-c", program])
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


MATCH = "tournament match greedy greedy --openings 1 --jobs 0"
EXPLAIN = "othello evaluate f5d6"
UNWRITABLE = "the standard output: No space left on device\n"
CLOSED = "the standard output is closed; redirect it to a file\n"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a disk that is full")
@pytest.mark.parametrize(
    ("words", "streams", "code", "said"),
    [
        (MATCH, "2>&-", 0, ""),
        (EXPLAIN, ">&-", 2, CLOSED),
        (EXPLAIN, ">/dev/full", 2, UNWRITABLE),
    ],
)
def test_command_survives_closed_or_full_streams(words, streams, code, said, tmp_path):
    if words == MATCH:
        words = f"{MATCH} --store {tmp_path}/games.sqlite"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    line = f"exec {sys.executable} -m {words} {streams}"
    run = programs.run(["sh", "-c", line], env=environment)
    assert (run.returncode, run.stderr) == (code, said)
    assert bool(run.stdout) == (code == 0)


BOARD = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO-OOOOOOOOO-OOOOOOO- X"
BAD_INPUT = {
    "othello perft": (
        *((words, "") for words in ("-1", "129", "many", "3.5", "")),
        *((words, "") for words in ("4 --path quantum", "4 --passes dear")),
    ),
    "othello evaluate": (
        ("f5f5", "f5"),
        ("f5d9", "'d9'"),
        ("f5 --evaluator patterns@none.npz", "none.npz: no such file"),
        ("f5 --evaluator mobility", "'mobility' has no features to explain"),
        (f"'{'X' * 64} X'", "the game is over: +64 for black"),
    ),
    "othello analyse": tuple(
        (words, "")
        for words in (
            *("nothing.ggf", "f5f5", "''", ".", "f5 --depth 1", "f5 --nodes 0", "f5 --seconds nan"),
            *("f5 --exact -1", "f5 --first 0", "f5 --jobs 0", "f5 --table 0.5"),
            *("f5 --summary --csv", "f5 --json --csv"),
            *("f5 --answers .", "f5 --answers no/such/folder"),
        )
    ),
    "othello explain": (
        ("f5d6c9", "'c9'"),
        ("f5f5", "f5"),
        ("f5 --player random", "random cannot be explained"),
        ("f5 --player alphabeta:deep=3", "no option 'deep'"),
        ("f5 --player forward:seconds=1", "no limit in seconds"),
        ("f5 --depth 0", "--depth must be 1 or more, not 0"),
        ("f5 --depth x", "argument --depth: 'x' is not a whole number"),
        ("f5 --player alphabeta:evaluator=bill@x.npz", "bill@x.npz': x.npz: no such file"),
    ),
    "othello solve": (
        *((word, "") for word in ("nothing.obf", "nothing.sgf", "f5f5", "XO", "''")),
        (f"'{BOARD}' --threads 0", "--threads: 0 is less than 1"),
        (f"'{BOARD}' --threads {'9' * 30}", "--threads: 9"),
        (f"'{BOARD}' --table 0", "0.0 MB"),
        (f"'{BOARD}' --seconds 0", "--seconds: 0 is not more than 0"),
        (f"'{BOARD}' --json --json-lines", "exclude each other"),
        (f"'{BOARD}' --first 0", "--first: 0 is less than 1"),
    ),
}
"""By command, words and what is said of them; those of learners are with their tests."""


@pytest.mark.parametrize(
    ("command", "words", "said"),
    [(command, *case) for command, cases in BAD_INPUT.items() for case in cases],
)
def test_bad_input_is_answered_in_one_line(command, words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    code, printed, error = typed(command, shlex.split(words), capsys)
    assert (code, printed, error.count("\n")) == (2, "", 1)
    assert error.startswith(f"python -m {command}") and said in error
    assert not list(tmp_path.iterdir())


OBEYED = "\x1b[31m\x9b\r\u202e\u2066"
PRINTED = r"\x1b[31m\x9b\r\u202e\u2066"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("othello analyse", [f"no{OBEYED}.ggf"]),
        ("othello evaluate", ["f5", "--evaluator", OBEYED]),
        ("tournament", ["match", "greedy", "greedy", "--openings", f"no{OBEYED}.txt"]),
        ("tournament", ["show", "--store", f"no{OBEYED}/a.sqlite"]),
    ],
)
def test_a_fault_is_printed_without_what_a_terminal_obeys(command, words, capsys):
    code, printed, said = typed(command, words, capsys)
    assert (code, printed, said.count("\n")) == (2, "", 1)
    assert not (set(OBEYED) - set("[31m")) & set(said)


def test_tables_and_lines_show_what_a_terminal_obeys_as_text(capsys):
    def print_both():
        print_table((OBEYED,), [(OBEYED,)])
        with Display(sys.stderr, OBEYED) as display:
            display.begin(OBEYED, 0, 1)
        return 0

    assert tolerate_broken_pipe(print_both) == 0
    printed, said = capsys.readouterr()
    assert (printed.count(PRINTED), said.count(PRINTED)) == (2, 2)


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [
        ("utf-8", "1½ ½ −∞ ≥ “Łé”"),
        ("cp1252", r"1½ ½ -inf >= “\u0141é”"),
        ("cp437", r'1½ ½ -∞ ≥ "\u0141é"'),
        ("ascii", r'1 1/2 1/2 -inf >= "\u0141\xe9"'),
    ],
)
def test_signs_that_a_stream_lacks_get_a_plain_spelling(encoding, shown, monkeypatch):
    streams = {name: io.TextIOWrapper(io.BytesIO(), encoding) for name in ("stdout", "stderr")}
    for name, stream in streams.items():
        monkeypatch.setattr(sys, name, stream)

    def print_all():
        for name in streams:
            print("1½ ½ −∞ ≥ “Łé”", file=getattr(sys, name))
        print_table(("−∞",), ())
        sys.stderr.flush()
        return 0

    assert tolerate_broken_pipe(print_all) == 0
    for stream in streams.values():
        assert stream.buffer.getvalue().decode(encoding).splitlines()[0] == shown


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-2+3", "'-2+3"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("\r=1", r"\r=1"),
        ("alphabeta:depth=1", "alphabeta:depth=1"),
        (-2, "-2"),
        ("--", "--"),
        ("-" * 63 + "X O", "-" * 63 + "X O"),
    ],
)
def test_no_cell_of_csv_is_a_formula(text, cell):
    stream = io.StringIO()
    write_csv([{"a": text}], stream, ["a"])
    assert [*csv.reader(io.StringIO(stream.getvalue(), newline=""))] == [["a"], [cell]]


# Documents


def test_the_forms_of_documents_are_a_schema_and_tell_their_names_and_versions():
    forms = json.loads(DOCUMENT_SCHEMAS.read_text("utf-8"))
    Draft202012Validator.check_schema(forms)
    kinds = [one["$ref"].removeprefix("#/$defs/") for one in forms["oneOf"]]
    for kind in kinds:
        properties = forms["$defs"][kind]["properties"]
        assert properties["document"] == {"const": kind}
        assert properties["version"] == {"const": DOCUMENT_VERSION}


def test_a_document_of_another_form_is_noticed():
    right = {"file": "a", "bytes": 1, "games": 2}
    assert documents.read(as_document("report", right))["games"] == 2
    for wrong in ({"bytes": float("nan")}, {"file": 1}, {"more": 1}):
        with pytest.raises(ValidationError):
            documents.read(as_document("report", {**right, **wrong}))


@pytest.mark.parametrize(
    ("command", "words", "shown"),
    [
        ("othello evaluate", "f5d6", "score"),
        ("othello evaluate", "f5d6 --evaluator patterns", "squares"),
        ("othello engines", "list", "engines"),
        ("tournament", "experiment", "experiments"),
    ],
)
def test_shown_result_is_also_a_document(command, words, shown, capsys):
    code, printed, _ = typed(command, [*words.split(), "--json"], capsys)
    assert code == 0
    assert documents.read(printed)[shown]
