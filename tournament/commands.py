"""The commands: read what is asked, play what is missing, show and write what is stored."""

import contextlib
import importlib
import json
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, TextIO

from othello.command_line import prints_on_stderr, write_table
from othello.display import display_for
from othello.formats.reading import FormatError
from othello.sources import differences, digest_of_parts
from players import registry
from tournament import report, schedule
from tournament.arguments import CSV, GGF, JSON, SUFFIXES, TRANSCRIPTS, WTHOR, Parser, store_path
from tournament.check import check_table, checked
from tournament.events import Event
from tournament.exchange import (
    StoredGame,
    stored_games,
    transcript_lines,
    write_ggf,
    write_wthor,
)
from tournament.experiments import EXPERIMENTS
from tournament.experiments.bench.sizes import SIZES, time_line
from tournament.format_requests import EventRequest, ParityRequest, SequentialRequest
from tournament.identity import Tournament, code_parts, code_version, tournament_on_terms
from tournament.ladder import DEFAULT_RUNGS, Goal, Ladder
from tournament.merging import take
from tournament.openings import Opening
from tournament.parity import DEFAULT_NODES, Parity
from tournament.pool import WorkerPool
from tournament.requests import (
    LadderRequest,
    MatchRequest,
    Request,
    RequestError,
    find_request,
    stored_requests,
)
from tournament.schedule import duplicates_note
from tournament.sequential import Hypotheses
from tournament.session import Resources, Session, Stopped
from tournament.sprt import SequentialMatch, in_fixed_order
from tournament.store import Store, StoreError
from tournament.tables import draw_table, list_table
from tournament.terms import asked_terms, check_known

BAD_INPUT = 2
"""The exit code for input that cannot be followed, damaged stores among it."""

SOME_FAILED = 1
"""The exit code where a player cannot play."""
CHECK_WIDTH = 100

QUICK = "--quick"
"""Puts the smaller size of an experiment before the options that are given."""

MOST_NAMES = 6
"""How many modules are named that differ from those of a stored request."""


def load_players(modules: tuple[str, ...]) -> tuple[str, ...]:
    """The users' modules of players, imported; those of the current folder are found too."""
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    with prints_on_stderr():
        registry.load(modules)
    return modules


def _checked(spec: str) -> str:
    """A player's canonical specification; SpecError unless the player can be made."""
    with prints_on_stderr():
        registry.make(spec)
    return registry.canonical(spec)


def asked_openings(options: Namespace) -> tuple[Opening, ...]:
    """The openings that the options ask for; a line says if some are others in disguise."""
    openings = schedule.chosen_openings(options.openings)
    note = "" if all(isinstance(one, int) for one in openings) else duplicates_note(openings)
    if note:
        print(f"note: {note}", file=sys.stderr)
    return openings


def write_json(data: Any) -> None:
    """Data on the standard output."""
    print(json.dumps(data, indent=2, allow_nan=False))


def show_answer(request: Request, store: Store, options: Namespace) -> None:
    """Show what is known."""
    if options.json:
        write_json(request.data(store))
    elif getattr(options, "csv", False):
        report.write_rows(report.table_rows(request.data(store)), sys.stdout)
    else:
        write_table(request.table(store))


def _parts_now(request: Request) -> dict[str, str]:
    """The digests of the code that would play for a request now."""
    return code_parts(request.subject.modules, request.specs)


def _keep_code(request: Request, store: Store) -> None:
    """Keep what the code of a request is made of, unless it was begun by other code."""
    parts = _parts_now(request)
    if digest_of_parts(parts) == request.subject.code:
        store.keep_code(request.subject.code, parts)


