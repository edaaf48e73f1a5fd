"""Where the data that ships with the project is found: installed, editable or zipped."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Any


def _folder() -> Any:
    """The folder of the shipped files."""
    beside_the_sources = Path(__file__).resolve().parent.parent / "data"
    if (beside_the_sources.parent / "pyproject.toml").is_file():  # a checkout
        return beside_the_sources
    return resources.files("othello") / "data"


def data_names(suffix: str) -> list[str]:
    """The names of the shipped files that end in `suffix`, sorted."""
    return sorted(item.name for item in _folder().iterdir() if item.name.endswith(suffix))


@contextmanager
def data_file(name: str) -> Iterator[Path]:
    """A path to the shipped file `name`, such as "bill_tables.npz", while the context lasts.

    FileNotFoundError if the project ships none of that name.
    """
    with resources.as_file(_folder() / name) as path:
        if not path.is_file():
            raise FileNotFoundError(f"the project ships no data file {name!r}")
        yield path
