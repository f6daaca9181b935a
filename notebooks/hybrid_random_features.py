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
# # Hybrid random features
#
# *You learn* how two estimators are mixed by an angle that nobody knows, and what the mixture costs.
# *It takes* 20 minutes to read and 20 seconds to run.
#
# *After Choromanski et al., "Hybrid random features", ICLR 2022.*
#
# Trigonometric features are exact where $x = y$ and poor where the kernel is small. Positive features (here
# their symmetric version, with $\cosh$) are exact where $x = -y$ and poor where the kernel is large. Wouldn't
# it be nice to have the best of both? A *hybrid* asks a coin which one to trust. The art is in the coin: it
# must know the angle between $x$ and $y$ without anybody telling it.

# %%
import numpy as np

from rftheory.estimators.coupled import Regular
from rftheory.estimators.hybrids import Bipolar
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.trigonometric import Trigonometric
from rftheory.hybrids.angular import Angular
from rftheory.montecarlo.measured import mean_of
from rftheory.plots.plot import curve, finish, looks, panels, points
from rftheory.report.notebook import picture, plot, statement
from rftheory.statements.claimed import log_claimed

# %% [markdown]
# ## The two ingredients
#
# Both estimate the softmax kernel $e^{x^\top y}$. Their mean squared errors are Lemma 2.2.

# %%
statement("hrf.lemma-2.2-trig").claim("mse").show()

# %%
statement("hrf.lemma-2.2-pos").claim("mse").show()

# %% [markdown]
# The derivation of the second one takes three steps: multiply out, integrate, tidy up. The last step hides
# the work. That two such expressions are equal is decided by an exact zero test, never by a simplifier that
# happens to return 0.

# %%
statement("hrf.lemma-2.2-pos").claim("mse").derivation()

# %% [markdown]
# Compare the two formulas. One is the other with $y$ replaced by $-y$. Lemma 3.4 says it for inputs of one
# length $r$: the relative error of one family at the angle $\theta$ is that of the other at $\pi - \theta$.

# %%
statement("hrf.lemma-3.4").claim("positive").derivation()

# %% [markdown]
# ## A coin that knows the angle
#
# Draw a random hyperplane. The inputs lie on different sides of it with probability $\theta/\pi$. That is
# Goemans and Williamson's observation, and it needs one line. Nothing in this derivation leads to that line: it
# is a *waypoint*, a hint. What proves the claim is a certificate of it, which the kernel has replayed (see the
# notebook `kernel`).

# %%
statement("rules.hyperplane-signs").claim("orthant").derivation()

# %% [markdown]
# So the share of $n$ hyperplanes that separate $x$ from $y$ estimates the angle. It is a number between 0 and
# 1, and a product of features. This is the *angular coefficient* $\hat\lambda$, with its two moments (Lemma
# 3.2):

# %%
statement("hrf.lemma-3.2").claim("mean").derivation()

# %%
statement("hrf.lemma-3.2").claim("second moment").show()

# %% [markdown]
# The hybrid is $\hat\lambda P + (1 - \hat\lambda) T$. It is unbiased, because the coefficient is independent
# of both.

# %%
statement("hrf.eq-8").claim("p = 1").derivation()

# %% [markdown]
# At $\theta = 0$ the coin always says "trigonometric", which is exact there. At $\theta = \pi$ it always says
# "positive". So the hybrid makes no error at either end. Here is the coin at $\theta = 0$. A second moment of
# 0 leaves no doubt:

# %%
statement("hrf.angular-zero").claim("coefficient at theta = 0").derivation()

# %% [markdown]
# ## The error in between
#
# With independent projections the mean squared error has a closed form, Theorem D.1. We draw the three errors
# over the angle. Curves are claims of the statement files; points are draws of the estimators.

# %%
r, m, n = 0.5, 8, 8
angles = np.linspace(0.02, np.pi - 0.02, 200)
shown = np.linspace(0.3, np.pi - 0.3, 7)
claims = {
    "trigonometric": ("hrf.lemma-2.2-trig", "mse", Regular(Trigonometric()), {}),
    "positive": ("hrf.lemma-2.2-pos", "mse", Regular(Hyperbolic()), {}),
    "hybrid": ("hrf.theorem-D.1-indep", "mse", Bipolar(Hyperbolic(), Trigonometric(), Angular()), {"n": n}),
}
generator = np.random.default_rng(np.random.SeedSequence(2))
figure, [axes] = panels()
for (name, (where, claim, estimator, sizes)), look in zip(claims.items(), looks(), strict=False):
    curve(axes, angles, np.exp(log_claimed(where, claim, x_norm=r, y_norm=r, theta=angles, m=m, **sizes)), look, name)
    measured = []
    for angle in shown:
        x, y = r * np.array([1.0, 0.0]), r * np.array([np.cos(angle), np.sin(angle)])
        drawn = estimator.draw(generator, 20_000, x, y, m, n)
        measured.append(mean_of((drawn.real - np.exp(x @ y)) ** 2))
    points(axes, shown, [one.value for one in measured], [one.error for one in measured], look)
