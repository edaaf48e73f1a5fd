"""Files of games and problems in the formats of other programs.

`collection` reads all formats as lists of `entry.Entry` and writes PGN and SGF; `ggf` also writes.
`FormatError` is one line with the file and the place.
"""

from othello.formats.reading import FormatError

__all__ = ["FormatError"]
