"""Games and positions to show to others: a picture, a moving one, a page that needs no network."""
