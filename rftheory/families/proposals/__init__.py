"""Proposals: laws to draw projections or counts from in the place of the given ones, with weights, and the best of them."""
