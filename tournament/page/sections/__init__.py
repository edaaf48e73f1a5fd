"""The section of a report on a contest, for each kind of contest."""

from collections.abc import Callable, Mapping
from typing import Any

from tournament.contests.contest import Contest
from tournament.page.contents import Section
from tournament.page.sections.ladder import ladder_section
from tournament.page.sections.match import match_section
from tournament.page.sections.round_robin import round_robin_section
from tournament.page.sections.sprt import sprt_section
from tournament.storage.store import Store

SECTIONS: Mapping[str, Callable[[Any, Store], Section]] = {
    "ladder": ladder_section,
    "match": match_section,
    "round-robin": round_robin_section,
    "sprt": sprt_section,
}
"""The function that makes the section, by the contest's kind."""


def section_of(contest: Contest, store: Store) -> Section:
    """Return the result of a contest in sentences, tables and plots."""
    return SECTIONS[contest.kind](contest, store)
