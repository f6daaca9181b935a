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
# # Start here: a kernel, a random number, and what can go wrong between them
#
# *You learn* what a random feature is, how to read a statement and its proof here, and how its verdict is
# reached.
# *It takes* 20 minutes to read and 10 seconds to run.
#
# A kernel compares two vectors. With $L$ vectors there are $L^2$ comparisons, and that is too many. *Random
# features* are the way out. Draw a random vector $w$. Map every input $x$ to a number $f(w, x)$. If the map
# is chosen well, the product $f(w, x)\,f(w, y)$ is the kernel *on average*. A few hundred draws of $w$, and
# $L$ short vectors replace $L^2$ comparisons.
#
# How far is one draw from this average? The answer is a variance, and most of the theory is about it. Some of the
# published formulas for it are wrong. This package stores every statement of four papers as data, and proves or refutes
# it by machine. This notebook shows how.
#
# No result below was typed for this notebook. Each one is loaded from the file that states it. On the site, links such
# as <a href="../report/s/hrf.eq-1.html"><code>hrf.eq-1</code></a> lead to the page of a statement, with its formulas,
# verdict and certificate.

# %%
import numpy as np

from rftheory.families.positive import Positive
from rftheory.montecarlo.measured import mean_of, root_of
from rftheory.plots.plot import curve, finish, looks, panels, points
from rftheory.report.notebook import picture, plot, statement
from rftheory.statements.claimed import log_claimed

# %% [markdown]
# ## Two kernels, one theory
#
# The *softmax kernel* $\mathrm{SM}(x, y) = e^{x^\top y}$ sits inside every transformer. The *Gaussian kernel*
# $K(x, y) = e^{-\|x - y\|^2/2}$ is the classic. They differ by two factors, one for each input:

# %%
statement("hrf.eq-1").claim("factors").show()

# %% [markdown]
# So an estimate of one gives an estimate of the other. $\theta$ is the angle between $x$ and $y$. By symmetry
# the two lengths and the angle are all that ever matters.
#
# ## The one integral behind it all
#
# Let $w$ be a standard Gaussian vector. Then $\mathbb{E}\, e^{w^\top u} = e^{u^\top u/2}$, even for complex $u$. Here
# is the case $u = x + iy$ (<a href="../report/s/hrf.lemma-2.4.html"><code>hrf.lemma-2.4</code></a>) as a derivation: a
# chain of lines, each with its reason.

# %%
statement("hrf.lemma-2.4").claim("(13)").derivation()

# %% [markdown]
# A tick (✓) means that the *kernel*, a small proof checker, has replayed a formal proof of the line while the cell ran.
# The reason beside a line is a hint for the reader; the checker does not rely on it. The last line says whether the
# claim itself is proved.
#
# Take a real $u = x + y$ and multiply by $e^{-\|x\|^2 - \|y\|^2}$. The result is *positive random features*
# (<a href="../report/s/crt.pos.html"><code>crt.pos</code></a>):

# %%
positive = statement("crt.pos")
positive.claim("unbiased").derivation()

# %% [markdown]
# Take an imaginary $u = i(x - y)$ instead. The result is *trigonometric features*
# (<a href="../report/s/crt.trig.html"><code>crt.trig</code></a>), those of Rahimi and Recht:

# %%
trigonometric = statement("crt.trig")
trigonometric.claim("unbiased").derivation()

# %% [markdown]
# ## How far off is one draw?
#
# Both maps hit the kernel on average. Their variances could not be more different.

# %%
positive.claim("variance").derivation()

# %%
trigonometric.claim("variance").derivation()

# %% [markdown]
# Read them slowly.
#
# - The trigonometric variance is at most $\frac12$, whatever the inputs. But where the kernel is tiny, an
#   error of size $\frac12$ drowns it.
# - The positive variance is small wherever $x^\top y$ is very negative. But it explodes where $x^\top y$ is
#   large.
#
# The two fail in opposite places. A whole paper is based on this (see `hybrid_random_features`).
#
# ## A number with a guarantee
#
# A formula can be evaluated with a guaranteed error: the result is a *ball*, a midpoint with a radius that covers all
# rounding. The left side below is the definition, enclosed by rigorous integration, without the formula on the right.

# %%
positive.claim("variance").at(x_norm=1, y_norm="1/2", theta="pi/3")

# %% [markdown]
# ## A number from random draws
#
# Does the formula describe the estimator? We draw and compare. First by hand: 3 inputs, another 3, and $m$ projections.

# %%
generator = np.random.default_rng(np.random.SeedSequence(1))
x, y = generator.standard_normal((2, 3, 8)) / 4

for m in (10, 1000, 100_000):
    w = generator.standard_normal((m, 8))
    estimate = Positive().features(x, w) @ Positive().features(y, w).T
    error = np.abs(np.log(estimate) - x @ y.T).max()
    print(f"m = {m:6d}: the logarithm of the softmax kernel is off by at most {error:.4f}")

# %% [markdown]
# The error falls. Does it fall like $1/\sqrt m$, and from the right value? The root mean squared error of $m$
# independent draws must be the root of variance$/m$, and we know the variance. The curve below is the claim `variance`;
# the points are draws.