axes.set(yscale="log", xlabel=r"angle $\theta$ (radians)", ylabel="mean squared error", ylim=(1e-6, 1))
finish(figure, kernel="softmax", r=r, m=m, n=n, draws=20_000, seed=2)
picture(
    figure, "mean squared errors over the angle: trigonometric, positive, and their hybrid, which is exact at both ends"
)

# %% [markdown]
# The error of the hybrid falls to zero at both ends, though more slowly than that of the half that is at home
# there. It is never as bad as the worse half. And at a right angle it beats both: a mean of two independent
# estimates. The same over lengths as well:

# %%
plot("error-surfaces")

# %% [markdown]
# And single estimates, with their 5th and 95th percentiles. Look at where each band is thin.

# %%
plot("pointwise")

# %% [markdown]
# ## How fast does the error vanish?
#
# Theorem 3.5 measures the relative error near $\theta = 0$, where it falls like $\sqrt\theta$. A limit has a
# derivation too. The interesting line is the one that divides by something that vanishes.

# %%
statement("hrf.theorem-3.5-limit-0").claim("limit").derivation()

# %% [markdown]
# ## Should the two halves share their projections?
#
# Sharing $w$ between $P$ and $T$ saves half of the draws. The paper adds that it also reduces the error. A
# coefficient $\lambda(x, y)$ has values in $[0, 1]$ (Sec. 2.2), but what is drawn is an estimator
# $\hat\lambda$ of it. Take a Gaussian $\lambda$, estimated by trigonometric features. It is in $(0, 1]$, and the
# sentence fails:

# %%
sharing = statement("hrf.theorem-3.1-reduced")
sharing.show()

# %%
sharing.claim("reduced").counterexample()

# %% [markdown]
# The left side shares, the right side does not, and sharing loses. Why? The difference of the two errors has
# a closed form, with the sign of $\mathbb{E}\,\hat\lambda(1 - \hat\lambda)$. A mean of cosines may leave $[0,
# 1]$, though the number that it estimates does not, and makes this sign negative.

# %%
sharing.claim("difference").derivation()

# %% [markdown]
# What is missing is a condition on the *estimator*. It stands with the corrected claim, as data. The angular
# coefficient meets it: for it the claim is true without more.

# %%
claim = sharing.claim("coefficients in [0, 1]").claim
print(f"{claim.says}\nneeds: {', '.join(claim.needs)}")

# %% [markdown]
# ## The dice agree
#
# The checks of Theorem D.1, drawn now:

# %%
statement("hrf.theorem-D.1-indep").draws()

# %% [markdown]
# ## Exercises
#
# **1.** Where is the hybrid worst? Find the angle of the largest mean squared error for $r = 1$, and see how
# it moves as $n$ grows.
#
# <details><summary>Hint</summary>
#
# `angles[np.argmax(log_claimed("hrf.theorem-D.1-indep", "mse", ...))]`. For $n \to \infty$ the coefficient is
# $\theta/\pi$ itself.
#
# </details>
#
# <details><summary>Solution</summary>
#
# It moves to larger angles as $n$ grows, up to that of the coefficient without noise.
#
# </details>

# %% tags=["hide-cell"]
# solution 1
for size in (1, 4, 16, 64):
    errors = log_claimed("hrf.theorem-D.1-indep", "mse", x_norm=1, y_norm=1, theta=angles, m=8, n=size)
    print(f"n = {size}: the worst angle is {angles[np.argmax(errors)]:.2f}")

# %% [markdown]
# **2.** For which $n$ does the hybrid beat both of its halves at $\theta = \pi/2$?
#
# <details><summary>Hint</summary>
#
# At a right angle both halves have the same error. Averaging two independent estimates with weights $\frac12$
# halves it. What does the noise of the coin cost?
#
# </details>
#
# <details><summary>Solution</summary>
#
# For every $n > 1$. At a right angle both halves have the same error $M$, and $\hat\lambda$ has mean $\frac12$ and variance
# $\frac1{4n}$: the hybrid has $M(\mathbb{E}\hat\lambda^2 + \mathbb{E}(1 - \hat\lambda)^2) = M(\frac12 + \frac1{2n})$.
#
# </details>

# %% tags=["hide-cell"]
# solution 2
half = log_claimed("hrf.lemma-2.2-pos", "mse", x_norm=1, y_norm=1, theta=np.pi / 2, m=8)
for size in (1, 2, 4):
    mixed = log_claimed("hrf.theorem-D.1-indep", "mse", x_norm=1, y_norm=1, theta=np.pi / 2, m=8, n=size)
    print(f"n = {size}: {np.exp(mixed - half):.3f} of the error of a half")

# %% [markdown]
# **3.** In the counterexample above, change `y_norm` to 1 with `sharing.claim("reduced").at(...)`. What
# happens, and which factor of the difference explains it?
#
# <details><summary>Hint</summary>
#
# Look for the sine in the claim `difference`.
#
# </details>
#
# <details><summary>Solution</summary>
#
# Both errors are the same: the difference has the factor $\sin^2((\|x\|^2 - \|y\|^2)/2)$, zero for inputs of one length.
#
# </details>

# %% tags=["hide-cell"]
# solution 3
sharing.claim("reduced").at(x_norm=1, y_norm=1, theta="pi/2", m=1, n=1, c="1/2")
