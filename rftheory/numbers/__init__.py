"""Rigorous numerics: balls, intervals, quadrature and searches for counterexamples."""
