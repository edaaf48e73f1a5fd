"""What tests ask of a store while somebody else writes it."""

import contextlib
import sqlite3


def games_in(path):
    """How many games a store has, 0 where it is not made yet."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            return connection.execute("SELECT count(*) FROM game").fetchone()[0]
    except sqlite3.OperationalError:
        return 0
