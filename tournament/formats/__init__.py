"""What is played beside single matches: ladders, events, sequential tests, equal strength."""
