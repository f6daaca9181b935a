"""Examples at which the words "all representations have the same error" are judged.

Each has a handful of inputs, so that every expectation over the data is a short sum. Errors are those of one projection:
V of Definition 2, ``V = E_data Var``, and for a fixed pair its least value ``(E|Z|)^2 - (E Z)^2``.
"""

from rftheory.vocabulary import *

W = Projection("w")
_TINY = sp.Rational(1, 100)
_X, _Y = (Range(s, 0, None, "[)", typical=(0, 2), awkward=(0, _TINY, 3)) for s in (x_norm, y_norm))
#: lengths of vectors that are not 0: points w, directions
_NOT_ZERO = tuple(Range(s, 0, None, "()", typical=(0, 2), awkward=(_TINY, 3)) for s in (x_norm, y_norm))
_THETA = Range(theta, 0, sp.pi, "[]", typical=(0, 3), awkward=(_TINY, sp.pi))
#: all pairs of inputs, those that differ; the input x and its opposite
PAIRS = Domain((_X, _Y, _THETA))
DIFFERENT = PAIRS.where(sp.Gt(PAIR.delta.square, 0))
INPUTS = Domain((_X,))
#: inputs from N(0, sigma^2 I_d)
_D = Range(d, 1, None, integer=True, typical=(1, 6), awkward=(1, 20))
GAUSSIAN_DATA = Domain((Range(sigma, 0, None, "()", typical=(0, 2), awkward=(_TINY, 5)), _D))
#: ... for which E K(x, x) is finite
_EDGE = sp.sqrt(2) / 2
SMALL_DATA = Domain((Range(sigma, 0, _EDGE, "()", typical=(0, sp.Rational(2, 3)), awkward=(_TINY,)), _D)).where(
    sp.Gt(1 - 2 * sigma**2, 0)
)
#: ... and infinite
LARGE_DATA = Domain((Range(sigma, _EDGE, None, "[)", typical=(1, 3), awkward=(_EDGE, 20)), _D)).where(
    sp.Ge(2 * sigma**2, 1)
)
#: ... with a point w that is not 0, of length x_norm
GAUSSIAN_AT_W, SMALL_AT_W, LARGE_AT_W = (
    domain.with_ranges(_NOT_ZERO[0]) for domain in (GAUSSIAN_DATA, SMALL_DATA, LARGE_DATA)
)


# -- X_1 = x, X_2 = -x: two scalar representations of the Gaussian kernel -----------------------------------------


def positive_feature(u: Vector) -> sp.Expr:
    """exp(w.u - |u|^2): positive features of the Gaussian kernel."""
    return sp.exp(W.dot(u) - u.square)


def wave_feature(u: Vector) -> sp.Expr:
    """cos(w.u) + sin(w.u): one real feature per projection, no phase; its kernel is E cos(w.(x - y)) as w and -w agree."""
    return sp.cos(W.dot(u)) + sp.sin(W.dot(u))


def least_variance(sample: sp.Expr) -> sp.Expr:
    """``(E|Z|)^2 - (E Z)^2``, the value of Theorem 1 where x_1 and x_2 are fixed."""
    return Expectation(sp.Abs(sample)) ** 2 - Expectation(sample) ** 2


# -- X_1 = X_2, uniform on x and y ---------------------------------------------------------------------------------


def over_two(same: sp.Expr, different: sp.Expr) -> sp.Expr:
    """E_x1 E_x2 of something that is one value where x_1 = x_2 and another where they differ."""
    return (same + different) / 2


def phase_optimum() -> sp.Expr:
    """Theorem 1 for the random-phase cosine: ``(E q)^2 - E K^2`` with ``q = E_x phi(x, w)^2`` and ``K = E phi phi``."""
    family, pair = RandomPhaseCosine(), (PAIR.x, PAIR.y)
    q = sp.Add(*(family.components(W, u)[0] ** 2 for u in pair)) / 2
    kernels = (Expectation(family.sample(W, u, v)) ** 2 for u in pair for v in pair)
    return Expectation(q) ** 2 - sp.Add(*kernels) / 4


_wave = sp.cos(W.dot(PAIR.delta))
#: V of the pair (sin w.u, cos w.u), one sample cos(w.(x_1 - x_2)), with w drawn from Omega itself.
pair_variance = over_two(sp.Integer(0), Expectation(_wave**2) - Expectation(_wave) ** 2)

# -- one input, asymmetric features --------------------------------------------------------------------------------


# -- two draws with a coupling -------------------------------------------------------------------------------------


# -- Gaussian data and the softmax kernel --------------------------------------------------------------------------

_DATA = Projection("x")

#: E K(x, x) = E exp(|x|^2), as x = sigma g with g ~ N(0, I_d).
softmax_diagonal = Expectation(sp.exp(sigma**2 * _DATA.squared_length(d)))


def gaussian_importance(w: Vector) -> sp.Expr:
    """q(w) = E_x exp(2 w.x - |x|^2) of positive softmax features, at a point w."""
    return Expectation(sp.exp(2 * sigma * _DATA.dot(w) - sigma**2 * _DATA.squared_length(d)))


def fall_off(w: Vector) -> tuple[sp.Expr, sp.Expr]:
    """``exp(-|w|^2/2) q(w)``, which is p_Omega q up to a constant, at a point and at 0."""
    at_zero = Expectation(sp.exp(-(sigma**2) * _DATA.squared_length(d)))
    return sp.exp(-w.square / 2) * gaussian_importance(w), at_zero


def _fall(w: Vector) -> tuple[Chain, Chain, sp.Expr]:
    """``exp(-|w|^2/2) q(w)`` in closed form, the exponent of what it is of q(0), and q(0)."""
    start, at_zero = fall_off(w)
    exponent = (2 * sigma**2 - 1) * w.square / (2 * (1 + 2 * sigma**2))
    low = (1 + 2 * sigma**2) ** (-d / 2)
    return Chain(start).eq(low * sp.exp(exponent)), Chain(exponent), low


def falls(w: Vector) -> Chain:
    """It falls for 2 sigma^2 < 1 ..."""
    chain, exponent, low = _fall(w)
    exponent = exponent.lt(sp.Integer(0))
    return chain.inside(exponent, lambda t: low * sp.exp(t), strict=True).eq(fall_off(w)[1])
