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
# Independent draws can repeat themselves: two of $m$ projections may point in almost the same direction, and then one
# of them is wasted. *Orthogonal* projections cannot. Can one do better than a right angle? Yes: let them point away
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
# ## One number determines the error
#
# Let each of $w_1, \dots, w_m$ be Gaussian, with any coupling. The estimator stays unbiased, because a mean does not
# depend on the coupling. Its error depends only on the *pairs*. Theorem 3.2
# (<a href="../report/s/simrf.theorem-3.2.html"><code>simrf.theorem-3.2</code></a>) collects them in one number, the
# *RF-conformity* $\rho$. Take it as the average over pairs of $G_{ij} = \mathbb{E}\, e^{(w_i + w_j)^\top (x + y)}$:

# %%
error = statement("simrf.theorem-3.2")
error.claim("error").derivation()

# %% [markdown]
# The derivation consists of three Gaussian integrals and a sum. It shows that less conformity means less error, always
# and for all inputs:

# %%
error.claim("increasing").derivation()

# %% [markdown]
# If the direction of the *resultant* $w_i + w_j$ is uniform, $G_{ij}$ depends only on its length
# (<a href="../report/s/simrf.def-3.1.html"><code>simrf.def-3.1</code></a>). The integral over the direction is a Bessel
# function:

# %%
statement("simrf.def-3.1").claim("isotropic resultant").show()

# %% [markdown]
# All couplings of the paper are rotated as a whole, so their resultants are *isotropic* (Appendix A.1). The paper
# defines $\rho$ by the lengths alone, (10). For isotropic resultants, Theorem 3.2 holds with this definition:

# %%
error.claim("error with (10)").show()

# %% [markdown]
# For other couplings it can fail. In the plane, let $F$ flip the first coordinate, and let the second direction be the
# mirror image $FU$ of the first, with independent lengths. For $x + y$ along the axis of the mirror, the lengths give
# the wrong error:

# %%
error.claim("error with (10), a mirrored pair").counterexample()

# %% [markdown]
# ${}_0F_1$ has positive coefficients and is increasing. So *short resultants* are good. For independent vectors the
# squared length is $2d$ on average. For orthogonal vectors it is too, but with less spread, which lowers the mean of a
# convex function. For the vertices of a simplex, the resultants are shorter.
#
# ## The simplex is the best
#
# Two vertices of a simplex have the cosine $-1/(d-1)$. Why is it optimal? A convex function of the cosines is at least
# its tangent, and the sum of the cosines is smallest if the vectors add up to zero. So no directions have less
# conformity. With isotropic resultants they have no smaller error either: Theorem 3.4
# (<a href="../report/s/simrf.theorem-3.4.html"><code>simrf.theorem-3.4</code></a>). (Without them it fails; the
# notebook `errata` has the coupling.) The paper uses another argument. Its last step looks for vectors at equal angles,
# each of them a multiple of the sum of the others. It finds one cosine. Is it the only one?

# %%
best = statement("simrf.theorem-3.4")
best.claim("uniquely").counterexample()

# %% [markdown]
# Equal vectors satisfy the condition too, and they are the *worst* coupling. The quadratic equation has two roots:

# %%
best.claim("stationary angles").derivation()

# %% [markdown]
# The paper treats $m = d$. For $m < d$ it takes $m$ of the $d$ vertices. But $m$ vectors can form a simplex of their
# own, with wider angles, which is better. For $m < d$ the theorem therefore fails, as two opposite vectors show:

# %%
best.claim("fewer than d").counterexample()

# %%
best.claim("simplex of m vertices").derivation()

# %% [markdown]
# ## How much is gained?
#
# These are ratios of mean squared errors for one block of $m = d$ projections. The paper says that the gains of the
# simplex are "bigger at smaller $v = \|x + y\|$", and this is proved. It does not hold for orthogonal against
# independent projections: as $v \to 0$ they gain nothing.

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
# The law of the resultant's length determines these curves. A narrow law at small lengths is good.

# %%
plot("resultant-densities")

# %% [markdown]
# For two orthogonal vectors the law is simple
# (<a href="../report/s/simrf.lemma-4.2-chi.html"><code>simrf.lemma-4.2-chi</code></a>): $w^2 = r_1^2 + r_2^2$ is a sum
# of two independent $\chi^2$ variables.

# %%
statement("simrf.lemma-4.2-chi").claim("squares add up").derivation()

# %% [markdown]
# Here draws of blocks are compared with the closed forms. "Tilted" checks draw from a shifted law under which the
# rare large values are common, and weight them accordingly. Without the tilt, no draw would hit these values.

# %%
error.draws()

# %% [markdown]
# ## Is the error always lower?
#
# Corollary 3.3 (<a href="../report/s/simrf.corollary-3.3.html"><code>simrf.corollary-3.3</code></a>) says that the
# simplex has the lower error. For $v > 0$ and at least two projections it is proved:

# %%
lower = statement("simrf.corollary-3.3")
lower.claim("strictly lower").derivation()

# %% [markdown]
# It does not hold for *all* inputs: for $y = -x$ both estimators are exact. This is not an error of the paper, but a
# remark:

# %%
lower.claim("strictly lower, opposite inputs and one projection too").counterexample()

# %% [markdown]
# ## Simplex+: directions that depend on the lengths
#
# The simplex fixes the directions independently of the lengths. *Simplex+* rotates the directions after the lengths are
# known, so that every vector opposes the sum of all others. One pass is a fixed-point iteration, and the conformity
# falls with each pass:

# %%
plot("conformity-iteration")

# %% [markdown]
# ## Fourier features
#
# For $\cos w^\top(x - y)$, orthogonality helps up to a critical distance
# (<a href="../report/s/simrf.zcrit.html"><code>simrf.zcrit</code></a>), and harms just beyond it. (In some dimensions
# it helps again farther out.) The critical distance is a zero of $e^{-s} - {}_1F_1(-\frac d2; \frac d2; s)$ at $s =
# z^2/2$, to any number of digits:


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
# ## One simplex in numbers
#
# Here is one block in $\mathbb{R}^3$. The cosines of all pairs are $-\frac12$, and the lengths are independent $\chi$
# variables.

# %%
w = Simplex().draw(np.random.default_rng(np.random.SeedSequence(4)), m=3, d=3)
lengths = np.linalg.norm(w, axis=1)
print("lengths:", np.round(lengths, 3))
print("cosines:", np.round((w @ w.T / np.outer(lengths, lengths))[np.triu_indices(3, 1)], 12))

# %% [markdown]
# ## Exercises
#
# **1.** Take $m = d + 1$. What is the best set of directions, and how much better is it than a block of $d$ and one
# more projection? The file has the answer: `best.claim("simplex of d + 1 vertices")`.
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
# It is two opposite vectors of different lengths. The estimator is exact only if $x + y = 0$. With equal lengths it
# equals the hyperbolic estimator of a single draw. Each vector is still $N(0, I)$, as required.
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
# For fixed $m$ it vanishes like the cosine, $1/(d - 1)$: in four times the dimension, the gain is a quarter. A block of
# $m = d$ projections has $d(d - 1)$ ordered pairs, which compensate for the small cosine, so the gain stays.
#
# </details>

# %% tags=["hide-cell"]
# solution 3
for size in (16, 64, 256, 1024):
    gains = [1 - mse_ratio(Positive(), "simplex", "orthogonal", m=m, d=size, length=[2.0])[0] for m in (16, size)]
    print(f"d = {size}: a gain of {gains[0]:.4f} for m = 16, of {gains[1]:.4f} for m = d")
