"""Experiments that repeat no table or figure of a paper."""
