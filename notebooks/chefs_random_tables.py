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
# # Chefs' random tables
#
# *You learn* what the parameter $A$ of GERF does, why there is a best one, and when integers do better than
# Gaussian draws.
# *It takes* 15 minutes to read and 10 seconds to run.
#
# *After Likhosherstov et al., "Chefs' random tables: non-trigonometric random features", NeurIPS 2022.*
#
# Positive features were a recipe with no free ingredient. This paper adds one: a number $A$ in front of
# $\|w\|^2$. The kernel stays the same. The variance does not, and there is a best $A$. Then the paper leaves
# the Gaussian altogether and draws *integers*.

# %%
import numpy as np

from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.geometric import Geometric
from rftheory.families.optima.geometric import optimal_geometric
from rftheory.families.optimal_positive import OptimalPositive
from rftheory.families.poisson import Poisson
from rftheory.mechanisms.mse import log_variance
from rftheory.report.notebook import plot, statement

# %% [markdown]
# ## One more parameter
#
# A *generalized exponential* feature is $e^{A\|w\|^2 + \dots}$. For $A = 0$ it is the positive feature. For
# every real $A < \frac14$ it is unbiased, and here is why: the square $\|w\|^2$ only changes the width of the
# Gaussian.

# %%
gerf = statement("crt.theorem-3.1")
gerf.show()

# %%
gerf.claim("s = +1, real A").derivation()

# %% [markdown]
# $A$ may be complex, and a sign $s$ makes trigonometric features a member of the family too. The special cases
# that the paper names after (4) are identities of maps:

# %%
statement("crt.special-cases").show()

# %% [markdown]
# ## The variance, and a tale of a square root
#
# For real $A < \frac18$ the variance is finite, and closed:

# %%
statement("crt.theorem-3.2").claim("s = +1, real A").show()

# %% [markdown]
# With $s = +1$ only $v = \|x + y\|$, the lengths and $d$ matter. So for one pair the best $A$ is the minimum
# of a function of one variable. Its derivation has one line of calculus. The derivative is a product of
# positive factors and $A - A^*$: it falls up to $A^*$ and rises from there. No second derivative, no "it is
# easy to see".

# %%
optimum = statement("crt.theorem-3.3")
optimum.claim("minimum").derivation()

# %% [markdown]
# The optimum lives in a number $\rho$ between 0 and 1. The upper end is worth a look, for its derivation
# rationalises a root:

# %%
optimum.claim("rho below one").derivation()

# %% [markdown]
# How much is gained? These are log-variances of one sample, for pairs of $N(0, I/16)$ in dimension 64.
# Functions of the package take arrays and stay in log-space, since variances span $e^{\pm 10000}$ here.

# %%
generator = np.random.default_rng(np.random.SeedSequence(3))
x, y = generator.standard_normal((2, 200, 64)) / 4
families = {
    "trigonometric": GeneralizedExponential(0, -1),
    "positive (A = 0)": GeneralizedExponential(0, 1),
    "optimal positive": OptimalPositive(),
    "Poisson, rate 1/16": Poisson(0.0625),
    "geometric, best p": Geometric(optimal_geometric(x, y).p),
}
for name, family in families.items():
    logs = log_variance(family, x, y)
    print(f"{name:20s} mean log-variance {logs.mean():8.3f}, standard deviation {logs.std():6.3f}")

# %% [markdown]
# The figure of the paper shows the ratio of optimal to positive variance against $\|x + y\|^2$. The gain is
# exponential. Points are draws.

# %%
plot("oprf-variance")

# %% [markdown]
# ## Integers
#
# Expand $e^{x^\top y}$ into its power series, coordinate by coordinate. Draw the *exponent* of each
# coordinate at random. The average over exponents is the series. Any law on the integers will do; Poisson and
# geometric ones are handy.

# %%
statement("crt.poisson").claim("unbiased").derivation()

# %% [markdown]
# The last line but one is the exponential series, once for each coordinate. The proof for the geometric law
# is the same proof:

# %%
statement("crt.geometric").claim("unbiased").show()

# %%
statement("crt.geometric").draws()

# %% [markdown]
# ## A minimum that is not there
#
# For the Poisson law the paper gives the best rate in closed form. Try $x = (1, 0)$ and $y = (0, 1)$. All
# products $x_l y_l$ vanish, the formula gives the rate 0, and there is no Poisson law of rate 0 among the
# features.

# %%
poisson = statement("crt.theorem-3.4-optimum")
poisson.claim("minimum").counterexample()