def _check_code(request: Request, store: Store) -> None:
    """RequestError, which names what differs, if a request was begun by other code."""
    parts = _parts_now(request)
    if digest_of_parts(parts) == request.subject.code:
        return
    begun = store.code(request.subject.code)
    names = differences(begun, parts) if begun else []
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    said = f" that differs in {', '.join(names[:MOST_NAMES])}{more}" if names else ""
    raise RequestError(
        f"{request.stored.id[:8]} was played by other code{said};"
        " its games do not mix with new ones, ask for it anew"
    )


def carry_out(request: Request, options: Namespace) -> int:
    """Play what is missing and show the result."""
    with Store(store_path(options)) as store:
        store.ask(request.stored)
        _keep_code(request, store)
        resources = Resources(options.jobs, options.move_seconds)
        try:
            with (
                display_for(sys.stderr, "games") as display,
                Session(store, display, resources) as session,
            ):
                request.play(session)
        except KeyboardInterrupt:
            store_option = f" --store {options.store}" if options.store else ""
            raise Stopped(
                f"stopped; stored: {request.progress(store)}. Go on with the same command or:"
                f" python -m tournament resume {request.stored.id[:8]}{store_option}"
            ) from None
        show_answer(request, store, options)
    return 0


def ladder(options: Namespace) -> int:
    """Climb a ladder."""
    modules = load_players(options.players)
    openings = asked_openings(options)
    a, b = _checked(options.a), _checked(options.b)
    for spec in (a, b):
        registry.deepened(spec, 1)
    rungs = options.rungs
    if rungs is None and options.max_depth is None:
        rungs = DEFAULT_RUNGS
    asked = Ladder(a, b, openings, options.cost, code_version(modules, (a, b)), modules)
    return carry_out(LadderRequest(asked, Goal(rungs, options.max_depth)), options)


def _asked_match(options: Namespace, a_text: str, b_text: str) -> Tournament:
    """The tournament of two players that the options ask for."""
    modules = load_players(options.players)
    openings = asked_openings(options)
    a, b = _checked(a_text), _checked(b_text)
    a_terms, b_terms = asked_terms(options)
    check_known(a, a_terms)
    check_known(b, b_terms)
    asked = Tournament(a, b, openings, code=code_version(modules, (a, b)), modules=modules)
    return tournament_on_terms(asked, a_terms, b_terms)


def match(options: Namespace) -> int:
    """Play one tournament."""
    asked = replace(_asked_match(options, options.a, options.b), round=options.seed)
    return carry_out(MatchRequest(asked), options)


def event(options: Namespace) -> int:
    """Play a round robin or a gauntlet."""
    modules = load_players(options.players)
    players = tuple(_checked(spec) for spec in (options.first, *options.others))
    twice = [spec for spec, number in Counter(players).items() if number > 1]
    if twice:
        raise RequestError(f"{twice[0]} is named twice; a player meets others, not itself")
    model = _asked_match(options, *players[:2])
    for spec in players:
        check_known(spec, model.terms(True))
    model = replace(model, code=code_version(modules, players), round=options.seed)
    return carry_out(EventRequest(Event(options.command, players, model)), options)


def sprt(options: Namespace) -> int:
    """Play until a sequential test is decided."""
    hypotheses = Hypotheses(
        options.elo0, options.elo1, options.alpha, options.beta, options.normalised
    )
    if not hypotheses.elo0 < hypotheses.elo1:
        raise RequestError(f"elo0 {hypotheses.elo0:g} is not less than elo1 {hypotheses.elo1:g}")
    asked = in_fixed_order(_asked_match(options, options.a, options.b), options.seed)
    return carry_out(SequentialRequest(SequentialMatch(asked, hypotheses)), options)


def parity(options: Namespace) -> int:
    """Seek the limit at which A is as strong as B."""
    unit = "nodes" if options.seconds is None else "seconds"
    if unit == "nodes" and options.nodes is None:
        options.nodes = DEFAULT_NODES
    model = replace(_asked_match(options, options.a, options.b), round=options.seed)
    return carry_out(ParityRequest(Parity(model, unit, options.steps)), options)


