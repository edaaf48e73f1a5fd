"""What no experiment can do: each is answered in one line, before anything is measured."""

import pytest

LATE = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"
FILES = {
    "scored": f"{LATE}; H5:+6; H6:-2; G6:+2; F6:+6;",
    "partly": f"{LATE}; H6:-2; G6:+2; F6:+6;",
    "empty": "",
    "nonsense": "nonsense\n",
    "games.wtb": "nonsense\n",
}
REFUSED = """
figure2 --plot x.bmp: .pdf
figure2 --plot nowhere/x.png: there is no such folder
table1 --trials 0: 0 is less than 1
table1 --seed 99999999999999999999: is more than
tree-shape --max-depth 1: 1 is less than 2
wthor: required: --data
wthor --data nowhere: no .wtb file
wthor --data .: games.wtb: 9 bytes, but a header takes 16
interest-table --steps 0: --steps: 0 is less than 1
engine-moves partly: position 1 lacks the score of a move
engine-moves empty: no position
engine-moves nonsense: line 1
engine-moves scored --players nobody: unknown player 'nobody'
engine-moves scored --players greedy --depths 2: no option 'depth'
matches alphabeta:evaluator=bill@nowhere.npz greedy: nowhere.npz
matches greedy: got one without an opponent
searches --evaluator mobility: not of 'mobility'
"""


@pytest.mark.parametrize("line", REFUSED.split("\n")[1:-1])
def test_impossible_requests_get_one_line(line, tmp_path, monkeypatch, typed):
    monkeypatch.chdir(tmp_path)
    for name, content in FILES.items():
        (tmp_path / name).write_text(content)
    words, _, complaint = line.partition(": ")
    code, output, said = typed(*words.split())
    assert (code, output, said.count("\n")) == (2, "", 1)
    assert complaint in said
    assert not (tmp_path / "results.sqlite").exists()
