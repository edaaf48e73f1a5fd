"""Problems from the program's own games, each move scored: python -m players.learning.problems."""

from othello.command_line import leave
from othello.formats import obf
from players.engine.midgame_memory import FULL_WIDTH
from players.learning.command import SEED, Learner, Run, Setting
from players.learning.problems.samples import BATCH, PROBLEMS, Recipe


def _learn(run: Run) -> None:
    wanted, out = run.options.positions, run.options.out
    paths = run.collect(PROBLEMS, wanted, "scoring")
    found = [problem for path in paths for problem in obf.read_problems(path).problems][:wanted]
    obf.write_problems(out, found, [f" {run.typed}"])
    if not run.as_json({"command": run.typed, "problems": len(found)}):
        print(f"{len(found)} problems in {out}")


LEARNER = Learner(
    name="problems",
    summary="""\
Make problems for `python -m tournament experiment engine-moves`: positions of games
that the program plays against itself, each move scored by a deep search, as OBF.""",
    examples=f"""\
  {{command}} --positions 20 --depth 8 --out few.obf
  {{command}} --jobs 2 --out own-30.obf
  {{command}} --fewest 36 --most 44 --seed 2 --out own-40.obf

The problems lie in the folder --work too, in files of {BATCH}, so a stopped run goes on where it
was. A thousand take half an hour of one core at the defaults.""",
    options=[
        Setting("positions", "problems, each of a game of its own", 1, default=1000),
        Setting("fewest", "empty squares, at the least", 14),
        Setting("most", "empty squares, at the most", 14, 50),
        Setting("depth", "plies of the search that scores a move, the move counted", 2),
        Setting("selectivity", f"of that search, {FULL_WIDTH} for full width", 0, FULL_WIDTH),
        SEED,
        Setting("evaluator", "plays and is searched with"),
    ],
    ascending=[("fewest", "most")],
    out="problems.obf",
    kept="the problems made so far",
    work=".work",
    recipe=Recipe,
    learn=_learn,
)
main = LEARNER.main

if __name__ == "__main__":
    leave(main)
