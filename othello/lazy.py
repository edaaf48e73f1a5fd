"""Public names of a package that are imported at their first use."""

import importlib
import sys
from collections.abc import Callable, Sequence
from typing import Any


def names_from(
    package: str, names: Sequence[str], homes: Sequence[str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package; its public names are in the modules `homes`.

    Kernels compile when their modules are imported; the window has to appear before that.
    """

    def find(name: str) -> Any:
        for home in homes if name in names else ():
            module = importlib.import_module(home)
            if hasattr(module, name):
                setattr(sys.modules[package], name, getattr(module, name))
                return getattr(module, name)
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return find, lambda: sorted({*vars(sys.modules[package]), *names})
