"""Many machines: work that the workers of a Dask scheduler do, instead of this machine's."""
