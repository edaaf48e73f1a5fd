"""How games are run: sessions, worker processes, and what becomes of faults and stops."""
