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
# # Optimal importance sampling
#
# *You learn* which law of the projections is best for your data, and where the optimum has limits.
# *It takes* 20 minutes to read and 10 seconds to run.
#
# *After Sernau et al., "All random features representations are equivalent", 2024.*
#
# So far $w$ was Gaussian because the kernel prescribes it. But one can draw $w$ from any *proposal* $\Psi$ and weight
# each draw by $p_\Omega/p_\Psi$, where $\Omega$ is the Gaussian law. The mean stays the same, the variance changes.
# Which proposal is best *for your data*?

# %%
import numpy as np

from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.proposals.data import EmpiricalData, GaussianData
from rftheory.families.proposals.optimal import optimal, optimal_variance
from rftheory.families.proposals.weighted import WeightedEstimator
from rftheory.plots.plot import curve, finish, looks, panels
from rftheory.report.notebook import picture, statement
from rftheory.statements.claimed import log_claimed

# %% [markdown]
# ## Weights do not move the mean
#
# Take positive features and the proposal $N(c(x + y), s^2 I)$, with any $c$ and $s$
# (<a href="../report/s/opt.eq-2.html"><code>opt.eq-2</code></a>). The third exponential below is the weight. After
# integration, $c$ and $s$ are gone:

# %%
statement("opt.eq-2").claim("Gaussian proposals").derivation()

# %% [markdown]
# ## The best proposal
#
# To avoid questions of integrability, let the law of $w$ have $N$ points: $\omega_k$ are the masses of $\Omega$, and
# $\psi_k / \sum_s \psi_s$ those of $\Psi$. (<a href="../report/s/opt.continuous.html"><code>opt.continuous</code></a>
# has the same for any laws.)
#
# Average the squared error over the data. The part that depends on $\Psi$ is a sum of $a_k b_k \omega_k^2/\psi_k$,
# where $a_k$ and $b_k$ are the mean squares of the features over the two data sets. Minimise it under $\sum \psi_k =
# 1$. By the Cauchy-Schwarz inequality, the minimum is at $\psi_k \propto \omega_k \sqrt{a_k b_k}$
# (<a href="../report/s/opt.theorem-1-density.html"><code>opt.theorem-1-density</code></a>): *draw where the features of
# your data are large*. The paper calls this $q\,p_\Omega$.

# %%
density = statement("opt.theorem-1-density")
density.claim("minimum").derivation()

# %% [markdown]
# One condition is missing in print. A proposal must be able to draw every point that $\Omega$ draws, but $q = 0$ where
# all features of one data set vanish. So the claim above is about the points with $q > 0$; in general the value is an
# infimum:

# %%
density.claim("infimum").show()

# %% [markdown]
# Now the value (<a href="../report/s/opt.theorem-1-value.html"><code>opt.theorem-1-value</code></a>). For every
# proposal, the variance is that of the theorem plus one term, the variance of $\rho q$ with the weights $\rho =
# p_\Omega/p_\Psi$. This term vanishes if $p_\Psi$ is a multiple of $p_\Omega q$, so this proposal is optimal.

# %%
value = statement("opt.theorem-1-value")
value.claim("value").derivation()

# %%
value.claim("at p_Omega q").derivation()

# %% [markdown]
# For equal laws, $X_1 = X_2$, the first term is a mean of the kernel alone, $(\mathbb{E} K(x, x))^2$, and does not
# depend on the features (<a href="../report/s/opt.corollary-2.html"><code>opt.corollary-2</code></a>). This explains
# the title of the paper: all representations of the kernel by one number per draw, with the same map for both inputs,
# have the *same* error if sampled optimally.
# (<a href="../report/s/opt.equivalence.html"><code>opt.equivalence</code></a> shows how far this extends.)

# %%
statement("opt.corollary-2").claim("equality").derivation()

# %% [markdown]
# ## Positive features and Gaussian data
#
# Let the data be $N(0, \tau^2 I)$ and the features positive
# (<a href="../report/s/opt.optimum-positive.html"><code>opt.optimum-positive</code></a>). Then everything has a closed
# form. The mean square of the features:

# %%
positive = statement("opt.optimum-positive")
positive.claim("mean square").derivation()

# %% [markdown]
# The optimal proposal is again a Gaussian, wider than the standard one:

# %%
positive.claim("density").derivation()

# %% [markdown]
# And the best variance that any proposal can give:

# %%
positive.claim("value").derivation()

# %% [markdown]
# Three computations give the same number: balls from the definition, balls from the closed form, and the function that
# handles data of any law.

# %%
positive.claim("value").at(tau="1/2", d=8)

# %%
data = GaussianData.isotropic(0.25, 8)
features = GeneralizedExponential(0, 1)
print(f"optimal variance: {optimal_variance(features, data):.12f}")

# %% [markdown]
# How sharp is the optimum? Let the proposal be $N(0, t(1 + 4\tau^2) I)$. Its expected square has a closed form, which
# is 1 at $t = 1$. At $t = \frac12$ and below it is infinite; for large $t$ it only grows like a power of $t$. So too
# wide a proposal is safer than too narrow a one. The cross on each curve is plain sampling. For wide data it is beyond
# the left edge: plain sampling then has *infinite variance*.

# %%
proposals = positive.claim("other proposals")
proposals.show()

