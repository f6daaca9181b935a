import numpy as np

d, rng = 8, np.random.default_rng(0)
x = y = np.full(d, 0.5)
w = rng.standard_normal((200000, d))
twice = [u / d**0.25 / d**0.25 for u in (x, y)]  # once in the layer, once in the feature map
at_x, at_y = (np.exp(w @ u - u @ u / 2) for u in twice)
print("mean estimate:", np.mean(at_x * at_y), "should be:", np.exp(x @ y / np.sqrt(d)))
