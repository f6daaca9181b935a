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
# # Simplex random features
#
# *You learn* why coupled projections have smaller errors, where the gain ends, and what is proved to be best.
# *It takes* 20 minutes to read and 10 seconds to run.
#
# *After Reid et al., "Simplex random features", ICML 2023.*
#
# Independent draws repeat themselves. Two of $m$ projections may point the same way, and then one of them was
# wasted. Make them *orthogonal* and they cannot. Can one do better than a right angle? Yes: point them away
# from each other, as far as $d$ vectors in $\mathbb{R}^d$ can. These are the vertices of a simplex.

# %%
import numpy as np

from rftheory.couplings.simplex import Simplex
from rftheory.families.positive import Positive
from rftheory.families.trigonometric import Trigonometric
from rftheory.mechanisms.mse import mse_ratio
from rftheory.plots.critical_distances import distance
from rftheory.report.notebook import mp, plot, statement

# %% [markdown]
# ## One number decides
#
# Let $w_1, \dots, w_m$ be Gaussian one by one, coupled in whatever way. The estimator stays unbiased: a mean
# does not care about coupling. Its error is moved by the *pairs* alone. Theorem 3.2 collects them in one
# number, the *RF-conformity* $\rho$. Take it as the average over pairs of $G_{ij} = \mathbb{E}\, e^{(w_i +
# w_j)^\top (x + y)}$:

# %%
error = statement("simrf.theorem-3.2")
error.claim("error").derivation()

# %% [markdown]
# The derivation is honest bookkeeping: three Gaussian integrals and a sum. But look at what it tells. Less
# conformity, less error, always and for all inputs:

# %%
error.claim("increasing").derivation()

# %% [markdown]
# And $G_{ij}$ sees only the length of the *resultant* $w_i + w_j$, if its direction is uniform. The integral
# over the direction is a Bessel function in disguise:

# %%
statement("simrf.def-3.1").claim("isotropic resultant").show()

# %% [markdown]
# All couplings of the paper are rotated as a whole, so that their resultants are *isotropic*: Appendix A.1 says
# so. The paper defines $\rho$ by the lengths alone, (10), and with this Theorem 3.2 holds:

# %%
error.claim("error with (10)").show()

# %% [markdown]
# The "if" matters beyond them. In the plane, let $F$ flip the first coordinate, and let the second direction be
# the mirror image $FU$ of the first, with independent lengths. For $x + y$ along the axis of the mirror the
# error is not what the lengths tell:

# %%
error.claim("error with (10), a mirrored pair").counterexample()

# %% [markdown]
# ${}_0F_1$ has positive coefficients and grows. So: *make the resultants short*. Those of independent vectors
# have the squared length $2d$ on average. So have those of orthogonal ones, but with less spread, and a
# convex function likes that. Those of the vertices of a simplex are shorter.
#
# ## The simplex is the best
#
# Two vertices of a simplex have the cosine $-1/(d-1)$. What makes it optimal? A convex function of the
# cosines is at least its tangent, and the sum of the cosines is least when the vectors add up to zero. So no
# directions have less conformity. With isotropic resultants they have no smaller error either: Theorem 3.4.
# (Without them it fails; the notebook `errata` has the coupling.) The paper goes another way. Its last step
# looks for vectors at equal angles, each of them a multiple of the sum of the others. It finds one cosine. Is
# it the only one?

# %%
best = statement("simrf.theorem-3.4")
best.claim("uniquely").counterexample()

# %% [markdown]
# Equal vectors do it too, of course. They are the *worst* coupling. A quadratic equation has two roots:

# %%
best.claim("stationary angles").derivation()

# %% [markdown]
# The paper stops at $m = d$. What about fewer, $m < d$? It takes $m$ of the $d$ vertices. But $m$ vectors can
# have a simplex of their own, with wider angles, and that is better. Read for $m < d$ the theorem fails, and two
# opposite vectors show it:

# %%
best.claim("fewer than d").counterexample()

# %%
best.claim("simplex of m vertices").derivation()

# %% [markdown]
# ## How much is gained?
#
# Ratios of mean squared errors, one block of $m = d$ projections. "Bigger at smaller $v = \|x + y\|$", the
# paper says of the gains of the simplex, and that is proved. It is not so for orthogonal against independent
# projections: at $v \to 0$ they gain nothing.

# %%
lengths = [0.01, 0.5, 1.0, 2.0, 4.0]
for better, worse in (("orthogonal", "iid"), ("simplex", "iid"), ("simplex", "orthogonal")):
    ratios = mse_ratio(Positive(), better, worse, m=64, d=64, length=lengths)
    print(
        f"{better:>10s} / {worse:<10s}", *(f"v = {v:g}: {ratio:.4f}" for v, ratio in zip(lengths, ratios, strict=True))
    )

# %%
plot("mse-ratios")

# %%
statement("simrf.fig-6").claim("gain of ORF vanishes").derivation()

# %% [markdown]
# Where do these curves come from? From the law of the resultant's length. Narrow and to the left is good.

# %%
plot("resultant-densities")

# %% [markdown]
# For two orthogonal vectors the law is easy: $w^2 = r_1^2 + r_2^2$ is a sum of two independent $\chi^2$
# variables.

# %%
statement("simrf.lemma-4.2-chi").claim("squares add up").derivation()

