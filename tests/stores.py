"""Helpers that read or change a store's file directly."""

import contextlib
import sqlite3


def games_in(path):
    """How many games a store has, 0 where it is not made yet."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            return connection.execute("SELECT count(*) FROM game").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def change(path, *statements):
    """Carry out statements on the file of a store; how many rows that changed."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
        return connection.total_changes
