"""The input: what keys, the mouse and commands change in the state."""
