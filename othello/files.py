"""Files that are written whole or not at all."""

import errno
import os
import secrets
from pathlib import Path
from typing import TypeAlias

FilePath: TypeAlias = str | os.PathLike[str]


def check_place(path: FilePath) -> None:
    """OSError that names `path` if `replace_file` could not put a file there, as far as is known.

    For before long work whose result goes there.
    """
    folder = Path(os.path.realpath(path)).parent
    if not folder.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", os.fspath(path))
    if Path(path).is_dir() or not os.access(folder, os.W_OK):
        raise OSError(errno.EINVAL, "this cannot be written", os.fspath(path))


def replace_file(path: FilePath, content: bytes) -> None:
    """Put a file with `content` in the place of whatever `path` was before.

    It is written beside its place and then moved there, so that a full disk or
    a crash leaves the old file or the new one, never a part. OSError if it fails,
    or if `path` is a folder or a device.
    """
    target = Path(os.path.realpath(path))  # a link stays, and what it points to changes
    if target.exists() and not target.is_file():
        raise OSError(errno.EINVAL, "not a file but a folder or a device", str(target))
    partial = target.with_name(f".{secrets.token_hex(8)}.partial")
    try:
        with partial.open("xb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(partial, target)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
