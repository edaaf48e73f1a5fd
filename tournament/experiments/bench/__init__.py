"""What experiments share: trials from seeds, series of matches, tables and plots."""
