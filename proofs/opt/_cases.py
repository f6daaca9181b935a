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

#: phi_1 = (1, 1), phi_2 = (1 + s, 1 - s) on two points of probability 1/2: K = 1 whatever s
SPREAD = sp.Symbol("s", nonnegative=True)
SPREADS = Domain((Range(SPREAD, 0, None, "[)", typical=(0, 4), awkward=(0, 1, 20)),))
LARGE_SPREADS = Domain((Range(SPREAD, 1, None, "[)", typical=(1, 4), awkward=(1, 20)),))

asymmetric_kernel = sp.Rational(1, 2) * (1 + SPREAD) + sp.Rational(1, 2) * (1 - SPREAD)

_q = [sp.sqrt((1 + sign * SPREAD) ** 2) for sign in (1, -1)]
#: ``(E_Omega q)^2 - K^2`` with ``q = (phi_1^2 phi_2^2)^(1/2)``.
asymmetric_optimum = (sp.Add(*_q) / 2) ** 2 - asymmetric_kernel**2

# -- two draws with a coupling -------------------------------------------------------------------------------------

#: two draws w_1 = sgn(g.x), w_2 = sgn(g.y) of the law that is uniform on -1 and 1: they agree with probability
#: c = 1 - theta/pi, and c is all that a coupling of two such draws has
COUPLINGS = Domain((*_NOT_ZERO, _THETA))
FIRST, SECOND, INDEPENDENT = (
    sp.sign(Projection(name).dot(u)) for name, u in (("g", PAIR.x), ("g", PAIR.y), ("h", PAIR.y))
)
STRATIFIED = {x_norm: sp.Integer(1), y_norm: sp.Integer(1), theta: sp.pi}


def two_draws_error(first: sp.Expr, second: sp.Expr) -> sp.Expr:
    """E of ``((Z(w_1) + Z(w_2))/2 - K)^2`` over inputs x_1, x_2 uniform on {x, y} and two draws w_1, w_2.

    The features are phi(x, w) = 1 and phi(y, w) = w, so that K(x, x) = K(y, y) = 1 and K(x, y) = 0. Each draw is uniform on -1
    and 1: here q = 1, so that is the optimal proposal.
    """
    features = [(sp.Integer(1), draw) for draw in (first, second)]
    terms = []
    for i in (0, 1):
        for j in (0, 1):
            estimate = sum(values[i] * values[j] for values in features) / 2
            kernel = Expectation(features[0][i] * features[0][j])
            terms.append(Expectation((estimate - kernel) ** 2))
    return sp.Rational(1, 4) * sp.Add(*terms)


coupled_error = two_draws_error(FIRST, SECOND)

independent_error = two_draws_error(FIRST, INDEPENDENT)

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
