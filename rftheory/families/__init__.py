"""Families of random features: what a projection is made into, with the exact moments of one sample."""
