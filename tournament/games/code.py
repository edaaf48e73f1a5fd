"""The version of the code: a digest of all code and data that decide the moves of players."""

import importlib.util
import re
from functools import lru_cache
from pathlib import Path

from othello import fingerprint
from othello.files import named_file


def _user_files(module: str) -> dict[str, str]:
    """Return the digests of a package's Python files, or of those beside a module, by name.

    A module may import its neighbours. Empty if the module cannot be found.
    """
    spec = importlib.util.find_spec(module)
    if spec is None:
        return {}
    if spec.submodule_search_locations is not None:
        folders, pattern = [Path(folder) for folder in spec.submodule_search_locations], "**/*.py"
    elif spec.has_location and spec.origin is not None:
        folders, pattern = [Path(spec.origin).parent], "*.py"
    else:
        return {}
    return {
        f"{module}/{path.relative_to(folder).as_posix()}": fingerprint.digest_of_source(
            path.read_bytes()
        )
        for folder in folders
        for path in folder.glob(pattern)
        if path.is_file()  # an editor's lock is a dangling link
    }


NAMED_FILE = re.compile(
    r'(?:evaluator|costs|cuts|book|weights)="(?:[^"@]*@)?([^"]+)"'
    r'|(?:@|costs=|cuts=|book=|weights=)([^,"]+)'
)
"""A file in a specification, in double quotes if its name has commas."""


def _named_files(specs: tuple[str, ...]) -> dict[str, str]:
    """Return the digests of files in specifications, as in evaluator=bill@mine.npz or book=..."""
    digests = {}
    for name in {"".join(name) for spec in specs for name in NAMED_FILE.findall(spec)}:
        with named_file(name) as path:
            if path.is_file():
                digests[name] = fingerprint.digest(path.read_bytes())
    return digests


@lru_cache
def code_version(modules: tuple[str, ...] = (), specs: tuple[str, ...] = ()) -> str:
    """Return the digest of all code and data that decide the moves of players.

    These are the modules that play, the learned files, the folders of the users' `modules`, and
    the files that the specifications name.
    """
    parts = {**fingerprint.playing_modules(), **fingerprint.learned_files(), **_named_files(specs)}
    for module in modules:
        parts.update(_user_files(module))
    return fingerprint.digest_of_parts(parts)
