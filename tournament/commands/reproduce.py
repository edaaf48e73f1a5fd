"""The command `reproduce`: measure the papers' claims, judge them, and fill the pages' tables."""

import argparse
import datetime
import json
import os
import platform
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from othello import fingerprint
from othello.cli.command import available_cores
from othello.cli.errors import UserError, short_repr, suggest
from othello.cli.output import as_document, print_table
from othello.evaluation.tables import about
from othello.files import data_file, data_folder, replace_file
from othello.version import processor_name
from tournament.contests.contest import file_errors
from tournament.experiments import OWN, find_experiment
from tournament.experiments.claims import CLAIMS, FOLDER, PAPERS, README, RUNS, Claim, tomllib
from tournament.experiments.runner.output import columns_of
from tournament.experiments.verdicts import (
    NO,
    NOT_SHOWN,
    TOO_SMALL,
    YES,
    Verdict,
    corrected,
    times_as_many,
)
from tournament.options import load_players, store_path
from tournament.storage.rows import MALFORMED, cause_of

ROOT = fingerprint.ROOT
RESULTS = Path(str(data_folder())) / "results"
"""The shipped results."""
MOST_GAMES = 100_000
"""The most games that a table names for a decision."""
TABLE = re.compile(r"(<!-- claims: ([\w-]+ [\w-]+) -->\n).*?(<!-- end of claims -->)", re.DOTALL)
"""A table that this command fills: its beginning, the section, its end."""
ROWS = re.compile(
    r"(<!-- figures: (\S+) (\S+)(?: (\w+)=(\S+))?: (.*?) -->\n).*?(<!-- end of figures -->)",
    re.DOTALL,
)
"""A table of stored rows: its beginning, file, list, key and values of the rows, columns, end."""
FIGURE = re.compile(r"(<!-- figure (\S+) -->).*?(<!-- -->)")
"""A claim's figure within a text: its beginning, the claim's name, its end."""

CHILD = (
    "from players.workers import processes; processes.end_with({});"
    " from tournament.__main__ import script; script()"
)
"""The program of a run: the command `tournament`, which ends with the process of this number."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `reproduce`."""
    add = parser.add_argument
    words = "papers or claims (default: list all with our figures)"
    add("names", metavar="CLAIM", nargs="*", help=words)
    words = "measure at a smaller size: all claims in less than ten minutes on two cores"
    add("--quick", action="store_true", help=words)
    words = "only fill the tables and figures of README.md and docs from the results"
    add("--pages", action="store_true", help=words)
    words = (
        "folder of results (default: the shipped ones; an installed program writes to ./results)"
    )
    add("--results", metavar="FOLDER", type=Path, help=words)
    words = "folder with the WTHOR database and hard-20.obf, for `bill` and `engine`"
    add("--data", metavar="FOLDER", type=Path, help=words)


def run(options: argparse.Namespace) -> int:
    """Carry out the command; 1 if a run failed."""
    load_players(options.players)
    measures = (options.names or options.quick) and not options.pages
    folder = options.results or default_folder(options)
    if not (measures or folder.is_dir()):
        raise UserError(f"{folder}: there is no such folder")
    if options.data is not None and not options.data.is_dir():
        raise UserError(f"{options.data}: there is no such folder")
    if options.pages:
        return fill_pages(folder)
    chosen = chosen_claims(options.names) if measures else ()
    failed = False
    for name in dict.fromkeys(claim.run for claim in chosen):
        if FOLDER in RUNS[name].full and options.data is None:
            print(f"{name}: skipped, since it needs --data", file=sys.stderr)
        else:
            failed |= not measure(name, folder, options)
    report(chosen or CLAIMS, folder, options)
    return int(failed)


def default_folder(options: argparse.Namespace) -> Path:
    """Return the shipped results to list; to write, those of a checkout, else a folder here."""
    if options.quick:
        return Path("quick-results")
    ours = RESULTS.is_relative_to(ROOT / "data") and not options.players
    return RESULTS if ours or not options.names else Path("results")


def chosen_claims(names: Sequence[str]) -> tuple[Claim, ...]:
    """Return the claims of papers and names, all without a name. Raise UserError if unknown."""
    papers = dict.fromkeys(claim.paper for claim in CLAIMS)
    known = {*papers, *(claim.name for claim in CLAIMS)}
    for name in names:
        if name not in known:
            raise UserError(f"unknown claim {name!r}{suggest(name, papers, 'papers')}")
    return tuple(each for each in CLAIMS if not names or {each.paper, each.name} & set(names))


