"""The commands that play: new contests, and those that were stopped."""

import shlex
import sys
from argparse import Namespace

from othello.cli.errors import UserError
from othello.cli.output import as_document
from othello.cli.progress import display_for
from players import registry
from players.workers.choice import jobs_of
from tournament.commands import show
from tournament.contests.contest import Contest
from tournament.contests.stored import CONTESTS, find_contest, stored_contests
from tournament.games.match import code_version
from tournament.games.strangers import TrustedCode
from tournament.options import ID, load_players, option, store_path
from tournament.running.contest_runner import ContestRunner, Stopped
from tournament.running.match_runner import RunError
from tournament.storage.store import Store


def _check_code(contest: Contest) -> None:
    """UserError if a contest was begun by other code."""
    if code_version(contest.template.modules, contest.specs) != contest.template.code:
        raise UserError(
            f"{contest.id[:8]} was played by other code; its games do not mix with new ones:"
            " begin a new contest"
        )


def _resume_command(contest: Contest, options: Namespace) -> str:
    """Return the command that resumes a contest, with all modules and programs it needs."""
    words = ["python", "-m", "tournament", "resume", contest.id[:8]]
    words += ["--store", str(options.store)] if options.store else []
    for module in contest.template.modules:
        words += ["--players", module]
    for spec in filter(registry.is_outside, contest.specs):
        words += ["--engine", spec]
    return shlex.join(words)


RESUME_OPTIONS = (
    ID,
    option(
        "--engine PLAYER",
        "a stored player that is another program, which runs only if it is named here;"
        " may be given again",
        action="append",
        default=[],
    ),
)


def play(contest: Contest, options: Namespace, trusted: TrustedCode) -> int:
    """Play all missing games and show the result."""
    with Store(store_path(options)) as store:
        store.add_contest(contest.row)
        jobs = jobs_of(options)
        try:
            with (
                display_for(sys.stderr, "games") as display,
                ContestRunner(store, display, jobs, options.move_seconds, trusted) as runner,
            ):
                contest.play(runner)
        except KeyboardInterrupt:
            raise Stopped(
                f"stopped; stored: {contest.progress(store).played}. Resume by the same command or:"
                f" {_resume_command(contest, options)}"
            ) from None
        except RunError:
            matches = contest.progress(store).matches or [contest.template]
            store.delete_if_empty(contest.id, [match.id for match in matches], runner.run_id)
            raise
        show.show_result(contest, store, options)
    return 0


def run(options: Namespace) -> int:
    """Play the missing games of the contest of the options, and show the result."""
    load_players(options.players)
    contest = CONTESTS[options.command].from_options(options)
    return play(contest, options, TrustedCode(options.players, contest.specs))


def _unfinished(store: Store) -> Contest | None:
    return next(
        (one for one in reversed(stored_contests(store)) if not one.progress(store).complete), None
    )


def resume(options: Namespace) -> int:
    """Resume the latest unfinished contest, or a named one."""
    load_players(options.players)
    trusted = TrustedCode(options.players, tuple(options.engine))
    with Store(store_path(options), read_only=True) as store:
        contest = find_contest(store, options.id) if options.id else _unfinished(store)
        if contest is None:
            print("there is nothing to resume", file=sys.stderr)
            if options.json:
                print(as_document("contests", {"contests": []}))
            return 0
        trusted.check(contest.template.modules, contest.specs)
        if not contest.progress(store).complete:
            _check_code(contest)
    return play(contest, options, trusted)
