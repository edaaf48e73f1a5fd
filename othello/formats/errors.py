"""What is raised for a file that cannot be read, in whatever format."""


class FormatError(ValueError):
    """A file against its format; the message is one line: the file, the place and what is wrong."""
