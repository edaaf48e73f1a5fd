"""Many games as arrays: read in the background, searched by words and by position."""
