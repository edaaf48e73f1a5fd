"""Make the site: the pages as MkDocs renders them, and the reference of the public modules.

A link to a page, a picture or a heading that is not there ends it with exit code 1.
"""

import argparse
import logging
import os
import pkgutil
import shutil
import sys
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

os.environ["NUMBA_DISABLE_JIT"] = "1"  # kernels are documented as the functions that they are

import pdoc

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("othello", "players", "tournament")
WITHOUT = "players.window"
"""Nobody calls the window from outside."""
PARTS = {
    "Play": "play strategy coach programs",
    "Write players": "players own-search library arrays engine protocols tournaments cluster "
    "security api architecture",
    "Study search": "experiments searches search-trees evaluation forward-estimation "
    "interest-search",
}
"""The pages of `docs` in the site's menu."""


def public_modules() -> Iterator[str]:
    """Yield the names of the packages and of their public modules.

    pdoc itself would leave out what a package does not name in `__all__`.
    """
    for package in PACKAGES:
        yield package
        for module in pkgutil.walk_packages([str(ROOT / package)], f"{package}."):
            private = module.name.rpartition(".")[2].startswith("_")
            if not private and not f"{module.name}.".startswith(f"{WITHOUT}."):
                yield module.name


def make_reference(folder: Path) -> None:
    """Write the pages of the public modules."""
    modules = list(public_modules())
    pdoc.render.configure(show_source=False)  # which doubles the time and the size
    with warnings.catch_warnings():
        # Where a package has no `__all__` pdoc has found its modules by itself.
        warnings.filterwarnings("ignore", "The module specification")
        # It cannot resolve a NamedTuple that holds others of its class, and prints the annotation.
        warnings.filterwarnings("ignore", "Error parsing type annotation")
        pdoc.pdoc(*modules, f"!{WITHOUT}", output_directory=folder)
    print(f"{len(modules)} modules in {folder}")


def make_pages(folder: Path) -> None:
    """Write the README, the pages of `docs` and what they show; SystemExit for a broken link."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config
    from mkdocs.exceptions import Abort

    found = sorted((ROOT / "docs/results").glob("*.md"), key=lambda page: page.name != "index.md")
    results = [f"docs/results/{page.name}" for page in found]
    menu = [
        {"Othello laboratory": "README.md"},
        *({part: [f"docs/{page}.md" for page in pages.split()]} for part, pages in PARTS.items()),
        {"Results": results},
        {"Project": ["CONTRIBUTING.md", "CHANGELOG.md", "data/README.md"]},
    ]
    with tempfile.TemporaryDirectory() as staged:
        pages = Path(staged, "pages")  # they lie to each other as in the repository
        shutil.copytree(ROOT / "docs", pages / "docs", ignore=shutil.ignore_patterns("*.py"))
        shutil.copytree(ROOT / "data", pages / "data", ignore=shutil.ignore_patterns("*.npz"))
        for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"):
            shutil.copy(ROOT / name, pages)
        settings = Path(staged, "mkdocs.yml")
        settings.write_text("site_name: Othello laboratory\n", "utf-8")
        config = load_config(
            str(settings),
            docs_dir=str(pages),
            site_dir=str(folder.resolve()),
            nav=menu,
            theme={"name": "readthedocs"},
            strict=True,
            validation={
                "nav": {"omitted_files": "warn"},
                "links": {"anchors": "warn", "unrecognized_links": "warn"},
            },
        )
        logging.basicConfig(level=logging.WARNING, format="%(message)s")
        try:
            build(config)
        except Abort as error:
            sys.exit(str(error))


def main() -> None:
    """Make the site in a folder."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=formatter)
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    folder = parser.parse_args().folder
    make_pages(folder)
    make_reference(folder / "api")


if __name__ == "__main__":
    main()
