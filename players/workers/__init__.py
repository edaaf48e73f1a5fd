"""One pool of workers for games, analysis and learning: processes here, or Dask's workers."""
