r"""Performers: variances of positive, two-sided and trigonometric features of the softmax kernel SM, and the gain of orthogonality.

With v = |x + y| two-sided features of m projections have ``1 - exp(-v^2)`` times the variance of positive ones of 2m: at equal
length they are always better, and never by more than all of it.

    Var_iid - Var_ort >= (1 - 1/m) (2/(d+2)) (SM - exp(-(|x|^2 + |y|^2)/2))^2

for m <= d orthogonal projections with positive features (Theorem 2 there). As ``(exp(u/2) - 1)^2 <= 2 exp(u) - (2 + u)
exp(u/2)`` it follows from the gain that serves all dimensions (`crt.theorem-4.1`). The constant 2/(d+2) cannot be larger: near v
= 0 both sides are ``v^4/(2 (d+2))`` times one factor.
"""

from rftheory.proofs.crt._orthogonal import (
    PLANE_D,
    free_gain,
    gain_of_all_dimensions,
    orthogonal,
    square_of_sum,
    u,
    variance,
)
from rftheory.proofs.crt._setting import *

STATEMENT = statement(
    "inequality",
    "Choromanski et al. 2021 (2009.14794), Lemma 2 and Theorem 2",
    "Variances of the features of Performers, and what orthogonal projections take off",
    reading="m <= d projections of one orthogonal frame, d >= 2, against m independent ones; trigonometric, positive and "
    "two-sided features of the softmax kernel.",
    notes=("That 2/(d+2) cannot be larger is seen from both sides near v = 0, and not replayed; 3/(d+2) is refuted.",),
)

DOMAIN = PAIRS.with_ranges(M)
_FRAMES = DOMAIN.with_ranges(PLANE_D).where(
    sp.Le(m, d), words=by_definition("m members of one orthogonal frame of R^d")
)
_LINE = Domain((Range(u, 0, None, "[)", typical=(0, 4), awkward=(0, sp.Rational(1, 1000), 40)),))
_w = Projection("w")
_SQUARE, _DISTANCE = PAIR.z.square, PAIR.delta.square
softmax = softmax_kernel(PAIR.x, PAIR.y)


def of(family: Family, size: sp.Expr = m) -> sp.Expr:
    """The variance of a number of independent projections."""
    return variance(family.estimator(_w, PAIR.x, PAIR.y, size))


_one = Positive()
_frame = variance(_one.prefactor(PAIR.x, PAIR.y) * orthogonal(_one.kernel_sample(_w, PAIR.x, PAIR.y)))


def less(share: sp.Expr) -> sp.Expr:
    """The variance of independent projections less a share of the square."""
    return of(_one) - (1 - 1 / m) * share * (softmax - sp.exp(-(PAIR.x.square + PAIR.y.square) / 2)) ** 2


_sinh = lemma(
    "hyperbolic sine: sinh(u) >= u", ge(sp.sinh(u), u), _LINE, proof=Chain(sp.sinh(u)).tangent(u, sp.Integer(0)).eq(u)
)
_small = (sp.exp(u / 2) - 1) ** 2
_below = lemma(
    "square: (exp(u/2) - 1)^2 <= 2 exp(u) - (2 + u) exp(u/2)",
    ge(free_gain(u), _small),
    _LINE,
    proof=Chain(free_gain(u))
    .eq(_small + 2 * sp.exp(u / 2) * (sp.sinh(u / 2) - u / 2))
    .use(_sinh, {u: u / 2})
    .ge(_small),
)


def _gain() -> Chain:
    chain = Chain(_frame).use(square_of_sum(PAIRS)).use(gain_of_all_dimensions(), {u: _SQUARE})
    middle = of(_one) - (1 - 1 / m) * 2 / (d + 2) * sp.exp(-PAIR.x.square - PAIR.y.square) * free_gain(_SQUARE)
    return chain.le(middle).use(_below, {u: _SQUARE}).le(less(2 / (d + 2)))


CLAIMS = (
    claim(
        "gain: orthogonal projections take off 2/(d+2) of the square or more",
        le(_frame, less(2 / (d + 2))),
        _FRAMES,
        _gain(),
    ),
    claim("positive: SM^2 (exp(v^2) - 1)/m", eq(of(_one), softmax**2 * (sp.exp(_SQUARE) - 1) / m)),
    claim(
        "two-sided: SM^2 exp(v^2) (1 - exp(-v^2))^2/(2m)",
        eq(of(Hyperbolic()), softmax**2 * sp.exp(_SQUARE) * (1 - sp.exp(-_SQUARE)) ** 2 / (2 * m)),
    ).drawn(Regular(Hyperbolic()), "mse", {x_norm: sp.Rational(1, 5), y_norm: sp.Rational(1, 4), theta: 1, m: 4}),
    claim(
        "trigonometric: exp(v^2) SM^-2 (1 - exp(-|x - y|^2))^2/(2m)",
        eq(of(Trigonometric()), sp.exp(_SQUARE) * (1 - sp.exp(-_DISTANCE)) ** 2 / (2 * m * softmax**2)),
    ),
    claim(
        "equal length: two-sided features have 1 - exp(-v^2) times the variance of positive ones of 2m projections",
        eq(of(Hyperbolic()), (1 - sp.exp(-_SQUARE)) * of(_one, 2 * m)),
    ),
    _sinh,
    _below,
)
TWINS = (
    claim("wrong constant: 3/(d+2) of it", le(_frame, less(3 / (d + 2))), _FRAMES),
    claim(
        "exponential gain: two-sided features have exp(-v^2) times the variance",
        eq(of(Hyperbolic()), sp.exp(-_SQUARE) * of(_one, 2 * m)),
    ),
)
