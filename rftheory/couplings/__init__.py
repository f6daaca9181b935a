"""Couplings: the joint law of the projections, each of which is Gaussian."""
