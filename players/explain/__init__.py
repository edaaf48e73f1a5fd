"""The tree of one search, recorded while the kernels make it, as text, SVG and HTML."""
