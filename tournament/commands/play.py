"""The commands that play a contest, from its beginning or from where it was stopped."""

import sys
from argparse import Namespace

from othello.cli.progress import display_for
from players.workers.choice import jobs_of
from tournament.commands import show
from tournament.contests.contest_list import CONTESTS
from tournament.options import load_players, store_path
from tournament.running.contest_runner import ContestRunner, RunStopped
from tournament.storage.store import Store


def run(options: Namespace) -> int:
    """Play the missing games of the contest of the options, and show the result."""
    load_players(options.players)
    contest = CONTESTS[options.command].from_options(options)
    with Store(store_path(options)) as store:
        store.add_contest(contest.row)
        jobs = jobs_of(options)
        try:
            with (
                display_for(sys.stderr, "games") as display,
                ContestRunner(store, display, jobs, options.move_seconds) as runner,
            ):
                contest.play(runner)
        except KeyboardInterrupt:
            raise RunStopped(
                f"stopped; stored: {contest.progress(store).played}. The same command resumes"
            ) from None
        show.show_result(contest, store, options)
    return 0
