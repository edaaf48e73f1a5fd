"""The commands that play: what is asked for, and what is missing of what was asked before."""

import shlex
import sys
from argparse import Namespace

from othello.cli.errors import UserError
from othello.cli.output import as_document
from othello.cli.progress import display_for
from othello.fingerprint import differences, digest_of_parts
from players import registry
from players.workers.choice import jobs_of
from tournament.commands import show
from tournament.contests.contest import Contest
from tournament.contests.stored import CONTESTS, find_contest, stored_contests
from tournament.games.tournament import code_parts
from tournament.games.trust import Named
from tournament.options import ID, load_players, option, store_path
from tournament.running.run import SessionError
from tournament.running.session import Session, Stopped
from tournament.storage.store import Store

MOST_NAMES = 6
"""How many modules are named that differ from those of a stored contest."""


def _parts_now(contest: Contest) -> dict[str, str]:
    return code_parts(contest.model.modules, contest.specs)


def _keep_code(contest: Contest, store: Store) -> None:
    """Keep what the code of a contest is made of, unless it was begun by other code."""
    parts = _parts_now(contest)
    if digest_of_parts(parts) == contest.model.code:
        store.keep_code(contest.model.code, parts)


def _check_code(contest: Contest, store: Store) -> None:
    """UserError, which names what differs, if a contest was begun by other code."""
    parts = _parts_now(contest)
    if digest_of_parts(parts) == contest.model.code:
        return
    begun = store.code(contest.model.code)
    names = differences(begun, parts) if begun else []
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    said = f" that differs in {', '.join(names[:MOST_NAMES])}{more}" if names else ""
    raise UserError(
        f"{contest.id[:8]} was played by other code{said};"
        " its games do not mix with new ones, ask for it anew"
    )


def _resume_command(contest: Contest, options: Namespace) -> str:
    """What goes on with a contest, with all that it needs to be named."""
    words = ["python", "-m", "tournament", "resume", contest.id[:8]]
    words += ["--store", str(options.store)] if options.store else []
    for module in contest.model.modules:
        words += ["--players", module]
    for spec in filter(registry.is_outside, contest.specs):
        words += ["--engine", spec]
    return shlex.join(words)


RESUME_OPTIONS = (
    ID,
    option(
        "--engine PLAYER",
        "a stored player that is another program, and is started only where it is named so;"
        " may be given again",
        action="append",
        default=[],
    ),
)


def carry_out(contest: Contest, options: Namespace, named: Named) -> int:
    """Play what is missing and show the result."""
    with Store(store_path(options)) as store:
        store.ask(contest.stored)
        _keep_code(contest, store)
        jobs = jobs_of(options)
        try:
            with (
                display_for(sys.stderr, "games") as display,
                Session(store, display, jobs, options.move_seconds, named) as session,
            ):
                contest.play(session)
        except KeyboardInterrupt:
            raise Stopped(
                f"stopped; stored: {contest.state(store).played}. Go on with the same command or:"
                f" {_resume_command(contest, options)}"
            ) from None
        except SessionError:
            tournaments = contest.state(store).tournaments or [contest.model]
            store.drop_empty(contest.id, [one.id for one in tournaments], session.run_id)
            raise
        show.show_result(contest, store, options)
    return 0


def run(options: Namespace) -> int:
    """Play the contest that is asked for, as far as it is missing, and show the result."""
    load_players(options.players)
    contest = CONTESTS[options.command].from_options(options)
    return carry_out(contest, options, Named(options.players, contest.specs))


def _unfinished(store: Store) -> Contest | None:
    return next(
        (one for one in reversed(stored_contests(store)) if not one.state(store).complete), None
    )


def resume(options: Namespace) -> int:
    """Go on with the latest unfinished match or ladder, or with a named one."""
    load_players(options.players)
    named = Named(options.players, tuple(options.engine))
    with Store(store_path(options), read_only=True) as store:
        contest = find_contest(store, options.id) if options.id else _unfinished(store)
        if contest is None:
            print("nothing is left to be played", file=sys.stderr)
            if options.json:
                print(as_document("contests", {"contests": []}))
            return 0
        named.check(contest.model.modules, contest.specs)
        if not contest.state(store).complete:
            _check_code(contest, store)
    return carry_out(contest, options, named)
