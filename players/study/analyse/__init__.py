"""Whole games judged by the engine: what each move was worth, and what it lost."""
