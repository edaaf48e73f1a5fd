"""The section of a match."""

from tournament.contests.match_contest import MatchContest
from tournament.page import sentences
from tournament.page.contents import Section
from tournament.page.measures import costs_of_two, result_table
from tournament.page.sentences import count_of
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
            f"{count_of(games, 'game')}: {count_of(len(match.openings), 'opening')}, each"
            f" with both colours. {sentences.limits_text(match)}",
            sentences.repeats(data) if games else "",
            sentences.cost(data),
            "" if data["complete"] else "The match is not finished.",
            sentences.faults([data]),
        ),
        (result_table(data), costs_of_two(data)),
        matches=(("all games", match),),
    )
