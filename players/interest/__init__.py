"""Interest search: a line ends when a side has spent its budget (Rollason 2014)."""
