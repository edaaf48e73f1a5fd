"""The evaluators that an experiment compares, and their values for many positions."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from othello import evaluation
from othello.cli.errors import UserError
from othello.evaluation import FROM_FILE
from othello.fingerprint import digest


class Compared(NamedTuple):
    """An evaluator by name; `digest` is that of the file of weights which the name may hold."""

    name: str
    digest: str

    @property
    def label(self) -> str:
        """The name for a table, the file without its folder."""
        base, at, path = self.name.partition(FROM_FILE)
        return f"{base}{at}{Path(path).name}"


def compared(names: Sequence[str]) -> list[Compared]:
    """The evaluators of these names, each once; UserError, one line, for what is none."""
    found = []
    for name in dict.fromkeys(names):
        path = name.partition(FROM_FILE)[2]
        try:
            evaluation.named(name)
            content = digest(Path(path).read_bytes()) if path else ""
        except (ValueError, OSError) as error:
            raise UserError(f"evaluator {name}: {error}") from None
        found.append(Compared(name, content))
    return found
