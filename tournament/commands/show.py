"""The commands `show`, `export` and `import`."""

import contextlib
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any, TextIO

from othello.cli.command import BAD_INPUT
from othello.cli.errors import UserError
from othello.cli.output import as_document, write_table
from othello.cli.parser import add_common
from othello.files import check_ending, replace_file
from othello.formats.reading import FormatError
from tournament.contests.contest import Contest, file_errors
from tournament.contests.stored import find_contest, import_store, stored_contests
from tournament.games.match import Match
from tournament.options import ID, flag, load_players, option, store_path
from tournament.results import (
    GAME_FIELDS,
    draw_table,
    game_rows,
    list_table,
    table_rows,
    write_rows,
)
from tournament.storage.exchange import (
    played_games,
    transcript_lines,
    write_ggf,
    write_plain,
    write_wthor,
    wthor_files,
)
from tournament.storage.schema import StoreError
from tournament.storage.store import Store

CSV, JSON, GGF, WTHOR, TRANSCRIPTS = "csv", "json", "ggf", "wthor", "transcripts"
PGN, SGF = "pgn", "sgf"
PICTURE = ".svg"
SUFFIXES = {
    **{CSV: ".csv", JSON: ".json", TRANSCRIPTS: ".txt"},
    **{GGF: ".ggf", PGN: ".pgn", SGF: ".sgf", WTHOR: ".wtb"},
}
"""The formats of games, and the endings of their files."""
_WRITERS = {GGF: write_ggf, PGN: write_plain, SGF: write_plain, WTHOR: write_wthor}
"""The writers of formats that cannot go to the screen."""


SHOW_OPTIONS = (
    ID,
    flag("--csv", "write the table as CSV"),
    partial(add_common, out=f"also draw one result as a picture: {PICTURE}"),
)
EXPORT_OPTIONS = (
    ID,
    lambda parser: add_common(parser, "out"),
    option("--format", "(default: as the file's name ends, else csv)", choices=SUFFIXES),
)
IMPORT_OPTIONS = (option("files STORE...", "a file of results", Path),)
"""The options of `show`, `export` and `import`."""


def show_result(contest: Contest, store: Store, options: Namespace) -> None:
    """Show the result of a contest, complete or not."""
    if options.json:
        print(as_document(contest.document or contest.kind, contest.data(store)))
    elif getattr(options, "csv", False):
        write_rows(table_rows(contest.data(store)), sys.stdout)
    else:
        write_table(contest.table(store))


def _row(contest: Contest, store: Store, date: str) -> dict[str, Any]:
    (a, b), progress, match = contest.sides, contest.progress(store), contest.template
    players = {"id": contest.id, "kind": contest.kind, "a": a, "b": b}
    played = {"played": progress.played, "complete": progress.complete, "asked": date}
    return {**players, "openings": len(match.openings), **played, "code": match.code}


def _contests_of(store: Store) -> dict[str, str]:
    """Return the id of the first contest of each match, by the match's id."""
    ids: dict[str, str] = {}
    for contest in stored_contests(store):
        for match in contest.progress(store).matches:
            ids.setdefault(match.id, contest.id)
    return ids


def _check_not_the_store(store: Store, *paths: Path) -> None:
    """UserError if one of the files to write is the store."""
    for path in paths:
        if path.resolve() == store.path.resolve():
            raise UserError(f"{path}: this is the store itself")


def _check_picture(path: Path | None, store: Store) -> None:
    """UserError if `path` is not a name for a picture; None is no picture."""
    if path is not None:
        _check_not_the_store(store, path)
        if path.suffix.lower() != PICTURE:
            raise UserError(f"a result is drawn to --out NAME{PICTURE}, not to {path}")


