"""Alpha-beta by types: the kernel, and what its fields may be."""
