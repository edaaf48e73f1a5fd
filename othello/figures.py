"""Figures of matplotlib's in files: where one may lie, and how it is written."""

import importlib.util
import io
from pathlib import Path
from typing import Any

from othello.files import check_place, replace_file

FIGURE_KINDS = (".pdf", ".png", ".svg")
DOTS_PER_INCH = 150


def check_figure(path: Path) -> None:
    """OSError or ValueError, in one line, if no figure could be written at `path`."""
    if path.suffix.lower() not in FIGURE_KINDS:
        raise ValueError(f"{path}: a plot's name ends in one of {' '.join(FIGURE_KINDS)}")
    check_place(path)
    if importlib.util.find_spec("matplotlib") is None:
        raise ValueError("plots need matplotlib: install the extra 'plots'")


def save_figure(figure: Any, path: Path) -> None:
    """Write a figure in the format of the name, whole or not at all; OSError if that fails."""
    content = io.BytesIO()
    figure.savefig(content, format=path.suffix.lower().strip("."), dpi=DOTS_PER_INCH)
    replace_file(path, content.getvalue())
