"""What is true in the theory of random features for the Gaussian and softmax kernels, settled by machine."""

__version__ = "0.1.0"
