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
# *You learn* which law of the projections is best for your data, and what no law can do.
# *It takes* 20 minutes to read and 10 seconds to run.
#
# *After Sernau et al., "All random features representations are equivalent", 2024.*
#
# So far $w$ was Gaussian because the kernel said so. It need not be. Draw $w$ from any *proposal* $\Psi$ and
# weigh each draw by $p_\Omega/p_\Psi$: the mean stays what it was. The variance does not. Which proposal is
# the best *for your data*?

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
# Take positive features and let the proposal be $N(c(x + y), s^2 I)$, with any $c$ and $s$. The third
# exponential below is the weight. Multiply, integrate, and $c$ and $s$ are gone:

# %%
statement("opt.eq-2").claim("Gaussian proposals").derivation()

# %% [markdown]
# ## The best proposal
#
# To keep what follows free of integrability, let the law of $w$ live on $N$ points: $\omega_k$ are the masses
# of $\Omega$, and $\psi_k / \sum_s \psi_s$ those of $\Psi$. (`statement("opt.continuous")` has the same for any
# laws.)
#
# Average the squared error over the data. What depends on $\Psi$ is a sum of $a_k b_k \omega_k^2/\psi_k$,
# with $a_k$ and $b_k$ the mean squares of the features over the two data sets. Minimise it under $\sum \psi_k
# = 1$. Cauchy and Schwarz do it in a line, and the winner is $\psi_k \propto \omega_k \sqrt{a_k b_k}$: *draw
# where the features of your data are large*. In the paper this is called $q\,p_\Omega$.

# %%
density = statement("opt.theorem-1-density")
density.claim("minimum").derivation()

# %% [markdown]
# One thing is missing in print. A proposal must be able to draw whatever $\Omega$ draws, and where all features
# of one data set vanish, $q$ is 0. So the claim above is about the points with $q > 0$, and in general the
# value is an infimum:

# %%
density.claim("infimum").show()

# %% [markdown]
# Now the value. From the definition on the left, for every proposal, the variance is that of the theorem and
# one term more, the variance of $\rho q$ with the weights $\rho = p_\Omega/p_\Psi$. It vanishes if $p_\Psi$ is
# a multiple of $p_\Omega q$. Nothing is left to minimise.

# %%
value = statement("opt.theorem-1-value")
value.claim("value").derivation()

# %%
value.claim("at p_Omega q").derivation()

# %% [markdown]
# For equal laws, $X_1 = X_2$, the first term is a mean of the kernel alone: $(\mathbb{E} K(x, x))^2$. No
# feature is left in it. This gives the paper its title: every representation of the kernel by one number per
# draw, the same map for both inputs, has the *same* error when sampled optimally. (How far the sentence goes
# beyond that is in `statement("opt.equivalence")`.)

# %%
statement("opt.corollary-2").claim("equality").derivation()

# %% [markdown]
# ## Positive features, completely
#
# Let the data be $N(0, \tau^2 I)$ and the features positive. Then everything can be written down. The mean
# square of the features:

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
# Three routes to one number. The proved formula in balls, from the definition and from the closed form; and
# the function that serves data of any law.

# %%
positive.claim("value").at(tau="1/2", d=8)

# %%
data = GaussianData.isotropic(0.25, 8)
features = GeneralizedExponential(0, 1)
print(f"optimal variance: {optimal_variance(features, data):.12f}")

# %% [markdown]
# How sharp is the optimum? Let the proposal be $N(0, t(1 + 4\tau^2) I)$. Its expected square has a closed
# form, which is 1 at $t = 1$. Too narrow a proposal is punished without mercy: at $t = \frac12$ the variance
# is infinite. Too wide a one is merely a waste. Plain sampling is the cross on each curve. For wide data it
# is off the left edge: *infinite variance* is what you get without weights.

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
# Real data are points. Hand them over as they are. The proposal is then a mixture of Gaussians, one for each
# point.

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
# The diagonal of the Gaussian kernel is 1. Optimal weights come near it with 4096 draws. Look at what plain
# sampling makes of it. The checks of the statement file draw all this properly:

# %%
positive.draws()

# %% [markdown]
# ## "The optimal proposal exists"
#
# The theorem names a density. Does it exist for all data? For positive *softmax* features with data $N(0,
# \sigma^2 I)$ the product $q\,p_\Omega$ is a multiple of $e^{-c\|w\|^2}$, and a density of that form must fall
# as $w$ grows. The left side is it at a distance 1 from the origin, the right side at the origin (up to a common
# factor; the point $w$ is called $x$ here, for it is the one vector that is not random):

# %%
density.claim("existence").counterexample()

# %% [markdown]
# At $\sigma = 1$, the standard scaling of nearly everything, it rises: $c$ is negative and there is nothing to
# normalise. The corrected claim has the condition that is missing:

# %%
claim = density.claim("existence, corrected").claim
print(f"{claim.says}\nneeds: {', '.join(claim.needs)}")

# %% [markdown]
# ## "The lowest possible error"
#
# The abstract says that the error of the optimal policy is the lowest possible. Among scalar features that is
# proved. But give one draw *two* numbers, a cosine and a sine, and it does better, even when the comparison
# is per number and not per draw:

# %%
lowest = statement("opt.lowest")
lowest.claim("(ii) several features").counterexample()

# %%
lowest.claim("per feature").derivation()

# %% [markdown]
# ## Exercises
#
# **1.** For which $\tau$ does plain sampling of positive features have an infinite variance over the data?
# Read it off `proposals`.
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
# `lowest.claim("positive features").show()`. Why is this no free lunch?
#
# </details>
#
# <details><summary>Solution</summary>
#
# $N(x + y, I)$, the Gaussian law times $e^{w^\top(x + y)}$: the weights then cancel the features. It is best for this pair
# alone; another pair needs another law, and a feature map may not know its partner.
#
# </details>

# %% tags=["hide-cell"]
# solution 2
lowest.claim("positive features").show()

# %% [markdown]
# **3.** In which case is the upper bound of Corollary 1 an equality? Prove it for two points before you look
# at `statement("opt.corollary-1-tight").claim("two points").derivation()`.
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
