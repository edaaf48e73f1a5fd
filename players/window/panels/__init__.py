"""The panels and their commands: `panel` lists them, and no file imports another."""