def measure(name: str, folder: Path, options: argparse.Namespace) -> bool:
    """Make a run in a process of its own and write its result; True if it succeeded.

    Stored games and trials are not played again, so a stopped run resumes.
    """
    experiment, full, quick = RUNS[name].experiment, RUNS[name].full, RUNS[name].quick
    store = ["--store", str(store_path(options))]
    modules = options.players if experiment in OWN else ()
    players = [word for each in modules for word in ("--players", each)]
    own_options = shlex.split(quick if options.quick else full)
    words = [*players, "experiment", experiment, *own_options]
    jobs = [] if options.jobs is None else ["--jobs", str(options.jobs)]
    print(f"python -m tournament {shlex.join(words)}", file=sys.stderr, flush=True)
    os.makedirs(folder, exist_ok=True)
    drawn = find_experiment(experiment).draw is not None
    plot = ["--plot", str(folder / f"{name}.png")] if drawn else []
    filled_in = [word.replace(FOLDER, str(options.data)) for word in words]
    program = [sys.executable, "-c", CHILD.format(os.getpid())]
    command = [*program, *store, *jobs, *filled_in, *plot, "--json"]
    began = time.time()
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        if done.returncode in (130, -2):
            raise KeyboardInterrupt
        return False
    result = json.loads(done.stdout)
    notes = {
        "command": f"python -m tournament {shlex.join(words)}",
        "code": fingerprint.version(),
        "weights": fingerprint.digest_of_parts(fingerprint.learned_files()),
        "machine": f"{processor_name()}, {available_cores()} cores",
        "python": platform.python_version(),
        "date": datetime.date.today().isoformat(),
        "seconds": round(time.time() - began),
        "quick": options.quick,
    }
    text = json.dumps({"about": notes, **result}, indent=1) + "\n"
    replace_file(folder / f"{name}.json", text.encode())
    return True


@contextmanager
def damaged(path: Path, what: str = "this is not the result of a run") -> Iterator[None]:
    """Turn errors of reading a result into a UserError."""
    try:
        with file_errors(path):
            yield
    except MALFORMED as error:
        if isinstance(error, UserError):
            raise
        raise UserError(f"{path}: {what}: {cause_of(error)}") from None


def result_of(name: str, folder: Path) -> dict[str, Any] | None:
    """Return the result of a run; None if it was not made."""
    path = folder / f"{name}.json"
    if not path.is_file():
        return None
    with damaged(path):
        if not isinstance(result := json.loads(path.read_bytes()), dict):
            raise ValueError(f"expected an object, got {short_repr(result)}")
    return result


class JudgedClaim(NamedTuple):
    """A claim with our figure, the other score of its match, and a verdict.

    Both are texts, "" where missing; `games` would decide a claim about a match.
    """

    claim: Claim
    ours: str = ""
    other: str = ""
    verdict: Verdict = Verdict("")
    games: float = 0

    @property
    def holds(self) -> str:
        """The verdict, with the games that would decide it."""
        verdict = self.verdict.holds
        if verdict != NOT_SHOWN or not self.games:
            return verdict
        if self.games > MOST_GAMES:
            return f"{verdict} (more than {MOST_GAMES:,} games)"
        return f"{verdict} ({self.games:,.0f} games)"


def judged(claims: Iterable[Claim], folder: Path) -> list[JudgedClaim]:
    """Return the claims with figures and verdicts, which are corrected for those of their table."""
    chosen, read = tuple(claims), lru_cache(partial(result_of, folder=folder))
    found = {}
    for section in {claim.section for claim in chosen}:
        table = [claim for claim in CLAIMS if claim.section == section]
        rows = [judged_alone(claim, folder, read(claim.run)) for claim in table]
        tested = sum(row.verdict.apart is not None for row in rows)
        for row, verdict in zip(rows, corrected([row.verdict for row in rows]), strict=True):
            games = row.games and row.games * times_as_many(verdict, tested)
            found[row.claim.name] = row._replace(verdict=verdict, games=games)
    return [found[claim.name] for claim in chosen]


def judged_alone(claim: Claim, folder: Path, result: dict[str, Any] | None) -> JudgedClaim:
    """Return a claim judged by itself, with the games behind its figure."""
    with damaged(folder / f"{claim.run}.json", f"cannot read claim {claim.name!r}"):
        if result is None or (figure := claim.figure(result)) is None:
            return JudgedClaim(claim)
        score = claim.other_score(result)
        other = "" if score is None else score.text(claim.unit)
        small = result.get("about", {}).get("quick") and not RUNS[claim.run].quick_judges
        verdict = Verdict(TOO_SMALL) if small and claim.theirs else claim.judge(figure)
        return JudgedClaim(claim, figure.text(claim.unit), other, verdict, claim.games(result))


