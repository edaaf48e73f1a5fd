"""One store and one crew for contests that belong together, played, kept and resumed."""

import argparse
import sys
from typing import Any

from players import registry
from tournament.commands import Stopped, store_path
from tournament.display import display_for
from tournament.identity import Tournament, code_version
from tournament.ladder import Goal, Ladder
from tournament.questions import LadderQuestion, MatchQuestion, Question
from tournament.schedule import chosen_openings
from tournament.session import Means, Session
from tournament.store import Store


class Sitting:
    """One store and one crew for contests that belong together; use it as a context manager.

    `options` are those of `series.add_arguments`. Stopped after Ctrl-C.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        registry.load()
        self._options = options
        self._openings = chosen_openings(options.openings)

    def __enter__(self) -> "Sitting":
        """The sitting itself; no worker is started yet."""
        self._store = Store(store_path(self._options))
        self._display = display_for(sys.stderr).__enter__()
        self._session = Session(self._store, self._display, Means(self._options.jobs))
        return self

    def __exit__(self, *exception: object) -> None:
        """Dismiss the workers and close the store."""
        self._session.__exit__(*exception)
        self._display.__exit__(*exception)
        self._store.__exit__(*exception)

    def match(self, a: str, b: str) -> dict[str, Any]:
        """The answer to a match over the openings asked for, as plain data."""
        code = code_version((), (a, b))
        return self._answer(MatchQuestion(Tournament(a, b, self._openings, code=code)))

    def ladder(self, a: str, b: str, goal: Goal) -> dict[str, Any]:
        """The answer to a ladder, cost being CPU time, as plain data."""
        ladder = Ladder(a, b, self._openings, "cpu", code_version((), (a, b)))
        return self._answer(LadderQuestion(ladder, goal))

    def _answer(self, question: Question) -> dict[str, Any]:
        """What the store tells once all that is missing was played."""
        self._store.ask(question.request)
        try:
            question.play(self._session)
        except KeyboardInterrupt:
            raise Stopped(
                f"stopped; stored: {question.progress(self._store)}. Go on with the same command"
            ) from None
        return question.data(self._store)
