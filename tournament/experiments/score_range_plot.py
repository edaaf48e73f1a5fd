"""The picture of contingency minimax on graphs: what was wrong and what it cost, by size."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tournament.experiments import plots
from tournament.experiments.graph_errors import PRICES, TABLES, TWO_SIDED, Results, row_of
from tournament.experiments.graph_trials import FULL, WINDOWS
from tournament.experiments.plots import Curve, Panel

LINES = ("-", "--")
ROOM = 1.45
"""The height of the axes to that of the highest point."""
RATIOS = (1, 2, 5, 10, 20, 50)


def _share_curves(by_size: Mapping[str, list[dict[str, Any]]], key: str) -> list[Curve]:
    """Shares of wrong roots or entries by size, all densities together."""
    curves = []
    for line, (windows, rows) in zip(LINES, by_size.items(), strict=True):
        sizes = [int(row["size"]) for row in rows]
        for color, name in enumerate(TABLES):
            shares = [row[name][key] for row in rows]
            ends = [row[name][f"{key}_interval"] for row in rows]
            errors = [(high - low) / (2 * TWO_SIDED) for low, high in ends]
            curves.append(Curve(f"{name}, {windows}", sizes, shares, errors, color, line=line))
    return curves


def _share_panel(by_size: Mapping[str, list[dict[str, Any]]], key: str, what: str) -> Panel:
    """One pair of axes of shares, with room for the legend above them."""
    curves = _share_curves(by_size, key)
    top = ROOM * max(1.0, *(share for curve in curves for share in curve.y))
    return Panel(curves, {"xlabel": "nodes", "ylabel": what, "ylim": (-0.03 * top, top)})


def _price_curves(rows: Sequence[dict[str, Any]]) -> list[Curve]:
    """What the mended table costs, beside the others, by size and density."""
    curves = []
    densities = list(dict.fromkeys(row["density"] for row in rows))
    for line, (dear, cheap) in zip(LINES, PRICES, strict=False):
        for color, density in enumerate(densities):
            of_kind = [row for row in rows if row["density"] == density]
            sizes = [int(row["size"]) for row in of_kind]
            means, errors = zip(*(row[f"{dear} / {cheap}"] for row in of_kind), strict=True)
            label = f"{dear} / {cheap}, {density} moves"
            curves.append(Curve(label, sizes, means, errors, len(TABLES) + color, line=line))
    return curves


def _price_panel(rows: Sequence[dict[str, Any]]) -> Panel:
    """The axes of the ratios, which are logarithmic."""
    settings = {
        "xlabel": "nodes",
        "ylabel": "positions generated, ratio, full window",
        "yscale": "log",
        "yticks": RATIOS,
        "yticklabels": RATIOS,
    }
    return Panel(_price_curves(rows), settings)


def draw(cells: Mapping[tuple[int, int], Results], path: Path) -> None:
    """Wrong roots, wrong entries and nodes against size; cells by density and size."""
    sizes = sorted({size for _, size in cells})
    pooled = {
        size: [one for (_, own), part in cells.items() if own == size for one in part]
        for size in sizes
    }
    by_size = {
        windows: [row_of(pooled[size], windows, str(size), "all") for size in sizes]
        for windows in WINDOWS
    }
    kinds = [row_of(part, FULL, str(size), str(density)) for (density, size), part in cells.items()]
    panels = [
        _share_panel(by_size, "root", "wrong roots, %"),
        _share_panel(by_size, "entries", "wrong entries, %"),
        _price_panel(kinds),
    ]
    graphs = sum(len(part) for part in cells.values())
    plots.draw(panels, path, f"Contingency minimax on {graphs:,} graphs with cycles")
