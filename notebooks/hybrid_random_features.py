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
# *You learn* how two estimators are mixed by an estimate of the angle, and what the mixture costs.
# *It takes* 20 minutes to read and 20 seconds to run.
#
# *After Choromanski et al., "Hybrid random features", ICLR 2022.*
#
# Trigonometric features are exact if $x = y$ and poor where the kernel is small. Positive features (here their
# symmetric version, with $\cosh$) are exact if $x = -y$ and poor where the kernel is large. A *hybrid* combines them.
# It uses a random coefficient, a "coin", to weight the two. The coin must depend on the angle between $x$ and $y$, but
# each feature map sees only one of the two inputs.

# %%
import numpy as np

from rftheory.families.hybrids.angular import Angular
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.trigonometric import Trigonometric
from rftheory.montecarlo.estimators.coupled import Regular
from rftheory.montecarlo.estimators.hybrids import Bipolar
from rftheory.montecarlo.measured import mean_of
from rftheory.plots.plot import curve, finish, looks, panels, points
from rftheory.report.notebook import picture, plot, statement
from rftheory.statements.claimed import log_claimed

# %% [markdown]
# ## The two ingredients
#
# Both estimate the softmax kernel $e^{x^\top y}$. Lemma 2.2 gives their mean squared errors
# (<a href="../report/s/hrf.lemma-2.2-trig.html"><code>hrf.lemma-2.2-trig</code></a>,
# <a href="../report/s/hrf.lemma-2.2-pos.html"><code>hrf.lemma-2.2-pos</code></a>).

# %%
statement("hrf.lemma-2.2-trig").claim("mse").show()

# %%
statement("hrf.lemma-2.2-pos").claim("mse").show()

# %% [markdown]
# The derivation of the second one takes three steps: expand, integrate, simplify. The kernel, a small proof checker,
# replays each of them.

# %%
statement("hrf.lemma-2.2-pos").claim("mse").derivation()

# %% [markdown]
# One formula is the other with $y$ replaced by $-y$. Lemma 3.4
# (<a href="../report/s/hrf.lemma-3.4.html"><code>hrf.lemma-3.4</code></a>) states this for inputs of equal length $r$:
# the relative error of one family at the angle $\theta$ is that of the other at $\pi - \theta$.

# %%
statement("hrf.lemma-3.4").claim("positive").derivation()

# %% [markdown]
# ## A coin that knows the angle
#
# Draw a random hyperplane. The inputs lie on different sides of it with probability $\theta/\pi$ (Goemans and
# Williamson; <a href="../report/s/rules.hyperplane-signs.html"><code>rules.hyperplane-signs</code></a>). The lines of
# this derivation are hints. A certificate, a formal proof that the kernel has replayed, proves the claim (see the
# notebook `kernel`).

# %%
statement("rules.hyperplane-signs").claim("orthant").derivation()

# %% [markdown]
# So the fraction of $n$ hyperplanes that separate $x$ from $y$ estimates $\theta/\pi$. It is a number between 0 and 1,
# and a product of features. This is the *angular coefficient* $\hat\lambda$. Lemma 3.2
# (<a href="../report/s/hrf.lemma-3.2.html"><code>hrf.lemma-3.2</code></a>) gives its two moments:

# %%
statement("hrf.lemma-3.2").claim("mean").derivation()

# %%
statement("hrf.lemma-3.2").claim("second moment").show()

# %% [markdown]
# The hybrid is $\hat\lambda P + (1 - \hat\lambda) T$, with the positive estimator $P$ and the trigonometric estimator
# $T$. It is unbiased, because the coefficient is independent of both
# (<a href="../report/s/hrf.eq-8.html"><code>hrf.eq-8</code></a>).

# %%
statement("hrf.eq-8").claim("p = 1").derivation()

# %% [markdown]
# At $\theta = 0$ the coefficient always selects $T$, which is exact there. At $\theta = \pi$ it always selects $P$. So
# the hybrid has no error at either end. At $\theta = 0$, the second moment of the coefficient is 0
# (<a href="../report/s/hrf.angular-zero.html"><code>hrf.angular-zero</code></a>):

