"""Monte Carlo estimates of moments, errors and tails of kernel estimators, with confidence intervals of known level."""
