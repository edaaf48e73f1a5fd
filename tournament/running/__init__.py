"""Runners of contests and matches, worker processes, and the watchdog."""
