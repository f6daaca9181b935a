import numpy as np

x = y = np.eye(8)[0] / 2
w = np.random.default_rng(0).standard_normal((1000, 8))
at_x, at_y = (np.exp(np.linalg.norm(u)) * np.hstack([np.cos(w @ u), np.sin(w @ u)]) for u in (x, y))
print("estimate:", at_x @ at_y / len(w), "should be:", np.exp(x @ y))
