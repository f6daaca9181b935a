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
# *It takes* 30 minutes to read and 20 seconds to run.
#
# 1. The mean squared errors of positive and trigonometric features (*Hybrid random features*, Lemma 2.2).
# 2. The RF-conformity of orthogonal and simplex projections (*Simplex random features*, Definition 3.1, Theorem 4.3).
# 3. The variance of geometric features, by Bessel functions (*Chefs' random tables*, Theorem 3.5).
# 4. The optimum of positive features, OPRF (*Chefs' random tables*, Theorem 3.3).
# 5. The optimal importance density (*All random features representations are equivalent*, Theorem 1).
#
# Each has four cells. The **derivation**, checked line by line while the cell runs. **Fifty digits**: the formula as you would type
# it, in `mpmath`, beside two rigorous balls, of the printed form and of the definition, which knows no form. **Draws** of the
# estimator itself, with proved intervals of level 99.99%. And the **plot**: theory through the draws. Change the points, run again.

# %%
import mpmath
import numpy as np
import sympy as sp

from rftheory.families.optima.geometric import optimal_geometric
from rftheory.report.notebook import in_balls, plot, row_of, rows_of, statement, through, together

# an mpmath of our own: 50 digits are printed, 10 more are carried
mp = mpmath.mp.clone()
mp.dps = 60


def numbers(*values):
    """Exact values as numbers of mpmath."""
    return (mp.mpf(str(sp.N(sp.sympify(value), 70))) for value in values)


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
together(*(statement(f"hrf.lemma-2.2-{half}").claim("mse").derivation() for half in ("pos", "trig")))

# %%
point = {"x_norm": 1, "y_norm": "1/2", "theta": "pi/3", "m": 10}
x, y, theta, m = numbers(*point.values())
sm = mp.exp(x * y * mp.cos(theta))
z2, delta2 = x**2 + y**2 + 2 * mp.log(sm), x**2 + y**2 - 2 * mp.log(sm)
print(in_balls(mp.exp(z2) * sm**2 * (1 - mp.exp(-z2)) ** 2 / (2 * m), "hrf.lemma-2.2-pos", "mse", **point))
print(in_balls(mp.exp(z2) / sm**2 * (1 - mp.exp(-delta2)) ** 2 / (2 * m), "hrf.lemma-2.2-trig", "mse", **point))

# %%
lengths, m = (1, 0.5), 4


def pairs(angles):
    """Pairs of these lengths at angles, in R^4."""
    x, y = np.zeros((2, len(angles), 4))
    x[:, 0], y[:, 0], y[:, 1] = lengths[0], lengths[1] * np.cos(angles), lengths[1] * np.sin(angles)
    return x, y


def errors(angles):
    """Both errors, over SM^2."""
    dot, squares = lengths[0] * lengths[1] * np.cos(angles), lengths[0] ** 2 + lengths[1] ** 2
    z2, delta2 = squares + 2 * dot, squares - 2 * dot
    return np.array([(1 - np.exp(-z2)) ** 2, np.exp(-4 * dot) * (1 - np.exp(-delta2)) ** 2]) * np.exp(z2) / (2 * m)


shown, drawn = np.linspace(0.3, 2.9, 7), {}
kernel = np.exp(lengths[0] * lengths[1] * np.cos(shown))
for name, values in zip(("hyperbolic", "trigonometric"), errors(shown), strict=True):
    rows = rows_of("mse", name, *pairs(shown), shown, values * kernel**2, m=m, kernel="softmax", draws=100_000)
    drawn[name] = [row.over(k**2) for row, k in zip(rows, kernel, strict=True)]
    print(*(f"{name}, theta = {row.place:.2f}: {row}" for row in drawn[name]), sep="\n")

