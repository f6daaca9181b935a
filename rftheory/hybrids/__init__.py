"""Hybrid estimators: coefficients that depend on the inputs, and sums of estimators weighted by them."""
