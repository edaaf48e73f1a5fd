"""The view: layout, scenes of plain values, and the painting of scenes."""
