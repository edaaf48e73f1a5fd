"""What can be played: matches, ladders, round robins, gauntlets, sequential tests."""
