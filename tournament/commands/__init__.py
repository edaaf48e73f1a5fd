"""The commands and their parser."""
