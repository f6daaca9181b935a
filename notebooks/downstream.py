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
# # Downstream: expected and measured changes of predictions
#
# *You learn* by how much m random features change the predictions of kernel ridge regression and the posterior of a
# Gaussian process, and whether the expected change agrees with the measured one, on two data sets of scikit-learn.
# *It takes* 10 minutes to read and 60 seconds to run.
#
# The error of the kernel matrix is rarely the quantity of interest. Predictions are.

# %%
import numpy as np
from sklearn.datasets import load_diabetes, load_wine
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF

from rftheory import choose, downstream
from rftheory.plots.plot import BAR, curve, finish, looks, panels, points
from rftheory.report.notebook import picture
from rftheory.report.notebook.markdown import Shown, table

# %% [markdown]
# ## Two regressions
#
# The diabetes data have their own targets. For the wines, we predict the first column, alcohol, from the others.


# %%
def standardised(rows):
    return (rows - rows.mean(axis=0)) / rows.std(axis=0)


diabetes = load_diabetes()
wine = standardised(load_wine().data)
SETS = {
    "diabetes": (standardised(diabetes.data), standardised(diabetes.target)),
    "wine": (wine[:, 1:], wine[:, 0]),
}
MECHANISMS = ["trigonometric x orthogonal", "trigonometric", "random-phase-cosine"]


def split(name):
    X, y = SETS[name]
    order = np.random.default_rng(1).permutation(len(X))
    half = len(X) // 2
    return X[order[:half]], y[order[:half]], X[order[half:]]


# %% [markdown]
# The exact posterior equals that of scikit-learn:

# %%
X, y, X_test = split("wine")
width = float(choose(X, bandwidth="median").scale)
process = GaussianProcessRegressor(RBF(width), alpha=0.3, optimizer=None).fit(X, y)
mean, deviation = process.predict(X_test, return_std=True)
exact = downstream(X, y, "trigonometric", X_test=X_test, ridge=0.3, bandwidth=width, m=64).mechanisms[0]
print(f"mean {np.sqrt(np.mean(mean**2)):.6f} {exact.mean.exact:.6f}")
print(f"variance {np.sqrt(np.mean(deviation**4)):.6f} {exact.variance.exact:.6f}")

# %% [markdown]
# ## Expected and measured changes
#
# `moves` is the expected change, to first order in the error of the kernel matrix; `made` is the median change over 16
# sampled maps. Predictions change least with orthogonal projections. Random phases change them by about half as much
# again, as they do for the kernel itself.

# %%
answers = {}
for name in SETS:
    X, y, X_test = split(name)
    answers[name] = downstream(X, y, MECHANISMS, X_test=X_test, ridge=0.3, bandwidth="median", m=256, within=0.05)
    print(name, answers[name], sep="\n", end="\n\n")

# %% [markdown]
# ## At every size
#
# To first order, the dependence on m is exact (lines). Points are sampled maps. For few projections the points leave
# the line, because the second order matters.

# %%
X, y, X_test = split("diabetes")
sizes = [16, 64, 256, 1024]
figure, [axes] = panels()
for mechanism, look in zip(MECHANISMS[1:] + MECHANISMS[:1], looks(), strict=False):
    found = [
        downstream(X, y, mechanism, X_test=X_test, ridge=0.3, bandwidth="median", m=m, draws=8192).mechanisms[0].mean
        for m in sizes
    ]
    curve(axes, np.array(sizes), np.array([found[-1].at(m) for m in sizes]), look, mechanism)
    points(
        axes, np.array(sizes), np.array([each.made.median for each in found]),
        np.array([[each.made.median - each.made.low, each.made.high - each.made.median] for each in found]).T / BAR, look,
    )  # fmt: skip
axes.set(xscale="log", yscale="log", xlabel="projections", ylabel="change of predictions")
marks = "lines: expected to first order; points: medians of 16 maps"
picture(
    finish(figure, marks, data="diabetes", ridge=0.3),
    "Changes of predictions against m: points on three lines of slope -1/2.",
)

# %% [markdown]
# ## The error of the kernel, for the same maps
#
# The kernel matrix may change by more than the predictions, or by less.

# %%
rows = []
for name in ["wine"]:
    X, y, X_test = split(name)
    choice = choose(X, bandwidth="median", m=256)
    for mechanism in ("trigonometric x orthogonal", "trigonometric x iid"):
        candidate = choice.candidate(mechanism)
        map_ = choice.make(mechanism, seed=0)
        phi = map_.transform(X)
        kernel = np.exp(-np.square(X[:, None] - X).sum(axis=-1) / (2 * choice.scale**2))
        made = np.linalg.norm(phi @ phi.T - kernel) / np.linalg.norm(kernel)
        moved = next(each for each in answers[name].mechanisms if each.mechanism in mechanism)
        errors = candidate.error, made, moved.mean.expected, moved.mean.made.median
        rows.append([name, mechanism, *(f"{each:.2%}" for each in errors)])
Shown(
    "errors of the kernel and changes of predictions, promised and made",
    table(["data", "mechanism", "kernel promised", "kernel made", "predictions promised", "predictions made"], rows),
)
