import numpy as np

x = y = np.eye(8)[0] / 2
psi = np.geomspace(0.25, 4, 8) ** 0.25
w = np.random.default_rng(0).standard_normal((200000, 8))
at_x = np.exp(w @ (psi * x) - x @ x / 2)  # the norm of x, not that of psi x
at_y = np.exp(w @ (y / psi) - y @ y / 2)
print("mean estimate:", np.mean(at_x * at_y), "should be:", np.exp(x @ y))
