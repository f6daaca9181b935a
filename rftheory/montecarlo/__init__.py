"""Monte Carlo estimates of what an estimator of a kernel does at given inputs, with error bars that hold."""
