"""Forward estimation: pruning by the usual changes of static values (Zhang 1995)."""
