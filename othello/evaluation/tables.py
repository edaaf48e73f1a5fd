"""Tables and weights of evaluations on disk: made by commands, read at the first use."""

import functools
import io
import json
import stat
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from othello.cli.errors import UserError, first_line
from othello.evaluation.bill import KNOTS, TERMS, Bill, Tables
from othello.evaluation.lines import LINE_LANES, contributions, offsets
from othello.files import data_file, named_file, replace_file
from othello.position import STAGES
from othello.rules import SCORE_SCALE

TABLES = "bill_tables.npz"
BILL_WEIGHTS = "bill_weights.npz"
EDGE_STATES = 3**10


MOST_BYTES = 2**28
"""The largest size of a file, and of its arrays, in bytes."""
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA)
"""Allowed compression; a kilobyte of bzip2 can hold a gigabyte."""
LARGEST = 2.0**53
"""Bound on floating-point numbers, so that each fits an integer."""
PIECE = 2**12
"""Bytes that are unpacked at once: an entry may hold more than it declares."""


def _array(archive: zipfile.ZipFile, name: str) -> np.ndarray:
    """Return an array of a file, at most as large as its entry declares; ValueError if damaged."""
    with archive.open(f"{name}.npy") as packed:
        content = b"".join(iter(lambda: packed.read(PIECE), b""))
    return np.lib.format.read_array(io.BytesIO(content), allow_pickle=False)


def _archive(path: Path) -> zipfile.ZipFile:
    """Open a file as an archive; ValueError if it is large, or a pipe or a device."""
    info = path.stat()
    if not stat.S_ISREG(info.st_mode):
        raise ValueError("a folder, a pipe or a device")
    if info.st_size > MOST_BYTES:
        raise ValueError(f"{info.st_size:,} bytes, where {MOST_BYTES:,} are the most")
    return zipfile.ZipFile(path)


def load_arrays(
    path: Path, shapes: Mapping[str, tuple[int | str, ...] | None]
) -> dict[str, np.ndarray]:
    """Return the arrays of a file, which must have these names and shapes, None for any shape.

    A text in a shape stands for one size, the same in all shapes. UserError for another file.
    """
    try:
        with named_file(path) as place, _archive(place) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
            if unpacked > MOST_BYTES:
                raise ValueError(f"{unpacked:,} bytes unpacked, where {MOST_BYTES:,} are the most")
            if any(entry.compress_type not in METHODS for entry in archive.infolist()):
                raise ValueError("packed in another way than by DEFLATE or LZMA")
            present = {entry.removesuffix(".npy") for entry in archive.namelist()}
            arrays = {name: _array(archive, name) for name in (*shapes, "about") if name in present}
            arrays.setdefault("about", np.array("{}"))
    except FileNotFoundError:
        raise UserError(f"{path}: no such file") from None
    except Exception as error:  # numpy and zipfile raise half a dozen kinds for a damaged file
        raise UserError(f"{path}: not a data file of this project ({first_line(error)})") from None
    sizes: dict[str, int] = {}
    for name, shape in shapes.items():
        if name not in arrays:
            raise UserError(f"{path}: {name!r} is missing in it")
        if shape is not None and len(shape) == arrays[name].ndim:
            pairs = zip(shape, arrays[name].shape, strict=True)
            shape = tuple(n if isinstance(n, int) else sizes.setdefault(n, m) for n, m in pairs)
        kind = arrays[name].dtype.kind
        numbers = kind in "iu" or (kind == "f" and (abs(arrays[name]) < LARGEST).all())
        if shape not in (None, arrays[name].shape) or not numbers:
            raise UserError(f"{path}: {name!r} is not {shape or 'of'} finite numbers")
    return arrays


def npz_bytes(arrays: Mapping[str, Any], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return the content of an .npz file; the same arrays give the same bytes."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, array in arrays.items():
            content_of_array = io.BytesIO()
            np.save(content_of_array, array, allow_pickle=False)
            undated = zipfile.ZipInfo(f"{name}.npy")
            archive.writestr(undated, content_of_array.getvalue(), method, compresslevel=9)
    return content.getvalue()


def save(
    path: Path,
    about: Mapping[str, Any],
    arrays: Mapping[str, np.ndarray],
    *,
    method: int = zipfile.ZIP_LZMA,
) -> None:
    """Write arrays and their description to a file, whole or not at all.

    `method` is one of zipfile's: LZMA makes counts a third smaller than ZIP_DEFLATED, which is read
    five times as fast.
    """
    description = {"about": np.array(json.dumps(about, indent=1))}
    replace_file(path, npz_bytes({**description, **arrays}, method))


def about(path: Path) -> dict[str, Any]:
    """Return the description in a file."""
    return json.loads(str(load_arrays(path, {})["about"]))


@functools.cache
def shared_arrays() -> dict[str, np.ndarray]:
    """Return the tables that all evaluators share; nothing writes to them."""
    with data_file(TABLES) as path:
        arrays = load_arrays(path, {"edges": (EDGE_STATES,), "lines": (offsets()["end"], 2)})
    return {
        "added": contributions(offsets()),
        "lines": arrays["lines"].astype(np.int64),
        "edges": arrays["edges"].astype(np.int16),
    }


def tables() -> Tables:
    """Return the shipped tables, with a new buffer for an evaluation's numbers."""
    return Tables(**shared_arrays(), numbers=np.zeros(LINE_LANES, np.uint16))


def weights(kind: str, path: Path | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Return Bill's weights and calibration of one kind, "quadratic" or "logistic".

    They come from the file at `path`, or from the shipped one. UserError for a bad file.
    """
    shapes = {f"{kind}_weights": (STAGES, TERMS), f"{kind}_calibration": (STAGES, KNOTS)}
    if path is not None:
        arrays = load_arrays(path, shapes)
    else:
        with data_file(BILL_WEIGHTS) as shipped:
            arrays = load_arrays(shipped, shapes)
    found, calibration = (arrays[name] for name in shapes)
    most = 64 * SCORE_SCALE
    if calibration.max() > most or calibration.min() < -most:
        raise UserError(f"{path}: '{kind}_calibration' is beyond any score")
    return np.ascontiguousarray(found, np.float64), np.ascontiguousarray(calibration, np.int64)


def bill(kind: str, path: Path | None = None) -> Bill:
    """Return Bill's evaluation with the weights of one kind; see `weights`."""
    return Bill(tables(), *weights(kind, path))
