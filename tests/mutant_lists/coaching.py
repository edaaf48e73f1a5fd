"""Mutants of what is told of games, of training, and of how experiments measure."""

from mutant_lists.mutant import (
    COACH,
    FIGURES,
    LADDERS_OF_TREES,
    RESAMPLES,
    SHARED,
    SWINGS,
    TRAINING,
)

FAULTS = {
    ("players/coach/accuracy.py", COACH): {
        "coach-forced-moves-count": "for lost, «choice in known if choice→_ in known»]",
        "coach-limit-is-worse": "if lost «<=→<» limit)",
        "coach-half-at-twice": "«2→4» ** (-max(0, lost) / HALF_LOSS)",
    },
    ("players/coach/mistakes.py", COACH): {
        "coach-middle-begins-late": "if empties «>→>=» OPENING_EMPTIES:",
        "coach-good-is-a-mistake": "if move.rating «>→>=» GOOD]",
    },
    ("players/coach/reasons.py", COACH): {
        "coach-three-parries": "MOST_PARRIES = «2→3»",
        "coach-large-regions": "MOST_OF_REGION = «4→6»",
        "coach-waits-for-long": "LATE_EMPTIES = «20→21»",
        "coach-without-moves-all-give": "closed and «bool(moves) and →»all",
    },
    ("players/coach/counts.py", COACH): {
        "coach-many-turns": "TURNS, MOST_TURNS = 4, «6→7»",
    },
    ("players/sharing/shared_game.py", SHARED): {
        "shared-value-of-who-moves": "«(→»move.best.score« if move.black else -move.best.score)→»",
        "shared-end-of-who-moves": "if «black else -int(position.final())→True else 0») /",
        "shared-passes-are-steps": "if «move != PASS→True»:",
    },
    ("players/sharing/pictures.py", SHARED): {
        "shared-last-as-short": "[«LAST_MILLISECONDS→MOVE_MILLISECONDS»]",
    },
    ("players/window/training/deck.py", TRAINING): {
        "training-known-again-before-due": "«now.memory.due <= today→True» or grade",
        "training-newest-first": "«(card.memory.repetitions == 0, →-»card.memory.due«)→»",
        "training-new-are-written": "«card.kind != MISTAKE_CARDS→True» or",
    },
    ("tournament/statistics/bootstrap.py", RESAMPLES): {
        "bootstrap-about-nought": "samples« - samples.mean(axis=-2, keepdims=True)→»",
        "bootstrap-of-the-normal": "«100 * bootstrap_tail(number)→4.0»",
        "bootstrap-spread-of-all": "std(-1«, ddof=1→»)",
        "bootstrap-of-two": "LEAST_SAMPLE = «3→2»",
    },
    ("tournament/experiments/runner/output.py", FIGURES): {
        "measured-error-of-one": "values.std(ddof=1)« / math.sqrt(values.size)→»",
    },
    ("tournament/experiments/zhang1995/paper.py", FIGURES): {
        "table1-moves-of-itself": "moves == moves[:, :«1→», -1:]",
    },
    ("tournament/experiments/zhang1995/figure1.py", FIGURES): {
        "figure1-growth-of-a-ply": "self.nodes[depth - «3→2»]",
    },
    ("tournament/experiments/zhang1995/figure3a.py", LADDERS_OF_TREES): {
        "figure3a-rates-of-the-other": "[«1 - →»pair.score for",
    },
    ("tournament/experiments/patterns/parity.py", SWINGS): {
        "parity-even-minus-odd": "% 2, «1.0, -→-1.0, »1.0)",
    },
}
