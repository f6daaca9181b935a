"""What the statements of OPT share: a law Omega on N points, data of any size, and the error of a proposal.

Omega gives the point ``w_k`` the weight ``omega_k > 0``, X_1 gives the input ``x_i`` the weight ``alpha_i > 0``, X_2 gives
``y_j`` the weight ``beta_j > 0``; nothing that follows needs these weights to sum to one. A proposal Psi is given by
positive weights psi_k and has ``p_Psi(w_k) = psi_k / sum psi``. The features are the numbers ``f_ik = phi(x_i, w_k)`` and
``g_jk = phi(y_j, w_k)``: any real numbers. All sizes are arbitrary, so a sum stands for an integral: the proofs use
linearity, positivity and the interchange of two sums (Fubini and Tonelli), nothing else.
"""

from __future__ import annotations

import sympy as sp

from rftheory.coordinates import total
from rftheory.rules.importance import OnPoints, density
from rftheory.statements.domain import Domain, Range

#: numbers of points of Omega, of inputs of X_1 and of X_2
N, L_1, L_2 = sp.symbols("N L_1 L_2", integer=True, positive=True)
#: indices of points, and of the two data sets
k, h = sp.symbols("k h", integer=True, positive=True)
i, j = sp.symbols("i j", integer=True, positive=True)
#: the same, for sums inside of other sums
_I, _J, _S = sp.symbols("r t s", integer=True, positive=True)

omega, psi = (sp.IndexedBase(name, positive=True) for name in ("omega", "psi"))
alpha, beta = (sp.IndexedBase(name, positive=True) for name in ("alpha", "beta"))
f, g = (sp.IndexedBase(name, real=True) for name in ("f", "g"))
#: features of two fixed inputs
u, v = (sp.IndexedBase(name, real=True) for name in ("u", "v"))
#: E_x1 phi(x_1, w_k)^2 and E_x2 phi(x_2, w_k)^2, and E_x1 E_x2 K(x_1, x_2)^2, where they need not be spelled out
a, b = (sp.IndexedBase(name, nonnegative=True) for name in "ab")
kappa = sp.Symbol("kappa", real=True)

_FEW = {"integer": True, "typical": (1, 3), "awkward": (1,)}
_POINTS = Range(N, 1, None, **_FEW)
_WEIGHTS = {"low": 0, "closed": "()", "typical": (1, 3)}
_OMEGA = Range(omega.label, shape=(N,), **_WEIGHTS)
_PSI = Range(psi.label, shape=(N,), **_WEIGHTS)
_FIRST = (
    Range(L_1, 1, None, **_FEW),
    Range(alpha.label, shape=(L_1,), **_WEIGHTS),
    Range(f.label, shape=(L_1, N), typical=(-2, 2)),
)
_SECOND = (
    Range(L_2, 1, None, **_FEW),
    Range(beta.label, shape=(L_2,), **_WEIGHTS),
    Range(g.label, shape=(L_2, N), typical=(-2, 2)),
)
_MOMENTS = tuple(Range(base.label, 0, None, "[)", shape=(N,), typical=(0, 3)) for base in (a, b))
_POSITIVE = tuple(Range(base.label, 0, None, "()", shape=(N,), typical=(1, 3)) for base in (a, b))
_KAPPA = Range(kappa, typical=(0, 2))

#: one law Omega with a proposal and two fixed inputs
FIXED = Domain((_POINTS, _OMEGA, _PSI, *(Range(base.label, shape=(N,), typical=(-2, 2)) for base in (u, v))))
#: one law Omega with data sets, without and with a proposal
DATA = Domain((_POINTS, _OMEGA, *_FIRST, *_SECOND))
PROPOSALS = Domain((_POINTS, _OMEGA, _PSI, *_FIRST, *_SECOND))
#: one data set for both inputs
ONE_LAW = Domain((_POINTS, _OMEGA, *_FIRST))
#: ... with features of their own on each side, without and with a proposal
_BOTH = (*_FIRST, Range(g.label, shape=(L_1, N), typical=(-2, 2)))
PAIRED_FEATURES = Domain((_POINTS, _OMEGA, *_BOTH))
PAIRED_PROPOSALS = Domain((_POINTS, _OMEGA, _PSI, *_BOTH))
#: one of the points of Omega, for proofs that go through them one by one
POINT = Range(k, 1, None, **_FEW)
AT_ONE_POINT = PAIRED_FEATURES.with_ranges(POINT).where(sp.Le(k, N))
#: data known through second moments, which may vanish, or may not
MOMENTS = Domain((_POINTS, _OMEGA, _PSI, *_MOMENTS, _KAPPA))
POSITIVE_MOMENTS = Domain((_POINTS, _OMEGA, _PSI, *_POSITIVE, _KAPPA))
#: the second one does not vanish
NONZERO_MOMENTS = Domain((_POINTS, _OMEGA, _MOMENTS[0], _POSITIVE[1]))