# %%
lengths, angle = {"x_norm": 0.5, "y_norm": 0.4}, 1.0
pair = np.array([[0.5, 0.0], [0.4 * np.cos(angle), 0.4 * np.sin(angle)]])
kernel = float(np.exp(log_claimed("crt.pos", "unbiased", **lengths, theta=angle)))
log_variance = float(log_claimed("crt.pos", "variance", **lengths, theta=angle))
# positive features of the Gaussian kernel are those of the softmax kernel times a factor for each input
factor = kernel / float(np.exp(pair[0] @ pair[1]))

sizes, measured = 2 ** np.arange(0, 11, 2), []
for m in sizes:
    w = generator.standard_normal((2000, m, 2))
    mapped = Positive().features(pair, w)
    errors = factor * np.sum(mapped[:, 0] * mapped[:, 1], axis=-1) - kernel
    measured.append(root_of(mean_of(errors**2)))

figure, [axes] = panels()
look = next(looks())
curve(axes, sizes, np.exp((log_variance - np.log(sizes)) / 2), look, "positive features")
points(axes, sizes, [error.value for error in measured], [error.error for error in measured], look)
axes.set(xscale="log", yscale="log", xlabel="m, number of features", ylabel="root mean squared error")
finish(figure, kernel="Gaussian", **lengths, theta=angle, draws=2000, seed=1)
picture(figure, "error of positive features against their number, on a line of slope -1/2")

# %% [markdown]
# A plot is not a test. So every statement brings its own simulation checks, with two error rates: a true statement is
# rejected with probability at most $10^{-9}$, and an error of the size in the last column but one is missed with
# probability at most $10^{-3}$. Positive features have heavy tails, for which an ordinary $z$-test is invalid. These
# tests are valid.

# %%
positive.draws()

# %% [markdown]
# ## Where each family fails
#
# Here are both mean squared errors, and that of a hybrid of the two, over all angles and a range of lengths.

# %%
plot("error-surfaces")

# %% [markdown]
# ## When the print is wrong
#
# Here is a line from the printed proof of a correct lemma
# (<a href="../report/s/hrf.lemma-3.2-proof.html"><code>hrf.lemma-3.2-proof</code></a>). Can you see the mistake?

# %%
slip = statement("hrf.lemma-3.2-proof")
slip.claim("(44), fourth member").show()

# %% [markdown]
# For inputs of the same direction, $\theta = 0$, the random number on the left is always 0. Is the right side 0 too?
# One point is enough to decide. Both sides are enclosed, and the balls are disjoint. This proves the error.

# %%
slip.claim("(44), fourth member").counterexample()

# %% [markdown]
# And here is what the line should say, with its proof.

# %%
slip.claim("(44), fourth member corrected").derivation()

# %% [markdown]
# ## Where to go from here
#
# - `hybrid_random_features`: how to be good in two places at once.
# - `chefs_random_tables`: one more parameter, and features that are integers.
# - `simplex_random_features`: stop drawing independently.
# - `optimal_importance_sampling`: stop drawing from the Gaussian.
# - `errata`: five mistakes in print, one print that nobody can read, and what each of them teaches.
#
# On the command line, `rftheory list` lists all statements, and `rftheory show ID` prints everything about one.
#
# ## Exercises
#
# **1.** For which pairs $x, y$ is one positive feature *exact*, with variance zero? Use the formula, then
# check a pair with `positive.claim("variance").at(...)`.
#
# <details><summary>Hint</summary>
#
# The two terms of the variance are equal if and only if $4 x^\top y = -\|x - y\|^2$. What is $\|x + y\|^2$
# then?
#
# </details>
#
# <details><summary>Solution</summary>
#
# For $x = -y$: then $\|x + y\|^2 = 0$, and the sample does not depend on $w$.
#
# </details>

# %% tags=["hide-cell"]
# solution 1
positive.claim("variance").at(x_norm=1, y_norm=1, theta="pi")

# %% [markdown]
# **2.** Trigonometric features have variance at most $\frac12$. Find the angle, for $\|x\| = \|y\| = 2$, at
# which positive and trigonometric features have the same variance.
#
# <details><summary>Hint</summary>
#
# Plot both with `log_claimed(..., theta=np.linspace(0.1, 3, 200))`. Why is it not a right angle?
#
# </details>
#
# <details><summary>Solution</summary>
#
# Not a right angle: the variance of positive features falls with the kernel, that of trigonometric ones rises to $\frac12$.
#
# </details>

# %% tags=["hide-cell"]
# solution 2
angles = np.linspace(0.1, 3, 2000)
both = [log_claimed(name, "variance", x_norm=2, y_norm=2, theta=angles) for name in ("crt.pos", "crt.trig")]
crossing = angles[np.flatnonzero(np.diff(np.sign(both[0] - both[1])))]
print("equal at", crossing.round(2), "and a right angle is", round(np.pi / 2, 2))

# %% [markdown]
# **3.** Let `positive.draws(seed=7)` run with several seeds. The estimates change. Why does the answer not?
#
# <details><summary>Hint</summary>
#
# A rejection has probability at most $10^{-9}$ in each run. How many seeds would you have to try?
#
# </details>
#
# <details><summary>Solution</summary>
#
# A true statement is rejected with a probability of at most $10^{-9}$ by each seed: some $10^9$ seeds would be needed.
#
# </details>
