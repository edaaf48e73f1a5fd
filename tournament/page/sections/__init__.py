"""The section of a report on a contest, for each kind; that of a match is here."""

from collections.abc import Callable, Mapping
from typing import Any

from tournament.contests.contest import Contest, MatchContest
from tournament.page import sentences
from tournament.page.contents import Section
from tournament.page.measures import costs_of_two, result_table
from tournament.page.sections.ladder import ladder_section
from tournament.page.sections.round_robin import round_robin_section
from tournament.page.sections.sprt import sprt_section
from tournament.storage.store import Store


def match_section(contest: MatchContest, store: Store) -> Section:
    """Return the result and its confidence, and costs."""
    match, data = contest.template, contest.data(store)
    games = data["games"]
    return Section(
        f"Match: {match.a} against {match.b}",
        (("A", match.a), ("B", match.b)),
        sentences.verdict(data),
        sentences.prose(
            f"{sentences.count_of(games, 'game')}:"
            f" {sentences.count_of(len(match.openings), 'opening')}, each with"
            f" both colours. {sentences.limits_text(match)}",
            sentences.repeats(data) if games else "",
            sentences.cost(data),
            "" if data["complete"] else "The match is not finished.",
            sentences.faults([data]),
        ),
        (result_table(data), costs_of_two(data)),
        matches=(("all games", match),),
    )


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
