"""The errors of people by their strength, from games of tournaments."""
