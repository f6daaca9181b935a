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
# *You learn* what the parameter $A$ of GERF (generalised exponential random features) does, why there is a best value,
# and when random integers do better than Gaussian projections.
# *It takes* 15 minutes to read and 10 seconds to run.
#
# *After Likhosherstov et al., "Chefs' random tables: non-trigonometric random features", NeurIPS 2022.*
#
# Positive features have no free parameter. This paper adds one: a number $A$ that multiplies $\|w\|^2$ in the exponent.
# The kernel stays the same, the variance changes, and there is a best $A$. Then the paper replaces the Gaussian
# projections by random *integers*.

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
# A *generalized exponential* feature is $e^{A\|w\|^2 + \dots}$. For $A = 0$ it is the positive feature. For every real
# $A < \frac14$ it is unbiased (<a href="../report/s/crt.theorem-3.1.html"><code>crt.theorem-3.1</code></a>), because
# $\|w\|^2$ only changes the width of the Gaussian.

# %%
gerf = statement("crt.theorem-3.1")
gerf.show()

# %%
gerf.claim("s = +1, real A").derivation()

# %% [markdown]
# $A$ may be complex, and with a sign $s = -1$ the family includes trigonometric features. The special cases that the
# paper lists after (4) are identities of maps
# (<a href="../report/s/crt.special-cases.html"><code>crt.special-cases</code></a>):

# %%
statement("crt.special-cases").show()

# %% [markdown]
# ## The variance and its minimum
#
# For real $A < \frac18$ the variance is finite and has a closed form
# (<a href="../report/s/crt.theorem-3.2.html"><code>crt.theorem-3.2</code></a>):

# %%
statement("crt.theorem-3.2").claim("s = +1, real A").show()

# %% [markdown]
# For $s = +1$ it depends only on $v = \|x + y\|$, the lengths and $d$. So for one pair the best $A$ minimises a
# function of one variable (<a href="../report/s/crt.theorem-3.3.html"><code>crt.theorem-3.3</code></a>). The derivation
# has one line of calculus: the derivative is a product of positive factors and $A - A^*$, so the variance falls up to
# $A^*$ and rises from there. No second derivative is needed.

# %%
optimum = statement("crt.theorem-3.3")
optimum.claim("minimum").derivation()

# %% [markdown]
# The optimum is expressed by a number $\rho$ between 0 and 1. To prove the upper bound, the derivation rationalises a
# root:

# %%
optimum.claim("rho below one").derivation()

# %% [markdown]
# How large is the gain? The cell prints log-variances of one sample, for pairs of $N(0, I/16)$ in dimension 64. The
# functions take arrays and return logarithms, because variances range from $e^{-10000}$ to $e^{10000}$.

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
# Expand $e^{x^\top y}$ into its power series in each coordinate, and draw the *exponent* of each coordinate at random.
# The average over exponents is the series. Any law on the integers works; Poisson
# (<a href="../report/s/crt.poisson.html"><code>crt.poisson</code></a>) and geometric
# (<a href="../report/s/crt.geometric.html"><code>crt.geometric</code></a>) ones are convenient.

# %%
statement("crt.poisson").claim("unbiased").derivation()

# %% [markdown]
# The last line but one is the exponential series, once for each coordinate. The geometric law has the same proof:

# %%
statement("crt.geometric").claim("unbiased").show()

# %%
statement("crt.geometric").draws()

# %% [markdown]
# ## A minimum that does not exist
#
# For the Poisson law the paper gives the best rate in closed form
# (<a href="../report/s/crt.theorem-3.4-optimum.html"><code>crt.theorem-3.4-optimum</code></a>). Take $x = (1, 0)$ and
# $y = (0, 1)$. All products $x_l y_l$ vanish, and the formula gives the rate 0. But the features have no Poisson law of
# rate 0.

# %%
poisson = statement("crt.theorem-3.4-optimum")
poisson.claim("minimum").counterexample()

# %% [markdown]
# If some product is nonzero, the printed rate is right, and proved. If all vanish, there is no best rate: for every
# rate, half of it does better.

# %%
poisson.claim("no minimum").derivation()

# %% [markdown]
# ## Orthogonal projections: a theorem with and without "large"
#
# Theorem 4.1 (<a href="../report/s/crt.theorem-4.1.html"><code>crt.theorem-4.1</code></a>) says that orthogonal
# projections reduce the variance of positive features in *any* dimension, by a multiple of some $C(\|x + y\|) \ge 0$.
# As printed, $C = 0$ satisfies it, and then it says only that the variance does not increase. But a positive $C$ exists
# unless $x = -y$:

# %%
statement("crt.theorem-4.1").claim("gain").right_side()

# %% [markdown]
# For trigonometric features, a gain was known only for large $d$. In small dimensions it can fail, as $d = 4$ shows
# (<a href="../report/s/crt.theorem-4.1-trig.html"><code>crt.theorem-4.1-trig</code></a>). The left side is the variance
# of four orthogonal projections and the right side that of four independent ones, at $\|x - y\| = 4$:

# %%
waves = statement("crt.theorem-4.1-trig")
waves.claim("not in every dimension").at(x_norm=3, y_norm=1, theta="pi", m=4)

# %% [markdown]
# The file proves this for every $\|x - y\|^2 \ge 12$. With $s = \|x - y\|^2/2$ and $d = 4$, the pair moment is a
# hypergeometric function that reduces to $e^{-s}$ times a polynomial of three terms. From $s = 6$ on, the polynomial is
# at least 1, so the pair moment exceeds $e^{-2s}$, that of independent projections:

# %%
waves.claim("d = 4").show()

# %%
waves.draws()

# %% [markdown]
# ## All mechanisms compared
#
# The plot shows the log-variance of each mechanism, with mean and standard deviation, in four regimes of data:

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
# Inputs whose length is spread over all coordinates. A Poisson sample has the factor $(x_l y_l/\lambda)^{k_l}$ for each
# coordinate; it is constant if every product $x_l y_l$ is $\lambda$. If one coordinate is much larger, no $\lambda$
# fits all of them. So a rotation of the data can decide which features are better.
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
