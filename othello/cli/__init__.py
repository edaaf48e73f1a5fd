"""What all commands share: parser, exit codes, output, progress, errors as one line."""
