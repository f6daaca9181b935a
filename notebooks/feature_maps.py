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
# # Feature maps
#
# *You learn* how to build feature maps by name, put them in a pipeline, and compute attention with them.
# *It takes* 10 minutes to read and 10 seconds to run.
#
# A kernel compares every row with every other row. A feature map processes each row once, and products of features
# approximate the kernel. `rftheory.features.make` builds such maps by name. They are the maps whose errors the formulas
# of this project describe.

# %%
import numpy as np
from sklearn.datasets import load_digits
from sklearn.linear_model import RidgeClassifier
from sklearn.pipeline import make_pipeline

from rftheory.features import make
from rftheory.mechanisms import catalogue
from rftheory.mechanisms.mse import log_mse_of_inputs
from rftheory.montecarlo.measured import mean_of
from rftheory.plots.plot import curve, finish, looks, panels, points
from rftheory.report.notebook import picture, statement

digits, labels = load_digits(return_X_y=True)
rows = digits / 16

# %% [markdown]
# ## Predicted and measured errors
#
# For pairs of digits, the closed form gives the mean squared error before anything is drawn. For independent
# projections it is a lemma (<a href="../report/s/hrf.lemma-2.2-trig.html"><code>hrf.lemma-2.2-trig</code></a>):

# %%
statement("hrf.lemma-2.2-trig").claim("mse").show()

# %% [markdown]
# Other couplings have other errors and other closed forms. We draw 60 maps for each coupling and compare, for
# trigonometric features with $m = 64$:

# %%
x, y = rows[:100], rows[100:200]
kernel = np.exp(-np.square(x - y).sum(axis=1) / (2 * 3.0**2))
family, source = catalogue.family("trigonometric"), np.random.default_rng(0)

for coupling in ("iid", "orthogonal", "simplex"):
    predicted = np.exp(log_mse_of_inputs(family, coupling, 64, x / 3, y / 3)).mean()
    features = make("trigonometric", m=64, coupling=coupling, bandwidth=3.0, seed=source)
    squares = []
    for _ in range(60):
        features.fit(rows)
        estimates = (features.transform(x) * features.transform(y)).sum(axis=1)
        squares.append(np.square(estimates - kernel).mean())
    print(f"{coupling:>10s}  predicted {predicted:.5f}  drawn {np.mean(squares):.5f}")

# %% [markdown]
# Now the same for other numbers of projections. Curves are predictions; points are measured on sampled maps.

# %%
figure, [axes] = panels()
sizes = (8, 16, 32, 64, 128, 256)
for coupling, look in zip(("iid", "orthogonal"), looks(), strict=False):
    predicted = [np.exp(log_mse_of_inputs(family, coupling, m, x / 3, y / 3)).mean() for m in sizes]
    curve(axes, sizes, predicted, look, coupling)
    for m in sizes:
        features = make("trigonometric", m=m, coupling=coupling, bandwidth=3.0, seed=source)
        drawn = [(features.fit(rows).transform(x) * features.transform(y)).sum(axis=1) for _ in range(20)]
        measured = mean_of(np.square(np.array(drawn) - kernel).mean(axis=1))
        points(axes, [m], [measured.value], [measured.error], look)
axes.set(xlabel="projections m", ylabel="mean squared error", xscale="log", yscale="log")
finish(figure, data="digits", bandwidth=3.0, draws=20)
picture(figure, "mean squared errors of trigonometric features of digits, predicted curves and drawn points")

# %% [markdown]
# ## Parameters from the data
#
# Some families have a parameter. If you do not give it, `fit` chooses the best one for the data. The variance of
# positive features grows like $e^{\|x + y\|^2}$, and a negative $A$ reduces it:

# %%
for name in ("positive", "oprf"):
    features = make(name, m=256, coupling="orthogonal", bandwidth=3.0, seed=1).fit(rows)
    error = np.exp(log_mse_of_inputs(features.mechanism_.family, "orthogonal", 256, x / 3, y / 3)).mean() ** 0.5
    print(f"{name:>10s}  {features.parameters_}  predicted root mean square error {error:.3g}")

# %% [markdown]
# ## In a pipeline
#
# The maps follow the conventions of scikit-learn. A linear classifier on features is a kernel machine:

# %%
for m in (16, 64, 128):
    machine = make_pipeline(make("trigonometric", m=m, coupling="orthogonal", bandwidth=3.0, seed=0), RidgeClassifier())
    print(f"m = {m:>3d}: {machine.fit(rows[:1200], labels[:1200]).score(rows[1200:], labels[1200:]):.3f} right")

# %% [markdown]
# ## Attention in linear time
#
# Softmax attention is a quotient of two sums over keys. With positive features neither sum can vanish, but exponentials
# of large inputs exceed the range of floating-point numbers. So the maps return scales separately, and the quotient
# cancels them. First we compare inputs of norm 1 with the exact softmax, then we try inputs of norm 100.

# %%
source = np.random.default_rng(3)
q, k = source.normal(size=(2, 400, 16))
q, k = (u / np.linalg.norm(u, axis=1, keepdims=True) for u in (q, k))
v = source.normal(size=(400, 4))
weights = np.exp(q @ k.T)
exact = weights @ v / weights.sum(axis=1, keepdims=True)
for m in (64, 1024):
    features = make("oprf", m=m, coupling="orthogonal", kernel="softmax", seed=0).fit(q, keys=k)
    print(f"m = {m:>4d}: largest error {np.abs(features.attention(q, k, v) - exact).max():.2f}")

# %%
long = features.attention(100 * q, 100 * k, v)
print("finite:", np.isfinite(long).all(), " within the range of the values:", np.abs(long).max() <= np.abs(v).max())

# %% [markdown]
# There is no overflow. But is the result accurate? At norm 100, no number of features that fits into a computer
# suffices. The closed forms predict this:

# %%
positive = catalogue.family("positive")
for norm in (0.5, 1, 2, 100):
    log_error = log_mse_of_inputs(positive, "orthogonal", 1024, norm * q[:1], norm * k[:1], kernel="softmax")[0]
    relative = log_error / 2 - norm**2 * (q[0] @ k[0])
    print(f"inputs of norm {norm:g}: log10 of the relative error {relative / np.log(10):.1f}")
