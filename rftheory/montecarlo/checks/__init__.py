"""Simulation checks of the judges: which moment of which estimator, against the value that is claimed for it."""
