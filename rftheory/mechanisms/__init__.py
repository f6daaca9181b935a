"""A mechanism is a family of features with a coupling of the projections: the one object that errors, draws and features are of."""
