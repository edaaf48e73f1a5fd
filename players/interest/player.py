"""The interest-search player: budgets in place of depth, terms and costs by name."""

from othello import evaluation
from othello.position import Position
from players.interest.deepening import Iteration, deepen
from players.interest.terms import othello_terms
from players.interest.variants import InterestOptions, new_interest_search, pace_of, weights_of
from players.limits import LARGEST_INTEREST, Limits, own_limits
from players.perfect_endgame import PerfectEndgame
from players.registry import register
from players.search_players import SearchPlayer

DEFAULT_LIMIT = 2.0
LARGEST_OPTION = 100_000
SMALLEST_STEP = 0.001
FIRST_RUNG, RUNG_FACTOR = 0.5, 1.25
LEAST = {
    "base": 2, "scale": 0, "charged": 0, "inherited": 0, "second": 0, "slope": 0, "free": 0,
    "cheap": 0, "wide": 1,
}  # fmt: skip
"""The smallest values of options that are whole numbers."""


def _check(options: InterestOptions) -> None:
    """ValueError, in one line, for options that make no sense, alone or together."""
    for name, least in LEAST.items():
        given = getattr(options, name)
        if not least <= given <= LARGEST_OPTION:
            raise ValueError(f"{name} must be from {least} to {LARGEST_OPTION}, not {given}")
    step = options.step
    if step is not None and not SMALLEST_STEP <= step <= LARGEST_INTEREST:
        raise ValueError(f"step must be from {SMALLEST_STEP:g} to {LARGEST_INTEREST:g}, not {step}")
    if options.weights is not None and options.costs == "handset":
        raise ValueError("weights names a file of learned weights, which handset does without")


@register("interest")
class InterestPlayer(SearchPlayer):
    """Interest search (Rollason 2014): lines go on while their moves are worth what they cost."""

    heeded = ("depth", "nodes", "seconds", "interest")

    def __init__(self, options: InterestOptions) -> None:
        _check(options)
        given = Limits(nodes=options.nodes, seconds=options.seconds, interest=options.limit)
        limits = own_limits(given, Limits(interest=DEFAULT_LIMIT))
        terms = othello_terms(weights_of(options))
        search = new_interest_search(evaluation.named(options.evaluator), terms, options)
        self._pace = pace_of(options)
        super().__init__(search, limits, PerfectEndgame(options.solve, options.wld))

    @staticmethod
    def at_level(level: int) -> dict[str, float]:
        """The options of a rung of a ladder: RUNG_FACTOR times the limit of the rung before."""
        return {"limit": round(FIRST_RUNG * RUNG_FACTOR ** (level - 1), 3)}

    def _searched(self, position: Position, limits: Limits) -> Iteration:
        """The result of the last iteration that the limits allow; no move is remembered before."""
        self.search.memory.forget()
        return deepen(position, self.search, limits, self._pace)
