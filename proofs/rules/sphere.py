"""Uniform directions u = w/|w|, w ~ N(0, I_d): moments, and ``E exp(u.v) = 0F1(; d/2; |v|^2/4)``, d >= 2.

Length and direction of w are independent, so ``E prod w_i^(2k_i) = E |w|^(2 sum k) E prod u_i^(2k_i)``: every
moment of u is a quotient of chi moments (a coordinate of w is, up to its sign, a length in one dimension). The
exponential series is summed term by term; its coefficients have the ratio ``1 / (4 (k+1) (d/2+k))`` of those of
0F1.
"""

from rftheory.vocabulary import *
from rftheory.chains.integrals import euler_beta
from rftheory.rules.sphere import angle_density, direction_moment

STATEMENT = statement("rule", "rule", "Moments and exponential moments of a uniform direction")

_phi = sp.Symbol("phi", real=True)
_psi = sp.Symbol("psi", real=True)
_k, _j = sp.symbols("k j", integer=True, nonnegative=True)
_v = sp.Symbol("v", positive=True)
_ORDERS = tuple(Range(s, 0, None, integer=True, typical=(0, 6), awkward=(0,)) for s in (_k, _j))
_DIMENSION = Range(d, 2, None, integer=True, typical=(2, 12), awkward=(2, 64))
DOMAIN = Domain((_DIMENSION, _ORDERS[0]))
_TWO = Domain((Range(d, 3, None, integer=True, typical=(3, 12), awkward=(3, 64)), *_ORDERS))
_VECTORS = Domain((_DIMENSION, Range(_v, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 1000), 20))))
#: the dimension, and the order of a term of the exponential series
DIMENSION, ORDER = DOMAIN.ranges


def _average(function: sp.Expr, angle: sp.Symbol = _phi, dimension: sp.Expr = d) -> sp.Expr:
    """The mean of a function of the angle of u with an axis."""
    return sp.Integral(angle_density(angle, dimension) * function, (angle, 0, sp.pi))


def mean_exponential(length: sp.Expr = _v) -> sp.Expr:
    """``E exp(u.v)`` for |v| = length, as an integral over the angle."""
    return _average(sp.exp(length * sp.cos(_phi)))


_outer = _average(sp.cos(_phi) ** (2 * _k) * sp.sin(_phi) ** (2 * _j))
#: ``E u_1^(2k) u_2^(2j)``, u_1 = cos(phi), u_2 = sin(phi) cos(psi) with the angle psi of a "
#: "direction in d - 1 dimensions.
_two_coordinates = _outer * _average(sp.cos(_psi) ** (2 * _j), _psi, d - 1)


def _recursion() -> Chain:
    """Both sides by Euler's integral."""
    left, right = (_average(sp.cos(_phi) ** (2 * order)) for order in (_k + 1, _k))
    share = (2 * _k + 1) / (2 * _k + d)
    return Chain(left).computed(euler_beta).backwards(Chain(share * right).computed(euler_beta))


def exponential_moment(length: sp.Expr) -> Chain:
    """The same for |v| = length > 0; the domain has the order k of `ORDER` besides."""
    return Chain(mean_exponential(length)).by(exponential_claim, {_v: length})


def _exponential() -> Chain:
    """Odd moments vanish; the even ones are Euler's integrals."""
    wave = sp.cosh(_v * sp.cos(_phi))
    chain = Chain(mean_exponential()).mirrored()
    chain = chain.integrand(angle_density(_phi, d) * wave).named(wave)
    return chain.eq(direction_exponential(_v**2, d), "term by term, by Euler's integral of the beta function")


#: ``E exp(u.v) = 0F1(; d/2; |v|^2/4)``.
exponential_claim = claim(
    "exponential moment: E exp(u.v) = 0F1(; d/2; |v|^2/4)",
    eq(mean_exponential(), direction_exponential(_v**2, d)),
    _VECTORS.with_ranges(*DOMAIN.ranges),
    _exponential(),
)


def _two_averages() -> Chain:
    chain = Chain(_two_coordinates)
    for node in sorted(_two_coordinates.atoms(sp.Integral), key=sp.default_sort_key):
        chain = chain.computed(euler_beta, node=node)
    return chain.eq(direction_moment((_k, _j), d))


_one = sp.Integer(1)
_others = (d - 2) * direction_moment((_k, _j, _one), d)
#: ``sum_i E u_1^(2k) u_2^(2j) u_i^2``: one more square of the first, of the second, of each of the other d - 2.
_spread_over_coordinates = direction_moment((_k + 1, _j), d) + direction_moment((_k, _j + 1), d) + _others

CLAIMS = (
    claim(
        "one coordinate: the even moments of one coordinate",
        eq(_average(sp.cos(_phi) ** (2 * _k)), direction_moment((_k,), d)),
        proof=Chain(_average(sp.cos(_phi) ** (2 * _k))).computed(euler_beta).eq(direction_moment((_k,), d)),
    ),
    lemma(
        "recursion: E u_1^(2k+2) = (2k+1)/(2k+d) E u_1^(2k)",
        eq(_average(sp.cos(_phi) ** (2 * _k + 2)), (2 * _k + 1) / (2 * _k + d) * _average(sp.cos(_phi) ** (2 * _k))),
        proof=_recursion(),
    ),
    claim(
        "two coordinates: mixed even moments; any number of coordinates has the same quotient of chi moments",
        eq(_two_coordinates, direction_moment((_k, _j), d)),
        _TWO,
        _two_averages(),
    ),
    lemma(
        "unit length: the moments with one more u_i^2 add up over i to the moment itself",
        eq(_spread_over_coordinates, direction_moment((_k, _j), d)),
        _TWO,
    ),
    exponential_claim,
)
