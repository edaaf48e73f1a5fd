"""The pages say what is true: their examples run, their commands and links exist."""

import contextlib
import doctest
import functools
import importlib
import importlib.util
import io
import itertools
import os
import re
import shlex
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import NamedTuple

import pytest

from othello import evaluation
from players import registry
from tournament.commands.table import COMMANDS, EXAMPLES
from tournament.experiments import EXPERIMENTS
from tournament.games.play import FINISHED, Seat, play_game
from tournament.games.schedule import chosen_openings

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
RESULTS = ROOT / "docs" / "results"
LISTS = [ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", ROOT / "data" / "README.md"]
"""Pages without examples."""
WITH_EXAMPLES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for package in ("othello", "players", "tournament")
    for path in sorted((ROOT / package).rglob("*.py"))
    if re.search(r"^ *>>> ", path.read_text("utf-8"), re.M)
]
"""The modules with examples in their docstrings."""
RUN = "<!-- run -->"
"""Above a block that ends in a few seconds and so is run."""
NOT_OURS = ("pytest", "venv")
"""Modules of other projects that commands name."""
UNCOMPILED = "players.explain"
"""A module that starts itself anew where kernels are compiled."""
PLACEHOLDER = re.compile(r"[A-Z]+")
"""A word that stands for what the reader puts there: NAME, A."""

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
every_text = pytest.mark.parametrize(
    "page", [*PAGES, *LISTS], ids=lambda page: str(page.relative_to(ROOT))
)


class Block(NamedTuple):
    """A block of code: its language, its text, and whether it is to be run."""

    language: str
    text: str
    runs: bool


def blocks(page):
    """The blocks of code of a page, in their order."""
    pattern = rf"^({RUN}\n)?( *)```(\w*)\n(.*?)^\2```$"  # in a list they are indented
    found = re.findall(pattern, page.read_text("utf-8"), re.M | re.S)
    return [Block(language, textwrap.dedent(text), bool(mark)) for mark, _, language, text in found]


def prose(page):
    """A page without its blocks of code."""
    return re.sub(r"^( *)```.*?^\1```$", "", page.read_text("utf-8"), flags=re.M | re.S)


def named(pattern, page):
    """The names that a page gives to players or evaluators by `register`."""
    return set(re.findall(rf'{pattern}register\("(\w+)"', page.read_text("utf-8")))


# Examples


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
    yield tmp_path
    for path in tmp_path.glob("*.py"):
        sys.modules.pop(path.stem, None)


def write_modules(page, folder):
    """The names of the modules that a page shows, which are written to a folder."""
    names = []
    for block in blocks(page):
        if block.language == "python":
            name = re.match(r"# (\w+)\.py\n", block.text)[1]
            (folder / f"{name}.py").write_text(block.text)
            names.append(name)
    return names


@every_page
def test_sessions_run_as_printed(page, folder):
    write_modules(page, folder)
    names = {}
    for block in blocks(page):
        if block.language == "pycon":
            test = doctest.DocTestParser().get_doctest(block.text, names, page.name, str(page), 0)
            assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0
            names = test.globs


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_examples_in_docstrings_run(module, folder):
    failed, attempted = doctest.testmod(importlib.import_module(module))
    assert attempted and not failed


def test_no_mark_is_misplaced():
    marks = sum(page.read_text("utf-8").count(RUN) for page in PAGES)
    assert marks == sum(block.runs for page in PAGES for block in blocks(page)) > 0


@pytest.mark.parametrize("name", ["README.md", "docs/players.md"])
def test_the_player_that_is_shown_plays_by_the_rules(name, folder):
    page = ROOT / name
    registry.load(write_modules(page, folder))
    other = Seat(functools.partial(registry.make, "random"))
    for shown in named("@", page):
        options = {"depth": 2} if "depth" in registry.options(shown) else {}
        stranger = Seat(functools.partial(registry.make, shown, **options))
        assert play_game(stranger, other).ending == FINISHED
        assert play_game(other, stranger).ending == FINISHED


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


def shell_lines(page):
    """The commands that a page shows in blocks."""
    for block in blocks(page):
        if block.language == "sh":
            yield from block.text.replace("\\\n", " ").splitlines()


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
    for line in [*shell_lines(page), *inline_lines(page)]:
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
    """Whether a dotted name is a module, or something in one."""
    parent, _, last = name.rpartition(".")
    with contextlib.suppress(ModuleNotFoundError):  # its parent is none, or no package
        if importlib.util.find_spec(name) is not None:
            return True
    return bool(parent) and exists(parent) and hasattr(importlib.import_module(parent), last)


