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
# # The five results
#
# *You learn* the five formulas on which the theory of random features rests, and see each of them proved, evaluated to 50
# digits, drawn and plotted.
# *It takes* 25 minutes to read and 10 seconds to run.
#
# 1. The mean squared errors of positive and trigonometric features (*Hybrid random features*, Lemma 2.2).
# 2. The RF-conformity of orthogonal and simplex projections (*Simplex random features*, Definition 3.1, Theorem 4.3).
# 3. The variance of geometric features, by Bessel functions (*Chefs' random tables*, Theorem 3.5).
# 4. The optimum of positive features, OPRF (*Chefs' random tables*, Theorem 3.3).
# 5. The optimal importance density (*All random features representations are equivalent*, Theorem 1).
#
# Each has four cells. The **derivation**: lines with a tick (✓) are replayed by the kernel while the cell runs. **Fifty digits**:
# the formula as you would type it, in `mpmath`, beside two rigorous balls, of the printed form and of the definition, which knows
# no form. **Draws** of the estimator, with intervals of level 99.99%, proved where a bound is. And the **plot**: theory through draws.
# Change the points, run again. The page of each statement, linked below, has its file and certificate; `make theory` in a checkout
# prints draws and intervals of all that can be drawn.

# %%
import numpy as np
import sympy as sp

from rftheory.families.optima.geometric import optimal_geometric

# mp is an mpmath of 60 digits; numbers(...) are its numbers; plain(f, ...) is f at arrays of floats
from rftheory.report.notebook import derivations, in_balls, mp, numbers, plain, plot, row_of, rows_of, through

# %% [markdown]
# ## 1. Mean squared errors
#
# With $z = x + y$, $\Delta = x - y$, $\mathrm{SM} = e^{x^\top y}$ and projections $w_i \sim N(0, I)$ the hyperbolic and the
# trigonometric estimator are
#
# $$\widehat{\mathrm{SM}}^{++} = \frac1m \sum_i e^{-\frac{\|x\|^2 + \|y\|^2}{2}} \cosh(w_i^\top z), \qquad
# \widehat{\mathrm{SM}}^{\mathrm{trig}} = \frac1m \sum_i e^{\frac{\|x\|^2 + \|y\|^2}{2}} \cos(w_i^\top \Delta),$$
#
# and their errors
#
# $$\mathrm{MSE}^{++} = \frac{e^{\|z\|^2}\,\mathrm{SM}^2 (1 - e^{-\|z\|^2})^2}{2m}, \qquad
# \mathrm{MSE}^{\mathrm{trig}} = \frac{e^{\|z\|^2}\,\mathrm{SM}^{-2} (1 - e^{-\|\Delta\|^2})^2}{2m}.$$

# %%
derivations("hrf.lemma-2.2-pos: mse", "hrf.lemma-2.2-trig: mse")


# %%
def relative(sign, x, y, theta, m):
    """The error over SM^2 of ++ (sign 1) and of trig (sign -1)."""
    squares, dot = x**2 + y**2, x * y * mp.cos(theta)
    shared = mp.exp(squares + 2 * dot) / (2 * m)
    return shared * mp.exp(2 * (sign - 1) * dot) * (1 - mp.exp(-squares - 2 * sign * dot)) ** 2


point = {"x_norm": 1, "y_norm": "1/2", "theta": "pi/3", "m": 10}
x, y, theta, m = numbers(*point.values())
for sign, half in ((1, "pos"), (-1, "trig")):
    by_hand = relative(sign, x, y, theta, m) * mp.exp(2 * x * y * mp.cos(theta))
    print(in_balls(by_hand, f"hrf.lemma-2.2-{half}", "mse", **point))

# %%
lengths, m, angles, curves = (1, 0.5), 4, np.linspace(0.3, 2.9, 7), []
x = np.tile([lengths[0], 0, 0, 0], (len(angles), 1))
y = lengths[1] * np.stack([np.cos(angles), np.sin(angles), 0 * angles, 0 * angles], axis=1)
sm2 = np.exp(2 * np.sum(x * y, axis=1))
for name, sign in (("hyperbolic", 1), ("trigonometric", -1)):
    theory = plain(relative, sign, *lengths, angles, m)
    rows = rows_of("mse", name, x, y, angles, theory * sm2, m=m, kernel="softmax", draws=100_000)
    rows = [row.over(unit) for row, unit in zip(rows, sm2, strict=True)]
    at = np.linspace(0.02, np.pi - 0.02, 100)
    curves.append((name, at, plain(relative, sign, *lengths, at, m), rows))
    print(name, *rows, sep="\n  theta = ")

