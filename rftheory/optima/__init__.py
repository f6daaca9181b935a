"""Optimal parameters of families, and bounds that no choice of them beats."""
