"""The command that reports on stored contests: gathered, written as one page and as Markdown."""

import argparse
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timezone
from functools import partial
from pathlib import Path

from othello.cli.errors import UserError
from othello.cli.output import as_document
from othello.cli.parser import add_common
from othello.files import check_ending, replace_file
from tournament.contests.contest import Contest, readable
from tournament.contests.stored import find_contest, stored_contests
from tournament.options import load_players, option, store_path
from tournament.page.contents import UNKNOWN, Cell, PageTable, Report, Section, number
from tournament.page.games import pack_sections
from tournament.page.html import html_of
from tournament.page.markdown import markdown_of
from tournament.results.tables import SHORT_CODE
from tournament.storage.store import Store

DEFAULT_PAGE, MARKDOWN = "report.html", ".md"
PAGES = (".html", ".htm")
ENVIRONMENT_HEADINGS = (
    *("began, UTC", "result", "version", "commit", "code", "processor", "cores", "processes"),
    *("load", "Python", "numba", "system"),
)
ENVIRONMENT_CAPTION = (
    "Where and with what the games were played, a line for each run. CPU times of different"
    " machines, and of one that had other things to do, are not to be compared."
)


def _environments(store: Store, sections: Sequence[Section]) -> PageTable:
    rows: dict[tuple[str, str], tuple[Cell, ...]] = {}
    for section in sections:
        for _, tournament in section.tournaments:
            for run in store.runs(tournament.id):
                at = run.environment
                rows[run.id, section.name] = (
                    *(Cell(run.began), Cell(section.heading), Cell(at.version)),
                    *(Cell(at.commit or UNKNOWN), Cell(tournament.code or UNKNOWN), Cell(at.cpu)),
                    *(number(at.cores), number(at.jobs), number(at.load, ".2f")),
                    *(Cell(at.python), Cell(at.numba or UNKNOWN), Cell(at.platform)),
                )
    return PageTable(ENVIRONMENT_CAPTION, ENVIRONMENT_HEADINGS, tuple(rows.values()))


def gather(contests: Sequence[Contest], store: Store) -> Report:
    """What is reported of contests; those of one heading are told apart by their ids and code."""
    sections = [contest.section(store) for contest in contests]
    alike = Counter(section.heading for section in sections)
    for place, contest in enumerate(contests):
        if alike[heading := sections[place].heading] > 1:
            told = f"{contest.id[:8]}, code {contest.model.code[:SHORT_CODE] or UNKNOWN}"
            sections[place] = sections[place]._replace(heading=f"{heading} ({told})")
    title = sections[0].heading if len(sections) == 1 else "Othello tournaments"
    written = datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
    return Report(title, written, tuple(sections), _environments(store, sections))


def _write(path: Path, text: str) -> int:
    content = text.encode("utf-8", "replace")
    with readable(path):
        replace_file(path, content)
    return len(content)


def write(contests: Sequence[Contest], store: Store, paths: Sequence[Path]) -> dict[str, int]:
    """Write a report as a page, or as Markdown to what ends so; UserError if it fails.

    Returns the "bytes" of all files and how many "games" a page carries.
    """
    places = [path.resolve() for path in (*paths, store.path)]
    for place in places:
        if places.count(place) > 1:
            raise UserError(f"{place}: named twice, or the store itself")
    for path in paths:
        with readable(path):
            check_ending(path, *PAGES, MARKDOWN)
    report = gather(contests, store)
    tournaments, left_out = pack_sections(store, report.sections)
    size = 0
    for path in paths:
        if path.suffix.lower() == MARKDOWN:
            size += _write(path, markdown_of(report))
        else:
            size += _write(path, html_of(report, tournaments, left_out))
    return {"bytes": size, "games": sum(len(one["games"]) for one in tournaments)}


PAGE_WORDS = f"the page, or .md: the same as Markdown; may be given again (default: {DEFAULT_PAGE})"
REPORT_OPTIONS = (
    option("ids ID", "the start of an id that show lists", nargs="*"),
    partial(add_common, out={"action": "append", "help": PAGE_WORDS}),
)


def run(options: argparse.Namespace) -> int:
    """Write a report on all that was asked for, or on named results, for people to read."""
    load_players(options.players)
    with Store(store_path(options), read_only=True) as store:
        if options.ids:
            named = [find_contest(store, start) for start in options.ids]
            contests = list({contest.id: contest for contest in named}.values())
        else:
            contests = stored_contests(store)
        if not contests:
            raise UserError("nothing has been asked for yet, so there is nothing to report")
        paths = options.out or [Path(DEFAULT_PAGE)]
        written = write(contests, store, paths)
        files = list(map(str, paths))
        if options.json:
            print(as_document("report", {"files": files, **written}))
        else:
            size = f"{written['bytes'] / 1e6:.1f} MB"
            print(f"{' and '.join(files)}: {written['games']} games, {size}")
        return 0
