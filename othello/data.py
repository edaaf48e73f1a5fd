"""Where the data that ships with the project is found: installed, editable or zipped."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path


@contextmanager
def data_file(name: str) -> Iterator[Path]:
    """A path to the shipped file `name`, such as "bill_tables.npz", while the context lasts.

    FileNotFoundError if the project ships none of that name.
    """
    beside_the_sources = Path(__file__).resolve().parent.parent / "data" / name
    if beside_the_sources.is_file():
        yield beside_the_sources
        return
    with resources.as_file(resources.files("othello") / "data" / name) as path:
        if not path.is_file():
            raise FileNotFoundError(f"the project ships no data file {name!r}")
        yield path