# %% [markdown]
# Draws of blocks, against the closed forms. "Tilted" checks draw from a shifted law, where the rare large
# values are common, and weigh them back. Without the tilt they would not be seen at all.

# %%
error.draws()

# %% [markdown]
# ## Lower, always?
#
# Corollary 3.3: the simplex has the lower error. With $v > 0$ and at least two projections it is proved:

# %%
lower = statement("simrf.corollary-3.3")
lower.claim("strictly lower").derivation()

# %% [markdown]
# For *all* inputs? For $y = -x$ there is nothing to gain: both are exact. No error of the paper, but worth a
# remark:

# %%
lower.claim("strictly lower, opposite inputs and one projection too").counterexample()

# %% [markdown]
# ## The weights as well
#
# The simplex fixes directions and leaves the lengths alone. *Simplex+* turns the directions after the lengths
# are known, so that every vector opposes the sum of all others. One pass is a fixed-point iteration. The
# conformity falls with each pass:

# %%
plot("conformity-iteration")

# %% [markdown]
# ## Fourier features: a different story
#
# For $\cos w^\top(x - y)$ orthogonality helps up to a critical distance, and harms just beyond it. (In some
# dimensions it helps again farther out.) The critical distance is a zero of $e^{-s} - {}_1F_1(-\frac d2; \frac d2; s)$ at
# $s = z^2/2$, to as many digits as you like:


# %%
def gap(s, d):
    return mp.exp(-s) - mp.hyp1f1(-mp.mpf(d) / 2, mp.mpf(d) / 2, s)


for d in (3, 8, 64):
    zero = mp.findroot(lambda s, d=d: gap(s, d), distance(d) ** 2 / 2)
    print(f"d = {d:2d}: z_crit = {mp.nstr(mp.sqrt(2 * zero), 20)}")

# %%
ratios = mse_ratio(Trigonometric(), "orthogonal", "iid", m=3, d=3, length=[1.0, 2.0, 4.0])
print("orthogonal / iid at z = 1, 2, 4:", *(f"{ratio:.4f}" for ratio in ratios))

# %%
plot("critical-distances")

# %% [markdown]
# ## Look at a simplex
#
# One block in $\mathbb{R}^3$. The cosines of all pairs are $-\frac12$, the lengths are independent $\chi$
# variables.

# %%
w = Simplex().draw(np.random.default_rng(np.random.SeedSequence(4)), m=3, d=3)
lengths = np.linalg.norm(w, axis=1)
print("lengths:", np.round(lengths, 3))
print("cosines:", np.round((w @ w.T / np.outer(lengths, lengths))[np.triu_indices(3, 1)], 12))

# %% [markdown]
# ## Exercises
#
# **1.** Take $m = d + 1$. What is the best set of directions, and by how much does it beat a block of $d$ and
# one more? The file has the answer: `best.claim("simplex of d + 1 vertices")`.
#
# <details><summary>Hint</summary>
#
# $\mathbb{R}^d$ holds a simplex of $d + 1$ vertices, with cosines $-1/d$. `best.claim("more than
# d").counterexample()` has numbers.
#
# </details>
#
# <details><summary>Solution</summary>
#
# The simplex of $d + 1$ vertices, whose cosines are $-1/d$.
#
# </details>

# %% tags=["hide-cell"]
# solution 1
best.claim("simplex of d + 1 vertices").show()

# %% [markdown]
# **2.** In the plane, $d = 2$, what is a simplex of two vertices? When is its estimator exact?
#
# <details><summary>Hint</summary>
#
# The two vectors are opposite, with different lengths. Could you couple the lengths too? Would you still draw
# from $N(0, I)$?
#
# </details>
#
# <details><summary>Solution</summary>
#
# Two opposite vectors of different lengths. The estimator is exact only where $x + y = 0$. With equal lengths it is the
# hyperbolic one of a single draw; each vector is still $N(0, I)$, as only each by itself must be.
#
# </details>

# %% tags=["hide-cell"]
# solution 2
opposite = Simplex().draw(np.random.default_rng(np.random.SeedSequence(4)), m=2, d=2)
print((opposite[0] / np.linalg.norm(opposite[0]) + opposite[1] / np.linalg.norm(opposite[1])).round(12) + 0.0)

# %% [markdown]
# **3.** Verify with `mse_ratio` that the gain of the simplex over orthogonal projections vanishes for large
# $d$ where their number $m$ is fixed, and find the rate. What happens for $m = d$?
#
# <details><summary>Hint</summary>
#
# The cosine is $-1/(d-1)$, and it enters once for each pair.
#
# </details>
#
# <details><summary>Solution</summary>
#
# For fixed $m$ it vanishes like the cosine, $1/(d - 1)$: fourfold dimension, a quarter of the gain. A block of $m = d$
# projections has $d(d - 1)$ ordered pairs, which make up for the cosine, and the gain stays.
#
# </details>

# %% tags=["hide-cell"]
# solution 3
for size in (16, 64, 256, 1024):
    gains = [1 - mse_ratio(Positive(), "simplex", "orthogonal", m=m, d=size, length=[2.0])[0] for m in (16, size)]
    print(f"d = {size}: a gain of {gains[0]:.4f} for m = 16, of {gains[1]:.4f} for m = d")
