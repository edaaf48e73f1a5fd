"""Matches between named players, for figures of pages that no paper has."""

from typing import Any

from othello.cli.errors import UserError
from tournament.experiments.runner import Experiment, Pairing, Runner, spec
from tournament.experiments.runner.arguments import of_matches, option
from tournament.experiments.runner.output import WIN_COLUMNS, Table


def measure(run: Runner) -> dict[str, Any]:
    """Return a row for each two players; its name is "A - B"."""
    names = run.options.specs
    if len(names) % 2:
        raise UserError("expected two players for each match, got one without an opponent")
    pairs = zip(names[::2], names[1::2], strict=True)
    return {"rows": run.play([Pairing(f"{a} - {b}", spec(a), spec(b)) for a, b in pairs])}


EXPERIMENT = Experiment(
    name="matches",
    summary="matches between named players, each opening with both colours",
    options=(
        option("specs PLAYER...", "the two players of each match, A and B in turn"),
        of_matches(),
    ),
    measure=measure,
    tables=Table(f"match {{name}} | {WIN_COLUMNS}", "Matches"),
)
