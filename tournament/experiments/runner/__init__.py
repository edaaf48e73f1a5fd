"""What runs experiments: trials from seeds, series of matches, tables and plots."""
