"""Files that are written whole or not at all, and the project's own data files."""

import errno
import itertools
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Any, TypeAlias

FilePath: TypeAlias = str | os.PathLike[str]

APPLICATION = "othello-laboratory"
"""The name of our folders in a user's caches, settings and data."""

MOST_LINKS = 40
"""Longer chains of links are errors of the system."""


def _links(path: Path) -> Iterator[Path]:
    """Yield the links on the way to `path`, each before those on the way to its target."""
    for one in reversed((path, *path.parents)):
        if one.is_symlink():
            yield one
            yield from _links(one.parent / os.readlink(one))


def check_links(path: FilePath) -> None:
    """Raise PermissionError if another user's link in a shared folder is on the way to `path`.

    Links of the folder's owner and of the superuser are trusted. Linux has the same rule where it
    follows links itself.
    """
    if not hasattr(os, "geteuid"):
        return
    for link in itertools.islice(_links(Path(path)), MOST_LINKS):
        folder = link.parent.stat()
        trusted = (0, os.geteuid(), folder.st_uid)
        if folder.st_mode & 0o022 and link.lstat().st_uid not in trusted:
            reason = "this is a link of another user in a shared folder"
            raise PermissionError(errno.EACCES, reason, os.fspath(link))


def check_writable(path: FilePath) -> None:
    """Raise OSError if `replace_file` could not write to `path`; a check before long work."""
    check_links(path)
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
"""The shipped files that players have learned; they read no others."""
SHIPPED_FILES = (*LEARNED_FILES, "engines.toml", "self_play.txt")
"""All shipped files that the program reads."""


def check_ending(path: FilePath, *endings: str) -> None:
    """Raise OSError unless the name of `path` ends in one of `endings`, in any case."""
    if Path(path).suffix.lower() not in endings:
        reason = f"the name ends in none of {', '.join(endings)}"
        raise OSError(errno.EINVAL, reason, os.fspath(path))


def replace_file(path: FilePath, content: bytes) -> None:
    """Replace the file at `path` by one with `content`.

    A temporary file in the same folder is renamed, so that a full disk or a crash leaves the old
    file or the new one, which gets its mode. OSError if it fails, if `path` is a folder or a
    device, or for a link that `check_links` refuses.
    """
    check_links(path)
    target = Path(os.path.realpath(path))  # the target of a link is replaced
    if target.exists() and not target.is_file():
        raise OSError(errno.EINVAL, "not a file but a folder or a device", str(target))
    partial = target.with_name(f".{target.name}.{secrets.token_hex(8)}.partial")
    try:
        with partial.open("xb") as stream:
            if target.exists() and (mode := target.stat().st_mode) != partial.stat().st_mode:
                partial.chmod(mode & 0o777)
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(partial, target)
    finally:
        partial.unlink(missing_ok=True)


def data_folder() -> Any:
    """Return the folder of the shipped files."""
    checkout_data = Path(__file__).resolve().parent.parent / "data"
    if (checkout_data.parent / "pyproject.toml").is_file():
        return checkout_data
    return resources.files("othello") / "data"


def is_shipped(path: FilePath) -> bool:
    """True if a path is that of a shipped file."""
    shipped = Path(str(data_folder())) / Path(path).name
    return shipped.is_file() and Path(path).resolve() == shipped.resolve()


def data_name_for(name: str, variant: str) -> str:
    """Return the shipped file "a_variant.npz" for "a.npz" and `variant`, or `name` if missing."""
    path = Path(name)
    own = f"{path.stem}_{variant}{path.suffix}"
    return own if own in SHIPPED_FILES else name


@contextmanager
def data_file(name: str) -> Iterator[Path]:
    """Within, give a path to the shipped file `name`, such as "bill_tables.npz".

    FileNotFoundError if SHIPPED_FILES does not name it, or if it is missing.
    """
    with resources.as_file(data_folder() / name) as path:
        if name not in SHIPPED_FILES or not path.is_file():
            raise FileNotFoundError(f"the project ships no data file {name!r}")
        yield path


@contextmanager
def named_file(path: FilePath) -> Iterator[Path]:
    """Within, give a path to a file that the user names.

    `data/NAME` is the shipped file NAME, unless the current folder has such a file.
    """
    own = Path(path)
    shipped = own.name if own == Path("data", own.name) else ""
    if shipped in SHIPPED_FILES and not own.is_file():
        with data_file(shipped) as found:
            yield found
    else:
        yield own
