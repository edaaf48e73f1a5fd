"""Commands on stored contests: `show`, `report`, `export` and `import`."""

import sys
import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timezone
from io import StringIO
from pathlib import Path
from typing import Any

from othello.cli.command import BAD_INPUT
from othello.cli.errors import UserError, printable
from othello.cli.output import as_document, print_table, render, write_csv
from othello.cli.parser import add_common
from othello.files import check_ending, replace_file
from othello.formats import collection
from othello.formats.entry import Entry
from othello.game_tree import GameTree
from tournament.contests.contest import Contest, add_anchor, file_errors
from tournament.contests.contest_list import find_contest, import_store, stored_contests
from tournament.games.adjudication import AGREED, SOLVED
from tournament.games.match import Match, TimeControl
from tournament.games.openings import replay
from tournament.games.play import FINISHED, ILLEGAL_MOVE, LONGEST_TRACEBACK, TIME_OUT
from tournament.options import load_players, store_path
from tournament.page.contents import UNKNOWN, Cell, PageTable, Section, number
from tournament.page.games import pack_sections
from tournament.page.sections import section_of
from tournament.results import GAME_FIELDS, game_rows
from tournament.storage.schema import StoreError
from tournament.storage.store import Store

SUFFIXES = (".csv", *collection.WRITABLE)
SHORT_CODE = 8
"""Digits of the version of the code that distinguish players of one name."""
TERMINATIONS = {
    **{FINISHED: "normal", TIME_OUT: "time forfeit", ILLEGAL_MOVE: "rules infraction"},
    **{AGREED: "adjudication", SOLVED: "adjudication"},
}
"""Endings of games in the words of PGN; any other is "abandoned"."""
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
LIST_COLUMNS = ("id", "kind", "A", "B", "openings", "played", "asked", "code")
MOST_ERRORS = 3
"""Error outputs of lost games that are shown."""
LINE_WIDTH = 100
"""Width of printed sentences."""


def add_id(parser: ArgumentParser, name: str = "id", number: str = "?") -> None:
    """Add the id of a stored contest, or several."""
    words = "start of the id of a contest that `show` lists"
    parser.add_argument(name, metavar="ID", nargs=number, help=words)


def add_show(parser: ArgumentParser) -> None:
    """Add the options of `show`."""
    add_id(parser)
    add_anchor(parser)


def add_export(parser: ArgumentParser) -> None:
    """Add the options of `export`."""
    add_id(parser)
    words = f"a file of games: {', '.join(SUFFIXES)} (default: CSV to the screen)"
    add_common(parser, out=words)


def add_import(parser: ArgumentParser) -> None:
    """Add the files of `import`."""
    words = "results file to import"
    parser.add_argument("files", metavar="STORE", nargs="+", type=Path, help=words)


def show_result(contest: Contest, store: Store, options: Namespace) -> None:
    """Show the result of a contest, complete or not."""
    if options.json:
        print(as_document(contest.kind, contest.data(store)))
    else:
        _print_section(section_of(contest, store))
        _print_errors(contest, store)


def _print_errors(contest: Contest, store: Store) -> None:
    """Print the error outputs and tracebacks of a few games that were lost by a fault."""
    outputs: dict[str, str] = {}
    for match in contest.progress(store).matches:
        if len(outputs) < MOST_ERRORS:
            outputs |= store.error_outputs(match.id, MOST_ERRORS)
    for cause, output in [*outputs.items()][:MOST_ERRORS]:
        text = output[-LONGEST_TRACEBACK:].rstrip()
        print(f"\n{printable(cause)}\n{textwrap.indent(printable(text), '  ')}")


def _print_section(section: Section) -> None:
    """Print players, verdict, sentences and tables."""
    lines = (f"{name}  {spec}" for name, spec in section.players)
    for line in (*lines, section.verdict, *section.sentences):
        print(textwrap.fill(printable(line), LINE_WIDTH, break_long_words=False))
    for table in section.tables:
        print()
        print_page_table(table)


def print_page_table(table: PageTable) -> None:
    """Print a table of a page below its caption."""
    columns = range(len(table.headings))
    numbers = [*filter(table.has_numbers, columns)]
    words = {*columns} - {*numbers}
    print_table(table.headings, table.texts(), words, numbers, title=table.caption, gap=0)


def _row(contest: Contest, store: Store, date: str) -> dict[str, Any]:
    (a, b), progress, match = contest.sides, contest.progress(store), contest.template
    players = {"id": contest.id, "kind": contest.kind, "a": a, "b": b}
    played = {"played": progress.played, "complete": progress.complete, "asked": date}
    return {**players, "openings": len(match.openings), **played, "code": match.code}


def _list_texts(row: dict[str, Any]) -> tuple[str, ...]:
    """Return the texts below LIST_COLUMNS for a contest."""
    state = row["played"] if row["complete"] else f"unfinished: {row['played']}"
    date, code = row["asked"].partition(" ")[0], row["code"][:SHORT_CODE]
    return row["id"][:8], row["kind"], row["a"], row["b"], str(row["openings"]), state, date, code


def show(options: Namespace) -> int:
    """List all contests, or show one result."""
    with Store(store_path(options), read_only=True) as store:
        load_players(options.players)
        if options.id is not None:
            contest = find_contest(store, options.id)
            if options.anchor:
                contest = contest.anchored(options.anchor)
            show_result(contest, store, options)
            return 0
        if options.anchor:
            raise UserError("--anchor needs the ID of a round robin")
        dates = {row.id: str(row.asked) for row in store.contests()}
        rows = [_row(contest, store, dates[contest.id]) for contest in stored_contests(store)]
        if options.json:
            print(as_document("contests", {"contests": rows}))
        else:
            cells = tuple(tuple(map(Cell, _list_texts(row))) for row in rows)
            print_page_table(PageTable("", LIST_COLUMNS, cells))
        return 0


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