# %% [markdown]
# What is true then? If some product differs from zero the printed rate is right, and proved. If all vanish,
# there is no best rate at all: whatever the rate, half of it does better.

# %%
poisson.claim("no minimum").derivation()

# %% [markdown]
# ## Orthogonal projections: a theorem with and without "large"
#
# Theorem 4.1 says that orthogonal projections reduce the variance of positive features in *any* dimension, by
# a multiple of some $C(\|x + y\|) \ge 0$. As printed $C = 0$ will do, and then it says only that nothing is
# lost. But there is a $C$ that is positive, unless $x = -y$:

# %%
statement("crt.theorem-4.1").claim("gain").right_side()

# %% [markdown]
# For trigonometric features a gain had been known only for large $d$. Is that a weakness of the proof, or is
# it so? It is so, and $d = 4$ shows it. On the left is the variance of four orthogonal projections, on the right
# that of four independent ones, at $\|x - y\| = 4$:

# %%
waves = statement("crt.theorem-4.1-trig")
waves.claim("not in every dimension").at(x_norm=3, y_norm=1, theta="pi", m=4)

# %% [markdown]
# The file proves it for every $\|x - y\|^2 \ge 12$. The pair moment is a hypergeometric function that hides a
# polynomial. At $d = 4$ it is $e^{-s}$ times three terms. From $s = 6$ on these are at least 1, and $e^{-2s}$
# has lost:

# %%
waves.claim("d = 4").show()

# %%
waves.draws()

# %% [markdown]
# ## Everything side by side
#
# Four regimes of data, and the log-variance of each mechanism with mean and standard deviation:

# %%
plot("log-variances")

# %% [markdown]
# ## Exercises
#
# **1.** Let $d \to \infty$ with $v$ fixed. What does the best $A$ tend to? Evaluate
# `optimum.claim("A").at(x_norm=1, y_norm=1, v=1, d=10**6)`.
#
# <details><summary>Hint</summary>
#
# $\rho \to 1$. In high dimension the squared length of $w$ hardly varies, so there is nothing left to
# correct.
#
# </details>
#
# <details><summary>Solution</summary>
#
# To 0: $\rho \to 1$, and optimal positive features become positive ones.
#
# </details>

# %% tags=["hide-cell"]
# solution 1
optimum.claim("A").at(x_norm=1, y_norm=1, v=1, d=10**6)

# %% [markdown]
# **2.** Why must $A < \frac18$ for a finite variance, when $A < \frac14$ is enough for the mean?
#
# <details><summary>Hint</summary>
#
# The variance needs $\mathbb{E}\, e^{4A\|w\|^2}$. Try `GeneralizedExponential(0.2, 1)` in `log_variance` and
# read the error.
#
# </details>
#
# <details><summary>Solution</summary>
#
# The mean needs $\mathbb{E}\, e^{2A\|w\|^2}$, finite for $2A < \frac12$; the second moment needs $4A < \frac12$.
#
# </details>

# %% tags=["hide-cell"]
# solution 2
try:
    log_variance(GeneralizedExponential(0.2, 1), x[:1], y[:1])
except ValueError as error:
    print(error)

# %% [markdown]
# **3.** Find inputs for which Poisson features beat optimal positive ones.
#
# <details><summary>Hint</summary>
#
# For which products $x_l y_l$ does a sample hardly vary? And why do rotations of the data matter here, when
# they did not for Gaussian projections?
#
# </details>
#
# <details><summary>Solution</summary>
#
# Inputs whose length is spread over all coordinates. A Poisson sample has the factor $(x_l y_l/\lambda)^{k_l}$ for each coordinate: it is
# constant if every product $x_l y_l$ is $\lambda$. For a single large coordinate no $\lambda$ suits all of them, and turning the
# data decides who wins.
#
# </details>

# %% tags=["hide-cell"]
# solution 3
axis, spread = np.zeros((1, 8)), np.linspace(1.2, 1.6, 8)[None]
axis[0, 0] = np.linalg.norm(spread)
for name, z in (("along an axis", axis), ("spread", spread)):
    rate = float(np.sqrt(np.square(z * z).sum() / 8))
    optimal = OptimalPositive.for_data(z, z).at({})
    logs = [log_variance(family, z, z)[0] for family in (Poisson(rate), optimal)]
    print(f"{name}: log-variance {logs[0]:.1f} with Poisson features, {logs[1]:.1f} with optimal positive ones")
