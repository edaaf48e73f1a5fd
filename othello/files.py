"""Files that are written whole or not at all, and where the project's own data lies."""

import errno
import glob
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import resources
from pathlib import Path
from typing import Any, TypeAlias

FilePath: TypeAlias = str | os.PathLike[str]

APPLICATION = "othello-laboratory"
"""The name of our folders among a user's caches, settings and data."""


def check_place(path: FilePath) -> None:
    """OSError that names `path` if `replace_file` could not put a file there, as far as is known.

    For before long work whose result goes there.
    """
    folder = Path(os.path.realpath(path)).parent
    if not folder.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", os.fspath(path))
    if Path(path).is_dir() or not os.access(folder, os.W_OK):
        raise OSError(errno.EINVAL, "this cannot be written", os.fspath(path))


LEARNED_FILES = (
    *("bill_tables.npz", "bill_weights.npz", "bill_weights_first.npz", "pattern_weights.npz"),
    *("edge_costs.npz", "edge_costs_patterns.npz"),
    *("edge_costs_10_games.npz", "edge_costs_10_games_patterns.npz"),
    *("interest_weights.npz", "interest_weights_patterns.npz"),
    *("selectivity.npz", "human_errors.npz", "book.npz"),
)
"""The shipped files that players have learned; they read no other ones."""
SHIPPED_FILES = (*LEARNED_FILES, "engines.toml")
"""All shipped files that the program reads."""


def check_ending(path: FilePath, *endings: str) -> None:
    """OSError that names `path` if it ends in none of `endings`, in whatever case."""
    if Path(path).suffix.lower() not in endings:
        known = f"the name ends in none of {', '.join(endings)}"
        raise OSError(errno.EINVAL, known, os.fspath(path))


TOKEN_BYTES = 8
"""How long the name is that a writer gives its part, so that none has another's."""
MOST_TRIES = 100
"""How often a file is written whose part another program removes."""


def locked(path: FilePath) -> Any:
    """The lock of the file at `path`, made if need be; None if another process has it.

    It lasts until `release`, or until the process ends, by a kill too: so a file that can be
    locked is nobody else's. None too where no lock can be made. It never waits: where a file
    cannot be made at all, filelock would try for ever.
    """
    if not Path(path).parent.is_dir():  # which would be made
        return None
    import filelock  # only now: it takes longer than all the rest of this module

    held = filelock.FileLock(path, thread_local=False)
    try:
        held.acquire(timeout=0)
    except (filelock.Timeout, OSError, NotImplementedError):
        return None
    return held


def _part_of(guard: Path) -> Path:
    """The part that is written while the file `guard` is locked."""
    return guard.with_suffix(".partial")


def _release(guard: Path, held: Any) -> None:
    """Unlock and remove a guard and what is left of its part."""
    _part_of(guard).unlink(missing_ok=True)
    if held is not None:
        held.release()
    guard.unlink(missing_ok=True)


def _remove_parts_of(target: Path) -> None:
    """Remove the parts of `target` whose writers are gone, and those that have lost their guard.

    A guard that its writer has made and not yet locked looks like one that was left.
    """
    token = "[0-9a-f]" * 2 * TOKEN_BYTES
    for left in target.parent.glob(f".{glob.escape(target.name)}.{token}.[lp]*"):
        guard = left.with_suffix(".lock")
        with suppress(OSError):
            held = locked(guard)
            if held is not None:
                _release(guard, held)


def _written(target: Path, content: bytes) -> bool:
    """Whether `target` has the content now; not if another writer took the part for one left."""
    guard = target.with_name(f".{target.name}.{secrets.token_hex(TOKEN_BYTES)}.lock")
    partial = _part_of(guard)
    held = locked(guard)  # who cleans up has it for a moment at most
    try:
        with partial.open("xb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        with suppress(FileNotFoundError):
            os.replace(partial, target)
            return True
        return False
    finally:
        _release(guard, held)


def replace_file(path: FilePath, content: bytes) -> None:
    """Put a file with `content` in the place of whatever `path` was before.

    It is written beside its place and then moved there, so that a full disk or a crash leaves the
    old file or the new one, never a part; a part that a killed process left beside it is removed.
    OSError if it fails, or if `path` is a folder or a device.
    """
    target = Path(os.path.realpath(path))  # a link stays, and what it points to changes
    if target.exists() and not target.is_file():
        raise OSError(errno.EINVAL, "not a file but a folder or a device", str(target))
    _remove_parts_of(target)
    if not any(_written(target, content) for _ in range(MOST_TRIES)):
        raise OSError(errno.EBUSY, "another program removes what is written there", str(target))


def data_folder() -> Any:
    """The folder of the shipped files."""
    beside_the_sources = Path(__file__).resolve().parent.parent / "data"
    if (beside_the_sources.parent / "pyproject.toml").is_file():  # a checkout
        return beside_the_sources
    return resources.files("othello") / "data"


def is_shipped(path: FilePath) -> bool:
    """Whether a path is that of a shipped file."""
    shipped = Path(str(data_folder())) / Path(path).name
    return shipped.is_file() and Path(path).resolve() == shipped.resolve()


def data_name_for(name: str, variant: str) -> str:
    """The shipped file that is to `variant` what `name` is to others: "a.npz", "a_variant.npz".

    `name` itself if there is none.
    """
    path = Path(name)
    own = f"{path.stem}_{variant}{path.suffix}"
    return own if own in SHIPPED_FILES else name


@contextmanager
def data_file(name: str) -> Iterator[Path]:
    """A path to the shipped file `name`, such as "bill_tables.npz", while the context lasts.

    FileNotFoundError if SHIPPED_FILES does not name it, or if it is missing.
    """
    with resources.as_file(data_folder() / name) as path:
        if name not in SHIPPED_FILES or not path.is_file():
            raise FileNotFoundError(f"the project ships no data file {name!r}")
        yield path


@contextmanager
def named_file(path: FilePath) -> Iterator[Path]:
    """A path to the file that is named, while the context lasts.

    `data/NAME` is the shipped file NAME, unless there is such a file in the current folder.
    """
    own = Path(path)
    shipped = own.name if own == Path("data", own.name) else ""
    if shipped in SHIPPED_FILES and not own.is_file():
        with data_file(shipped) as found:
            yield found
    else:
        yield own
