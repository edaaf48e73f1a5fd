"""Games and problems of others, which lie beside a checkout and are no part of it."""

from pathlib import Path

import pytest

SHARED = Path(__file__).parents[2] / "shared" / "data"
WTHOR = SHARED / "wthor"


def needs_public(*paths: Path) -> pytest.MarkDecorator:
    """Skip the test unless every path exists; without one, unless the folder does."""
    missing = [path for path in paths or (SHARED,) if not path.exists()]
    told = ", ".join(f"../shared/data/{path.relative_to(SHARED)}" for path in missing)
    return pytest.mark.skipif(bool(missing), reason=f"there is no {told}")
