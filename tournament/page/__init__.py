"""A report on stored results as one page for a browser."""