def main_of(module):
    """What `python -m module` calls."""
    is_package = importlib.util.find_spec(module).submodule_search_locations is not None
    return importlib.import_module(f"{module}.__main__" if is_package else module).main


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
    """What is wrong with a command: its module, its sub-command, its options or their values."""
    if not exists(module):
        return [f"no module {module}"]
    code, said = help_of(module, words)
    if code:
        return [said]
    used = {word.partition("=")[0] for word in words if word.startswith("--")}
    used |= {word for word in words[:1] if re.fullmatch(r"[a-z][a-z-]+", word)}
    return sorted(f"{module} has no {word}" for word in used if word not in said)


@every_text
def test_commands_that_are_shown_can_be_typed(page):
    """Each names a module that exists; its options exist and take the values shown."""
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


@every_text
def test_players_that_are_named_can_be_made(page, monkeypatch):
    """But for those of the page itself, which the blocks that run make; openings are none."""
    monkeypatch.chdir(ROOT)
    names = "|".join(registry.names())
    option = r'(?:[\w@./,-]|="[^"\n]*"|=)'
    last = r'(?:\w|="[^"\n]*")'
    specs = re.findall(rf"(?<![\w-])((?:{names}):{option}*{last})", page.read_text("utf-8"))
    for spec in specs:
        if spec.partition(":")[0] not in registry.alone():  # its program may not be installed
            registry.parse(spec)
            continue
        if re.match("random:(plies|count)=", spec):
            assert chosen_openings(re.sub(r"count=\d+", "count=3", spec))
        elif not any(f"evaluator={name}" in spec for name in named(r"evaluation\.", page)):
            registry.make(spec)


# Examples that are run


@every_page
def test_blocks_that_are_marked_run(page, folder, capfd):
    """In this process, but for what runs uncompiled only: to start 17 took a minute."""
    write_modules(page, folder)
    for block in blocks(page):
        for line in block.text.replace("\\\n", " ").splitlines() if block.runs else ():
            for words in simple_commands(line):
                module, arguments = module_command(words)
                if module == UNCOMPILED:
                    code = subprocess.run(words, timeout=600).returncode
                else:
                    code = main_of(module)(arguments)
                said = capfd.readouterr().err
                assert code == 0, line + said
                assert "Traceback" not in said


# What is listed


def test_every_experiment_is_listed_and_every_listed_one_exists():
    text = (ROOT / "docs" / "experiments.md").read_text("utf-8")
    rows = re.findall(r"^\| `([a-z][\w-]+)` \|", text, re.M)
    assert set(rows) == set(EXPERIMENTS)


@pytest.mark.parametrize("name", registry.names())
def test_every_option_of_a_player_is_explained(name):
    text = (ROOT / "docs" / "players.md").read_text("utf-8")
    for option in registry.options(name):
        assert f"`{option}`" in text


@every_page
def test_names_of_modules_exist(page):
    names = re.findall(r"`((?:othello|players|tournament)(?:\.\w+)+)`", prose(page))
    assert [name for name in names if not exists(name)] == []


@every_text
def test_paths_that_are_named_exist(page):
    text = re.sub(r"\]\([^)]*\)", "", page.read_text("utf-8"))
    rooms = "othello|players|tournament|data|docs|tests"
    paths = set(re.findall(rf"(?<![\w/.-])((?:{rooms})/[\w/-]+(?:\.\w+)?)", text))
    real = {path for path in paths if not PLACEHOLDER.fullmatch(Path(path).stem)}
    assert sorted(path for path in real if not (ROOT / path).exists()) == []


# Links


def anchors(page):
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.M)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in headings}


@every_text
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if target.startswith("https://"):
            continue
        path, _, anchor = target.partition("#")
        goal = (page.parent / path).resolve() if path else page
        assert goal.exists(), f"{page.name}: {target}"
        if anchor:
            assert anchor in anchors(goal), f"{page.name}: {target}"


def linked_pages(page):
    """The pages of the project that a page links to."""
    targets = re.findall(r"\]\(([^):#\s]+\.md)", prose(page))
    return {(page.parent / target).resolve() for target in targets}


def test_every_page_can_be_reached_from_the_readme():
    reached = linked_pages(ROOT / "README.md") | linked_pages(RESULTS / "index.md")
    assert set(PAGES[1:]) <= reached


# The reference


def test_the_reference_is_made(tmp_path):
    """Of three modules; `.ci/run` makes that of all, and the pages."""
    pytest.importorskip("pdoc", reason="the extra docs is not installed")
    modules = ["othello.rules", "players.registry", "tournament.statistics.pairs"]
    program = [sys.executable, "docs/make_site.py", "--api", str(tmp_path), *modules]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    for module in modules:
        assert "docstring" in (tmp_path / f"{module.replace('.', '/')}.html").read_text("utf-8")
