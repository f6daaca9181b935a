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
# # Choose: which random features for *my* data?
#
# *You learn* how to compare mechanisms on your own data, whether the predicted errors are right, and what they mean for
# attention.
# *It takes* 20 minutes to read and 50 seconds to run.
#
# Every closed form of the papers is a function of the inputs. So you need not guess which features suit a data set:
# `choose` evaluates the formulas on your data, averages and compares. It also finds the parameters that minimise the
# average error, says how many features a target needs, and gives a reason for its recommendation.
#
# This notebook asks two questions. Are the predictions *right*? And is a small error of the kernel what an attention
# layer needs?

# %%
import numpy as np
from sklearn.datasets import load_digits, load_wine

from rftheory import choose
from rftheory.montecarlo.measured import mean_of, root_of
from rftheory.plots.plot import curve, finish, looks, panels, points
from rftheory.report.notebook import picture, statement

# %% [markdown]
# ## The formulas to average
#
# The variance of one positive feature is known for each pair of inputs
# (<a href="../report/s/crt.pos.html"><code>crt.pos</code></a>):

# %%
statement("crt.pos").claim("variance").derivation()

# %% [markdown]
# There is such a formula for each family and each coupling with a closed form. Sum the mean squared errors over all
# pairs of rows, divide by the sum of the squared kernel, and take the root. This is the expected error of the kernel
# matrix in the Frobenius norm, relative to the matrix.
#
# ## The wine data
#
# The data are 178 wines with 13 standardised measurements. The kernel is Gaussian, with the median distance as
# bandwidth. How many features are needed for an error of 10%?

# %%
wine = load_wine().data
wine = (wine - wine.mean(axis=0)) / wine.std(axis=0)
choice = choose(wine, bandwidth="median", features=26, target=0.1)
print(choice)

# %% [markdown]
# How does the error of each mechanism depend on the number of features?

# %%
picture(choice.plot(), "expected relative errors against the number of features, one curve for each mechanism")

# %% [markdown]
# The curves of coupled projections have kinks, because completing a block reduces the error more than starting a new
# one.
#
# Parameters minimise the *average* error. The papers compute them from average norms of the data, which is quick. But
# the average of an error is not the error at the average. If the rate of a count is chosen for the average pair, other
# pairs are far from average, and their error grows exponentially.
#
# ## Are the predictions right?
#
# We draw the feature maps, form the kernel matrix, and measure its error.

# %%
kernel = np.exp(-np.square(choice.scaled(wine)[:, None] - choice.scaled(wine)[None]).sum(axis=-1) / 2)
generator = np.random.default_rng(np.random.SeedSequence(1))
sizes = [13, 26, 39, 52, 78, 104]
titles = ["trigonometric, orthogonal", "OPRF, simplex", "positive, iid"]
figure, [axes] = panels()
for title, look in zip(titles, looks(), strict=False):
    candidate = choice.candidate(title)
    law = candidate.law.laws[0]
    between = np.arange(sizes[0], sizes[-1] + 1)
    expected = [np.exp((law.log_at(m) - candidate.log_unit) / 2) for m in between]
    curve(axes, between * law.per_projection, expected, look, title)
    measured = []
    for m in sizes:
        errors = []
        for _ in range(20):
            x, y = candidate.maps.draw(generator, m, choice.scaled(wine), choice.scaled(wine))
            errors.append(np.square((x @ y.T).real - kernel).sum() / np.square(kernel).sum())
        measured.append(root_of(mean_of(np.array(errors))))
    at = np.array(sizes) * law.per_projection
    points(axes, at, [each.value for each in measured], [each.error for each in measured], look)
axes.set(xlabel="features per input", ylabel="relative error of the kernel matrix", yscale="log")
axes.set_xscale("log", base=2)
axes.xaxis.set_major_formatter("{x:g}")
finish(figure, data="wine", kernel="Gaussian, median bandwidth", draws=20, seed=1)
picture(figure, "measured errors of three mechanisms on the curves that were predicted")

# %% [markdown]
# ## Errors of attention
#
# Softmax attention divides by the sum of a row, $D(x) = \sum_j e^{x^\top y_j}$. Random features replace it by $\hat
# D(x)$, which is unbiased. But the quotient is not. If $\hat D$ is near zero, the output is huge; if it is negative,
# the weights have the wrong sign.
#
# We take 80 images as queries, 150 others as keys, the softmax kernel, and the labels of the keys as values.

# %%
digits, labels = load_digits(return_X_y=True)
digits = (digits - digits.mean(axis=0)) / digits.std()
queries, keys, values = digits[:80], digits[80:230], np.eye(10)[labels[80:230]]
softmax = choose(queries, keys, kernel="softmax", temperature=8.0, features=256, target=0.1)
print(softmax)

