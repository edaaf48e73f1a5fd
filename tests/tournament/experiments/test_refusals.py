"""What no experiment can do: each is answered in one line, before anything is measured."""

import pytest

LATE = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"
FILES = {
    "scored": f"{LATE}; H5:+6; H6:-2; G6:+2; F6:+6;",
    "partly": f"{LATE}; H6:-2; G6:+2; F6:+6;",
    "bare": f"{LATE};",
    "empty": "",
    "nonsense": "nonsense\n",
    "games.wtb": "nonsense\n",
}
REFUSED = """
table1 --plot x.bmp: a plot's name ends in one of
table1 --plot nowhere/x.png: there is no such folder
table1 --trials 0: 0 is less than 1
table1 --trials 99999999999: is more than 10000000
table1 --seed 99999999999999999999: is more than
table1 --jobs -1: -1 is less than 0
table1 --learned nothing: invalid choice
tree-shape --positions 0: 0 is less than 1
tree-shape --max-depth 1: 1 is less than 2
searches --only alpha-beta: ratings need two searches or more
score-range --most-nodes 0: 0 is less than 1
wthor: required: --data
wthor --data nowhere: no .wtb file
wthor --data .: games.wtb: 9 bytes, but a header takes 16
engine-techniques --depth 28: 28 is more than 27
engine-techniques --selectivity 9: invalid choice
engine-techniques --plot nowhere/plot.png: there is no such folder
engine-depths --full-depth 28: 28 is more than 27
engine-threads --game-seconds 0: 0
engine-switches --only magic: unknown technique 'magic'; known are: table
engine-matches --evaluators mobility: not of 'mobility'
engine-growth --plot nowhere/plot.png: there is no such folder
interest-table --steps 0: --steps: 0 is less than 1
interest-table --steps 1.5: --steps: '1.5' is not a whole number
interest-table --seconds 0: --seconds: 0 is not more than 0 and finite
interest-ablation --seconds nan: --seconds: nan is not more than 0 and finite
round-robin --seconds 0.1 -1: --seconds: -1 is not more than 0 and finite
interest-agreement --depth 0: --depth: 0 is less than 1
pattern-errors --empties 12 41: 41 is more than 40
pattern-matches --evaluator bill --depths --seconds: no match is asked for
best-moves partly: position 1 has not a score for every move
best-moves bare: position 1 has not a score for every move
best-moves missing: No such file
best-moves empty: no position in it
best-moves nonsense: line 1
best-moves scored --evaluators nobody: unknown evaluator 'nobody'
best-moves scored --evaluators bill@nowhere.npz: nowhere.npz
best-moves scored --depths 0: 0 is less than 1
best-moves scored --plot nowhere/plot.png: there is no such folder
engine-moves scored --players nobody: unknown player 'nobody'
engine-moves scored --players greedy --depths 2: no option 'depth'
engine-moves scored --seconds 0: 0
engine-moves scored --plot nowhere/plot.png: there is no such folder
endgame-cost missing: No such file
endgame-cost missing --empties 61: 61 is more than 60
endgame-techniques empty: no position
endgame-techniques nonsense: line 1
korf1996-trees --branching 5: --branching 5: one of 2, 3, 4, 6, 8
searches --evaluator mobility: not of 'mobility'
searches-values --sources foo: 'foo'
searches-cuts --quantile 2: less than 1
searches-cuts --evaluators mobility: mobility
probcut-series --quantiles 2: more than 0.5 and less than 1, not 2
"""


@pytest.mark.parametrize("line", REFUSED.split("\n")[1:-1])
def test_what_cannot_be_measured_is_said_in_one_line(line, tmp_path, monkeypatch, typed):
    monkeypatch.chdir(tmp_path)
    for name, content in FILES.items():
        (tmp_path / name).write_text(content)
    words, _, complaint = line.partition(": ")
    code, output, said = typed(*words.split())
    assert (code, output, said.count("\n")) == (2, "", 1)
    assert complaint in said
    assert not (tmp_path / "results.sqlite").exists()
