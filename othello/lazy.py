"""Public names of a package that are imported at their first use."""

import importlib
import itertools
import sys
from collections.abc import Callable, Collection, Mapping
from typing import Any


def names_from(
    package: str, homes: Mapping[str, Collection[str]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package; `homes` gives its public names by module.

    Kernels compile when their modules are imported; the window has to appear before that.
    """

    def find(name: str) -> Any:
        for home, names in homes.items():
            if name in names:
                value = getattr(importlib.import_module(home), name)
                setattr(sys.modules[package], name, value)
                return value
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return find, lambda: sorted({*vars(sys.modules[package]), *itertools.chain(*homes.values())})
