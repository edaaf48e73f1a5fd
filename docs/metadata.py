"""What the build adds: links that depend on where the project is published, the window's languages.

An index shows the README outside of the repository, where relative links lead nowhere. With
`OTHELLO_REPOSITORY=https://HOST/OWNER/NAME python -m build` its pictures and links become whole,
and the project's page names the repository; without it both stay as they are written.
"""

import os
import re
import tempfile
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from babel.messages import mofile, pofile
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

RELATIVE = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#)([^)]+)\)")
"""A link of Markdown, or a picture, to a path of the repository."""
LANGUAGES = "players/window/languages"
NO_DATE = datetime(2000, 1, 1, tzinfo=timezone.utc)
"""In place of today, so that a wheel is the same whenever it is built."""


def whole(text: str, repository: str) -> str:
    """The text with links into `repository`, pictures as the files themselves."""

    def link(found: re.Match[str]) -> str:
        picture, words, path = found.groups()
        return f"{picture}[{words}]({repository}/{'raw' if picture else 'blob'}/main/{path})"

    return RELATIVE.sub(link, text)


class Metadata(MetadataHookInterface):
    """Gives `readme` and `urls`."""

    def update(self, metadata: dict) -> None:
        """Fill in both; ValueError for a repository that is no address."""
        text = Path(self.root, "README.md").read_text("utf-8")
        repository = os.environ.get("OTHELLO_REPOSITORY", "").rstrip("/")
        if repository:
            if not re.fullmatch(r"https?://\S+", repository):
                raise ValueError(f"OTHELLO_REPOSITORY={repository!r} is no address")
            text = whole(text, repository)
            metadata["urls"] = {
                "Homepage": repository,
                "Documentation": f"{repository}/blob/main/docs/play.md",
                "Changelog": f"{repository}/blob/main/CHANGELOG.md",
                "Issues": f"{repository}/issues",
            }
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


class Catalogues(BuildHookInterface):
    """Compiles the window's languages into a wheel; a checkout reads their sources by Babel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the compiled catalogues, or Babel to what an editable installation needs."""
        if version == "editable":
            build_data["dependencies"].append("babel>=2.14")
            return
        self._folder = tempfile.TemporaryDirectory()
        for path in sorted(Path(self.root, LANGUAGES).glob("*.po")):
            with open(path, "rb") as source:
                catalogue = pofile.read_po(source)
            catalogue.creation_date = catalogue.revision_date = NO_DATE
            made = Path(self._folder.name, f"{path.stem}.mo")
            with open(made, "wb") as target:
                mofile.write_mo(target, catalogue)
            build_data["force_include"][str(made)] = f"{LANGUAGES}/{made.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was compiled for the wheel."""
        if version != "editable":
            self._folder.cleanup()
