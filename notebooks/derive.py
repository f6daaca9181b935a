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
# You have an idea for a random feature: a function $f(u, w)$ of an input $u$ and a Gaussian projection $w$. What kernel
# does $\mathbb{E}\, f(x, w) f(y, w)$ estimate? How large is the error? Do orthogonal projections help? Write the
# feature down once. The rules of this package integrate it, and the judges check what comes out.

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
# Is that true? `check` asks three of the judges of the ledger: a chain of checked steps from the definition, rigorous
# enclosures at awkward points, and draws of the very map that was written down.

# %%
print(positive.check())

# %% [markdown]
# ## A map with a free parameter
#
# Damp the exponential with $e^{A |w|^2}$. The result is finite only for some $A$, and it is the Gaussian kernel only
# with the right factors. Suppose you do not know these factors yet.

# %%
c = sp.Symbol("c", positive=True)
damped = derive(sp.exp(-(c - 1) * w.square / 8 + sp.sqrt((c + 1) / 2) * w.dot(u) - u.square))
print(damped.kernel)

# %% [markdown]
# The missing factor stands there: the mean is the kernel times a power of $c$, in dimension $d$. Put its root into the
# feature.

# %%
A = sp.Symbol("A", real=True)
oprf = derive((1 - 4 * A) ** (d / 4) * sp.exp(A * w.square + sp.sqrt(1 - 4 * A) * w.dot(u) - u.square))
print(oprf)

# %% [markdown]
# The mean needs $A < 1/4$, the second moment $A < 1/8$. Which $A$ is best? The derivative of the second moment vanishes
# at one admissible $A$, that of optimal positive random features (Likhosherstov et al. 2022, Theorem 3.3).

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
# The same map is a theorem of the paper, and its derivation is in the ledger. It takes the same steps as the one that
# `check` found by itself:

# %%
statement("crt.theorem-3.1").claim("s = +1, real A").derivation()

# %% [markdown]
# ## Conditions on parameters
#
# Two parameters, and the question for which values this is one of the kernels:

# %%
p, q = sp.symbols("p q", positive=True)
print(derive(sp.exp(p * w.dot(u) - q * u.square)).kernel)

# %% [markdown]
# ## Counts instead of projections
#
# Features of independent counts $k_l$, one for each coordinate, with their law:

# %%
lam = sp.Symbol("lam", positive=True)
poisson = derive(
    sp.exp(lam * d / 2 - total(u[l] ** 2) / 2) * product(u[l] ** k[l] * lam ** (-k[l] / 2)),
    law="poisson",
)
print(poisson)

# %% [markdown]
# ## What no rule integrates
#
# Rectified features are no exponentials. The package says which factor is in the way, and offers a certified value from
# the definition at any point instead.

# %%
rectified = derive(sp.Max(0, w.dot(u)))
print(rectified.findings[0])
point = {x_norm: sp.Rational(1, 2), y_norm: sp.Rational(3, 4), theta: sp.Integer(1), d: sp.Integer(3)}
print(rectified.enclosure(point))

# %% [markdown]
# ## Keep it
#
# A derived map is a statement like those of the papers. Saved as a file, it is judged by
# `rftheory verify --statements DIR`, with controls and all.

# %%
with tempfile.TemporaryDirectory() as folder:
    path = oprf.save(Path(folder) / "my_maps" / "damped.py", title="A damped exponential")
    print(path.read_text(encoding="utf-8").split("FORMS = ")[1].split("def claims")[0])
