"""What the statements of OPT share: a law Omega on N points, data of any size, and the error of a proposal.

Omega gives the point ``w_k`` the weight ``omega_k > 0``, X_1 gives the input ``x_i`` the weight ``alpha_i > 0``, X_2 gives
``y_j`` the weight ``beta_j > 0``; nothing that follows needs these weights to sum to one. A proposal Psi is given by
positive weights psi_k and has ``p_Psi(w_k) = psi_k / sum psi``. The features are the numbers ``f_ik = phi(x_i, w_k)`` and
``g_jk = phi(y_j, w_k)``: any real numbers. All sizes are arbitrary, so a sum stands for an integral: the proofs use
linearity, positivity and the interchange of two sums (Fubini and Tonelli), nothing else.
"""

from dataclasses import dataclass

from rftheory.vocabulary import *
from rftheory.inputs.coordinates import total
from rftheory.rules.importance import OnPoints as Weights
from rftheory.rules.importance import density

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
NUMBER_OF_POINTS = Range(N, 1, None, **_FEW)
WEIGHTS = {"low": 0, "closed": "()", "typical": (1, 3)}
_OMEGA = Range(omega.label, shape=(N,), **WEIGHTS)
_PSI = Range(psi.label, shape=(N,), **WEIGHTS)
_FIRST = (
    Range(L_1, 1, None, **_FEW),
    Range(alpha.label, shape=(L_1,), **WEIGHTS),
    Range(f.label, shape=(L_1, N), typical=(-2, 2)),
)
_SECOND = (
    Range(L_2, 1, None, **_FEW),
    Range(beta.label, shape=(L_2,), **WEIGHTS),
    Range(g.label, shape=(L_2, N), typical=(-2, 2)),
)
_MOMENTS = tuple(Range(base.label, 0, None, "[)", shape=(N,), typical=(0, 3)) for base in (a, b))
_POSITIVE = tuple(Range(base.label, 0, None, "()", shape=(N,), typical=(1, 3)) for base in (a, b))
_KAPPA = Range(kappa, typical=(0, 2))

#: one law Omega with a proposal and two fixed inputs
FIXED = Domain((NUMBER_OF_POINTS, _OMEGA, _PSI, *(Range(base.label, shape=(N,), typical=(-2, 2)) for base in (u, v))))
#: one law Omega with data sets, without and with a proposal
DATA = Domain((NUMBER_OF_POINTS, _OMEGA, *_FIRST, *_SECOND))
PROPOSALS = Domain((NUMBER_OF_POINTS, _OMEGA, _PSI, *_FIRST, *_SECOND))
#: one data set for both inputs
ONE_LAW = Domain((NUMBER_OF_POINTS, _OMEGA, *_FIRST))
SAME_PROPOSALS = Domain((NUMBER_OF_POINTS, _OMEGA, _PSI, *_FIRST))
#: ... with features of their own on each side, without and with a proposal
_BOTH = (*_FIRST, Range(g.label, shape=(L_1, N), typical=(-2, 2)))
PAIRED_FEATURES = Domain((NUMBER_OF_POINTS, _OMEGA, *_BOTH))
PAIRED_PROPOSALS = Domain((NUMBER_OF_POINTS, _OMEGA, _PSI, *_BOTH))
#: one of the points of Omega, for proofs that go through them one by one
POINT = Range(k, 1, None, **_FEW)
AT_ONE_POINT = PAIRED_FEATURES.with_ranges(POINT).where(sp.Le(k, N))
#: data known through second moments, which may vanish, or may not
MOMENTS = Domain((NUMBER_OF_POINTS, _OMEGA, _PSI, *_MOMENTS, _KAPPA))
POSITIVE_MOMENTS = Domain((NUMBER_OF_POINTS, _OMEGA, _PSI, *_POSITIVE, _KAPPA))


