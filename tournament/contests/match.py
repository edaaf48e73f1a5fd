"""A match: one tournament of A against B."""

import argparse
from dataclasses import dataclass, replace
from typing import Any

from rich.table import Table as TextTable

from tournament.contests.contest import Contest, State
from tournament.games.tournament import Tournament
from tournament.options import A_AND_B, limit_options, seed_option, tournament_of_options
from tournament.page import sentences
from tournament.page.contents import Cell, PageTable, Section, number
from tournament.page.games import names_of
from tournament.page.measures import result_table, spending_of_two
from tournament.page.sentences import count_of
from tournament.results.standings import standing, standing_data
from tournament.results.tables import match_table
from tournament.running.session import Session
from tournament.statistics.pairs import complete_pairs
from tournament.storage.store import Store


@dataclass(frozen=True)
class Match(Contest):
    """One tournament."""

    kind = "match"
    summary = "one tournament of A against B, each opening with both colours"
    examples = """
  python -m tournament match alphabeta:depth=3,evaluator=mobility greedy
  python -m tournament match random:seed=1 mobility --openings 20 --json
  python -m tournament match alphabeta mobility --openings f5d6c3d3,f5f6e6f4 --nodes 5000"""
    options = (A_AND_B, seed_option(), limit_options())

    @classmethod
    def from_options(cls, options: argparse.Namespace) -> "Match":
        """The match that options ask for."""
        asked = tournament_of_options(options, options.a, options.b)
        return cls(replace(asked, round=options.seed))

    @classmethod
    def from_text(cls, text: str) -> "Match":
        """The match that `as_text` wrote."""
        return cls(Tournament.from_text(text))

    def as_text(self) -> str:
        """Its tournament as JSON."""
        return self.model.as_text()

    @property
    def id(self) -> str:
        """The digest that names its tournament."""
        return self.model.id

    def play(self, session: Session) -> None:
        """Play what is missing."""
        session.match(self.model)

    def state(self, store: Store) -> State:
        """How many of its games are stored."""
        played, games = store.played(self.id), self.model.game_count
        return State([self.model], played == games, f"{played} of {games} games")

    def figures(self, store: Store) -> dict[str, Any]:
        """The result as plain data."""
        return standing_data(standing(store, self.model))

    def bare_table(self, store: Store) -> TextTable:
        """A line for each figure."""
        return match_table(standing(store, self.model))

    def full_section(self, store: Store) -> Section:
        """Who is the stronger and how sure that is, what both spent, and every opening."""
        tournament, data = self.model, self.data(store)
        games = data["games"]
        costs, plot = spending_of_two(data, store.games(self.id), "Cost by disc count")
        return Section(
            f"Match: {tournament.a} against {tournament.b}",
            (("A", tournament.a), ("B", tournament.b)),
            sentences.verdict(data),
            sentences.prose(
                f"{count_of(games, 'game')}: {count_of(len(tournament.openings), 'opening')}, each"
                f" with both colours. {sentences.limits_text(tournament)}",
                sentences.differences(data),
                sentences.certainty(data),
                sentences.repeats(data) if games else "",
                sentences.cost(data),
                "" if data["complete"] else "The match is not finished.",
                sentences.faults([data]),
            ),
            (result_table(data), costs, self._openings_table(store)),
            (plot,) if plot else (),
            (("all games", tournament),),
        )

    def _openings_table(self, store: Store) -> PageTable:
        names, rows = names_of(self.model), []
        for pair in complete_pairs(store.games(self.id)):
            discs = number(pair.a_first, "+d"), number(-pair.b_first, "+d")
            rows.append((Cell(names[pair.opening]), *discs, number(pair.points, "g")))
        headings = ("opening", "A as black", "A as white", "points of A")
        caption = "Every opening: A's disc difference with each colour."
        return PageTable(caption, headings, tuple(rows))