def _sections(contests: Sequence[Contest], store: Store) -> list[Section]:
    """Return the sections of a report; if some headings are equal, all get ids."""
    sections = [
        section_of(contest, store)._replace(name=f"r{contest.id[:12]}") for contest in contests
    ]
    if len({section.heading for section in sections}) < len(sections):
        sections = [
            section._replace(heading=f"{section.heading} ({contest.id[:8]})")
            for section, contest in zip(sections, contests, strict=True)
        ]
    return sections


def write_report(contests: Sequence[Contest], store: Store, path: Path) -> dict[str, int]:
    """Write a report to an HTML file; UserError if it fails.

    Return the "bytes" of the file and the number of "games" in it.
    """
    if path.resolve() == store.path.resolve():
        raise UserError(f"{path}: this is the store itself")
    with file_errors(path):
        check_ending(path, *PAGES)
    sections = _sections(contests, store)
    packed, left_out = pack_sections(store, sections)
    page = render(
        "tournament.page",
        "report.html",
        title=sections[0].heading if len(sections) == 1 else "Othello tournaments",
        written=datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        sections=sections,
        environments=_environments(store, sections),
        matches=packed,
        left_out=left_out,
        most_rows=MOST_ROWS,
    )
    content = page.encode("utf-8", "replace")
    with file_errors(path):
        replace_file(path, content)
    return {"bytes": len(content), "games": sum(len(one["games"]) for one in packed)}


def add_report(parser: ArgumentParser) -> None:
    """Add the options of `report`."""
    add_id(parser, "ids", "*")
    words = f"HTML page to write (default: {PAGE})"
    add_common(parser, out={"default": Path(PAGE), "help": words})


def report(options: Namespace) -> int:
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
        written = write_report(contests, store, options.out)
        if options.json:
            print(as_document("report", {"file": str(options.out), **written}))
        else:
            print(f"{options.out}: {written['games']} games, {written['bytes'] / 1e6:.1f} MB")
        return 0


def export(options: Namespace) -> int:
    """Write stored games as CSV, as JSON, or to a file in another program's format."""
    path: Path | None = options.out
    with Store(store_path(options), read_only=True) as store:
        matches: Iterable[Match] = store.matches()
        if options.id is not None:
            load_players(options.players)
            matches = find_contest(store, options.id).progress(store).matches
        if path is None:
            rows = game_rows(store, matches, with_details=options.json)
            if options.json:
                print(as_document("games", {"games": list(rows)}))
            else:
                write_csv(rows, sys.stdout, GAME_FIELDS)
            return 0
        if path.resolve() == store.path.resolve():
            raise UserError(f"{path}: this is the store itself")
        with file_errors(path):
            check_ending(path, *SUFFIXES)
            if path.suffix.lower() == ".csv":
                write_csv(game_rows(store, matches), text := StringIO(), GAME_FIELDS)
                replace_file(path, text.getvalue().encode("utf-8", "replace"))
            else:
                collection.write_file(path, _entries(store, matches))
        return 0


def _entries(store: Store, matches: Iterable[Match]) -> Iterator[Entry]:
    """Yield the games of matches for a file of games; StoreError for illegal moves.

    The date is that of the match's first run, the round that of the match and the game's number.
    """
    for match in matches:
        numbers = {key: number for number, key in enumerate(match.game_keys, start=1)}
        controls = {spec: _control_text(match.time_control_of(spec)) for spec in (match.a, match.b)}
        date = next((run.began for run in store.environments(match.id)), "")
        what = f"a game of match {match.id[:8]!r}"
        for key, game in store.games(match.id).items():
            names = (match.a, match.b) if key.a_black else (match.b, match.a)
            place = f"tournament {match.id}"
            tree = GameTree.of(store.parse(what, replay, key.opening, game.transcript))
            black, white = (controls[spec] for spec in names)
            odds = {"BlackTimeControl": black, "WhiteTimeControl": white}
            headings = {
                "Round": f"{match.round + 1}.{numbers.get(key, 0)}",
                **({"TimeControl": black} if black == white else odds),
                "Termination": TERMINATIONS.get(game.kind, "abandoned"),
            }
            yield Entry(*names, place, date, game.result, tree, headings=(*headings.items(),))


def _control_text(control: TimeControl) -> str:
    """Return a clock as PGN writes it, such as "60+1", or else the limits, or "-"."""
    clock = control.clock
    return f"{clock.seconds:g}+{clock.increment:g}" if clock else control.words() or "-"


def import_stores(options: Namespace) -> int:
    """Import other stores; a damaged one gets a line, and the others are imported."""
    imported, code = [], 0
    with Store(store_path(options)) as store:
        for path in options.files:
            try:
                games, new = import_store(store, path)
            except StoreError as error:
                print(f"python -m tournament: {error}", file=sys.stderr)
                code = BAD_INPUT
                continue
            imported.append({"file": str(path), "games": games, "new": new})
    if options.json:
        print(as_document("imports", {"stores": imported}))
    else:
        for row in imported:
            print(f"{row['file']}: {row['games']} games, {row['new']} of them new")
    return code
