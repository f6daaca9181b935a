"""What is found by walking a folder: families, couplings, kernels, plots, experiments, yours beside those that are here."""
