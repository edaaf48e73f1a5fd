"""Learning the errors of people by their strength, from tournament games."""
