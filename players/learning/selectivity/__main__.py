"""Learn the engine's cuts: python -m players.learning.selectivity measures and fits."""

from typing import Any

import numpy as np

from othello.cli.command import exit_with
from players.engine.search_memory import PROBCUT_FILE
from players.learning.batches import join
from players.learning.command import SEED, Learner, Run, Setting
from players.learning.selectivity.fit import (
    DEEPEST_CUT,
    HELD_OUT,
    CutChoice,
    cuts_of,
    fit_model,
    shares_within,
)
from players.learning.selectivity.samples import BATCH, VALUES, Recipe, Samples

FIRST_POSITIONS = 4
"""Number of positions that `first_sha256` covers."""


def learn(run: Run) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Return the cuts, and notes about the model and the range of its measurements."""
    columns, batch = join(run.collect(VALUES), *Samples._fields)
    samples, held_out = Samples(*columns), batch % HELD_OUT == 0
    model, choice = fit_model(samples.pick(~held_out)), CutChoice()
    notes = {
        "cuts": choice._asdict(),
        "held_out": f"one batch of {BATCH} in {HELD_OUT}",
        "extrapolated": f"sigma by the same law to depth {DEEPEST_CUT}, then equal; leads of "
        "deeper searches are those of the deepest measured of their parity; of more than "
        f"{model.end_most} empty squares those of results are as there",
        "spread": [round(float(weight), 4) for weight in model.spread],
        "end_spread": [round(float(weight), 4) for weight in model.end_spread],
        "first_sha256": VALUES.digest_of_first(run.recipe, FIRST_POSITIONS),
        "within": shares_within(model, samples.pick(held_out)),
    }
    return cuts_of(model, choice), notes


LEARNER = Learner(
    name="selectivity",
    summary="""\
Learn how well shallow searches of the engine predict deep ones. Positions of the program's
own games are searched to every depth without cuts, and solved near the end. Bias and spread
of the differences are fitted, and checked on other positions.""",
    examples="""\
  {command} --positions 1600 --depth 6 --out mine.npz
  {command} --jobs 2 --out mine.npz""",
    total=Setting(
        "positions", f"positions to measure, in batches of {BATCH}", HELD_OUT * BATCH, default=4400
    ),
    options=[Setting("depth", "plies of the deepest search", 4, 14), SEED],
    out=PROBCUT_FILE,
    recipe=Recipe,
    learn=learn,
)
main = LEARNER.main

if __name__ == "__main__":
    exit_with(main)
