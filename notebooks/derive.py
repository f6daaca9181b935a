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
# # Derive your own feature map
#
# *You learn* how to write down a feature map of your own and get its mean, its error and its best parameter.
# *It takes* 10 minutes to read and 10 seconds to run.
#
# Suppose that you have an idea for a random feature: a function $f(u, w)$ of an input $u$ and a Gaussian projection
# $w$. What kernel does $\mathbb{E}\, f(x, w) f(y, w)$ estimate? How large is the error? Do orthogonal projections help?
# Write the feature down once. The rules of this package integrate it, and the judges check the result.

# %%
import tempfile
from pathlib import Path

import numpy as np
import sympy as sp

from rftheory.deriving import derive, k, l, product, total, u, w
from rftheory.deriving.symbols import PLACES
from rftheory.inputs.kernels import d, theta, x_norm, y_norm
from rftheory.plots.plot import curve, finish, looks, panels
from rftheory.report.notebook import picture, statement

# %% [markdown]
# `w.dot(u)` is the image of the input, `u.square` and `w.square` are squared lengths. Nothing else is known of the
# inputs, so a result holds in every dimension.

# %%
positive = derive(sp.exp(w.dot(u) - u.square))
print(positive)

# %%
derive(sp.exp(w.dot(u) - u.square))

# %% [markdown]
# Is that right? `check` runs three of the judges: the kernel, which replays formal proofs; rigorous enclosures at
# awkward points; and draws of the map as written.

# %%
print(positive.check())

# %% [markdown]
# ## A map with a free parameter
#
# Multiply the exponential by $e^{A |w|^2}$. The result is finite only for some $A$, and it is the Gaussian kernel only
# with the right factors. Suppose that you do not know these factors yet.

# %%
c = sp.Symbol("c", positive=True)
damped = derive(sp.exp(-(c - 1) * w.square / 8 + sp.sqrt((c + 1) / 2) * w.dot(u) - u.square))
print(damped.kernel)

# %% [markdown]
# The output shows the missing factor: the mean is the kernel times a power of $c$, in dimension $d$. Include the root
# of its inverse in the feature.

# %%
A = sp.Symbol("A", real=True)
oprf = derive((1 - 4 * A) ** (d / 4) * sp.exp(A * w.square + sp.sqrt(1 - 4 * A) * w.dot(u) - u.square))
print(oprf)

# %% [markdown]
# The mean requires $A < 1/4$, the second moment $A < 1/8$. Which $A$ is best? The derivative of the second moment
# vanishes at one admissible $A$, that of optimal positive random features (Likhosherstov et al. 2022, Theorem 3.3,
# <a href="../report/s/crt.theorem-3.3.html"><code>crt.theorem-3.3</code></a>).

# %%
slope = sp.diff(sp.log(oprf.second.value), A)
solutions = sp.solve(sp.fraction(sp.together(slope))[0], A)
print(solutions)

# %% [markdown]
# The curve of the second moment over $A$, at two inputs, with the stationary point on it:

# %%
place = dict(zip(PLACES, (sp.Integer(1), sp.Rational(1, 2), sp.Integer(1)), strict=True)) | {d: 8}
second = sp.lambdify(A, oprf.second.value.subs(place), "numpy")
best = min(value for each in solutions if (value := float(each.subs(place))) < 1 / 8)
axis = np.linspace(-0.5, 0.1, 200)
figure, [axes] = panels()
look = next(looks())
curve(axes, axis, second(axis), look, "second moment of one sample")
axes.axvline(best, color="black", linewidth=0.8)
axes.set(xlabel="A", ylabel="E |Z|^2", yscale="log")
finish(figure, marks="the line is the solution of the stationarity equation", d=8, inner=0.5)
picture(figure, "the second moment falls and rises again with A, with its least value at the solution of the equation")

# %% [markdown]
# The same map is a theorem of the paper (<a href="../report/s/crt.theorem-3.1.html"><code>crt.theorem-3.1</code></a>).
# Here is its derivation:

# %%
statement("crt.theorem-3.1").claim("s = +1, real A").derivation()

# %% [markdown]
# ## Conditions on parameters
#
# With two parameters, for which values is the mean one of the kernels?

# %%
p, q = sp.symbols("p q", positive=True)
print(derive(sp.exp(p * w.dot(u) - q * u.square)).kernel)

# %% [markdown]
# ## Counts instead of projections
#
# Features can depend on independent counts $k_l$, one for each coordinate, with a given law:

# %%
lam = sp.Symbol("lam", positive=True)
poisson = derive(
    sp.exp(lam * d / 2 - total(u[l] ** 2) / 2) * product(u[l] ** k[l] * lam ** (-k[l] / 2)),
    law="poisson",
)
print(poisson)

# %% [markdown]
# ## Features that no rule integrates
#
# Rectified features are not exponentials. `derive` names the factor that it cannot integrate, and computes certified
# values at points from the definition instead.

# %%
rectified = derive(sp.Max(0, w.dot(u)))
print(rectified.findings[0])
point = {x_norm: sp.Rational(1, 2), y_norm: sp.Rational(3, 4), theta: sp.Integer(1), d: sp.Integer(3)}
print(rectified.enclosure(point))

# %% [markdown]
# ## Save it
#
# A derived map is a statement like those of the papers. `rftheory verify --statements DIR` judges the saved file, with
# controls.

# %%
with tempfile.TemporaryDirectory() as folder:
    path = oprf.save(Path(folder) / "my_maps" / "damped.py", title="A damped exponential")
    print(path.read_text(encoding="utf-8").split("FORMS = ")[1].split("def claims")[0])
