"""Mutants of tournaments: who plays what, what is kept, and what the numbers say."""

from mutant_lists.mutant import STATISTICS, STORED, WORKERS

FAULTS = {
    ("tournament/games/schedule.py", STORED): {
        "schedule-one-colour": "for a_black in (True, «False→True»)",
        "schedule-first-openings": "return tuple(«i * total // count for i in →»range(count))",
        "schedule-seed-of-parts-in-any-order": "(«map(str, identity→sorted(map(str, identity)»))",
    },
    ("tournament/running/workers.py", (*WORKERS, "test_schedule.py")): {
        "seed-without-colour": "*asked.limits[:STATED], *self.fixture, «black, →»*again)",
        "seed-without-fixture": "*asked.limits[:STATED], «*self.fixture, →»black, *again)",
    },
    ("tournament/running/workers.py", WORKERS): {
        "worker-swaps-no-colours": "asked.a if black «== self.fixture.a_black →»else asked.b",
        "worker-one-player-for-both": "«black == assignment.fixture.a_black→True», timed)",
        "watchdog-blames-the-other-side": "forfeit(«→not »turn.black_to_move, cause, TIME_OUT)",
    },
    ("tournament/running/workers.py", (*WORKERS, "test_ladder.py")): {
        "worker-without-limits": "assignment.seed(black)«, assignment.terms(black)→»)",
    },
    ("tournament/games/play.py", WORKERS): {
        "match-seed-lost": "_guard(turn, partial(player.new_game, «seat.seed→0»))",
        "match-forfeit-won": "«-ALL_DISCS if black_loses else →ALL_DISCS if black_loses else -»",
        "match-nodes-of-the-last-move": "Side(«spent.nodes + →»nodes,",
    },
    ("tournament/running/run.py", STORED): {
        "resume-plays-all-again": "«                if fixture not in played\n→»",
        "run-misses-no-game": "= «len(set(self._tournament.fixtures) - kept - self._left_out)→0»",
    },
    ("tournament/running/watchdog.py", WORKERS): {
        "watchdog-impatient-while-warming": (
            "«max(PREPARING_SECONDS, move_seconds) if self.preparing else →»"
        ),
        "turns-in-one-place": "self._place = «number→0» * _TURN.size",
    },
    ("tournament/running/run.py", WORKERS): {
        "watchdog-believes-the-last-run": (
            "«            watchdog.clear(game.turns, game.number)\n→»"
        ),
    },
    ("tournament/running/lost_games.py", WORKERS): {
        "worker-dies-once-and-its-game-is-lost": "(late or «game.number in self._died→True»):",
    },
    ("tournament/storage/store.py", STORED): {
        "store-keeps-the-last-answer": 'a_black) DO «NOTHING→UPDATE SET result = excluded.result»"',
        "store-trials-replaced": "INSERT OR «IGNORE→REPLACE» INTO trial",
    },
    ("tournament/storage/rows.py", STORED): {
        "store-points-of-black": "ELSE (result > 0) «= a_black →»END",
        "store-costs-of-black": "total(«iif(a_black, black_nodes, white_nodes)→black_nodes»)",
    },
    ("tournament/storage/schema.py", STORED): {
        "store-half-a-transaction": 'connection.execute("«ROLLBACK→COMMIT»")',
    },
    ("tournament/games/tournament.py", STORED): {
        "identity-without-limits": "«_fields()→a, self.b, self.openings, self.code, self.modules»]",
        "identity-without-strangers": "for module in «modules→()»:\n        parts.update",
        "identity-without-named-files": "**sources.learned_files()«, **_named_files(specs)→»}",
        "identity-without-learned-files": ".playing_modules(), **«sources.learned_files(), **→»",
    },
    ("tournament/statistics/pairs.py", STATISTICS): {
        "pair-scored-by-sum": "return _share(self.a_first «-→+» self.b_first)",
        "pair-points-of-black": "_share(self.a_first) + _share(«-→»self.b_first)",
        "pair-ties-count-nothing": "«(self.won + self.tied / 2)→self.won» / self.pairs",
        "interval-classes-weigh-alike": (
            "«sums[drawn].sum(axis=1) / sizes[drawn].sum→(sums / sizes)[drawn].mean»"
        ),
        "interval-of-90-percent": "LEAST_FREEDOM), «0.5 + CONFIDENCE / 2→CONFIDENCE»)",
        "interval-of-two-classes": "if len(sizes) < «2→3»:",
        "effective-number-of-classes": "float(«sizes.sum() ** 2 / (sizes**2→(sizes > 0»).sum())",
        "wilson-spread": "z * z / (4 * number« * number→»)",
        "sign-test-counts-ties": "decisive = count.«won + count.lost→pairs»\n",
        "elo-natural-logarithm": "return 400 * math.«log10→log»(score / (1 - score))",
    },
    ("tournament/statistics/pentanomial.py", STATISTICS): {
        "normalised-elo-of-a-pair": "(share - 0.5) / math.sqrt(«2 * →»self.variance)",
        "superiority-one-sided": "stdtr(self.number - 1, «→2 * »(self.mean - 0.5) / error)",
    },
    ("tournament/statistics/ratings.py", ("test_ratings.py",)): {
        "ratings-share-of-both": "[member, one.b, one.a] += 2 * «(1 - one.share)→one.share»",
        "ratings-mean-not-0": "(strengths - strengths.«mean→min»())",
    },
    ("tournament/statistics/sequential.py", ("test_sequential.py",)): {
        "sequential-bounds-swapped": "= «ELO1→ELO0» if self.ratio >= high else «ELO0→ELO1»",
        "sequential-without-design-effect": "self.hypotheses)« / self.design_effect→»",
        "sequential-counts-of-none": "LEAST_COUNT = «1e-3→1.0»",
    },
}
