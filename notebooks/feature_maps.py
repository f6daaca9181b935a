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
# # Feature maps to take away
#
# *You learn* how to draw feature maps by name, put them in a pipeline, and take attention with them.
# *It takes* 10 minutes to read and 10 seconds to run.
#
# A kernel compares every row with every other row. A feature map looks at each row once, and products of features stand
# in for the kernel. `rftheory.features.make` gives such maps by name: the very maps whose errors the formulas of this
# project are about.

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
# ## What was predicted is what comes
#
# For pairs of digits the closed form tells the mean squared error before anything is drawn. For one independent projection after
# another it is a lemma:

# %%
statement("hrf.lemma-2.2-trig").claim("mse").show()

# %% [markdown]
# Couplings change the error, and the closed form with it. We draw 60 maps of each and look. Trigonometric features, $m = 64$:

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
# The same for other numbers of projections: curves are predicted, points are drawn.

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
# Some families have a parameter. Leave it out, and `fit` takes the best one for the data. The variance of positive
# features grows like $e^{\|x + y\|^2}$, and a negative $A$ tames it:

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
# of large inputs leave the range of floating-point numbers. So the maps come with scales, and the quotient cancels
# them. Inputs of norm 1 first, against the exact softmax; then inputs of norm 100.

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
# No overflow. But is it accurate? At norm 100 no number of features that fits into a computer would be; the closed
# forms say so in advance:

# %%
positive = catalogue.family("positive")
for norm in (0.5, 1, 2, 100):
    log_error = log_mse_of_inputs(positive, "orthogonal", 1024, norm * q[:1], norm * k[:1], kernel="softmax")[0]
    relative = log_error / 2 - norm**2 * (q[0] @ k[0])
    print(f"inputs of norm {norm:g}: log10 of the relative error {relative / np.log(10):.1f}")
