"""The pages say what is true: their examples run, their commands and modules exist.

`.ci/run` makes the site, which checks links and headings (`mkdocs --strict`).
"""

import ast
import contextlib
import doctest
import functools
import importlib
import importlib.util
import io
import itertools
import json
import os
import re
import shlex
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import programs
import pytest
from sybil import Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser

from othello import evaluation
from players import registry
from tournament.commands.table import COMMANDS, EXAMPLES, parse
from tournament.contests.contest_list import CONTESTS
from tournament.experiments import EXPERIMENTS, OWN
from tournament.experiments.claims import CLAIMS, RUNS
from tournament.games.openings import chosen_openings

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LISTS = [ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", ROOT / "data" / "README.md"]
"""Pages without examples."""
WITH_EXAMPLES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for package in ("othello", "players", "tournament")
    for path in sorted((ROOT / package).rglob("*.py"))
    if re.search(r"^ *>>> ", path.read_text("utf-8"), re.M)
]
"""The modules with examples in their docstrings."""
RUN = "<!-- run -->\n"
"""Above a block of commands that end in a few seconds."""
DELETED = "commit f8b7bc07"
"""In a row or a paragraph about code that only this commit has."""
NOT_OURS = ("pytest", "venv")
"""Modules of other projects that commands name."""
UNCOMPILED = ("othello", "explain")
"""A module that starts itself again where kernels are compiled."""
PLACEHOLDER = re.compile(r"[A-Z]+")
"""A word that stands for what the reader puts there: NAME, A."""

SHIPPED = [
    name for name in registry.names() if registry.factories[name].__module__.startswith("players.")
]
"""The names of players; tests that are imported before register others."""

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
every_text = pytest.mark.parametrize(
    "page", [*PAGES, *LISTS], ids=lambda page: str(page.relative_to(ROOT))
)


def prose(page):
    """Return a page without its blocks of code and without what is about deleted code."""
    text = re.sub(r"^( *)```.*?^\1```$", "", page.read_text("utf-8"), flags=re.M | re.S)
    return "\n\n".join(part for part in re.split(r"\n\n|\n(?=\|)", text) if DELETED not in part)


# Examples


def write_module(example):
    """Write the module that a block of a page shows to the current folder."""
    name = re.match(r"# (\w+)\.py\n", example.parsed)[1]
    Path(f"{name}.py").write_text(example.parsed)


def shell_lines(text):
    """The commands of a block, each in one line."""
    return text.replace("\\\n", " ").splitlines()


def run_commands(example):
    """Run a block of commands, in this process where that is possible."""
    if not example.document.text[: example.start].endswith(RUN):
        return
    for words in itertools.chain(*map(simple_commands, shell_lines(example.parsed))):
        module, arguments = module_command(words)
        if (module, *arguments[:1]) == UNCOMPILED:
            assert programs.run(words).returncode == 0
        else:
            assert main_of(module)(arguments) == 0


class _Sessions(PythonCodeBlockParser):
    """Parser of the sessions of a page."""

    def __init__(self):
        super().__init__()
        self.codeblock_parser = CodeBlockParser("pycon")