# %%
through(
    "relative errors over the angle: that of ++ falls, that of trig rises, draws on the curves",
    "angle between x and y", "mean squared error / SM²", *curves, x_norm=lengths[0], y_norm=lengths[1], m=m,
)  # fmt: skip

# %% [markdown]
# ## 2. The RF-conformity
#
# For coupled projections the error depends on pairs. With $v = \|x + y\|$ and the lengths $w_{ij} = \|w_i + w_j\|$,
#
# $$\rho = \frac{\Gamma(d/2)}{m(m-1)} \sum_{i \ne j} \mathbb{E} \sum_k \frac{v^{2k} w_{ij}^{2k}}{2^{2k} k!\, \Gamma(k + d/2)}
# = \frac{1}{m(m-1)} \sum_{i \ne j} \mathbb{E}\, e^{(w_i + w_j)^\top (x + y)},$$
#
# the less the better. Independent projections have $\rho = e^{v^2}$, orthogonal and simplex ones
#
# $$\rho_{\mathrm{ORF}} = \frac{\Gamma(d/2)}{\Gamma(d)} \sum_k \frac{v^{2k}}{2^k k!} \frac{\Gamma(k + d)}{\Gamma(k + d/2)},
# \quad (23)$$
#
# $$\rho_{\mathrm{SimRF}} = \frac{\sqrt\pi}{\Gamma(d/2)\, 2^{d-1}} \sum_k \frac{\Gamma(k + d)}{\Gamma(k + d/2)} \frac{v^{2k}}{2^k}
# \sum_{p \le k} \left(\frac{-1}{d - 1}\right)^p \frac{\Gamma((d + p)/2)}{\Gamma((d + p + 1)/2)} \frac{1}{(k - p)!\, p!}.
# \quad (24)$$
#
# First the definition, for lengths with weights $p_l$; then a coefficient of $v^{2k}$ each. The ball of (24) is the expectation over
# two projections with the cosine $-1/(d - 1)$.

# %%
both = "simrf.theorem-4.3-orf: coefficients of (23)", "simrf.theorem-4.3-simrf: conformity (24)"
derivations("simrf.def-3.1: random length", *both)

# %%
point = {"v": 1, "d": 4}


def coefficient(k, d, cosine):
    """Of v^(2k): (24) for the cosine -1/(d - 1), and (23) for 0, by the duplication formula."""
    shares = [cosine**p * mp.gamma((d + p) / 2) / mp.gamma((d + p + 1) / 2) / mp.factorial(p) for p in range(k + 1)]
    inner = mp.fsum(share / mp.factorial(k - p) for p, share in enumerate(shares))
    return mp.sqrt(mp.pi) / (mp.gamma(d / 2) * 2 ** (d - 1)) * mp.gamma(k + d) / mp.gamma(k + d / 2) / 2**k * inner


def conformity(v, d, cosine, terms=80):
    return mp.fsum(coefficient(k, d, cosine) * v ** (2 * k) for k in range(terms))


v, d = numbers(*point.values())
angle, simplex = sp.acos(sp.Rational(-1, point["d"] - 1)), -1 / (d - 1)
print(in_balls(conformity(v, d, mp.mpf(0)), "simrf.theorem-4.3-orf", "conformity (23)", **point))
print(in_balls(conformity(v, d, simplex), "simrf.lemma-4.2-rho", "conformity (21)", theta=angle, **point))
print(in_balls(coefficient(3, d, simplex), "simrf.theorem-4.3-simrf", "conformity (24)", k=3, d=point["d"]))

# %%
# of two samples Z_1, Z_2 at x = y the covariance over K^2 is rho exp(-v^2) - 1: what a coupling takes off
places = np.array([0.5, 1.0])
x, unit = places[:, None] / 2 * np.eye(int(d))[0], np.exp(places**2 / 2)
for name, cosine in (("orthogonal", 0), ("simplex", simplex)):
    theory = (plain(lambda v, c: conformity(v, d, c), places, cosine) * np.exp(-(places**2)) - 1) * unit
    rows = rows_of("pair_covariance", f"positive x {name}", x, x, places, theory, m=2, kernel="softmax", draws=400_000)
    print(name, *(row.over(each) for row, each in zip(rows, unit, strict=True)), sep="\n  v = ")

# %%
plot("mse-ratios", d=8, replicates=4000)

# %% [markdown]
# ## 3. Geometric features
#
# Counts $k_l$ with $P(k_l = k) = p (1 - p)^k$, one for each coordinate, the features
#
# $$f(u) = p^{-d/2} e^{-\|u\|^2/2} \prod_l \frac{u_l^{k_l}}{(1 - p)^{k_l/2} \sqrt{k_l!}}$$
#
# and the variance of a sample $f(x) f(y)$ of the Gaussian kernel, with the Bessel function $I_0$:
#
# $$\mathrm{Var} = p^{-d} e^{-\|x\|^2 - \|y\|^2} \prod_{l} I_0\left(\frac{2 |x_l y_l|}{\sqrt{1 - p}}\right) - e^{-\|x - y\|^2}.
# \quad (13)$$
#
# The best $p$ has no closed form; it is enclosed.

