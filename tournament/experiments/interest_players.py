"""Players for `interest-phases`: interest search in one phase of the game, or a part of it."""

from typing import Annotated, Literal

from othello.position import START, Position
from players import registry
from players.interest.costs import hand_set, othello_terms
from players.interest.player import (
    FLAT,
    LEARNED,
    InterestOptions,
    InterestPlayer,
    new_interest_search,
)
from players.limits import Limits
from players.protocol import Choice

PARTS = {
    "static": FLAT._replace(cheap=0),
    "everywhere": FLAT._replace(cheap=1 << 20),
    "published": FLAT,
    "costs": LEARNED._replace(slope=0),
}
"""Variants by name. In all but `costs` every move costs the same, so that they only order moves.

`static`: by static values. `everywhere`: by learned terms without static values, at all plies but
the root. `published`: by the published terms near the leaves, by static values above. `costs`:
learned costs, but no line ends early because it is decided.
"""


@registry.register("interest-part")
class InterestPart(InterestPlayer):
    """Interest search with some of its parts switched off."""

    def __init__(
        self,
        options: InterestOptions,
        part: Annotated[
            Literal["static", "everywhere", "published", "costs"], "The parts that are used"
        ] = "costs",
    ) -> None:
        super().__init__(options)
        terms = othello_terms(hand_set()) if part == "published" else self.parts.terms
        self.parts = new_interest_search(
            self.parts.evaluator, terms, PARTS[part], table=options.table
        )


@registry.register("phased")
class PhasedPlayer:
    """Two players that share a game: one moves in a phase of it, the other outside."""

    supported_limits = ("depth", "nodes", "seconds")

    def __init__(
        self,
        inside: Annotated[str, "The player that moves in the phase"],
        outside: Annotated[str, "The player that moves before and after it"],
        most: Annotated[int, "Empty squares where the phase begins"] = 60,
        least: Annotated[int, "Empty squares where the phase ends"] = 0,
    ) -> None:
        self._phase = range(least, most + 1)
        self._players = {True: registry.make(inside), False: registry.make(outside)}
        # A kernel that is loaded in the middle of a game would take the time of a move.
        for player in self._players.values():
            player.choose(START, Limits(depth=1))

    def new_game(self, seed: int = 0) -> None:
        """Begin a game with both players."""
        for player in self._players.values():
            player.new_game(seed)

    def choose(self, position: Position, limits: Limits | None = None) -> Choice:
        """Return the choice of the player whose phase it is."""
        return self._players[position.plies_left() in self._phase].choose(position, limits)
