"""How sure results are: pairs and their intervals, ratings, sequential tests."""