def report(claims: Iterable[Claim], folder: Path, options: argparse.Namespace) -> None:
    """Print the claims with figures, verdicts and CPU minutes; as JSON with --json."""
    rows = judged(claims, folder)
    if options.json:
        content = [
            {
                **{"paper": claim.paper, "claim": claim.name, "text": claim.text},
                **{"theirs": claim.theirs, "ours": row.ours, "holds": row.verdict.holds},
            }
            for row in rows
            for claim in (row.claim,)
        ]
        print(as_document("claims", {"claims": content}))
        return
    headings = ("claim", "what", "theirs", "ours", "holds", "CPU minutes, --quick (estimates)")
    minutes = "{:g}, {:g}".format
    print_table(
        headings,
        [
            (one.name, one.text, one.theirs, row.ours, row.holds, minutes(*RUNS[one.run].minutes))
            for row in rows
            for one in (row.claim,)
        ],
    )
    verdicts = [row.verdict.holds for row in rows]
    counts = (f"{verdicts.count(each)} {each}" for each in (YES, NO, NOT_SHOWN, TOO_SMALL))
    print(f"holds: {', '.join(counts)}")
    missing = sum(not row.ours for row in rows)
    if missing and not (options.names or options.quick):
        print(f"without a figure in {folder}: {missing} (--results FOLDER reads another folder)")


def table_of(section: str, folder: Path) -> str:
    """Return the table of a section in Markdown; ValueError if there is no such section."""
    if section == "readme selected":
        return _readme_table(folder)
    rows = judged((claim for claim in CLAIMS if claim.section == section), folder)
    if not rows:
        raise ValueError(f"no claim has the section {section!r}")
    lines, last = [], ""
    for row in rows:
        claim = row.claim
        shown = "the same" if claim.run == last else _shown_command(claim, folder)
        lines.append((claim.text, claim.theirs, row.ours, row.other, row.holds, shown))
        last = claim.run
    other = "pairs won" if claim.value.endswith("points") else "game points"
    headings = ("claim", "theirs", "ours", other, "holds", "command")
    columns = [column for column in zip(headings, *lines, strict=True) if any(column[1:])]
    table = markdown(*zip(*columns, strict=True))
    counted = sum(bool(row.claim.theirs) for row in rows)
    tested = sum(row.verdict.apart is not None for row in rows)
    rest = f"the {tested} that rest on an interval are corrected together" if tested else "no test"
    return table + f"\n{counted} verdicts: {rest}.\n" * (counted > 1)


def _readme_table(folder: Path) -> str:
    """Return the table of the claims that README.md shows."""
    lines = []
    for row in judged(
        sorted(chosen_claims(README), key=lambda one: README.index(one.name)), folder
    ):
        claim = row.claim
        command = f"`python -m tournament reproduce {claim.name}`"
        lines.append((PAPERS[claim.paper], claim.text, claim.theirs, row.ours, command))
    return markdown(("paper", "claim", "theirs", "ours", "command"), *lines)


def markdown(headings: Sequence[str], *rows: Sequence[str]) -> str:
    """Return a table in Markdown."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _shown_command(claim: Claim, folder: Path) -> str:
    """Return the command that made a claim's result, as pages write it; "" without a result."""
    result = result_of(claim.run, folder)
    if result is None:
        return ""
    if RUNS[claim.run].experiment == "matches":
        return f"`reproduce {claim.name}`"  # the experiment's own is long
    with damaged(folder / f"{claim.run}.json"):
        notes = result["about"]
        commit = f", commit {notes['commit']}" if "commit" in notes else ""
        return f"`{notes['command'].removeprefix('python -m tournament ')}`{commit}"


def stored_rows(name: str, key: str, folder: Path) -> list[dict[str, Any]]:
    """Return a list in NAME.toml of a folder, or in the notes of a learned file NAME.npz."""
    if name.endswith(".toml"):
        return tomllib.loads((folder / name).read_text("utf-8"))[key]
    with data_file(name) as path:
        return about(path)[key]


def rows_table(rows: Iterable[dict[str, Any]], columns: str) -> str:
    """Return a table in Markdown; `columns` as of `columns_of`, on one line or more."""
    parts = columns_of(" ".join(columns.split()))
    lines = ([part.form.format(part.value(row)) for part in parts] for row in rows)
    return markdown([part.heading for part in parts], *lines)


def filled(text: str, folder: Path) -> str:
    """Return the text of a page with its tables and figures made from the results."""

    def rows(found: re.Match[str]) -> str:
        start, name, key, column, values, columns, end = found.groups()
        chosen = stored_rows(name, key, folder)
        if column:
            chosen = [row for row in chosen if str(row[column]) in values.split(",")]
        return start + rows_table(chosen, columns) + end

    def figure(found: re.Match[str]) -> str:
        (row,) = judged(chosen_claims([found[2]]), folder)
        return found[1] + row.ours + found[3]

    text = TABLE.sub(lambda found: found[1] + table_of(found[2], folder) + found[3], text)
    return FIGURE.sub(figure, ROWS.sub(rows, text))


def fill_pages(folder: Path) -> int:
    """Fill the tables and figures of all pages; print the names of those that changed."""
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        text = page.read_text("utf-8")
        with damaged(page, "cannot fill this page"):
            new = filled(text, folder)
        if new != text:
            replace_file(page, new.encode())
            print(page.relative_to(ROOT))
    return 0