# %%
derivations("crt.theorem-3.5: variance")


# %%
def geometric(p):
    """(13) at x and y."""
    products = [a * b for a, b in zip(x, y, strict=True)]
    squares, dot = mp.fsum(a**2 for a in (*x, *y)), mp.fsum(products)
    bessel = mp.fprod(mp.besseli(0, 2 * abs(each) / mp.sqrt(1 - p)) for each in products)
    return p ** -len(x) * mp.exp(-squares) * bessel - mp.exp(2 * dot - squares)


point = {"x": ("1/2", "-2/3", "1"), "y": ("3/4", "1/3", "2/3"), "p": "3/5"}
x, y, (p,) = (numbers(*values) for values in (point["x"], point["y"], [point["p"]]))
print(in_balls(geometric(p), "crt.theorem-3.5", "variance", d=len(x), **point))

# %%
pair = np.array([x, y], dtype=float)
best = optimal_geometric(*pair).p
places = best * np.array([0.7, 0.8, 0.9, 1, 1.05, 1.1, 1.15])
rows = rows_of(
    "variance", [f"geometric(p={p})" for p in places], *pair, places, plain(geometric, places), m=1, draws=100_000
)
print(f"p* = {best:.4f}", *rows, sep="\n  p = ")

# %%
through(
    "variance over p, least at the best p, draws on the curve", "p", "variance / variance at the best p",
    ("geometric features", np.linspace(0.45, 0.82, 100), geometric, rows), unit=geometric(best), best=best, d=len(x),
)  # fmt: skip

# %% [markdown]
# ## 4. The optimum of positive features
#
# For real $A < 1/4$ the features $f(u) = (1 - 4A)^{d/4} e^{A\|w\|^2 + \sqrt{1 - 4A}\, w^\top u - \|u\|^2}$ estimate the
# Gaussian kernel. With $v = \|x + y\|$ the variance of a sample is, for $A < 1/8$,
#
# $$\mathrm{Var}_A = e^{-2\|x\|^2 - 2\|y\|^2} \left[\left(\frac{(1 - 4A)^2}{1 - 8A}\right)^{d/2}
# e^{v^2 \left(1 + \frac{1}{1 - 8A}\right)} - e^{v^2}\right],$$
#
# and it is least at
#
# $$A^* = \frac18\left(1 - \frac1{\rho^*}\right), \qquad
# \rho^* = \frac{\sqrt{(2v^2 + d)^2 + 8 d v^2} - 2v^2 - d}{4v^2}. \quad (7)$$

# %%
derivations("crt.theorem-3.3: minimum", "crt.theorem-3.3: rho below one")


# %%
def gerf(A):
    """The variance at x, y, v and d."""
    second = ((1 - 4 * A) ** 2 / (1 - 8 * A)) ** (d / 2) * mp.exp(v**2 * (1 + 1 / (1 - 8 * A)))
    return mp.exp(-2 * x**2 - 2 * y**2) * (second - mp.exp(v**2))


point = {"x_norm": "3/5", "y_norm": "1/2", "v": "3/4", "d": 3}
x, y, v, d = numbers(*point.values())
rho = (mp.sqrt((2 * v**2 + d) ** 2 + 8 * d * v**2) - 2 * v**2 - d) / (4 * v**2)
A = (1 - 1 / rho) / 8
print(in_balls(A, "crt.theorem-3.3", "A", **point))
root = mp.findroot(lambda a: mp.diff(gerf, a), (-1, mp.mpf(1) / 10), solver="anderson", tol=mp.mpf(10) ** -50)
print(f"{'slope 0 at':12s} {mp.nstr(root, 25)}")  # half of the digits of a numerical derivative are certain
v2, size = sp.Rational(point["v"]) ** 2, point["d"]
exact = (1 - 4 * v2 / (sp.sqrt((2 * v2 + size) ** 2 + 8 * size * v2) - 2 * v2 - size)) / 8
print(in_balls(gerf(A), "crt.theorem-3.3", "minimum", **point, A=exact))

# %%
best, cosine = float(A), float((v**2 - x**2 - y**2) / (2 * x * y))
pair = np.array([[1, 0, 0], [cosine, np.sqrt(1 - cosine**2), 0]]) * np.array([[float(x)], [float(y)]])
places = best * np.array([4, 3, 2, 1.5, 1, 0.5, 0])
rows = rows_of("variance", [f"gerf(A={A})" for A in places], *pair, places, plain(gerf, places), m=1, draws=100_000)
print(f"A* = {best:.4f}", *rows, sep="\n  A = ")

