"""What random features do to what comes after the kernel matrix: kernel ridge regression and posteriors of Gaussian processes."""

from rftheory._choose.downstream.run import downstream

__all__ = ["downstream"]
