"""Make the reference of the public modules from their docstrings.

python docs/make_api.py FOLDER            of all
python docs/make_api.py FOLDER MODULE...  of these
"""

import os
import pkgutil
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

os.environ["NUMBA_DISABLE_JIT"] = "1"  # kernels are documented as the functions that they are

import pdoc

PACKAGES = ("othello", "players", "tournament")
WITHOUT = "players.window"
"""Nobody calls the window from outside."""


def public_modules(root: Path) -> Iterator[str]:
    """The names of the packages in `root` and of all that lies in them, private ones left out.

    pdoc itself would leave out what a package does not name in `__all__`.
    """
    for package in PACKAGES:
        yield package
        for module in pkgutil.walk_packages([str(root / package)], f"{package}."):
            private = module.name.rpartition(".")[2].startswith("_")
            if not private and not f"{module.name}.".startswith(f"{WITHOUT}."):
                yield module.name


def main(folder: str, *chosen: str) -> None:
    """Write the pages of the chosen modules, of all if there are none, into a folder."""
    modules = chosen or list(public_modules(Path(__file__).resolve().parents[1]))
    pdoc.render.configure(show_source=False)  # which doubles the time and the size
    with warnings.catch_warnings():
        # Where a package has no `__all__` pdoc has found its modules by itself.
        warnings.filterwarnings("ignore", "The module specification")
        # It cannot resolve a NamedTuple that holds others of its class, and prints the annotation.
        warnings.filterwarnings("ignore", "Error parsing type annotation")
        pdoc.pdoc(*modules, f"!{WITHOUT}", output_directory=Path(folder))
    print(f"{len(modules)} modules in {folder}")


if __name__ == "__main__":
    main(*sys.argv[1:])
