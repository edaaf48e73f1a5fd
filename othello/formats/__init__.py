"""What the field exchanges: its games and problems, read from files and written to them.

Whatever is wrong with a file is a `FormatError`, one line that names the file.
"""

from othello.formats.errors import FormatError

__all__ = ["FormatError"]
