"""Mechanisms, each a family of features with a coupling of the projections, and their closed-form moments and errors."""