def proposed(at: sp.Expr = k, weights: OnPoints | None = None, index: sp.Symbol = _S) -> sp.Expr:
    """p_Psi at one point, its normalisation written in ``index``."""
    return density(weights or (lambda point: psi[point]), at, index, N)


def over_points(body: sp.Expr, index: sp.Symbol = k) -> sp.Expr:
    """The sum over the points of Omega."""
    return total(body, index, N)


def over_data(body: sp.Expr) -> sp.Expr:
    """E_x1 E_x2."""
    return total(alpha[i] * total(beta[j] * body, j, L_2), i, L_1)


def kernel(first: sp.Expr, second: sp.Expr, index: sp.Symbol = k) -> sp.Expr:
    """``K = E_Omega phi phi`` for two rows of features, written in ``index``."""
    return over_points(omega[index] * first * second, index)


def mean_squared_kernel() -> sp.Expr:
    """E_x1 E_x2 K(x_1, x_2)^2."""
    return over_data(kernel(f[i, k], g[j, k]) ** 2)


def over_one_law(body: sp.Expr) -> sp.Expr:
    """E_x1 E_x2 for X_1 = X_2."""
    return total(alpha[i] * total(alpha[j] * body, j, L_1), i, L_1)


def mean_diagonal(weights: sp.IndexedBase = alpha, features: sp.IndexedBase = f, size: sp.Expr = L_1) -> sp.Expr:
    """E_x K(x, x)."""
    return total(weights[i] * kernel(features[i, k], features[i, k]), i, size)


def first_moment(at: sp.Expr = k) -> sp.Expr:
    """E_x1 phi(x_1, w)^2."""
    return total(alpha[_I] * f[_I, at] ** 2, _I, L_1)


def second_moment(at: sp.Expr = k) -> sp.Expr:
    """E_x2 phi(x_2, w)^2."""
    return total(beta[_J] * g[_J, at] ** 2, _J, L_2)


def importance(at: sp.Expr = k) -> sp.Expr:
    """q_phi at one point, of data sets."""
    return sp.sqrt(first_moment(at) * second_moment(at))


def root(at: sp.Expr = k) -> sp.Expr:
    """q_phi at one point, of second moments."""
    return sp.sqrt(a[at] * b[at])


def sample(at: sp.Expr = k) -> sp.Expr:
    """``(p_Omega/p_Psi) phi(x_1, w) phi(x_2, w)`` at one point."""
    return omega[at] / proposed(at) * f[i, at] * g[j, at]


def optimal_value() -> sp.Expr:
    """``(E_Omega q)^2 - E K^2``, of data sets."""
    return over_points(omega[k] * importance()) ** 2 - mean_squared_kernel()


def variance_at_inputs() -> sp.Expr:
    """Var_Psi of one weighted sample at (x_i, y_j), by the definition of a variance."""
    center = over_points(proposed(h) * sample(h), h)
    return over_points(proposed() * (sample() - center) ** 2)


def variance() -> sp.Expr:
    """V_Psi of Definition 2."""
    return over_data(variance_at_inputs())


def reduced_variance(weights: OnPoints | None = None) -> sp.Expr:
    """V_Psi in terms of second moments, by (3)."""
    return over_points(omega[k] ** 2 / proposed(k, weights) * root() ** 2) - kappa


def optimal_variance() -> sp.Expr:
    """``(E_Omega q)^2 - E K^2`` in terms of second moments."""
    return over_points(omega[k] * root()) ** 2 - kappa
