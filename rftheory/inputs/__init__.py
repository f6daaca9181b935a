"""Inputs: rows of numbers, of any library and in files, their units, points as people give them, vectors with their Gram products."""
