"""What stored games amount to, as numbers and as tables for people."""
