import numpy as np
from pyrff import sample_rff

d, m, s = 8, 16, np.sqrt(5)
x, found = np.full(d, 0.5) / np.sqrt(d), []
for seed in range(2000):
    np.random.seed(seed)
    made = sample_rff(np.ones(d), 1.0, 1.0, 2.5, np.zeros((1, d)), np.zeros(1), m, seed=seed)
    at, opposite = (made.sqrt_2_alpha_over_m * np.cos(made.W @ u + made.B[:, 0]) for u in (x, -x))
    found.append(at @ opposite)
print("mean estimate at distance 1:", np.mean(found), "should be:", (1 + s + 5 / 3) * np.exp(-s))
