"""The pattern evaluation: patterns and their places, weights, and sums."""
