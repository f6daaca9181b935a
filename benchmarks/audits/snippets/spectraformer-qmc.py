import numpy as np
from scipy.special import ndtri
from scipy.stats import qmc

d, m, found = 16, 16, []
u = np.ones(d) / np.sqrt(d)
for seed in range(200):
    points = qmc.Sobol(m, scramble=True, seed=seed).random(d)  # as many dimensions as features
    found.append(np.mean((ndtri(points).T @ u) ** 2))
print("variance of w.u along (1, ..., 1):", np.mean(found), "should be:", 1.0)
