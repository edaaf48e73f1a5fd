"""The view: from the state to a scene of plain values, and from a scene to pixels.

It imports the model, never the input.
"""
