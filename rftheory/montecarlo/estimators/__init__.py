"""Estimators of kernels as values: what is drawn from the definition, and the exact moments that the definition implies."""
