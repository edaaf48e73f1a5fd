"""The sections of a report: what is said, shown and drawn of each kind of request."""

from collections.abc import Callable
from typing import Any

from players.registry import SpecError
from tournament.games.tournament import Tournament
from tournament.page import sentences
from tournament.page.contents import Cell, Labelled, Section, Table, number
from tournament.page.equal_strength import equal_strength_section
from tournament.page.events import event_section
from tournament.page.games import names_of
from tournament.page.ladders import ladder_section
from tournament.page.measures import (
    NOTHING_KEPT,
    cost_row,
    cost_table,
    discs_plot,
    own_curve,
    result_table,
    tournaments_table,
)
from tournament.page.sentences import counted, said
from tournament.page.sequential_tests import sequential_section
from tournament.page.spending import spending
from tournament.requests.finding import Request
from tournament.results.standings import standing, standing_data
from tournament.statistics.pairs import complete_pairs
from tournament.storage.store import Store


def _openings_table(store: Store, tournament: Tournament) -> Table:
    """What came out of every opening, for A."""
    names = names_of(tournament)
    rows = [
        (
            Cell(names[pair.opening]),
            number(pair.a_first, "+d"),
            number(-pair.b_first, "+d"),
            number(pair.points, "g"),
        )
        for pair in complete_pairs(store.games(tournament.id))
    ]
    headings = ("opening", "A as black", "A as white", "points of A")
    return Table("Every opening: A's disc difference with each colour.", headings, tuple(rows))


def match_section(request: Request, store: Store) -> Section:
    """What is said, shown and drawn of one tournament of A against B."""
    (tournament,) = request.tournaments(store)
    data = request.data(store)
    spent = spending(store.games(tournament.id))
    games = data["games"]
    curves = [(own_curve(name, name.lower()), one) for name, one in zip("AB", spent, strict=True)]
    plot = discs_plot("Cost by disc count", curves)
    costs = [
        cost_row(name, data[name.lower()], games, one)
        for name, one in zip("AB", spent, strict=True)
    ]
    return Section(
        f"r{request.stored.id[:12]}",
        f"Match: {tournament.a} against {tournament.b}",
        (("A", tournament.a), ("B", tournament.b)),
        sentences.verdict(data),
        said(
            f"{counted(games, 'game')}: {counted(len(tournament.openings), 'opening')}, each with"
            f" both colours. {sentences.limits_words(tournament)}",
            sentences.differing(data),
            sentences.certainty(data),
            sentences.repeats(data) if data["games"] else "",
            sentences.cost(data),
            "" if data["complete"] else "The match is not finished.",
            sentences.faults([data]),
            "" if plot else NOTHING_KEPT,
        ),
        (result_table(data), cost_table(costs), _openings_table(store, tournament)),
        (plot,) if plot else (),
        (Labelled("all games", tournament),),
    )


def other_section(request: Request, store: Store) -> Section:
    """What is said and shown of tournaments of which no more is known than that they are asked."""
    tournaments = request.tournaments(store)
    rows = [standing_data(standing(store, one)) for one in tournaments]
    games = sum(row["games"] for row in rows)
    return Section(
        f"r{request.stored.id[:12]}",
        f"{request.stored.kind.capitalize()} of {counted(len(rows), 'tournament')}",
        sentences=said(f"{counted(games, 'game')} were played."),
        tables=(tournaments_table(rows),),
        tournaments=tuple(Labelled(f"{one.a} against {one.b}", one) for one in tournaments),
    )


SECTIONS: dict[str, Callable[[Any, Store], Section]] = {
    "match": match_section,
    "ladder": ladder_section,
    "round-robin": event_section,
    "gauntlet": event_section,
    "parity": equal_strength_section,
    "sprt": sequential_section,
}
"""What makes the section of each kind of request; any other one is an `other_section`."""


def section_of(request: Request, store: Store) -> Section:
    """The section of a request; that of one whose players are not here says so."""
    try:
        return SECTIONS.get(request.stored.kind, other_section)(request, store)
    except SpecError as error:
        heading = f"{request.stored.kind.capitalize()} {request.stored.id[:8]}"
        name = f"r{request.stored.id[:12]}"
        return Section(name, heading, sentences=(f"This cannot be shown: {error}.",))
