"""Contests from Python, as on the command line; notebooks show their results.

>>> from tournament.api import play
>>> result = play("match mobility greedy --openings 2 --store games.sqlite")
>>> result.data["games"], sum(result.data["pairs_won_tied_lost"])
(4, 2)
"""

import shlex
from typing import Any, NamedTuple

from tournament.commands.table import parse, played
from tournament.contests.contest_list import CONTESTS
from tournament.page.contents import Section
from tournament.page.sections import section_of


class ContestResult(NamedTuple):
    """The result of a contest: `data` is what `--json` writes, `section` its part of a report."""

    data: dict[str, Any]
    section: Section

    def _repr_html_(self) -> str:
        """Return players, verdict, sentences and tables for notebooks."""
        return self.section._repr_html_()


def play(command: str) -> ContestResult:
    """Play the missing games of a contest and return its result.

    `command` is what stands behind `python -m tournament`, such as "match alphabeta mobility".
    ValueError, in one line, for another command or bad options.
    """
    try:
        options = parse(shlex.split(command))
    except SystemExit:
        raise ValueError(f"{command!r} cannot be played; the reason is printed") from None
    if options.command not in CONTESTS:
        known = ", ".join(CONTESTS)
        raise ValueError(f"a contest is one of {known}, not {options.command!r}")
    with played(options) as (contest, store):
        return ContestResult(contest.data(store), section_of(contest, store))
