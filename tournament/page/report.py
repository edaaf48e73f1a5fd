"""A report on stored requests: gathered, written as one page and as Markdown."""

from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import NamedTuple

from othello.files import replace_file
from tournament.page.contents import UNKNOWN, Cell, Report, Section, Table, number
from tournament.page.games import packed_sections
from tournament.page.html import html_of
from tournament.page.markdown import markdown_of
from tournament.page.sections import section_of
from tournament.requests.finding import Request, RequestError
from tournament.storage.store import Store

ENVIRONMENT_HEADINGS = (
    *("began, UTC", "result", "version", "commit", "code", "processor", "cores", "processes"),
    *("load", "Python", "numba", "system"),
)
ENVIRONMENT_CAPTION = (
    "Where and with what the games were played, a line for each run. CPU times of different"
    " machines, and of one that had other things to do, are not to be compared."
)


class Written(NamedTuple):
    """What was written: the page's size and how many games it carries."""

    bytes: int
    games: int


def _environments(store: Store, sections: Sequence[Section]) -> Table:
    """A line for each run of each section's tournaments."""
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
    return Table(ENVIRONMENT_CAPTION, ENVIRONMENT_HEADINGS, tuple(rows.values()))


def gathered(requests: Sequence[Request], store: Store) -> Report:
    """What is reported of requests."""
    sections = tuple(section_of(request, store) for request in requests)
    title = sections[0].heading if len(sections) == 1 else "Othello tournaments"
    written = datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
    return Report(title, written, sections, _environments(store, sections))


def _write(path: Path, text: str) -> int:
    """Put text into a file, whole or not at all; how many bytes it has."""
    content = text.encode("utf-8", "replace")
    try:
        replace_file(path, content)
    except OSError as error:
        raise RequestError(f"{path}: {error.strerror}") from None
    return len(content)


def _check_places(*paths: Path | None) -> None:
    """RequestError if two of the files, the store among them, are one."""
    places = [path.resolve() for path in paths if path is not None]
    for place in places:
        if places.count(place) > 1:
            raise RequestError(f"{place}: the page, the Markdown and the store are three files")


def write(requests: Sequence[Request], store: Store, page: Path, markdown: Path | None) -> Written:
    """Write a report as a page, and as Markdown if that is named; RequestError if it fails."""
    _check_places(page, markdown, store.path)
    report = gathered(requests, store)
    tournaments, left_out = packed_sections(store, report.sections)
    size = _write(page, html_of(report, tournaments, left_out))
    if markdown is not None:
        _write(markdown, markdown_of(report))
    return Written(size, sum(len(one["games"]) for one in tournaments))
