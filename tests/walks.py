"""Files that a reader passes from a command, a click or a question to its effect.

`python tests/walks.py` runs each with numba switched off. It lists the files whose functions are
under way when the effect happens, in the order of the calls, and counts the files of `players` and
`tournament` in which a function was called until then. With `--page` it writes the table into
`docs/architecture.md`.
"""

import contextlib
import io
import os
import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- walks -->", "<!-- end of walks -->"


def files_passed(action, effects):
    """Return the files on the stack at the first call of each effect, and all files called before.

    effects: pairs (path, function).
    """
    under_way, called, missing = {}, set(), set(effects)

    def note(frame, event, argument):
        name = Path(frame.f_code.co_filename)
        if event != "call" or not missing or ROOT not in name.parents:
            return
        called.add(name)
        effect = str(name.relative_to(ROOT)), frame.f_code.co_name
        if effect in missing:
            missing.discard(effect)
            stack = []
            while frame is not None:
                stack.append(Path(frame.f_code.co_filename))
                frame = frame.f_back
            under_way.update((path, None) for path in reversed(stack) if ROOT in path.parents)

    sys.setprofile(note)
    try:
        action()
    finally:
        sys.setprofile(None)
    assert not missing, f"never called: {missing}"
    rooms = {ROOT / "players", ROOT / "tournament"}
    of_rooms = [path for path in called if rooms & set(path.parents)]
    return [path for path in under_way if ROOT / "tests" not in path.parents], of_rooms


def match(folder):
    """A match of two players over one opening, in this process."""
    from tournament.__main__ import main

    line = ["match", "greedy", "mobility", "--openings", "1", "--jobs", "0"]

    main([*line, "--store", str(folder / "before.sqlite")])  # imports everything
    return lambda: main([*line, "--store", str(folder / "games.sqlite")])


def engine_move(folder):
    """A move of the engine."""
    from othello import START
    from players import registry

    player = registry.make("engine:depth=4")
    player.choose(START)
    return lambda: player.choose(START)


def click(folder):
    """A click on the board of the window."""
    sys.path.append(str(ROOT / "tests" / "players" / "window"))
    from window_driver import Driver

    driver = Driver(sides=("human", "human"))
    driver.__enter__()
    driver.click_square(37)
    driver.frame()
    return lambda: (driver.click_square(45), driver.frame())


WALKS = {
    "from `match A B` to a row of the store": (
        match,
        [("players/search/one_ply.py", "choose"), ("tournament/storage/store.py", "add_games")],
    ),
    "from a click to the move and its picture": (
        click,
        [
            ("players/window/game/live_game.py", "play"),
            ("players/window/drawing/board.py", "_disc"),
        ],
    ),
    "from `choose` of the engine to a leaf": (
        engine_move,
        [("players/engine/last_ply.py", "child_value")],
    ),
}


def table():
    """Return the walks as rows of a table of Markdown."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    rows = ["| walk | called | under way | files under way |", "| --- | --- | --- | --- |"]
    for title, (walk, effects) in WALKS.items():
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            files, called = files_passed(walk(Path(folder)), effects)
        names = ", ".join(f"`{path.relative_to(ROOT)}`" for path in files)
        rows.append(f"| {title} | {len(called)} | {len(files)} | {names} |")
    return "\n".join(rows)


def page_with(text):
    """Return the page with this table."""
    return re.sub(
        rf"(?<={BEGIN}\n).*?(?=\n{END})", lambda _: text, PAGE.read_text("utf-8"), flags=re.S
    )


if __name__ == "__main__":
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    made = table()
    if sys.argv[1:] == ["--page"]:
        PAGE.write_text(page_with(made), "utf-8")
    print(made)
