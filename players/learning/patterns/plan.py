"""What a run that learns patterns does: its rounds, their stages, and what they should cost."""

from typing import NamedTuple

from players.learning.patterns.samples import GamesRecipe, LabelsRecipe

FIRST_DISCS = (0, *range(12, 64, 4))
"""The least numbers of discs of the stages."""
FEWEST_DISCS = 8
"""Positions with fewer are not drawn: there are hardly any."""
JUDGED = 1000
"""The positions that put a stage to scale, by default."""
JUDGED_SECONDS = 0.03
"""What one of them costs at the most, by and large."""

GAME_SECONDS, PLY_FACTOR = 0.0003, 3.0
SEARCH_SECONDS = 0.000008
FIT_SECONDS = 0.000014
EXACT_SECONDS, FEWEST_EXACT = 0.00025, 52
"""What things cost one core: a game of depth 2, and how much more for each ply of it; a label of
one ply, and as much more for each; a position in the fit; a position solved with so many discs, and
EXACT_FACTOR times as much for each disc fewer."""
EXACT_FACTOR = 2.2
EARLY = 28
"""Stages that begin with fewer discs have fewer positions that differ."""


class Round(NamedTuple):
    """One round.

    games: how many are played, in whole batches. play: how. least: plies of a label's search at
    the least. each: positions of a game in each stage; half as many, as there are fewer that
    differ, in stages that begin before EARLY discs. exact: positions with so many discs are solved.
    """

    games: int
    play: GamesRecipe = GamesRecipe()
    least: int = 3
    each: int = 2
    exact: int = 52


def bounds_of_stage(first_discs: tuple[int, ...], stage: int) -> tuple[int, int]:
    """The least number of discs of a stage, and that of the next one."""
    ends = (*first_discs, 65)
    return ends[stage], ends[stage + 1]


class Plan(NamedTuple):
    """A whole run: who plays the first round's games, the rounds, and how weights are fitted.

    swept: whether a stage's labels use the weights of the stages behind, or those of the round
    before. without: names of PATTERNS and of COUNTS that are left out. judged: the positions that
    put a stage to scale, 0 for none.
    """

    rounds: tuple[Round, ...]
    evaluator: str = "bill"
    ridge: float = 30.0
    iterations: int = 25
    seed: int = 0
    first_discs: tuple[int, ...] = FIRST_DISCS
    swept: bool = True
    without: tuple[str, ...] = ()
    judged: int = JUDGED

    def recipe(self, number: int, stage: int) -> LabelsRecipe:
        """How a stage's positions are drawn and labelled in a round."""
        plan, (first, behind) = self.rounds[number], bounds_of_stage(self.first_discs, stage)
        each = plan.each if first >= EARLY else max(1, plan.each // 2)
        first, last = max(first, FEWEST_DISCS), min(behind, 64) - 1
        return LabelsRecipe(first, last, each, plan.least, plan.exact)

    def games_seconds(self, number: int) -> float:
        """What a round's games are expected to cost."""
        plan = self.rounds[number]
        return float(plan.games * GAME_SECONDS * PLY_FACTOR ** (plan.play.depth - 2))

    def labels_seconds(self, number: int, stage: int) -> float:
        """What a stage's labels are expected to cost."""
        recipe = self.recipe(number, stage)
        searched = SEARCH_SECONDS * PLY_FACTOR ** (recipe.least - 1)
        costs = [
            EXACT_SECONDS * EXACT_FACTOR ** (FEWEST_EXACT - discs)
            if discs >= recipe.exact
            else searched
            for discs in range(recipe.first, recipe.last + 1)
        ]
        return self.rounds[number].games * recipe.each * sum(costs) / len(costs)

    def scale_seconds(self, number: int, stage: int) -> float:
        """What putting a stage to scale is expected to cost; nothing where all labels are exact."""
        recipe = self.recipe(number, stage)
        return 0.0 if recipe.first >= recipe.exact else self.judged * JUDGED_SECONDS

    def fit_seconds(self, number: int) -> float:
        """What a fit is expected to cost."""
        return self.rounds[number].games * self.rounds[number].each * FIT_SECONDS

    def seconds(self) -> float:
        """What the whole run is expected to cost one core."""
        stages = range(len(self.first_discs))
        return sum(
            self.games_seconds(number)
            + sum(self.labels_seconds(number, stage) for stage in stages)
            + 2 * len(stages) * self.fit_seconds(number)
            + sum(self.scale_seconds(number, stage) for stage in stages)
            for number in range(len(self.rounds))
        )
