import numpy as np

rng, scales = np.random.default_rng(0), np.geomspace(0.25, 4, 64)
q, k = rng.standard_normal((2, 2000, 64)) / 8
q, k = q * scales**0.25, k / scales**0.25
psi = (np.mean(q**2, 0) / np.mean(k**2, 0)) ** 0.25  # (own/other)^(1/4)
coded, right = (np.sum((q * p + k / p) ** 2, 1).mean() for p in (psi, 1 / psi))
print("mean of |psi x + y/psi|^2:", coded, "should be:", right)
