"""Completion of Theorem 1: the optimal proposal of hyperbolic features (two features per projection, softmax kernel).

One projection gives ``Z = exp(-(|x|^2 + |y|^2)/2) cosh(w.(x + y))``, a dot product of two features, so the second moment over the
data has no product form and Theorem 1 does not cover it; its proof does, with ``q(w) = (E Z(x1, x2, w)^2)^(1/2)``. (With the sign
of the projection drawn at random there is one feature, and everything is as for positive features.) For any law of the data ``E Z^2 =
(l(w)^2 + l(-w)^2 + 2 l(0)^2)/4`` with ``l(w) = E exp(2 w.x - |x|^2)``, the q of positive features. For symmetric laws (N(0, Lambda),
spheres) l(w) = l(-w) = E cosh(2 w.x) exp(-|x|^2) >= l(0), so that

    l/2^(1/2) <= q <= l:        the optimum exists exactly where that of positive features does, and is no worse,
    q <= (l + l(0))/2^(1/2) <= 2^(1/2) q:   rejection from a mixture of two Gaussian laws is exact and keeps 70%.

E q has no closed form; for rotation-invariant data it is one integral over |w|. For two known inputs Z > 0 and the
optimum is the even mixture of N(z, I) and N(-z, I), z = x + y, without any variance.
"""

from rftheory.proofs.opt._optima import *
from rftheory.proofs.opt._optimum_softmax import AT_W, kappa, mean_square

STATEMENT = statement(
    "optimum",
    "Theorem 1, completed",
    "Optimal proposal of hyperbolic features (our completion of Theorem 1)",
    reading="Per projection: p_Omega (E Z^2)^(1/2), Z the dot product of the two features of the projection.",
    notes=(
        "Exists for N(0, (kappa/2) I) if and only if kappa < 1, for N(0, Lambda) if and only if Lambda < I/2, for every sphere.",
        "Exact sampler for rotation-invariant data and for two known inputs; no closed normalising constant otherwise.",
        "With a random sign there is one feature per projection: the optimum of positive features, and its variance.",
        "The optimal V, (E q)^2 - E K^2, has no closed form: for N(0, (kappa/2) I) E q is between 2^(-1/2) and 1 times (1 - kappa)^(-d/2), "
        "the E q of positive features, by the two bounds of q.",
    ),
)

_FAMILY = Hyperbolic()
_H = Projection("h")
#: l(w)/l(0) of a symmetric law
_RISE = sp.Symbol("e", positive=True)
DOMAIN = Domain((Range(_RISE, 1, None, "[)", typical=(1, 4), awkward=(1, 100)),))
#: exp(-|x|^2/2) and w.x, functions of a random input of any law for which l(w), l(-w) and l(0) are finite
_damping, _image = sp.Function("a", real=True), sp.Function("s", real=True)
_FINITE = tuple(_damping(DRAW) ** 2 * sp.exp(2 * sign * _image(DRAW)) for sign in (1, -1, 0))
_FIRST, _SECOND = Variate("X", *_FINITE), Variate("Y", *_FINITE)


def _of_any_laws() -> tuple[sp.Expr, sp.Expr]:
    """``E Z(x1, x2, w)^2`` at a fixed w, and what it is in terms of l."""
    waves = [sp.exp(sign * _image(_FIRST)) * sp.exp(sign * _image(_SECOND)) for sign in (1, -1)]
    sample = _damping(_FIRST) * _damping(_SECOND) * sp.Add(*waves) / 2

    def mean(at: Variate, sign: int) -> sp.Expr:
        return Expectation(_damping(at) ** 2 * sp.exp(2 * sign * _image(at)))

    terms = (weight * mean(_FIRST, sign) * mean(_SECOND, sign) for sign, weight in ((1, 1), (-1, 1), (0, 2)))
    return Expectation(sample**2), sp.Add(*terms) / 4


_along = sp.exp(-kappa / 2 * U.squared_length(d)) * sp.cosh(sp.sqrt(kappa) * U.dot(FIXED)) ** 2
#: ``E Z(x1, x2, w)^2``: x1 + x2 and x1 - x2 are independent, ``kappa^(1/2) g`` and ``kappa^(1/2) h``.
_mean_of_squares = over_data(_along * sp.exp(-kappa / 2 * _H.squared_length(d)))


