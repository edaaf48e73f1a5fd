"""Shared parts of all commands: parser, exit codes, output, progress, one-line errors."""
