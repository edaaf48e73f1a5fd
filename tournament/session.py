"""One sitting: a store, workers that are hired when needed, and a display."""

from typing import NamedTuple

from tournament.crew import Crew
from tournament.display import Display
from tournament.identity import Tournament
from tournament.ladder import Goal, Ladder, Levels, Rung, climb
from tournament.run import MOVE_SECONDS, Run
from tournament.store import Store, Totals


class Means(NamedTuple):
    """What a session may use: worker processes (None: one a core) and seconds for a move."""

    jobs: int | None = None
    move_seconds: float = MOVE_SECONDS


DEFAULT_MEANS = Means()


class Session:
    """Plays what is missing from a store; use it as a context manager."""

    def __init__(self, store: Store, display: Display, means: Means = DEFAULT_MEANS) -> None:
        self._store = store
        self._display = display
        self._means = means
        self._crew: Crew | None = None

    def __enter__(self) -> "Session":
        """The session itself; no worker is started yet."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Dismiss the workers."""
        if self._crew is not None:
            self._crew.dismiss()

    def match(self, tournament: Tournament, title: str = "") -> Totals:
        """The totals of a tournament all of whose games have been played."""
        total = len(tournament.fixtures)
        totals = self._store.totals(tournament.id)
        if totals.games == total:
            return totals
        self._display.begin(title or "match", totals, total)
        if self._crew is None:
            self._crew = Crew(self._means.jobs)

        def show() -> None:
            if self._display.due:
                self._display.update(self._store.totals(tournament.id))

        Run(tournament, self._store, self._crew, self._means.move_seconds).play(show)
        totals = self._store.totals(tournament.id)
        self._display.end(totals)
        return totals

    def ladder(self, ladder: Ladder, goal: Goal) -> list[Rung]:
        """All rungs of a ladder up to its goal."""

        def play(tournament: Tournament, levels: Levels) -> Totals:
            return self.match(tournament, f"depth {levels.a} against {levels.b}")

        return list(climb(ladder, goal, play))
