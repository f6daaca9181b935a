r"""Projections without chi lengths, ``w = d^(1/2) u``, u uniform on the sphere: another kernel, within 1/d of the Gaussian one.

    E exp(w.z) = 0F1(; d/2; d z^2/4),   E cos(w.z) = 0F1(; d/2; -d z^2/4),

Bessel functions of the order d/2 - 1. With t = z^2/2, for every d >= 2,

    exp(t) - (t^2/d) exp(t) <= 0F1(; d/2; d t/2) <= exp(t),   |exp(-t) - 0F1(; d/2; -d t/2)| <= (t^2/d) exp(t):

the coefficients are those of the exponential times ``P_k = (d/2)^k/(d/2)_k``, and ``0 <= 1 - P_k <= k(k-1)/d``. So positive
features without chi lengths are biased downwards for all inputs, and the exponent t in the upper bound is sharp: near 0 both
sides are 1 + t.
"""

from rftheory.vocabulary import *
from rftheory.proofs.rules.sphere import DOMAIN as SPHERE
from rftheory.proofs.rules.sphere import _v, exponential_claim, mean_exponential
from rftheory.rules.sphere import angle_density

STATEMENT = statement(
    "inequality",
    "Demni and Kadri 2024 (2310.07370)",
    "Orthogonal projections without chi lengths: the kernel, and bounds with a remainder of 1/d",
    reading="One projection of the length d^(1/2), uniform in its direction, in place of N(0, I): orthogonal blocks as many "
    "programs draw them.",
    not_drawn="projections of one fixed length are no coupling of the simulator; the means are enclosed",
    notes=("The remainders are ours. Waves are shown as a Bessel function for d = 3, where it is a sine.",),
)

_t, _k = sp.Symbol("t", nonnegative=True), sp.Symbol("k", integer=True, nonnegative=True)
_z, _phi = sp.Symbol("z", positive=True), sp.Symbol("phi", real=True)
_D = Range(d, 2, None, integer=True, typical=(2, 12), awkward=(2, 64))
_INDEX = Range(_k, 0, None, integer=True, typical=(0, 12), awkward=(0, 1, 40))
DOMAIN = Domain((Range(_t, 0, None, "[)", typical=(0, 4), awkward=(0, sp.Rational(1, 1000), 20)), _D))
_COEFFICIENTS = Domain((_D, _INDEX))
_LENGTHS = Range(_z, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 1000), 20))

#: E exp(w.z) and E cos(w.z) for t = z^2/2
exponentials, waves = sp.hyper([], [d / 2], d * _t / 2), sp.hyper([], [d / 2], -d * _t / 2)
remainder = _t**2 * sp.exp(_t) / d
_mean = mean_exponential(sp.sqrt(d) * _z)
_in_space = sp.Integral(angle_density(_phi, sp.Integer(3)) * sp.cos(sp.sqrt(3) * _z * sp.cos(_phi)), (_phi, 0, sp.pi))

_share, _limit = (d / 2) ** _k * sp.gamma(d / 2) / sp.gamma(d / 2 + _k), _k * (_k - 1) / d
_plain, _wave = _t**_k / sp.gamma(_k + 1), (-_t) ** _k / sp.gamma(_k + 1)
_SERIES = {
    exponentials: _share * _plain,
    waves: _share * _wave,
    sp.exp(_t): _plain,
    sp.exp(-_t): _wave,
    _t**2 * sp.exp(_t): _k * (_k - 1) * _plain,
}
_below_one = lemma(
    "coefficients: P_k = (d/2)^k/(d/2)_k <= 1",
    le(_share, 1),
    _COEFFICIENTS,
    Chain(_share).induction(_k, sp.Integer(1), ratios=(d / (d + 2 * _k), sp.Integer(1))),
)
_growth = Chain(_share * _k / (d / 2 + _k)).use(_below_one).le(_k / (d / 2 + _k)).le(2 * _k / d)
_near_one = lemma(
    "near one: 1 - P_k <= k(k-1)/d",
    le(1 - _share, _limit),
    _COEFFICIENTS,
    Chain(1 - _share).induction(_k, _limit, growth=_growth),
)


def _of_terms(start: sp.Expr, target: sp.Expr, terms: Chain) -> Chain:
    return Chain(start).termwise(target, _INDEX, _SERIES, terms)


def _within(side: int) -> Claim:
    """What waves lack of the Gaussian kernel, from above (+1) or below (-1)."""
    relation, lag = "<=" if side > 0 else ">=", 1 - _share
    terms = Chain(lag * _wave).use(_below_one).use(_near_one)
    # the square of 1 -+ (-1)^k is twice itself
    terms = terms.to(relation, side * lag * _plain, [_plain, sp.Rational(1, 2), (1 - side * (-1) ** _k) ** 2, lag])
    terms = terms.to(relation, side * _limit * _plain)
    return claim(
        f"exp(-t) - 0F1(; d/2; -d t/2) is at {'most' if side > 0 else 'least'} {'' if side > 0 else '-'}(t^2/d) exp(t)",
        Inequality(sp.exp(-_t) - waves, relation, side * remainder),
        proof=_of_terms(sp.exp(-_t) - waves, side * remainder, terms),
        name=f"waves, from {'above' if side > 0 else 'below'}",
    )


CLAIMS = (
    claim(
        "too small: positive features without chi lengths are biased downwards, for all inputs",
        le(exponentials, sp.exp(_t)),
        proof=_of_terms(exponentials, sp.exp(_t), Chain(_share * _plain).use(_below_one).le(_plain)),
    ),
    claim(
        "by at most: (t^2/d) exp(t)",
        le(sp.exp(_t) - exponentials, remainder),
        proof=_of_terms(
            sp.exp(_t) - exponentials, remainder, Chain((1 - _share) * _plain).use(_near_one).le(_limit * _plain)
        ),
    ),
    _within(1),
    _within(-1),
    claim(
        "kernel: E exp(w.z) = 0F1(; d/2; d z^2/4), w = d^(1/2) u",
        eq(_mean, sp.hyper([], [d / 2], d * _z**2 / 4)),
        Domain((_LENGTHS, *SPHERE.ranges)),
        Chain(_mean).by(exponential_claim, {_v: sp.sqrt(d) * _z}),
    ),
    claim(
        "in space: E cos(w.z) = sin(3^(1/2) z)/(3^(1/2) z) for d = 3",
        eq(_in_space, sp.sin(sp.sqrt(3) * _z) / (sp.sqrt(3) * _z)),
        Domain((_LENGTHS,)),
        Chain(_in_space).primitive(-sp.sin(sp.sqrt(3) * _z * sp.cos(_phi)) / (2 * sp.sqrt(3) * _z)),
    ),
    _below_one,
    _near_one,
)
TWINS = (
    claim("unbiased: the kernel is the softmax kernel without chi lengths too", eq(exponentials, sp.exp(_t))),
    claim("wrong constant: an exponent of 9t/10 is enough", le(exponentials, sp.exp(sp.Rational(9, 10) * _t))),
    claim("waves are too small as well: for all inputs", le(waves, sp.exp(-_t))),
)