@dataclass(frozen=True)
class Inputs:
    """A law of inputs: weights, features of each input at each point, the number of inputs, and indices of its own.

    ``index`` counts the inputs in means over them, ``inner`` in second moments that stand inside of such means.
    """

    weights: sp.IndexedBase
    features: sp.IndexedBase
    size: sp.Symbol
    index: sp.Symbol
    inner: sp.Symbol

    def feature(self, at: sp.Expr = k) -> sp.Expr:
        """phi(x, w) of the input of the index."""
        return self.features[self.index, at]

    def mean(self, body: sp.Expr) -> sp.Expr:
        """E_x of something with the index."""
        return total(self.weights[self.index] * body, self.index, self.size)

    def second_moment(self, at: sp.Expr = k) -> sp.Expr:
        """E_x phi(x, w)^2."""
        return total(self.weights[self.inner] * self.features[self.inner, at] ** 2, self.inner, self.size)

    def mean_diagonal(self) -> sp.Expr:
        """E_x K(x, x)."""
        return self.mean(kernel(self.feature(), self.feature()))


#: x_1, x_2 of laws of their own; x_2 of the law of x_1; the same, with features of its own
FIRST = Inputs(alpha, f, L_1, i, _I)
SECOND = Inputs(beta, g, L_2, j, _J)
SAME = Inputs(alpha, f, L_1, j, _I)
OTHER_FEATURES = Inputs(alpha, g, L_1, j, _J)


def proposed(at: sp.Expr = k, weights: Weights | None = None, index: sp.Symbol = _S) -> sp.Expr:
    """p_Psi at one point, its normalisation written in ``index``."""
    return density(weights or (lambda point: psi[point]), at, index, N)


def over_points(body: sp.Expr, index: sp.Symbol = k) -> sp.Expr:
    """The sum over the points of Omega."""
    return total(body, index, N)


def over_data(body: sp.Expr, second: Inputs = SECOND) -> sp.Expr:
    """E_x1 E_x2."""
    return FIRST.mean(second.mean(body))


def kernel(first: sp.Expr, second: sp.Expr, index: sp.Symbol = k) -> sp.Expr:
    """``K = E_Omega phi phi`` for two rows of features, written in ``index``."""
    return over_points(omega[index] * first * second, index)


def mean_squared_kernel(second: Inputs = SECOND) -> sp.Expr:
    """E_x1 E_x2 K(x_1, x_2)^2."""
    return over_data(kernel(FIRST.feature(), second.feature()) ** 2, second)


def importance(at: sp.Expr = k, second: Inputs = SECOND) -> sp.Expr:
    """q_phi at one point, of data sets."""
    return sp.sqrt(FIRST.second_moment(at) * second.second_moment(at))


def mean_importance(second: Inputs = SECOND, index: sp.Symbol = k) -> sp.Expr:
    """E_Omega q_phi."""
    return over_points(omega[index] * importance(index, second), index)


def root(at: sp.Expr = k) -> sp.Expr:
    """q_phi at one point, of second moments."""
    return sp.sqrt(a[at] * b[at])


def sample(at: sp.Expr = k, second: Inputs = SECOND) -> sp.Expr:
    """``(p_Omega/p_Psi) phi(x_1, w) phi(x_2, w)`` at one point."""
    return omega[at] / proposed(at) * FIRST.feature(at) * second.feature(at)


def variance_at_inputs(second: Inputs = SECOND) -> sp.Expr:
    """Var_Psi of one weighted sample at (x_i, y_j), by the definition of a variance."""
    center = over_points(proposed(h) * sample(h, second), h)
    return over_points(proposed() * (sample(k, second) - center) ** 2)


def variance(second: Inputs = SECOND) -> sp.Expr:
    """V_Psi of Definition 2."""
    return over_data(variance_at_inputs(second), second)


def excess(q: Weights, weights: Weights | None = None) -> sp.Expr:
    """``Var_Psi(rho q)``, rho = p_Omega/p_Psi, whose mean is E_Omega q: what a proposal adds to the optimal variance."""
    mean = over_points(omega[h] * q(h), h)
    return over_points(proposed(k, weights) * (omega[k] / proposed(k, weights) * q(k) - mean) ** 2)


def reduced_variance(weights: Weights | None = None) -> sp.Expr:
    """V_Psi in terms of second moments, by (3)."""
    return over_points(omega[k] ** 2 / proposed(k, weights) * root() ** 2) - kappa


#: ``(E_Omega q)^2 - E K^2`` in terms of second moments.
optimal_variance = over_points(omega[k] * root()) ** 2 - kappa