# %%
through(
    "variance over A, least at the optimum, draws on the curve", "A", "variance / variance at A*",
    ("positive features with A", np.linspace(-0.33, 0.02, 200), gerf, rows), unit=gerf(best), best=best, d=int(d), v=v,
)  # fmt: skip

# %% [markdown]
# ## 5. The optimal importance density
#
# Draw $w$ from a density $p_\Psi$ in the place of $p_\Omega$, and weigh by $p_\Omega/p_\Psi$. On average over independent inputs
# $x_1, x_2$ the variance of one draw is
#
# $$\mathcal{V}_\Psi = \mathbb{E}_\Psi \left[\frac{p_\Omega^2}{p_\Psi^2}\, q^2\right] - \mathbb{E} K^2, \qquad
# q(w)^2 = \mathbb{E}\, \phi(x_1, w)^2 \; \mathbb{E}\, \phi(x_2, w)^2 .$$
#
# It is least, $(\mathbb{E}_\Omega q)^2 - \mathbb{E} K^2$, for $p_\Psi \propto p_\Omega q$ (where $q > 0$). The derivation has a law on
# $N$ points. For positive features of the Gaussian kernel, $\phi(u, w) = e^{w^\top u - \|u\|^2}$, and data $N(0, \tau^2 I)$, the
# optimum is $N(0, (1 + 4\tau^2) I)$, with the value $1 - (1 + 4\tau^2)^{-d/2}$. And $N(0, t (1 + 4\tau^2) I)$ has the expected
# square $(t^2/(2t - 1))^{d/2}$; plain sampling is $t = 1/(1 + 4\tau^2)$. Every draw below has inputs of its own. The fourth moment
# of a weighted sample $Y$ bounds the variance of $Y^2$, so that the intervals are proved; for smaller $t$ it is infinite.

# %%
derivations(
    *(f"opt.theorem-1-density: {name}" for name in ("no smaller variance", "minimum")),
    *(f"opt.optimum-positive: {name}" for name in ("mean square", "density", "value", "other proposals")),
)

# %%
point = {"tau": "3/20", "d": 3}
tau, d = numbers(*point.values())
print(in_balls(1 - (1 + 4 * tau**2) ** (-d / 2), "opt.optimum-positive", "value", **point))
# q of one coordinate, by quadrature over the data
for w in numbers(0, 1, 2):
    q = mp.quad(lambda x, w=w: mp.npdf(x, 0, tau) * mp.exp(2 * w * x - 2 * x**2), [-20 * tau, 0, 20 * tau])
    optimal = mp.npdf(w, 0, mp.sqrt(1 + 4 * tau**2))
    print(f"p_Omega q / optimal density at w = {int(w)}: {mp.nstr(mp.npdf(w) * q / optimal, 50, strip_zeros=False)}")

# %%
generator = np.random.default_rng(np.random.SeedSequence(5))
tau, d = float(tau), int(d)
spread = 1 + 4 * tau**2
proposed = lambda t: (t**2 / (2 * t - 1)) ** (d / 2) - spread ** (-d / 2)  # noqa: E731


def weighted_squares(t, draws=1_000_000):
    """Y^2 - E K^2 with Y = (p_Omega/p_Psi)(w) phi(x_1, w) phi(x_2, w), and E Y^4."""
    w = generator.standard_normal((draws, d)) * np.sqrt(t * spread)
    log_y = (np.log(t * spread) * d - np.sum(w**2, axis=1) * (1 - 1 / (t * spread))) / 2
    for x in tau * generator.standard_normal((2, draws, d)):
        log_y += np.sum(w * x - x**2, axis=1)
    rate = 4 - 3 / (t * spread) - 32 * tau**2 / (1 + 8 * tau**2)
    fourth = (t * spread) ** (3 * d / 2) * (1 + 8 * tau**2) ** -d * rate ** (-d / 2)
    return np.exp(2 * log_y) - spread ** (-d / 2), fourth


rows = [row_of(t, proposed(t), *weighted_squares(t)) for t in (0.87, 1 / spread, 1, 1.2, 1.5, 2, 2.5)]
print("", *rows, sep="\n  t = ")

# %%
through(
    "expected variance over the width of the proposal, least at the optimal one, draws on the curve",
    "t, variance of the proposal / that of the optimal one", "variance / least variance",
    ("N(0, t(1 + 4τ²) I)", np.linspace(0.6, 2.6, 200), proposed, rows), unit=proposed(1), best=1, d=d, tau=tau,
)  # fmt: skip
