"""Matches, openings, schedules, and one game between two players."""
