"""Many games as arrays, searched by words and by position."""