#: q/l(0).
_root = sp.sqrt((_RISE**2 + 1) / 2)


def _at_most_scalar() -> Chain:
    """(1 + e^2)/2 <= e^2 for e >= 1."""
    squares = Chain((_RISE**2 + 1) / 2).le(_RISE**2)
    return Chain(_root).inside(squares, sp.sqrt).eq(_RISE, "equal squares")


def _at_least_scalar() -> Chain:
    squares = Chain((_RISE**2 + 1) / 2).gt(_RISE**2 / 2)
    return Chain(_root).inside(squares, sp.sqrt, strict=True).eq(_RISE / sp.sqrt(2), "equal squares")


def _below_envelope() -> Chain:
    squares = Chain((_RISE**2 + 1) / 2).lt((_RISE + 1) ** 2 / 2)
    return Chain(_root).inside(squares, sp.sqrt, strict=True).eq((_RISE + 1) / sp.sqrt(2), "equal squares")


def _envelope_is_tight() -> Chain:
    squares = Chain((_RISE + 1) ** 2 / 2).le(_RISE**2 + 1)
    chain = Chain((_RISE + 1) / sp.sqrt(2)).eq(sp.sqrt((_RISE + 1) ** 2 / 2), "equal squares")
    return chain.inside(squares, sp.sqrt).eq(sp.sqrt(2) * _root, "equal squares")


z, w = PAIR.y, PAIR.x
one, root = sp.Integer(1), sp.sqrt(2)
drawn_data = law(POINT[tau], 3)
CLAIMS = (
    claim(
        "unbiased: E_Omega Z = exp(x.y), and Z > 0: at two known inputs the optimal variance (E Z)^2 - K^2 is 0",
        eq(Expectation(_FAMILY.sample(W, PAIR.x, PAIR.y)), softmax_kernel(PAIR.x, PAIR.y)),
        Domain(PAIRS_IN_D.ranges[:3]),
    ).drawn(AtPair(_FAMILY, drawn_data, drawn_data, INPUTS), "mean", POINT),
    claim(
        "p_Omega cosh(w.z) is exp(|z|^2/2) times the even mixture of N(z, I) and N(-z, I) (w, z: the vectors "
        "of the pair)",
        eq(
            normal_density(w.square, one) * sp.cosh(w.dot(z)),
            sp.exp(z.square / 2) * (normal_density((w - z).square, one) + normal_density((w + z).square, one)) / 2,
        ),
        PAIRS_IN_D,
        name="known inputs: density",
    ),
    claim(
        "mean square: q(w)^2 = E Z^2 = (l(w)^2 + l(0)^2)/2 for data N(0, (kappa/2) I)",
        eq(_mean_of_squares, (mean_square() ** 2 + mean_square(sp.Integer(0)) ** 2) / 2),
        AT_W,
    ),
    claim(
        "any law: E Z^2 = (l_1(w) l_2(w) + l_1(-w) l_2(-w) + 2 l_1(0) l_2(0))/4 for x_1, x_2 of any laws, l_i(w) = E "
        "exp(2 w.x_i - |x_i|^2)",
        Equality(*_of_any_laws()),
        Domain(()),
    ),
    claim(
        "no worse than scalar: for symmetric laws q <= l (both over l(0)): E q is finite where E l is, and the "
        "variance is at most that of positive features",
        le(_root, _RISE),
        proof=_at_most_scalar(),
    ),
    claim(
        "exists only where scalar does: q >= l/2^(1/2): E q is infinite where E l is",
        ge(_root, _RISE / root),
        proof=_at_least_scalar(),
    ),
    claim(
        "envelope: q <= (l + l(0))/2^(1/2), the density of a mixture of two Gaussian laws up to a constant",
        le(_root, (_RISE + 1) / root),
        proof=_below_envelope(),
    ),
    claim(
        "acceptance: the envelope is at most 2^(1/2) q: at least 70% of the draws are kept",
        le((_RISE + 1) / root, root * _root),
        proof=_envelope_is_tight(),
    ),
)
