"""Inputs: arrays of several libraries and files, their units, and vectors given by their Gram products."""
