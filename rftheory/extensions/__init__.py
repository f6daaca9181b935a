"""Discovery by walking a folder: families, couplings, kernels, plots and experiments, built-in ones and those of the user."""
