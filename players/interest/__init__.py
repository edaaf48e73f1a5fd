"""Interest search: lines end where a side has spent its budget (Rollason 2014)."""