# %%
t = np.linspace(0.52, 3, 300)
figure, [axes] = panels()
for d, look in zip((2, 8, 32), looks(), strict=False):
    curve(axes, t, log_claimed("opt.optimum-positive", "other proposals", t=t, d=d, tau=0.25), look, f"d = {d}")
    # plain sampling, where the variance of the proposal is 1
    plain = 1 / (1 + 4 * 0.25**2)
    at_plain = log_claimed("opt.optimum-positive", "other proposals", t=plain, d=d, tau=0.25)
    axes.plot(plain, at_plain, "x", color=look.color, markersize=8)
axes.set(
    xlabel="t, width of the proposal (variance over that of the optimal one)",
    ylabel="log expected square",
    ylim=(-0.2, 6),
)
finish(figure, "curves: theory; crosses: plain sampling", kernel="Gaussian", features="positive", tau=0.25)
picture(figure, "log of the expected square against the width of the proposal, least at t = 1")

# %% [markdown]
# ## In practice
#
# For a finite data set, the proposal is a mixture of Gaussians, one for each point.

# %%
generator = np.random.default_rng(np.random.SeedSequence(5))
x = generator.standard_normal((100, 16)) * 0.6
points = EmpiricalData(x)
weighted = WeightedEstimator(features, optimal(features, points))
plain = features.features(x[:2], generator.standard_normal((4096, 16)))
print(
    "kernel of two points, optimal weights:",
    np.round(weighted.kernel_matrix(x[:2], x[:2], generator, m=4096), 3).tolist(),
)
print("the same, plain sampling:             ", np.round((plain @ plain.T).real, 3).tolist())

# %% [markdown]
# The diagonal of the Gaussian kernel is 1. With 4096 draws, the optimal proposal comes close to it; compare plain
# sampling. The checks of the statement file test this with error bounds:

# %%
positive.draws()

# %% [markdown]
# ## "The optimal proposal exists"
#
# The theorem states a density. Does it exist for all data? For positive *softmax* features with data $N(0, \sigma^2
# I)$, the product $q\,p_\Omega$ is a multiple of $e^{-c\|w\|^2}$, which is a density only if it falls as $w$ grows. The
# left side below is its value at distance 1 from the origin, the right side its value at the origin, up to a common
# factor. (The point $w$ is called $x$ here, because it is the one vector that is not random.)

# %%
density.claim("existence").counterexample()

# %% [markdown]
# At $\sigma = 1$, the usual scaling, it rises: $c$ is negative, and the product cannot be normalised. The corrected
# claim has the missing condition:

# %%
claim = density.claim("existence, corrected").claim
print(f"{claim.says}\nneeds: {', '.join(claim.needs)}")

# %% [markdown]
# ## "The lowest possible error"
#
# The abstract says that the error of the optimal policy is the lowest possible
# (<a href="../report/s/opt.lowest.html"><code>opt.lowest</code></a>). Among scalar features this is proved. But with
# *two* numbers per draw, a cosine and a sine, the error is lower, even if the comparison is per number and not per
# draw:

# %%
lowest = statement("opt.lowest")
lowest.claim("(ii) several features").counterexample()

# %%
lowest.claim("per feature").derivation()

# %% [markdown]
# ## Exercises
#
# **1.** For which $\tau$ does plain sampling of positive features have an infinite variance over the data? Use
# `proposals`.
#
# <details><summary>Hint</summary>
#
# Plain sampling is $t = 1/(1 + 4\tau^2)$, and the claim needs $t > \frac12$.
#
# </details>
#
# <details><summary>Solution</summary>
#
# For $\tau \ge \frac12$: $1/(1 + 4\tau^2) > \frac12$ says $4\tau^2 < 1$.
#
# </details>

# %% tags=["hide-cell"]
# solution 1
for tau in (0.25, 0.49, 0.5):
    print(f"tau = {tau}: t = {1 / (1 + 4 * tau**2):.3f}")

# %% [markdown]
# **2.** The best proposal for *one* pair $x, y$ makes positive features exact. Which one is it?
#
# <details><summary>Hint</summary>
#
# `lowest.claim("positive features").show()`. Why does this not help in practice?
#
# </details>
#
# <details><summary>Solution</summary>
#
# $N(x + y, I)$, the Gaussian law times $e^{w^\top(x + y)}$: the weights then cancel the features. It is best for this
# pair only. Another pair needs another law, and a feature map of $x$ may not depend on $y$.
#
# </details>

# %% tags=["hide-cell"]
# solution 2
lowest.claim("positive features").show()

# %% [markdown]
# **3.** In which case is the upper bound of Corollary 1 an equality
# (<a href="../report/s/opt.corollary-1-tight.html"><code>opt.corollary-1-tight</code></a>)? Prove it for two points
# before you run the solution.
#
# <details><summary>Hint</summary>
#
# The gap is a square.
#
# </details>
#
# <details><summary>Solution</summary>
#
# Exactly where $a_1 b_2 = a_2 b_1$: the gap is $\omega_1 \omega_2 (\sqrt{a_1 b_2} - \sqrt{a_2 b_1})^2$.
#
# </details>

# %% tags=["hide-cell"]
# solution 3
statement("opt.corollary-1-tight").claim("two points").derivation()
