"""The command `report`: stored contests as an HTML page."""

import argparse
from collections.abc import Sequence
from datetime import datetime, timezone
from functools import partial
from pathlib import Path

from othello.cli.errors import UserError
from othello.cli.output import as_document, render
from othello.cli.parser import add_common
from othello.files import check_ending, replace_file
from tournament.contests.contest import Contest, file_errors
from tournament.contests.contest_list import find_contest, stored_contests
from tournament.options import load_players, option, store_path
from tournament.page.contents import UNKNOWN, Cell, PageTable, Report, Section, number
from tournament.page.games import pack_sections
from tournament.page.sections import section_of
from tournament.storage.store import Store

PAGE = "report.html"
PAGES = (".html", ".htm")
MOST_ROWS = 30
"""Longer tables are folded."""
ENVIRONMENT_HEADINGS = (
    *("began, UTC", "result", "version", "commit", "code", "processor", "cores", "processes"),
    *("Python", "numba"),
)
ENVIRONMENT_CAPTION = (
    "The environment of the games, a line for each run. CPU times of different machines, or of a"
    " busy one, cannot be compared."
)


def _environments(store: Store, sections: Sequence[Section]) -> PageTable:
    rows: dict[tuple[str, str], tuple[Cell, ...]] = {}
    for section in sections:
        for _, match in section.matches:
            for run in store.environments(match.id):
                rows[run.run, section.name] = (
                    *(Cell(run.began), Cell(section.heading), Cell(run.version)),
                    *(Cell(run.commit or UNKNOWN), Cell(match.code or UNKNOWN), Cell(run.cpu)),
                    *(number(run.cores), number(run.jobs)),
                    *(Cell(run.python), Cell(run.numba or UNKNOWN)),
                )
    return PageTable(ENVIRONMENT_CAPTION, ENVIRONMENT_HEADINGS, tuple(rows.values()))


def gather(contests: Sequence[Contest], store: Store) -> Report:
    """Return the report on contests; if some headings are equal, all get ids."""
    sections = [
        section_of(contest, store)._replace(name=f"r{contest.id[:12]}") for contest in contests
    ]
    if len({section.heading for section in sections}) < len(sections):
        sections = [
            section._replace(heading=f"{section.heading} ({contest.id[:8]})")
            for section, contest in zip(sections, contests, strict=True)
        ]
    title = sections[0].heading if len(sections) == 1 else "Othello tournaments"
    written = datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
    return Report(title, written, tuple(sections), _environments(store, sections))


def write(contests: Sequence[Contest], store: Store, path: Path) -> dict[str, int]:
    """Write a report to an HTML file; UserError if it fails.

    Return the "bytes" of the file and the number of "games" in it.
    """
    if path.resolve() == store.path.resolve():
        raise UserError(f"{path}: this is the store itself")
    with file_errors(path):
        check_ending(path, *PAGES)
    report = gather(contests, store)
    packed, left_out = pack_sections(store, report.sections)
    values = {"report": report, "matches": packed, "left_out": left_out, "most_rows": MOST_ROWS}
    content = render("tournament.page", "report.html", **values).encode("utf-8", "replace")
    with file_errors(path):
        replace_file(path, content)
    return {"bytes": len(content), "games": sum(len(one["games"]) for one in packed)}


REPORT_OPTIONS = (
    option("ids ID", "start of the id of a contest that `show` lists", nargs="*"),
    partial(
        add_common, out={"default": Path(PAGE), "help": f"HTML page to write (default: {PAGE})"}
    ),
)


def run(options: argparse.Namespace) -> int:
    """Write a report on all contests, or on named ones."""
    load_players(options.players)
    with Store(store_path(options), read_only=True) as store:
        if options.ids:
            named = [find_contest(store, start) for start in options.ids]
            contests = list({contest.id: contest for contest in named}.values())
        else:
            contests = stored_contests(store)
        if not contests:
            raise UserError("nothing has been played yet, so there is nothing to report")
        written = write(contests, store, options.out)
        if options.json:
            print(as_document("report", {"file": str(options.out), **written}))
        else:
            print(f"{options.out}: {written['games']} games, {written['bytes'] / 1e6:.1f} MB")
        return 0
