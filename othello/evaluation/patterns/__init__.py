"""The pattern evaluation: where patterns lie, their weights, the sums of them, and why."""
