"""Plays a sequential test of the working tree against another commit.

    python tests/compare_commits.py COMMIT [--player SPEC] [sprt's options]

Each side has a folder and kernels of its own, and plays by GTP at equal CPU seconds a move. The
commit needs `python -m othello serve`. The results are printed and not kept. The exit code is that
of `python -m tournament sprt`.
"""

import argparse
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
OPTIONS = ["--elo0", "0", "--elo1", "10", "--openings", "random:count=2000"]
"""For `sprt`, where the command line does not say otherwise: later options win."""
HANDSHAKE = 900
"""Seconds: a new commit compiles first."""


def entry(name: str, folder: Path, kernels: Path, spec: str) -> str:
    """Return an engine of `engines.toml`: a player of the sources in `folder`, by GTP."""
    words = ["env", f"PYTHONPATH={folder}", f"NUMBA_CACHE_DIR={kernels}", sys.executable]
    command = shlex.join([*words, "-m", "othello", "serve", "--protocol", "gtp", spec])
    return f"[{name}]\nprotocol = 'gtp'\ncommand = '''{command}'''\nhandshake = {HANDSHAKE}\n"


def main() -> int:
    """Check out the commit, name both engines, and play."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("commit", metavar="COMMIT", help="what the working tree plays against")
    parser.add_argument(
        "--player", default="engine:seconds=0.02", metavar="SPEC", help="default: %(default)s"
    )
    options, rest = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        other = work / "other"
        git = ["git", "-C", str(ROOT), "worktree"]
        added = subprocess.run([*git, "add", "--quiet", "--detach", str(other), options.commit])
        if added.returncode:
            return added.returncode  # git has said why
        try:
            engines = [
                entry("present", ROOT, work / "kernels-present", options.player),
                entry("other", other, work / "kernels-other", options.player),
            ]
            (work / "engines.toml").write_text("\n".join(engines))
            players = ["gtp:name=present", "gtp:name=other"]
            words = ["sprt", *players, *OPTIONS, *rest, "--store", str(work / "games.sqlite")]
            environment = {**os.environ, "PYTHONPATH": str(ROOT)}
            command = [sys.executable, "-m", "tournament", *words]
            return subprocess.run(command, cwd=work, env=environment).returncode
        finally:
            subprocess.run([*git, "remove", "--force", str(other)])


if __name__ == "__main__":
    sys.exit(main())
