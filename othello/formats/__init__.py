"""What the field exchanges: its games and problems, read from files and written to them.

`ggf`, `pgn`, `sgf`, `wthor` and `obf` hold what their files hold; `collection` makes one list of
games and positions from any of them, and `writing` writes such games. Whatever is wrong with a
file is a `FormatError`, one line that names the file and the place.
"""

from othello.formats.reading import FormatError

__all__ = ["FormatError"]