def run(options: Namespace) -> int:
    """List all contests, or show one result."""
    with Store(store_path(options), read_only=True) as store:
        _check_picture(options.out, store)
        load_players(options.players)
        if options.id is not None:
            contest = find_contest(store, options.id)
            show_result(contest, store, options)
            if options.out is not None:
                with file_errors(options.out):
                    draw_table(contest.table(store), options.out)
            return 0
        if options.out is not None:
            raise UserError("--out draws one result: name its id")
        dates = {row.id: str(row.asked) for row in store.contests()}
        rows = [_row(contest, store, dates[contest.id]) for contest in stored_contests(store)]
        if options.json:
            print(as_document("contests", {"contests": rows}))
        elif options.csv:
            write_rows(rows, sys.stdout)
        else:
            write_table(list_table(rows))
        return 0


@contextlib.contextmanager
def _output(path: Path | None) -> Iterator[TextIO]:
    """Open the screen, or a file that is written whole or not at all."""
    if path is None:
        yield sys.stdout
        return
    text = StringIO()
    yield text
    with file_errors(path):
        replace_file(path, text.getvalue().encode("utf-8", "replace"))


def export(options: Namespace) -> int:
    """Write stored games in any format."""
    with Store(store_path(options), read_only=True) as store:
        if options.out is not None:
            _check_not_the_store(store, options.out)
        if options.id is None:
            matches = store.matches()
        else:
            load_players(options.players)
            contest = find_contest(store, options.id)
            matches = contest.progress(store).matches
        kind = _export_kind(options)
        if kind in _WRITERS:
            _export_file(kind, options.out, store, matches)
            return 0
        with _output(options.out) as stream:
            if kind == TRANSCRIPTS:
                lines = transcript_lines(played_games(store, matches))
                stream.writelines(f"{line}\n" for line in lines)
                return 0
            if options.id is None:
                contests = _contests_of(store)
            else:
                contests = {match.id: contest.id for match in matches}
            rows = game_rows(store, matches, contests, with_details=kind == JSON)
            if kind == JSON:
                print(as_document("games", {"games": list(rows)}), file=stream)
            else:
                write_rows(rows, stream, GAME_FIELDS)
        return 0


def _export_kind(options: Namespace) -> str:
    """Return the format of --format or of the file's ending; UserError for an unknown one."""
    if options.json or options.format is not None:
        return JSON if options.json else options.format
    if options.out is None:
        return CSV
    with file_errors(options.out):
        check_ending(options.out, *SUFFIXES.values())
    kinds = {suffix: kind for kind, suffix in SUFFIXES.items()}
    return kinds[options.out.suffix.lower()]


def _export_file(kind: str, path: Path | None, store: Store, matches: Sequence[Match]) -> None:
    """Write games to a file with one of the writers; print their number."""
    suffix = SUFFIXES[kind]
    if path is None or path.suffix.lower() != suffix:
        raise UserError(f"games as {kind} go to a file: --out NAME{suffix}")
    if kind == WTHOR:
        _check_not_the_store(store, *wthor_files(path))
    games = played_games(store, matches)
    try:
        number, left_out = _WRITERS[kind](path, games)
    except (OSError, FormatError) as error:
        raise UserError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    note = f"; {left_out} games that begin at a board are left out" if left_out else ""
    print(f"{path}: {number} games{note}", file=sys.stderr)


def import_stores(options: Namespace) -> int:
    """Import other stores; a damaged one gets a line, and the others are imported."""
    imported, code = [], 0
    with Store(store_path(options)) as store:
        for path in options.files:
            try:
                counts = import_store(store, path)
            except StoreError as error:
                print(f"python -m tournament: {error}", file=sys.stderr)
                code = BAD_INPUT
                continue
            imported.append({"file": str(path), **counts._asdict()})
    if options.json:
        print(as_document("imports", {"stores": imported}))
    else:
        for row in imported:
            differ = f"; {row['differing']} differ from stored ones, which stay" * bool(
                row["differing"]
            )
            print(f"{row['file']}: {row['games']} games, {row['new']} of them new{differ}")
    return code
