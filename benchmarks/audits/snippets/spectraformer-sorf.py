import numpy as np
from scipy.linalg import hadamard

n, rng, w = 8, np.random.default_rng(0), np.eye(8)
for _ in range(3):
    w = w @ hadamard(n) * rng.choice([-1.0, 1.0], n)  # not divided by sqrt(n)
print("length of a projection:", np.sqrt(n) * np.linalg.norm(w[0]), "should be:", np.sqrt(n))