# %% [markdown]
# By the error of the kernel, trigonometric features are better than most positive ones. Now compare the row sums and
# the output:

# %%
print(softmax.attention(queries, keys, values, draws=16))

# %% [markdown]
# For the output, the table shows the *median* over draws, between two order statistics. It shows no mean, because
# $1/\hat D$ need not have one.
#
# How often sums are negative depends on the spread of the data. We lower the temperature and compare:

# %%
temperatures = [16.0, 4.0, 2.0]
followed = ["trigonometric, orthogonal", "OPRF, orthogonal", "positive, optimal proposal"]
found = {title: [] for title in followed}
for temperature in temperatures:
    there = choose(queries, keys, kernel="softmax", temperature=temperature, features=256, pairs=500, attention=False)
    for each in there.attention(queries, keys, values, titles=followed, draws=8).mechanisms:
        found[each.title].append(each)

figure, axes = panels(2)
for title, look in zip(followed, looks(), strict=False):
    curve(axes[0], temperatures, [each.output.median for each in found[title]], look, title)
    curve(axes[1], temperatures, [each.negative for each in found[title]], look, title)
axes[0].set(xscale="log", yscale="log", xlabel="temperature", ylabel="relative error of the output")
axes[1].set(xscale="log", xlabel="temperature", ylabel="share of negative sums")
finish(figure, "medians and means of draws", data="digits", features=256, draws=8, seed=0)
picture(figure, "errors of the output and negative sums against the temperature, three mechanisms")

# %% [markdown]
# This is why the recommendation for the softmax kernel requires positive features by default:

# %%
print(softmax.recommendation.reason)

# %% [markdown]
# ## On the command line
#
#     rftheory choose --queries q.npy --keys k.npy --bandwidth median --target 10% --plot errors.svg
#     rftheory choose --queries q.npy --keys k.npy --values v.npy --temperature 'sqrt(d)'
#
# Files may have a million rows: `choose` then samples pairs, and marks errors that the sample does not determine.
#
# ## Exercises
#
# **1.** `choice.candidate("trigonometric, iid").law` is a law of the size. Check that twice the features have
# half the mean squared error. Why does that not hold for orthogonal projections?
#
# <details><summary>Hint</summary>
#
# The pairs of projections in one block have a covariance, and their share of all pairs depends on the size.
#
# </details>
#
# <details><summary>Solution</summary>
#
# Independent projections have a mean squared error of $c/m$, so twice the features halve it. For orthogonal projections
# this holds between whole blocks (26 features are one block of 13 projections). Within a block, more features gain
# more, because a larger share of the pairs is coupled.
#
# </details>

# %% tags=["hide-cell"]
# solution 1
for projections in ("iid", "orthogonal"):
    for sizes in ((12, 24), (26, 52)):
        half, whole = choice.candidate(f"trigonometric, {projections}").errors(sizes)
        print(f"{projections}, {sizes[1]} features for {sizes[0]}: {(half / whole) ** 2:.2f} times smaller")

# %% [markdown]
# **2.** Standardise the digits column by column instead of all at once. What happens to the error, and which
# pixels are to blame?
#
# <details><summary>Hint</summary>
#
# Some pixels are almost always dark. Dividing by a small standard deviation makes a rare one very large.
#
# </details>
#
# <details><summary>Solution</summary>
#
# The error grows. Pixels at the edge are almost always dark. Divided by their small deviation, a rare bright one
# becomes the largest number of the data.
#
# </details>

# %% tags=["hide-cell"]
# solution 2
images, _ = load_digits(return_X_y=True)
seen = images[:, images.std(axis=0) > 0]
standard = (seen - seen.mean(axis=0)) / seen.std(axis=0)
largest = np.abs(standard).max(axis=0)
print("largest numbers:", largest.max().round(1), "and all at once", np.abs(digits).max().round(1))
print("the share of images in which that pixel is bright:", (seen[:, largest.argmax()] > 0).mean().round(4))

# %% [markdown]
# **3.** Ask for `measure="pair"`. Which mechanisms gain, and why those with positive features?
#
# <details><summary>Hint</summary>
#
# The variance of positive features falls with the kernel. That of trigonometric features does not: an error of size
# $1/\sqrt{2m}$ is small for a near pair and large for a distant one.
#
# </details>
#
# <details><summary>Solution</summary>
#
# Positive features gain, because their variance falls with the kernel. Trigonometric features lose, because their error
# does not.
#
# </details>

# %% tags=["hide-cell"]
# solution 3
pairwise = choose(wine, bandwidth="median", features=26, measure="pair")
for title in ("trigonometric, orthogonal", "GERF, s = -1, simplex", "OPRF, simplex", "hyperbolic, orthogonal"):
    print(f"{title}: {choice.candidate(title).error:.2%}, pairwise {pairwise.candidate(title).error:.2%}")
