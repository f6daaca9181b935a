import numpy as np

# LAPACK's QR, which jnp.linalg.qr uses on CPUs; the rows of Q.T are the directions
rng = np.random.default_rng(0)
positive = [np.linalg.qr(rng.standard_normal((8, 8)))[0].T[0, 0] > 0 for _ in range(2000)]
print("share of positive first entries:", np.mean(positive), "should be:", 0.5)
