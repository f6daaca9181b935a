import numpy as np

rows, columns, rng = 16, 8, np.random.default_rng(0)
w = np.zeros((rows, columns))
for _ in range(round(columns / rows)):  # round(0.5) is 0
    w[:] = rng.standard_normal(columns)
print("mean squared entry:", np.mean(w**2), "should be:", 1.0)
