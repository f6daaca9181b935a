"""Pair moments of couplings: conformities, and the mean squared errors that they fix."""
