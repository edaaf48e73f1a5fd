"""The runs of experiments whose results the project ships."""

from tournament.experiments.claims import Run

FOLDER = "FOLDER"
"""The folder of --data in the options of a run: the WTHOR database, and hard-20.obf."""


def _searches(evaluator: str, seconds: str, openings: str, minutes: float) -> Run:
    """Return the matches of all searches at equal CPU time."""
    words = f"--evaluator {evaluator} --seconds"
    full = f"{words} {seconds} --openings {openings}"
    return Run("searches", full, f"{words} {seconds.split()[0]} --openings 2", (minutes, 0.5))


RUNS: dict[str, Run] = {
    "table1": Run("table1", "", "--trials 200", (0.5, 0.2)),
    "figure1a": Run("figure1a", "", "--max-depth 12 --trials 20 --most-nodes 3000000", (45, 1)),
    "figure2": Run("figure2", "", "--trials 200", (0.5, 0.2)),
    "figure3a": Run("figure3a", "--max-depth 7", "--max-depth 6 --trials 20", (40, 2)),
    "figure3b": Run(
        "figure3b",
        "--series paper --max-depth 8 --openings classes",
        "--series paper --max-depth 4 --openings 12",
        (20, 1),
    ),
    "figure3b-patterns": Run(
        "figure3b",
        "--evaluator patterns --series paper --max-depth 8 --openings classes",
        "--evaluator patterns --series paper --max-depth 4 --openings 12",
        (20, 1),
    ),
    "searches-bill": _searches("bill", "0.005 0.02", "classes", 20),
    "searches-patterns": _searches("patterns", "0.005 0.02", "classes", 20),
    "searches-bill-100ms": _searches("bill", "0.1", "12", 15),
    "searches-patterns-100ms": _searches("patterns", "0.1", "12", 15),
    "tree-shape": Run("tree-shape", "", "--positions 20 --max-depth 6", (20, 0.5)),
    "interest-table": Run(
        "interest-table",
        "--seconds 0.005 --steps 3 --openings 122",
        "--seconds 0.005 --steps 1 --openings 12",
        (25, 1),
    ),
    "interest-table-patterns": Run(
        "interest-table",
        "--evaluator patterns --seconds 0.005 --steps 3 --openings 122",
        "--evaluator patterns --seconds 0.005 --steps 1 --openings 12",
        (25, 1),
    ),
    "interest-phases": Run(
        "interest-phases",
        "--evaluators bill",
        "--evaluators bill --nodes 500 --openings 2 --presets learned",
        (17, 0.5),
    ),
    "score-range": Run("score-range", "", "--most-nodes 20000 --trials 20", (20, 0.5)),
    "korf1996": Run("korf1996", "--max-depth 9", "--max-depth 4 --openings 8 --games 2", (240, 1)),
    "pattern-matches": Run(
        "pattern-matches", "", "--depths 2 4 --seconds 0.005 --openings 6", (15, 0.5)
    ),
    "bill-matches": Run("bill-matches", "", "--openings 12", (4, 0.3)),
    "wthor": Run("wthor", f"--data {FOLDER}", f"--data {FOLDER} --games 1000", (1, 0.3)),
    "engine-moves": Run(
        "engine-moves",
        f"{FOLDER}/hard-20.obf --players engine:prove=0 engine --seconds 0.01 0.03 0.1",
        f"{FOLDER}/hard-20.obf --players engine:prove=0 --seconds 0.01",
        (3, 0.2),
    ),
}
"""The runs whose results the project ships, by the name of their file."""
