"""The tree of one search, recorded from the kernels, as text and SVG."""
