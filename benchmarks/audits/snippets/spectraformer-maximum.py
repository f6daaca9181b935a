import numpy as np

rng, d = np.random.default_rng(0), 16
q, k = rng.standard_normal((2, 64, d)) / d**0.25
w = rng.standard_normal((16384, d))
exact = np.exp(q @ k.T)
exact /= exact.sum(1, keepdims=True)


def off(axis):
    logs = [x @ w.T - np.sum(x**2, 1, keepdims=True) / 2 for x in (q, k)]
    at_q = np.exp(logs[0] - logs[0].max(1, keepdims=True))
    weights = at_q @ np.exp(logs[1] - logs[1].max(axis, keepdims=True)).T
    return np.abs(weights / weights.sum(1, keepdims=True) - exact).sum(1).mean() / 2


print("total variation, a maximum for each key:", off(1), "should be, one for all keys:", off(None))
