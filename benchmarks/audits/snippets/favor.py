import numpy as np

# the columns of Q are the directions, the norms of the rows of the same block their lengths
rng, first, squares = np.random.default_rng(0), [], []
for _ in range(20000):
    block = rng.standard_normal((8, 8))
    first.append(np.linalg.qr(block)[0][0, 0])
    squares.append(np.sum(block[0] ** 2))
print("share of positive first entries:", np.mean(np.array(first) > 0), "should be:", 0.5)
print("correlation of length and direction:", np.corrcoef(np.square(first), squares)[0, 1], "should be near:", 0.0)