PARSED = Sybil(
    [CodeBlockParser("python", write_module), _Sessions(), CodeBlockParser("sh", run_commands)]
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current folder, with a store of its own; what its modules register is forgotten after."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    monkeypatch.setattr(registry, "factories", dict(registry.factories))
    monkeypatch.setattr(evaluation, "factories", dict(evaluation.factories))
    own, runs, claims = dict(OWN), dict(RUNS), list(CLAIMS)
    yield tmp_path
    OWN.clear()
    OWN.update(own)
    RUNS.clear()
    RUNS.update(runs)
    CLAIMS[:] = claims
    for path in tmp_path.glob("*.py"):
        sys.modules.pop(path.stem, None)


@every_page
def test_examples_of_pages_run(page, folder):
    for example in PARSED.parse(page).examples():
        example.evaluate()


def test_the_cells_of_the_notebook_run_and_their_values_draw_themselves(folder, monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "agg")
    cells = json.loads((ROOT / "docs" / "notebook.ipynb").read_text("utf-8"))["cells"]
    scope: dict[str, Any] = {}
    drawn = []
    for cell in cells:
        if cell["cell_type"] == "code":
            *steps, last = ast.parse("".join(cell["source"])).body
            exec(compile(ast.Module(steps, []), "notebook", "exec"), scope)
            value = eval(compile(ast.Expression(last.value), "notebook", "eval"), scope)
            draw = getattr(value, "_repr_svg_", getattr(value, "_repr_html_", None))
            drawn += [draw()] if draw else []
    assert len(drawn) == 5
    assert drawn[0].count("h0") == 2 * 7 + 4  # rims and discs, and dots on the legal moves
    for text in drawn:
        ElementTree.fromstring(f"<div>{text}</div>")


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_examples_in_docstrings_run(module, folder):
    failed, attempted = doctest.testmod(importlib.import_module(module))
    assert attempted and not failed


# Commands


def simple_commands(line):
    """The commands of a line of shell, each as its words; what it writes to is left out."""
    words = shlex.split(line, comments=True)
    start = 0
    for end, word in enumerate([*words, "&&"]):
        if word in ("&&", ";", "|"):
            command = words[start:end]
            yield command[: command.index(">")] if ">" in command else command
            start = end + 1


def module_command(words):
    """The module of `python -m module ...` and the words after it; None for another command."""
    if len(words) > 2 and Path(words[0]).name.startswith("python") and words[1] == "-m":
        return words[2], words[3:]
    return None


def inline_lines(page):
    """The commands that a page names in its sentences and tables."""
    for code in re.findall(r"`([^`]+)`", prose(page)):
        code = " ".join(code.split())
        if code.startswith("experiment "):
            code = f"python -m tournament {code}"
        if code.startswith("python -m "):
            yield code


def commands(page):
    """The modules that a page runs, each with its words."""
    shown = [one.parsed for one in PARSED.parse(page).examples() if isinstance(one.parsed, str)]
    lines = itertools.chain(*(shell_lines(text) for text in shown if "python -m" in text))
    for line in [*lines, *inline_lines(page)]:
        for words in simple_commands(line):
            found = module_command(words)
            if found is not None:
                yield found


def known_words(words):
    """The words before the first placeholder, which stays if it is an option's value."""
    known = tuple(itertools.takewhile(lambda word: not PLACEHOLDER.fullmatch(word), words))
    if len(known) < len(words) and known and known[-1].startswith("--"):
        return (*known[:-1], f"{known[-1]}={words[len(known)]}")
    return known


def exists(name):
    """True if a dotted name is a module, or something in one."""
    parent, _, last = name.rpartition(".")
    with contextlib.suppress(ModuleNotFoundError):  # its parent is missing, or no package
        if importlib.util.find_spec(name) is not None:
            return True
    return bool(parent) and exists(parent) and hasattr(importlib.import_module(parent), last)


def main_of(command):
    """The function that `python -m COMMAND` calls, such as "othello solve", for further words."""
    module, *first = command.split()
    is_package = importlib.util.find_spec(module).submodule_search_locations is not None
    found = importlib.import_module(f"{module}.__main__" if is_package else module)
    main = found.LEARNER.main if hasattr(found, "LEARNER") else found.main
    return lambda words: main([*first, *words])


@functools.cache
def help_of(module, words):
    """The exit code and the text of a command when --help follows these words."""
    main = main_of(module)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        try:
            code = main([*words, "--help"])
        except SystemExit as end:
            code = end.code
    return code or 0, printed.getvalue()


def faults_of(module, words):
    """The faults of a command: in its module, its sub-command, its options or their values."""
    if not exists(module):
        return [f"no module {module}"]
    code, said = help_of(module, words)
    if code:
        return [said]
    used = {word.partition("=")[0] for word in words if word.startswith("--")}
    used |= {word for word in words[:1] if re.fullmatch(r"[a-z][a-z-]+", word)}
    return sorted(f"{module} has no {word}" for word in used if word not in said)


@every_text
def test_commands_that_are_shown_can_be_typed(page, folder):
    for example in PARSED.parse(page).examples():
        if example.region.evaluator is write_module:
            example.evaluate()
    shown = {(module, known_words(words)) for module, words in commands(page)}
    faults = [faults_of(*command) for command in shown if command[0] not in NOT_OURS]
    assert sorted(itertools.chain(*faults)) == []


@pytest.mark.parametrize("text", [EXAMPLES, *(one.examples for one in COMMANDS.values())])
def test_commands_in_help_can_be_typed(text):
    shown = re.findall(r"python -m tournament\b([^\n]*)", text)
    assert shown
    for line in shown:
        words = known_words(re.split(r"  +|>", line)[0].split())
        code, said = help_of("tournament", tuple(words))
        assert code == 0, said


def test_contests_that_are_shown_are_possible(folder):
    """Their players support the limits, unless they are another program or the reader's own."""
    lines = [line for page in PAGES for line in commands(page)]
    for text in (EXAMPLES, *(one.examples for one in COMMANDS.values())):
        shown = re.findall(r"python -m (tournament\b[^\n]*)", text)
        lines += [(line.split()[0], re.split(r"  +|>", line)[0].split()[1:]) for line in shown]
    for module, words in lines:
        if module == "tournament" and {"match", "ladder"} & set(words):
            known = known_words(words)
            outside = any(word.startswith(("gtp:", "nboard:")) for word in words)
            if known == tuple(words) and not outside and not {"--players", "--help"} & set(words):
                options = parse(words)
                assert CONTESTS[options.command].from_options(options)


@every_text
def test_players_that_are_named_can_be_made(page, monkeypatch):
    """Openings are no players, and the evaluators of a page are made where its blocks run."""
    monkeypatch.chdir(ROOT)
    names = "|".join(SHIPPED)
    option = r'(?:[\w@./,-]|="[^"\n]*"|=)'
    last = r'(?:\w|="[^"\n]*")'
    text = page.read_text("utf-8")
    own = re.findall(r'evaluation\.register\("([\w-]+)"', text)
    shown = "\n".join(line for line in text.splitlines() if DELETED not in line)
    for spec in re.findall(rf"(?<![\w-])((?:{names}):{option}*{last})", shown):
        external = spec.partition(":")[0] not in registry.internal_names()
        if external or "game_seconds=" in spec:  # maybe not installed; clocks are for contests
            registry.parse(spec)
        elif re.match("random:(plies|count)=", spec):
            assert chosen_openings(re.sub(r"count=\d+", "count=3", spec))
        elif not any(f"evaluator={name}" in spec for name in own):
            registry.make(spec)


# What is listed


def test_every_experiment_is_listed_and_every_listed_one_exists():
    text = (ROOT / "docs" / "experiments.md").read_text("utf-8")
    own = text.index("## Your own experiment")
    rows = re.findall(r"^\| `([a-z][\w-]+)` \|", text[:own], re.M)
    assert set(rows) == set(EXPERIMENTS)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_option_of_a_player_is_explained(name):
    text = (ROOT / "docs" / "players.md").read_text("utf-8")
    assert [option for option in registry.options(name) if f"`{option}`" not in text] == []


@every_page
def test_modules_and_paths_that_are_named_exist(page):
    rooms = "othello|players|tournament|data|docs|tests"
    names = re.findall(rf"`((?:{rooms})(?:\.\w+)+)`", prose(page))
    assert [name for name in names if not exists(name)] == []
    text = re.sub(r"\]\([^)]*\)", "", prose(page))
    paths = set(re.findall(rf"(?<![\w/.-])((?:{rooms})/[\w/-]+(?:\.\w+)?)", text))
    real = {path for path in paths if not PLACEHOLDER.fullmatch(Path(path).stem)}
    assert sorted(path for path in real if not (ROOT / path).exists()) == []
