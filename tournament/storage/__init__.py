"""The store of results, and export to the formats of other programs."""
