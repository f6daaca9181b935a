import numpy as np

d, z = 8, np.eye(8)[0]
lengths = np.sqrt(np.random.default_rng(0).chisquare(d, d))  # one seed for all redraws
rng, found = np.random.default_rng(1), []
for _ in range(20000):
    q, r = np.linalg.qr(rng.standard_normal((d, d)))
    w = lengths[:, None] * (q * np.sign(np.diag(r)))
    found.append(np.exp(w @ z - 0.25).mean())
print("mean estimate at x = y, |x + y| = 1:", np.mean(found), "should be:", np.exp(0.25))
