"""The commands by name, and those that play: they read what is asked and play what is missing."""

import importlib
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from types import ModuleType

from othello.command_line import prints_on_stderr, write_table
from othello.display import display_for
from othello.sources import differences, digest_of_parts
from players import registry
from players.cluster.choice import PROCESSES, jobs_asked
from tournament.commands.arguments import Parser
from tournament.commands.check import check_table, checked
from tournament.commands.results import (
    exit_code,
    export_games,
    import_stores,
    load_players,
    reading,
    report_page,
    show,
    show_answer,
    unfinished,
    write_json,
)
from tournament.experiments import EXPERIMENTS
from tournament.experiments.runner.sizes import SIZES, time_line
from tournament.formats.events import Event
from tournament.formats.ladder import DEFAULT_RUNGS, Goal, Ladder
from tournament.formats.parity import DEFAULT_NODES, Parity
from tournament.formats.sprt import SequentialMatch, in_fixed_order
from tournament.games import schedule
from tournament.games.openings import Opening
from tournament.games.schedule import duplicates_note
from tournament.games.terms import asked_terms, check_known
from tournament.games.tournament import Tournament, code_parts, code_version, tournament_on_terms
from tournament.options import store_path
from tournament.requests.contests import EventRequest, ParityRequest, SequentialRequest
from tournament.requests.finding import Request, RequestError, find_request
from tournament.requests.matches import LadderRequest, MatchRequest
from tournament.running.pool import WorkerPool
from tournament.running.session import Resources, Session, Stopped
from tournament.statistics.sequential import Hypotheses
from tournament.storage.store import Store

SOME_FAILED = 1
"""The exit code where a player cannot play."""
CHECK_WIDTH = 100

QUICK = "--quick"
"""Puts the smaller size of an experiment before the options that are given."""

MOST_NAMES = 6
"""How many modules are named that differ from those of a stored request."""


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
        resources = Resources(jobs_asked(options), options.move_seconds)
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
    if options.executor != PROCESSES:
        raise RequestError(f"check starts players on this machine, not by {options.executor}")
    modules = load_players(options.players)
    specs = options.specs or registry.names_in(modules) or registry.alone()
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


def resume(options: Namespace) -> int:
    """Go on with the latest unfinished match or ladder, or with a named one."""
    load_players(options.players)
    with reading(options) as store:
        request = find_request(store, options.id) if options.id else unfinished(store)
        if request is None:
            print("nothing is left to be played", file=sys.stderr)
            if options.json:
                write_json(None)
            return exit_code(store)
        load_players(request.subject.modules)
        if not request.complete(store):
            _check_code(request, store)
        code = exit_code(store)
    return carry_out(request, options) or code


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
