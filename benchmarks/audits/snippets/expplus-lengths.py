import numpy as np


def best(own, other):
    length, d = own.shape
    average = (np.sum(own**2) + np.sum(other**2)) / length + 2 * own.sum(0) @ other.sum(0) / length**2
    rho = (np.sqrt((2 * average + d) ** 2 + 8 * d * average) - 2 * average - d) / (4 * average)
    return (1 - 1 / rho) / 8


rng, d = np.random.default_rng(0), 16
queries, keys = (rng.standard_normal((length, d)) / d**0.25 for length in (16, 128))
print("A of the queries:", best(queries, keys), "should be that of the keys:", best(keys, queries))
