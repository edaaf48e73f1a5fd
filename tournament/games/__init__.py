"""What is played: openings, schedules, limits, and one game between two players."""