def _examples(name: str, experiment: ModuleType) -> str:
    """The end of an experiment's help: the lines that it shows, or the least one can type."""
    command = f"python -m tournament experiment {name}"
    lines = getattr(experiment, "EXAMPLES", (command, f"{command} --json"))
    return "\n  ".join(("examples:", *lines))


def experiment(options: Namespace) -> int:
    """Run an experiment with the options that follow its name, or list all."""
    if options.name is None:
        summaries = {
            name: importlib.import_module(EXPERIMENTS[name]).SUMMARY for name in EXPERIMENTS
        }
        if options.json:
            write_json(summaries)
        else:
            width = max(map(len, summaries))
            print("\n".join(f"{name:{width}} {summary}" for name, summary in summaries.items()))
        return 0
    if options.name not in EXPERIMENTS:
        known = ", ".join(EXPERIMENTS) or "none"
        raise RequestError(f"unknown experiment {options.name!r}; known are: {known}")
    module = importlib.import_module(EXPERIMENTS[options.name])
    parser = Parser(
        prog=f"python -m tournament experiment {options.name}",
        description=module.SUMMARY,
        epilog=f"{time_line(options.name)}\n\n{_examples(options.name, module)}",
    )
    module.add_arguments(parser)
    parser.add_argument(QUICK, action="store_true", help="a smaller size, for a first look")
    if options.jobs is None:
        del options.jobs  # or it would stand before the experiment's own default
    quick = SIZES[options.name].quick.split() if QUICK in options.rest else []
    options = parser.parse_args([*quick, *options.rest], options)
    return module.run(options)


def check(options: Namespace) -> int:
    """Start the players named, or those of the users' modules, or all; let each move."""
    modules = load_players(options.players)
    specs = options.specs or registry.names_in(modules) or registry.names()
    pool = WorkerPool(1 if options.jobs is None else min(options.jobs, 1))
    try:
        found = checked(specs, modules, pool, options.move_seconds)
    except BaseException:
        pool.kill_all()
        raise
    finally:
        pool.shut_down()
    if options.json:
        write_json([player.data() for player in found])
    else:
        write_table(check_table(found), CHECK_WIDTH)
    return SOME_FAILED if any(player.trial.fault for player in found) else 0


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
            report.write_rows(rows, sys.stdout)
        else:
            write_table(list_table(rows))
        return exit_code(store)


def _draw(request: Request, store: Store, path: Path) -> None:
    """Draw a result as a picture."""
    try:
        draw_table(request.table(store), path)
    except OSError as error:
        raise RequestError(f"{path}: {error.strerror}") from None


def _unfinished(store: Store) -> Request | None:
    """The latest request that is not complete, None if all are."""
    for request in reversed(stored_requests(store)):
        if not _row(request, store)["complete"]:
            return request
    return None


def resume(options: Namespace) -> int:
    """Go on with the latest unfinished match or ladder, or with a named one."""
    load_players(options.players)
    with reading(options) as store:
        request = find_request(store, options.id) if options.id else _unfinished(store)
        if request is None:
            print("nothing is left to be played", file=sys.stderr)
            if options.json:
                write_json(None)
            return exit_code(store)
        load_players(request.subject.modules)
        if not request.complete(store):
            _check_code(request, store)
    return carry_out(request, options)


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
                json.dump(list(report.game_rows(store, tournaments, True)), stream, indent=2)
                stream.write("\n")
            else:
                report.write_csv(report.game_rows(store, tournaments), stream)
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


COMMANDS: dict[str, Callable[[Namespace], int]] = {
    "ladder": ladder,
    "match": match,
    "round-robin": event,
    "gauntlet": event,
    "sprt": sprt,
    "parity": parity,
    "check": check,
    "experiment": experiment,
    "show": show,
    "resume": resume,
    "export": export_games,
    "report": report_page,
    "import": import_stores,
}
"""The commands by name."""
