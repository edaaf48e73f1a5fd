"""The commands on what is stored: shown, exported, and taken in."""

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
from tournament.contests.contest import Contest, readable
from tournament.contests.stored import find_contest, stored_contests, take
from tournament.games.tournament import Tournament
from tournament.options import ID, flag, load_players, option, store_path
from tournament.results.standings import GAME_FIELDS, game_rows, table_rows, write_rows
from tournament.results.tables import draw_table, list_lines, list_table
from tournament.storage.exchange import (
    stored_games,
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
"""The formats of games, and how the names of their files end."""
_WRITERS = {GGF: write_ggf, PGN: write_plain, SGF: write_plain, WTHOR: write_wthor}
"""What writes the formats that go to files alone."""
MOST_IN_A_TABLE = 500
"""Rows of a list that are laid out as a table, which takes a millisecond a row."""


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
    """Show what is known."""
    if options.json:
        print(as_document(contest.document or contest.kind, contest.data(store)))
    elif getattr(options, "csv", False):
        write_rows(table_rows(contest.data(store)), sys.stdout)
    else:
        write_table(contest.table(store))


def _row(contest: Contest, store: Store, asked: str) -> dict[str, Any]:
    (a, b), state = contest.sides, contest.state(store)
    asked_for = {"id": contest.id, "kind": contest.kind, "a": a, "b": b}
    how_far = {"played": state.played, "complete": state.complete, "asked": asked}
    openings, code = len(contest.model.openings), contest.model.code
    return {**asked_for, "openings": openings, **how_far, "code": code}


def _contests_of(store: Store) -> dict[str, str]:
    """The id of the contest that each tournament was first played for, by the tournament's id."""
    found: dict[str, str] = {}
    for contest in stored_contests(store):
        for tournament in contest.state(store).tournaments:
            found.setdefault(tournament.id, contest.id)
    return found


def _check_apart(store: Store, *paths: Path) -> None:
    """UserError if one of the files that are to be written is the store."""
    for path in paths:
        if path.resolve() == store.path.resolve():
            raise UserError(f"{path}: this is the store itself")


def _check_picture(path: Path | None, store: Store) -> None:
    """UserError if no picture can be drawn there; None is no picture."""
    if path is not None:
        _check_apart(store, path)
        if path.suffix.lower() != PICTURE:
            raise UserError(f"a result is drawn to --out NAME{PICTURE}, not to {path}")


def run(options: Namespace) -> int:
    """List what was asked for, or show one result."""
    with Store(store_path(options), read_only=True) as store:
        _check_picture(options.out, store)
        load_players(options.players)
        if options.id is not None:
            contest = find_contest(store, options.id)
            show_result(contest, store, options)
            if options.out is not None:
                with readable(options.out):
                    draw_table(contest.table(store), options.out)
            return 0
        if options.out is not None:
            raise UserError("--out draws one result: name its id")
        asked = {stored.id: str(stored.asked) for stored in store.contests()}
        rows = [_row(contest, store, asked[contest.id]) for contest in stored_contests(store)]
        if options.json:
            print(as_document("contests", {"contests": rows}))
        elif options.csv:
            write_rows(rows, sys.stdout)
        elif len(rows) > MOST_IN_A_TABLE:
            print("\n".join(list_lines(rows)))
        else:
            write_table(list_table(rows))
        return 0


@contextlib.contextmanager
def _output(path: Path | None) -> Iterator[TextIO]:
    """Where lines go: the screen, or a file, which is written whole or not at all."""
    if path is None:
        yield sys.stdout
        return
    text = StringIO()
    yield text
    with readable(path):
        replace_file(path, text.getvalue().encode("utf-8", "replace"))


def export(options: Namespace) -> int:
    """Write stored games as CSV, or as JSON."""
    with Store(store_path(options), read_only=True) as store:
        if options.out is not None:
            _check_apart(store, options.out)
        if options.id is None:
            tournaments = store.tournaments()
        else:
            load_players(options.players)
            contest = find_contest(store, options.id)
            tournaments = contest.state(store).tournaments
        kind = _export_kind(options)
        if kind in _WRITERS:
            _export_file(kind, options.out, store, tournaments)
            return 0
        with _output(options.out) as stream:
            if kind == TRANSCRIPTS:
                lines = transcript_lines(stored_games(store, tournaments))
                stream.writelines(f"{line}\n" for line in lines)
                return 0
            if options.id is None:
                contests = _contests_of(store)
            else:
                contests = {tournament.id: contest.id for tournament in tournaments}
            rows = game_rows(store, tournaments, contests, with_details=kind == JSON)
            if kind == JSON:
                print(as_document("games", {"games": list(rows)}), file=stream)
            else:
                write_rows(rows, stream, GAME_FIELDS)
        return 0


def _export_kind(options: Namespace) -> str:
    """The format that is named, or that of the file's name; UserError for another ending."""
    if options.json or options.format is not None:
        return JSON if options.json else options.format
    if options.out is None:
        return CSV
    with readable(options.out):
        check_ending(options.out, *SUFFIXES.values())
    kinds = {suffix: kind for kind, suffix in SUFFIXES.items()}
    return kinds[options.out.suffix.lower()]


def _export_file(
    kind: str, path: Path | None, store: Store, tournaments: Sequence[Tournament]
) -> None:
    """Write games to a file that is more than lines of text; say how many."""
    suffix = SUFFIXES[kind]
    if path is None or path.suffix.lower() != suffix:
        raise UserError(f"games as {kind} go to a file: --out NAME{suffix}")
    if kind == WTHOR:
        _check_apart(store, *wthor_files(path))
    games = stored_games(store, tournaments)
    try:
        number, left_out = _WRITERS[kind](path, games)
    except (OSError, FormatError) as error:
        raise UserError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    note = f"; {left_out} begin at a board and are left out" if left_out else ""
    print(f"{path}: {number} games{note}", file=sys.stderr)


def import_stores(options: Namespace) -> int:
    """Take other stores into this one; a damaged one gets a line, the others are taken."""
    taken, code = [], 0
    with Store(store_path(options)) as store:
        for path in options.files:
            try:
                merged = take(store, path)
            except StoreError as error:
                print(f"python -m tournament: {error}", file=sys.stderr)
                code = BAD_INPUT
                continue
            taken.append({"file": str(path), **merged._asdict()})
    if options.json:
        print(as_document("imports", {"stores": taken}))
    else:
        for row in taken:
            differ = f"; {row['differing']} differ from ours, which stay" * bool(row["differing"])
            print(f"{row['file']}: {row['games']} games, {row['new']} of them new{differ}")
    return code
