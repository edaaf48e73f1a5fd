"""What is stored, for people and other programs: shown, exported, reported, and taken in."""

import contextlib
import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from othello.command_line import prints_on_stderr, write_table
from othello.formats.reading import FormatError
from players import registry
from tournament.commands.arguments import CSV, GGF, JSON, SUFFIXES, TRANSCRIPTS, WTHOR
from tournament.options import store_path
from tournament.requests.finding import Request, RequestError, find_request, stored_requests
from tournament.requests.merging import take
from tournament.results.standings import game_rows, table_rows, write_csv, write_rows
from tournament.results.tables import draw_table, list_lines, list_table
from tournament.storage.exchange import (
    StoredGame,
    stored_games,
    transcript_lines,
    write_ggf,
    write_wthor,
)
from tournament.storage.store import Store, StoreError

BAD_INPUT = 2
"""The exit code for input that cannot be followed, damaged stores among it."""

MOST_IN_A_TABLE = 500
"""Rows of a list that are laid out as a table, which takes a millisecond a row."""


def load_players(modules: tuple[str, ...]) -> tuple[str, ...]:
    """The users' modules of players, imported; those of the current folder are found too."""
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    with prints_on_stderr():
        registry.load(modules)
    return modules


def write_json(data: Any) -> None:
    """Data on the standard output."""
    print(json.dumps(data, indent=2, allow_nan=False))


def show_answer(request: Request, store: Store, options: Namespace) -> None:
    """Show what is known."""
    if options.json:
        write_json(request.data(store))
    elif getattr(options, "csv", False):
        write_rows(table_rows(request.data(store)), sys.stdout)
    else:
        write_table(request.table(store))


def _row(request: Request, store: Store) -> dict[str, Any]:
    """One line of the list of what was asked for."""
    a, b = request.sides
    row = {"id": request.stored.id, "kind": request.stored.kind, "a": a, "b": b}
    try:
        played, complete = request.progress(store), request.complete(store)
    except registry.SpecError as error:  # a user's module that is not here
        played, complete = f"unknown: {error}", False
    return {
        **row,
        "openings": len(request.subject.openings),
        "played": played,
        "complete": complete,
    }


@contextlib.contextmanager
def reading(options: Namespace) -> Iterator[Store]:
    """The store, to be read; at the end it is said what of it is damaged."""
    with Store(store_path(options), read_only=True) as store:
        try:
            yield store
        finally:
            sys.stdout.flush()
            for line in store.damage:
                print(f"python -m tournament: {line}", file=sys.stderr)


def exit_code(store: Store) -> int:
    """Whether all that was wanted of a store could be read."""
    return BAD_INPUT if store.damage else 0


def show(options: Namespace) -> int:
    """List what was asked for, or show one result."""
    with reading(options) as store:
        load_players(options.players)
        if options.id is not None:
            request = find_request(store, options.id)
            show_answer(request, store, options)
            if options.svg is not None:
                _draw(request, store, options.svg)
            return exit_code(store)
        if options.svg is not None:
            raise RequestError("--svg draws one result: name its id")
        rows = [_row(request, store) for request in stored_requests(store)]
        if options.json:
            write_json(rows)
        elif options.csv:
            write_rows(rows, sys.stdout)
        else:
            _write_list(rows)
        return exit_code(store)


def _write_list(rows: list[dict[str, Any]]) -> None:
    """Write what was asked for as a table, or a very long list as lines."""
    if len(rows) > MOST_IN_A_TABLE:
        print("\n".join(list_lines(rows)))
    else:
        write_table(list_table(rows))


def _draw(request: Request, store: Store, path: Path) -> None:
    """Draw a result as a picture."""
    try:
        draw_table(request.table(store), path)
    except OSError as error:
        raise RequestError(f"{path}: {error.strerror}") from None


def unfinished(store: Store) -> Request | None:
    """The latest request that is not complete, None if all are."""
    for request in reversed(stored_requests(store)):
        if not _row(request, store)["complete"]:
            return request
    return None


@contextlib.contextmanager
def _output(path: Path | None) -> Iterator[TextIO]:
    """The file of that name, or the standard output."""
    if path is None:
        yield sys.stdout
        return
    try:
        with open(path, "w", encoding="utf-8") as stream:
            yield stream
    except OSError as error:
        raise RequestError(f"{path}: {error.strerror}") from None


def export_games(options: Namespace) -> int:
    """Write stored games as CSV, or as JSON."""
    with reading(options) as store:
        if options.id is None:
            tournaments = store.tournaments()
        else:
            load_players(options.players)
            tournaments = find_request(store, options.id).tournaments(store)
        kind = _export_kind(options)
        if kind in (GGF, WTHOR):
            _export_file(kind, options.output, stored_games(store, tournaments))
            return exit_code(store)
        with _output(options.output) as stream:
            if kind == TRANSCRIPTS:
                lines = transcript_lines(stored_games(store, tournaments))
                stream.writelines(f"{line}\n" for line in lines)
            elif kind == JSON:
                json.dump(list(game_rows(store, tournaments, True)), stream, indent=2)
                stream.write("\n")
            else:
                write_csv(game_rows(store, tournaments), stream)
        return exit_code(store)


def report_page(options: Namespace) -> int:
    """Write a report on all that was asked for, or on named results, for people to read."""
    from tournament.page.report import write

    load_players(options.players)
    with reading(options) as store:
        if options.ids:
            named = [find_request(store, start) for start in options.ids]
            requests = list({request.stored.id: request for request in named}.values())
        else:
            requests = stored_requests(store)
        if not requests:
            raise RequestError("nothing has been asked for yet, so there is nothing to report")
        written = write(requests, store, options.output, options.markdown)
        files = [str(path) for path in (options.output, options.markdown) if path is not None]
        if options.json:
            write_json({"files": files, **written._asdict()})
        else:
            print(f"{' and '.join(files)}: {written.games} games, {written.bytes / 1e6:.1f} MB")
        return exit_code(store)


def _export_kind(options: Namespace) -> str:
    """The format that is asked for: by name, or by the ending of the file's name."""
    if options.json or options.format is not None:
        return JSON if options.json else options.format
    suffix = options.output.suffix.lower() if options.output else ""
    return {suffix: kind for kind, suffix in SUFFIXES.items()}.get(suffix, CSV)


def _export_file(kind: str, path: Path | None, games: Iterator[StoredGame]) -> None:
    """Write games to a file that is more than lines of text; say how many."""
    suffix = SUFFIXES[kind]
    if path is None or path.suffix.lower() != suffix:
        raise RequestError(f"games as {kind} go to a file: --output NAME{suffix}")
    try:
        if kind == GGF:
            print(f"{path}: {write_ggf(path, games)} games", file=sys.stderr)
            return
        number, left_out = write_wthor(path, games)
    except OSError as error:
        raise RequestError(f"{path}: {error.strerror}") from None
    except FormatError as error:
        raise RequestError(f"{path}: {error}") from None
    note = f"; {left_out} begin at a board and are left out" if left_out else ""
    print(f"{path}: {number} games{note}", file=sys.stderr)


def import_stores(options: Namespace) -> int:
    """Take other stores into this one; those that are damaged are said, the others are taken."""
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
        write_json(taken)
    else:
        for row in taken:
            differ = f"; {row['differing']} differ from ours, which stay" * bool(row["differing"])
            print(f"{row['file']}: {row['games']} games, {row['new']} of them new{differ}")
    return code
