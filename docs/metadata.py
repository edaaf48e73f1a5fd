"""What the build says of the project that depends on where it is published.

An index shows the README outside of the repository, where relative links lead nowhere. With
`OTHELLO_REPOSITORY=https://HOST/OWNER/NAME python -m build` its pictures and links become whole,
and the project's page names the repository; without it both stay as they are written.
"""

import os
import re
from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface

RELATIVE = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#)([^)]+)\)")
"""A link of Markdown, or a picture, to a path of the repository."""


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
