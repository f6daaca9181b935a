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
# # Six errata, and what they teach
#
# Papers have errors. Most of them are harmless, some are instructive, and all of them are hard to see in your
# own text. Here are six from four good papers. Each comes in three parts: what is printed; a point at which
# it fails, in ball arithmetic, so that the failure is itself a theorem; and a correction with its proof. The
# full list is `rftheory errata` and `ERRATA.md`.
#
# Guess what is wrong before you read on.

# %%
from rftheory.notebook import plot, statement

# %% [markdown]
# ## 1. Copy and paste
#
# Theorem D.1 of *Hybrid random features* is correct. Then it is written once more, for inputs of one length
# $r$. The left side is the mean squared error by definition, and long. The dots stand for it:

# %%
pasted = statement("hrf.theorem-D.1-equal")
pasted.claim("independent").right_side()

# %% [markdown]
# Each of the two terms should carry a second moment: one of $\hat\lambda$, one of $1 - \hat\lambda$. Now look
# at the coefficient of the second.

# %%
pasted.claim("independent").counterexample()

# %% [markdown]
# A factor of two, at a right angle. Over all angles it looks like this. The points are draws from the
# definition.

# %%
plot("printed-forms", errata=("hrf.theorem-D.1-equal",))

# %%
pasted.claim("independent, corrected").right_side()

# %% [markdown]
# *The lesson:* specialise by substitution, not by hand.
#
# ## 2. A lost factor that does not matter, until it does
#
# Theorem 3.5 bounds the relative error of the hybrid:

# %%
bound = statement("hrf.theorem-3.5-bound")
bound.claim("bound").right_side()

# %% [markdown]
# Try it. At $r = 2$ all is well:

# %%
bound.claim("bound").at(r=2, theta="1/3", m=1, n=1)

# %% [markdown]
# At $r = 5$ it is not:

# %%
bound.claim("bound").counterexample()

# %% [markdown]
# A factor $r$ got lost on the way. The bound is generous, so the loss takes a length to show: for $n = 1$ one
# above 4.127. With the factor put back the bound holds for every $r > 0$, and the file proves it:

# %%
bound.claim("printed shape").right_side()

# %%
plot("bounds", errata=("hrf.theorem-3.5-bound",))

# %% [markdown]
# *The lesson:* an inequality that was tested where it is generous was not tested.
#
# ## 3. The square of a range
#
# Hoeffding's inequality for bounded features, from *Chefs' random tables*:

# %%
tails = statement("crt.theorem-4.2-iid")
tails.claim("power -d/2").show()

# %%
tails.claim("power -d/2").counterexample()

# %% [markdown]
# Hoeffding divides by the square of the range. The range of a feature has the power $\frac d2$ of $1 - 4A$,
# so its square has the power $d$. The other reading of the print has it, and is proved:

# %%
tails.claim("power -d").right_side()

# %%
plot("bounds", errata=("crt.theorem-4.2-iid",))

# %% [markdown]
# Funny enough, the printed form is true for *small* deviations, where Hoeffding is not what rules: `small
# deviations` in the same file.
#
# *The lesson:* follow the powers. A bound with the wrong one is off by an exponential of the dimension.
#
# ## 4. A rotation that is not one
#
# Multiplying by a random rotation costs $O(d^2)$. A product of Hadamard matrices $H$ and random signs $D$
# costs $O(d \log d)$, and the paper trades one for the other. Does nothing change? In the plane, say:

# %%
hadamard = statement("simrf.hd")
hadamard.claim("unbiased, d = 2").show()

# %%
hadamard.claim("unbiased, d = 2").counterexample()

# %% [markdown]
# A row of the product is $(\pm 1, \pm 1)/\sqrt 2$. Four directions are not a circle. The estimator is
# *biased*, and more factors do not cure it:

# %%
hadamard.claim("mean, d = 2").derivation()

# %%
hadamard.claim("no decay, k = 3").show()

# %% [markdown]
# *The lesson:* "in practice it works as well" may be true. It is another statement than "it is the same".
#
# ## 5. A figure read from the middle
#
# The ratios of errors in Fig. 6 of *Simplex random features* grow with $v = \|x + y\|$. So the improvement is
# bigger at smaller $v$, or is it? Here is the claim for orthogonal against independent projections, at $d = m
# = 64$:

# %%
ratios = statement("simrf.fig-6")
ratios.claim("gain, ORF to IID").counterexample()

# %% [markdown]
# The ratio at $v = 0.1$ (its parameter $u$ is $v^2$) is above that at $v = 1$. Near zero the gain of
# orthogonality vanishes:

# %%
ratios.claim("gain of ORF vanishes").derivation()

# %% [markdown]
# Draw the curve down to zero and it is plain to see.

# %%
plot("mse-ratios")

# %% [markdown]
# *The lesson:* monotone on the screen is not monotone. For the simplex, by the way, the claim holds and is
# proved.
#
# ## 6. The best of what?
#
# The abstract of the fourth paper calls the error of the optimal policy the lowest possible. Which errors
# compete? If every representation of the kernel may, take the pair $(\sin w^\top u, \cos w^\top u)$. One draw
# of it is exact where both inputs agree, and no single number can be:

# %%
lowest = statement("opt.lowest")
lowest.claim("(ii) several features").show()

# %%
lowest.claim("(ii) several features").counterexample()

# %% [markdown]
# Two numbers against one is not fair. So let the other side have two draws. The pair still wins, and here is
# the proof:

# %%
lowest.claim("per feature").derivation()

# %% [markdown]
# *The lesson:* "optimal" needs a class. Within scalar features and independent draws the sentence is a
# theorem: `(i) scalar features`.
#
# ## Can the machine be fooled?
#
# You should ask. Every statement carries false variants of itself: a sign flipped, a coefficient changed, a
# term dropped. The judges must refuse each of them. `rftheory verify ID` reports how many were tried and
# whether any survived.
#
# ## Exercises
#
# **1.** The other claim of Theorem D.1 at one length, `shared`, has the same slip. Predict the ratio of the
# two sides at its counterexample before you evaluate it.
#
# <details><summary>Hint</summary>
#
# What do the two second moments give at $\theta = \pi/2$ and $n = 1$?
#
# </details>
#
# **2.** For $n = 1$ the printed bound of erratum 2 fails from some length on. Bracket it: evaluate
# `bound.claim("bound").at(...)` at $r = 4.1$ and $r = 4.2$ with $\theta = 1/(\sqrt2\, r)$.
#
# <details><summary>Hint</summary>
#
# Exact values are texts: `r="41/10"`, `theta="10/(41*sqrt(2))"`.
#
# </details>
#
# **3.** `statement("simrf.isotropy")` holds one more. Two projections are isotropic, each for itself. Is
# their sum?
#
# <details><summary>Hint</summary>
#
# Let the second be the mirror image of the first.
#
# </details>
