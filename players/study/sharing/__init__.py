"""Games and positions to show to others as PNG, GIF or a page that needs no network."""
