import numpy as np

d, rng, lost = 16, np.random.default_rng(0), 0
for _ in range(200):
    q = np.eye(d)
    for _ in range(d * int(np.ceil(np.log(d)))):
        t, (i, j) = np.pi * rng.uniform(), np.sort(rng.choice(d, 2))
        u, v = q[i].copy(), q[j].copy()
        q[i] = np.cos(t) * u + np.sin(t) * v
        q[j] = np.cos(t) * v - np.sin(t) * u
    lost += not np.allclose(q @ q.T, np.eye(d))
print("share of matrices that are not orthogonal:", lost / 200, "should be:", 0.0)