# %%
statement("hrf.angular-zero").claim("coefficient at theta = 0").derivation()

# %% [markdown]
# ## The error in between
#
# With independent projections, the mean squared error has a closed form, Theorem D.1
# (<a href="../report/s/hrf.theorem-D.1-indep.html"><code>hrf.theorem-D.1-indep</code></a>). We plot the three errors
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
# The error of the hybrid falls to zero at both ends, but more slowly than that of the estimator that is exact there. It
# stays below the larger of the two errors. At a right angle it is smaller than both, because the hybrid averages two
# independent estimates. The next plot also varies the lengths:

# %%
plot("error-surfaces")

# %% [markdown]
# The next plot shows single estimates, with their 5th and 95th percentiles. Note where each band is narrow.

# %%
plot("pointwise")

# %% [markdown]
# ## How fast does the error vanish?
#
# Theorem 3.5 (<a href="../report/s/hrf.theorem-3.5-limit-0.html"><code>hrf.theorem-3.5-limit-0</code></a>) describes
# the relative error near $\theta = 0$, where it falls like $\sqrt\theta$. The derivation of the limit contains one line
# that divides by a quantity that tends to 0.

# %%
statement("hrf.theorem-3.5-limit-0").claim("limit").derivation()

# %% [markdown]
# ## Should $P$ and $T$ share their projections?
#
# Sharing $w$ between $P$ and $T$ saves half of the draws. The paper adds that it also reduces the error
# (<a href="../report/s/hrf.theorem-3.1-reduced.html"><code>hrf.theorem-3.1-reduced</code></a>). A coefficient
# $\lambda(x, y)$ has values in $[0, 1]$ (Sec. 2.2), but the hybrid uses an estimator $\hat\lambda$ of it. Take a
# Gaussian $\lambda$, which is in $(0, 1]$, estimated by trigonometric features. Then the claim fails:

# %%
sharing = statement("hrf.theorem-3.1-reduced")
sharing.show()

# %%
sharing.claim("reduced").counterexample()

# %% [markdown]
# The left side is the error with shared projections, the right side without: here sharing increases the error. The
# difference of the two errors has a closed form, with the sign of $\mathbb{E}\,\hat\lambda(1 - \hat\lambda)$. A mean of
# cosines may leave $[0, 1]$, although the number that it estimates does not. Then this sign can be negative.

# %%
sharing.claim("difference").derivation()

# %% [markdown]
# A condition on the *estimator* is missing. The corrected claim has it as data. The angular coefficient satisfies the
# condition, so the claim holds for it.

# %%
claim = sharing.claim("coefficients in [0, 1]").claim
print(f"{claim.says}\nneeds: {', '.join(claim.needs)}")

# %% [markdown]
# ## Comparison with draws
#
# The checks of Theorem D.1 (<a href="../report/s/hrf.theorem-D.1-indep.html"><code>hrf.theorem-D.1-indep</code></a>),
# drawn now:

# %%
statement("hrf.theorem-D.1-indep").draws()

# %% [markdown]
# ## Exercises
#
# **1.** Where is the error of the hybrid largest? Find the angle for $r = 1$, and see how it moves as $n$ grows.
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
# **2.** For which $n$ is the hybrid better than both $P$ and $T$ at $\theta = \pi/2$?
#
# <details><summary>Hint</summary>
#
# At a right angle $P$ and $T$ have the same error. Averaging two independent estimates with weights $\frac12$ halves
# it. How much does the noise of the coefficient add?
#
# </details>
#
# <details><summary>Solution</summary>
#
# For every $n > 1$. At a right angle $P$ and $T$ have the same error $M$, and $\hat\lambda$ has mean $\frac12$ and
# variance $\frac1{4n}$. So the hybrid has the error $M(\mathbb{E}\hat\lambda^2 + \mathbb{E}(1 - \hat\lambda)^2) =
# M(\frac12 + \frac1{2n})$.
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
