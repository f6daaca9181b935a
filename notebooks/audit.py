# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Audit: does my code draw what the theory describes?
#
# *You learn* how to compare your own sampler with the theory, what an alarm means, and how to keep the audit as a test.
# *It takes* 10 minutes to read and 10 seconds to run.
#
# Suppose that you implemented random features. The code runs, the attention maps look plausible, the loss falls. Is it
# *right*? A sampler that is wrong by two percent can go unnoticed for years. This notebook examines one such sampler.
#
# The claim is the mean of a product of two features (<a href="../report/s/crt.pos.html"><code>crt.pos</code></a>):

# %%
import numpy as np

from rftheory import audit
from rftheory.plots.plot import finish, label_points, looks, panels, points
from rftheory.report.notebook import picture, statement
from rftheory.testing import assert_estimates

statement("crt.pos").claim("unbiased").show()

# %% [markdown]
# An audit needs a callable that takes inputs of shape $(L, d)$, a number $m$ of projections and a seed. Here are two
# versions of positive features with orthogonal projections. They differ in one axis.


# %%
def orthogonal_features(inputs, m, seed, axis):
    generator, d = np.random.default_rng(seed), inputs.shape[1]
    q, r = np.linalg.qr(generator.standard_normal((-(-m // d), d, d)))
    directions = (q * np.sign(np.einsum("bii->bi", r))[:, None]).reshape(-1, d)
    lengths = np.sqrt(generator.chisquare(d, d if axis == 1 else len(directions)))
    projections = (directions * (lengths if axis == 1 else lengths[:, None]))[:m]
    return np.exp(inputs @ projections.T - (inputs**2).sum(1, keepdims=True) / 2) / np.sqrt(m)


def right(inputs, m, seed):
    return orthogonal_features(inputs, m, seed, axis=0)


def wrong(inputs, m, seed):
    return orthogonal_features(inputs, m, seed, axis=1)


options = {"claims": "positive x orthogonal", "kernel": "softmax", "d": 16, "calls": 600}
print(audit(right, **options))

# %% [markdown]
# Nothing deviates, and the report says how small a deviation it would have detected. All tests together raise a false
# alarm with probability at most $10^{-6}$. This holds for any tails, because the tests use only variances, which the
# claim bounds.
#
# ## The wrong axis
#
# In the second version the lengths multiply the columns of the rotation, not its rows.

# %%
report = audit(wrong, **options)
print(report)

# %% [markdown]
# The audit detects the mistake and names it. It simulates every known mistake, and lists those whose draws cannot be
# distinguished from the calls, with the share of the deviation that each explains.
#
# ## Why directions matter
#
# Along a coordinate axis $e_j$, the image $w_i^\top e_j = q_{ij} r_j$ is an exact Gaussian variable, so a test along
# the axes shows no bias. Along other directions, the squared length is the average $\sum_j r_j^2 u_j^2$, which is
# nearly constant:

# %%
lengths = np.array([0.5, 1.0, 1.5])
random = np.random.default_rng(0).standard_normal((8, 16))
directions = {
    "along axes": np.eye(16)[:8],
    "along random directions": random / np.linalg.norm(random, axis=1, keepdims=True),
}
figure, (axes,) = panels(1)
each_look = looks()
for name, sampler in {"right": right, "wrong": wrong}.items():
    for where, units in directions.items():
        # x = y of half the length; K(x, x) = exp(|x|^2), and the estimate is the square of the features
        inputs = (lengths[:, None, None] / 2 * units).reshape(-1, 16)
        drawn = np.stack([np.square(sampler(inputs, 16, seed)).sum(axis=1) for seed in range(1500)])
        bias = (drawn / np.exp(np.square(inputs).sum(axis=1)) - 1).reshape(-1, len(lengths), 8).mean(axis=2)
        look = next(each_look)
        points(axes, lengths, 100 * bias.mean(axis=0), 100 * bias.std(axis=0) / np.sqrt(len(bias)), look)
        label_points(axes, look, f"{name}, {where}")
axes.axhline(0, color="0.6", linewidth=0.8)
axes.set_xlabel("$|x + y|$")
axes.set_ylabel("bias of the kernel, %")
finish(figure, "points: draws, bars 2 standard errors", d=16, m=16, draws=1500)
picture(figure, "bias of a right and of a wrong sampler, along axes and along random directions")

# %% [markdown]
# ## In a test suite
#
# `rftheory.testing.assert_estimates` does the same as an assertion. A fixed seed makes it repeatable.

# %%
print(assert_estimates(right, **options).passed)
