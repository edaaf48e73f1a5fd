"""The page in a real browser, without a window: its script runs, sorts, and replays every game."""

import base64
import json
import re
import shutil
import urllib.parse

import programs
import pytest
from report_pages import BOARD, stored_match, taken_apart

from tournament.commands.results import write_report
from tournament.storage.store import Store

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)
OPTIONS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--no-first-run", "--disable-dev-shm-usage", "--enable-logging=stderr", "--log-level=0"),
    *("--virtual-time-budget=20000", "--dump-dom"),
)

WATCH = "<script>window.errors = []; window.onerror = (said) => { errors.push(said); };</script>"
"""Stands before all other scripts."""

TRY = """<script>{
const answer = { errors, sorted: [], ends: [], starts: [], values: 0 };
const table = document.querySelector(".wide table:not(.facts)");
const column = () => [...table.tBodies[0].rows].map((row) => row.cells[1].dataset.value);
for (let click = 0; click < 2; click++) {
  table.tHead.rows[0].cells[1].querySelector("button").click();
  answer.sorted.push(column());
}
const discs = (name) => document.querySelectorAll(`#board .${name}`).length;
const press = (key) =>
  byId("player").dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
const games = match.games;
for (const row of [...byId("list").rows]) {
  row.click();
  press("Home");
  answer.starts.push([discs("black"), discs("white")]);
  for (let move = 0; move < 80; move++) press("ArrowRight");
  const game = games[row.dataset.place];
  answer.ends.push([game[0], game[1], discs("black"), discs("white"), byId("said").textContent]);
  answer.values += document.querySelectorAll("#values polyline").length;
}
byId("find").value = "position";
byId("find").oninput();
answer.found = byId("list").rows.length;
answer.wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
document.body.innerHTML = "";
document.body.append(Object.assign(document.createElement("pre"), {
  id: "answer", textContent: btoa(encodeURIComponent(JSON.stringify(answer))),
}));
}</script>"""
"""Does what a reader would, and leaves what it found."""


@pytest.fixture(scope="module")
def browsed(tmp_path_factory):
    """The games of a page, what the browser found in it, and what it wrote on its console."""
    if BROWSER is None:
        pytest.skip("no Chromium")
    folder = tmp_path_factory.mktemp("browser")
    request = stored_match(folder / "s.sqlite")
    page = folder / "report.html"
    with Store(folder / "s.sqlite", read_only=True) as store:
        write_report([request], store, page)
    text = page.read_text("utf-8")
    tried = text.replace("<body>", f"<body>{WATCH}", 1).replace("</body>", f"{TRY}</body>", 1)
    page.write_text(tried, "utf-8")
    words = [BROWSER, *OPTIONS, f"--user-data-dir={folder / 'profile'}", page.as_uri()]
    done = programs.run(words)
    (found,) = re.findall(r'<pre id="answer">(.*?)</pre>', done.stdout)
    answer = json.loads(urllib.parse.unquote(base64.b64decode(found).decode()))
    return taken_apart(text)[1], answer, re.findall(r".*CONSOLE.*", done.stderr)


def test_script_runs_without_errors_and_fits_the_window(browsed):
    _, answer, console = browsed
    assert (answer["errors"], console, answer["wide"]) == ([], [], 0)
    assert answer["values"] == 2 * 6  # both players' values of every game
    assert answer["found"] == 2  # games of one opening


def test_a_click_on_a_heading_sorts_and_another_turns_round(browsed):
    up, down = ([float(value) for value in values] for values in browsed[1]["sorted"])
    assert up == sorted(up)
    assert down == sorted(down, reverse=True)
    assert len(up) > 1


def test_every_game_is_replayed_to_its_stored_result(browsed):
    data, answer, _ = browsed
    results = {(one[0], one[1]): one[2] for one in data["matches"][0]["games"]}
    assert len(answer["ends"]) == len(results) == 6
    for name, colour, black, white, said in answer["ends"]:
        winner = (black > white) - (black < white)
        empty = 64 - black - white
        assert black - white + winner * empty == results[name, colour], said
        assert "The end: " in said
    on_board = (BOARD.count("X"), BOARD[:64].count("O"))
    assert sorted(map(tuple, answer["starts"])) == [(2, 2)] * 4 + [on_board] * 2