# %%
angles = np.linspace(0.02, np.pi - 0.02, 100)
through(
    "relative errors over the angle: that of ++ falls, that of trig rises, draws on the curves",
    "angle between x and y", "mean squared error / SM²",
    *((name, angles, values, drawn[name]) for name, values in zip(drawn, errors(angles), strict=True)),
    x_norm=lengths[0], y_norm=lengths[1], m=m,
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
together(
    statement("simrf.def-3.1").claim("random length").derivation(),
    statement("simrf.theorem-4.3-orf").claim("coefficients of (23)").derivation(),
    statement("simrf.theorem-4.3-simrf").claim("conformity (24)").derivation(),
)

# %%
point = {"v": 1, "d": 4}


def orthogonal(k, d):
    return mp.gamma(d / 2) / mp.gamma(d) * mp.gamma(k + d) / mp.gamma(k + d / 2) / 2**k / mp.factorial(k)


def simplex(k, d):
    shares = [mp.gamma((d + p) / 2) / mp.gamma((d + p + 1) / 2) / mp.factorial(p) for p in range(k + 1)]
    inner = mp.fsum((-1 / (d - 1)) ** p * share / mp.factorial(k - p) for p, share in enumerate(shares))
    return mp.sqrt(mp.pi) / (mp.gamma(d / 2) * 2 ** (d - 1)) * mp.gamma(k + d) / mp.gamma(k + d / 2) / 2**k * inner


def conformity(coefficient, v, d, terms=80):
    return mp.fsum(coefficient(k, d) * v ** (2 * k) for k in range(terms))


v, d = numbers(*point.values())
angle = sp.acos(sp.Rational(-1, point["d"] - 1))
print(in_balls(conformity(orthogonal, v, d), "simrf.theorem-4.3-orf", "conformity (23)", **point))
print(in_balls(conformity(simplex, v, d), "simrf.lemma-4.2-rho", "conformity (21)", theta=angle, **point))
print(in_balls(simplex(3, d), "simrf.theorem-4.3-simrf", "conformity (24)", k=3, d=point["d"]))

# %%
generator, size = np.random.default_rng(np.random.SeedSequence(2)), int(d)


def resultants(cosine, draws=400_000):
    """w_1 + w_2 at an angle (without a cosine: independent), the lengths independent with the law of |N(0, I)|."""
    first, second = (g / np.linalg.norm(g, axis=1)[:, None] for g in generator.standard_normal((2, draws, size)))
    if cosine is not None:
        across = second - np.sum(first * second, axis=1)[:, None] * first
        second = cosine * first + np.sqrt(1 - cosine**2) * across / np.linalg.norm(across, axis=1)[:, None]
    lengths = np.sqrt(generator.chisquare(size, (2, draws, 1)))
    return lengths[0] * first + lengths[1] * second


couplings = {
    "iid": (None, lambda v: mp.exp(v**2)),
    "orthogonal": (0, lambda v: conformity(orthogonal, v, d)),
    "simplex": (-1 / (size - 1), lambda v: conformity(simplex, v, d)),
}
for name, (cosine, rho) in couplings.items():
    along = resultants(cosine)[:, 0]
    for v in (0.5, 1.0):
        # E exp(2 (w_1 + w_2).(x + y)) is rho at 2v
        variance = float(rho(mp.mpf(2 * v)) - rho(mp.mpf(v)) ** 2)
        print(f"{name}, v = {v}: {row_of(v, rho(mp.mpf(v)), np.exp(v * along), variance)}")

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
statement("crt.theorem-3.5").claim("variance").derivation()

# %%
point = {"x": ("1/2", "-2/3", "1"), "y": ("3/4", "1/3", "2/3"), "p": "3/5"}
x, y, (p,) = (list(numbers(*values)) for values in (point["x"], point["y"], [point["p"]]))
products = [a * b for a, b in zip(x, y, strict=True)]
squares, d = mp.fsum(a**2 for a in x + y), len(x)
bessel = mp.fprod(mp.besseli(0, 2 * abs(each) / mp.sqrt(1 - p)) for each in products)
by_hand = p**-d * mp.exp(-squares) * bessel - mp.exp(2 * mp.fsum(products) - squares)
print(in_balls(by_hand, "crt.theorem-3.5", "variance", d=d, **point))

# %%
x, y = np.array(x, dtype=float), np.array(y, dtype=float)
best = optimal_geometric(x, y).p


def geometric(p):
    bessel = np.prod(np.i0(2 * np.abs(x * y) / np.sqrt(1 - np.asarray(p)[..., None])), axis=-1)
    return p ** -float(d) * np.exp(-x @ x - y @ y) * bessel - np.exp(-np.sum((x - y) ** 2))


rows = []
for share in (0.7, 0.8, 0.9, 1, 1.05, 1.1, 1.15):
    p = share * best
    rows += rows_of("variance", f"geometric(p={p})", x, y, [p], [geometric(p)], m=1, draws=100_000)
    print(f"p = {share} p* = {p:.4f}: {rows[-1]}")

# %%
chances = np.linspace(0.45, 0.82, 100)
through(
    "variance over p, least at the best p, draws on the curve",
    "p", "variance / variance at the best p",
    ("geometric features", chances, geometric(chances), rows), unit=geometric(best), best=best, d=d,
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
optimum = statement("crt.theorem-3.3")
together(optimum.claim("minimum").derivation(), optimum.claim("rho below one").derivation())

# %%
point = {"x_norm": "3/5", "y_norm": "1/2", "v": "3/4", "d": 3}
x, y, v, d = numbers(*point.values())


def log_second_moment(A):
    return d / 2 * mp.log((1 - 4 * A) ** 2 / (1 - 8 * A)) + v**2 * (1 + 1 / (1 - 8 * A)) - 2 * x**2 - 2 * y**2


rho = (mp.sqrt((2 * v**2 + d) ** 2 + 8 * d * v**2) - 2 * v**2 - d) / (4 * v**2)
A = (1 - 1 / rho) / 8
print(in_balls(A, "crt.theorem-3.3", "A", **point))
# a numerical derivative, of which half of the digits are certain
root = mp.findroot(
    lambda a: mp.diff(log_second_moment, a), (-1, mp.mpf(1) / 10), solver="anderson", tol=mp.mpf(10) ** -50
)
print(f"{'slope 0 at':12s} {mp.nstr(root, 25)}")
v2, size = sp.Rational(point["v"]) ** 2, point["d"]
exact = (1 - 4 * v2 / (sp.sqrt((2 * v2 + size) ** 2 + 8 * size * v2) - 2 * v2 - size)) / 8
least = mp.exp(log_second_moment(A)) - mp.exp(v**2 - 2 * x**2 - 2 * y**2)
print(in_balls(least, "crt.theorem-3.3", "minimum", **point, A=exact))

# %%
lengths, v, d, best = (float(x), float(y)), float(v), int(d), float(A)
cosine = (v**2 - lengths[0] ** 2 - lengths[1] ** 2) / (2 * lengths[0] * lengths[1])
x, y = np.array([[1, 0, 0], [cosine, np.sqrt(1 - cosine**2), 0]]) * np.array(lengths)[:, None]


def gerf(A):
    second = ((1 - 4 * A) ** 2 / (1 - 8 * A)) ** (d / 2) * np.exp(v**2 * (1 + 1 / (1 - 8 * A)))
    return np.exp(-2 * lengths[0] ** 2 - 2 * lengths[1] ** 2) * (second - np.exp(v**2))


rows = []
for share in (4, 3, 2, 1.5, 1, 0.5, 0):
    A = share * best
    rows += rows_of("variance", f"gerf(A={A})", x, y, [A], [gerf(A)], m=1, draws=100_000)
    print(f"A = {share} A*: {rows[-1]}")

# %%
parameters = np.linspace(-0.33, 0.02, 200)
through(
    "variance over A, least at the optimum, draws on the curve",
    "A", "variance / variance at A*",
    ("positive features with A", parameters, gerf(parameters), rows), unit=gerf(best), best=best, d=d, v=v,
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
density, positive = statement("opt.theorem-1-density"), statement("opt.optimum-positive")
together(
    density.claim("no smaller variance").derivation(),
    density.claim("minimum").derivation(),
    *(positive.claim(name).derivation() for name in ("mean square", "density", "value", "other proposals")),
)

# %%
point = {"tau": "3/20", "d": 3}
tau, d = numbers(*point.values())
print(in_balls(1 - (1 + 4 * tau**2) ** (-d / 2), "opt.optimum-positive", "value", **point))


def q(w):
    """Of one coordinate, by quadrature over the data."""
    return mp.quad(lambda x: mp.npdf(x, 0, tau) * mp.exp(2 * w * x - 2 * x**2), [-20 * tau, 0, 20 * tau])


for w in numbers(0, 1, 2):
    optimal = mp.npdf(w, 0, mp.sqrt(1 + 4 * tau**2))
    print(f"p_Omega q / optimal density at w = {int(w)}: {mp.nstr(mp.npdf(w) * q(w) / optimal, 50, strip_zeros=False)}")

# %%
generator = np.random.default_rng(np.random.SeedSequence(5))
tau, d = float(tau), int(d)
spread = 1 + 4 * tau**2


def proposed(t):
    return (t**2 / (2 * t - 1)) ** (d / 2) - spread ** (-d / 2)


def weighted_squares(t, draws=1_000_000):
    """Y^2 - E K^2 with Y = (p_Omega/p_Psi)(w) phi(x_1, w) phi(x_2, w), and E Y^4."""
    w = generator.standard_normal((draws, d)) * np.sqrt(t * spread)
    log_y = (np.log(t * spread) * d - np.sum(w**2, axis=1) * (1 - 1 / (t * spread))) / 2
    for x in tau * generator.standard_normal((2, draws, d)):
        log_y += np.sum(w * x - x**2, axis=1)
    rate = 4 - 3 / (t * spread) - 32 * tau**2 / (1 + 8 * tau**2)
    fourth = (t * spread) ** (3 * d / 2) * (1 + 8 * tau**2) ** -d * rate ** (-d / 2)
    return np.exp(2 * log_y) - spread ** (-d / 2), fourth


rows = []
for t in (0.87, 1 / spread, 1, 1.2, 1.5, 2, 2.5):
    rows.append(row_of(t, proposed(t), *weighted_squares(t)))
    print(f"t = {t:.3f}: {rows[-1]}")

# %%
widths = np.linspace(0.6, 2.6, 200)
through(
    "expected variance over the width of the proposal, least at the optimal one, draws on the curve",
    "t, variance of the proposal / that of the optimal one", "variance / least variance",
    ("N(0, t(1 + 4τ²) I)", widths, proposed(widths), rows), unit=proposed(1), best=1, d=d, tau=tau,
)  # fmt: skip

# %% [markdown]
# ## And all the others
#
# `make theory` in a checkout prints claims, draws and intervals of every statement that can be drawn, as one table.
