r"""Two projections at an angle theta, as Sec. 4 of SimRF describes them: lengths, resultant, and the coefficients of rho.

``w_1, w_2`` have independent chi_d lengths r_1, r_2 and the angle theta, and ``w = |w_1 + w_2|``. By Def. 3.1 (10)

    rho = Gamma(d/2) sum_k v^(2k) E w^(2k) / (2^(2k) k! Gamma(k + d/2)),

a series that converges for every v, so that formulas for rho are formulas for its coefficients.
"""

from rftheory.proofs.simrf._setting import *
from rftheory.chains.integrals import euler_beta, into_sum, sum_outside

#: the index of a coefficient, and that of a binomial expansion
k = sp.Symbol("k", integer=True, nonnegative=True)
p = sp.Symbol("p", integer=True, nonnegative=True)
#: a value of |w_1 + w_2|, and the angle of (r_1, r_2)
w = sp.Symbol("w", positive=True)
phi = sp.Symbol("phi", real=True)
_i, _j = sp.symbols("i j", integer=True, nonnegative=True)

K = Range(k, 0, None, integer=True, typical=(0, 7), awkward=(0, 1, 20))
#: the angle of the two projections
ANGLE = Range(theta, 0, sp.pi, "[]", typical=(0, 3), awkward=(0, sp.pi / 2, sp.pi - sp.Rational(1, 10000), sp.pi))
COEFFICIENTS = Domain((ANGLE, D, K))
SIMPLEX_COEFFICIENTS = Domain((D, K))
#: any cosine of the angle of the two projections
_cosine = sp.Symbol("c", real=True)
_COSINES = Domain((Range(_cosine, -1, 1, "[]", typical=(-1, 1), awkward=(-1, 0, 1)), D, K))

#: what simulations draw: the mean of two features in R^SIZE, at inputs with |x + y| of about 0.6
SIZE = 4
DRAWN = {x_norm: sp.Rational(3, 10), y_norm: sp.Rational(7, 20), theta: sp.Rational(1, 2), m: sp.Integer(2)}

#: x + y alone, of length v
SUM = Space("the sum of two inputs", lambda first, second: v**2, "u").vector("u")
W = Projection("w")
#: ``exp(w.(x + y))``
SAMPLE = sp.exp(W.dot(SUM))


def drawn_error(conformity: sp.Expr) -> sp.Expr:
    """The MSE of the mean of two positive features whose pair moment is the given one."""
    square = PAIR.z.square
    decay = sp.exp(-2 * PAIR.x.square - 2 * PAIR.y.square)
    return decay * (sp.exp(2 * square) - 2 * sp.exp(square) + conformity) / 2


def squared_width(angle: sp.Expr = phi) -> sp.Expr:
    """``1 + sin(2 phi) cos(theta)``, the square of w where r_1^2 + r_2^2 = 1."""
    return 1 + sp.sin(2 * angle) * sp.cos(theta)


def resultant_moment(order: sp.Expr, cosine: sp.Expr) -> sp.Expr:
    """``E w^(2k)``, from ``w^2 = r_1^2 + r_2^2 + 2 r_1 r_2 cos(theta)`` multiplied out and moments of the lengths."""
    cross = order - _i - _j
    ways = sp.factorial(order) / (sp.factorial(_i) * sp.factorial(_j) * sp.factorial(cross))
    lengths = chi_moment(2 * _i + cross, d) * chi_moment(2 * _j + cross, d)
    return sp.Sum(ways * (2 * cosine) ** cross * lengths, (_j, 0, order - _i), (_i, 0, order))


def coefficient(moment: sp.Expr) -> sp.Expr:
    """The coefficient of ``v^(2k)`` in rho, given ``E w^(2k)``: Def. 3.1 (10)."""
    return sp.gamma(d / 2) * moment / (2 ** (2 * k) * sp.factorial(k) * sp.gamma(k + d / 2))


def defined_coefficient(cosine: sp.Expr) -> sp.Expr:
    """The coefficient of ``v^(2k)`` in rho, from the definition."""
    return coefficient(resultant_moment(k, cosine))


_width = squared_width(phi)
_front = w ** (2 * d - 1) / (2 ** (d - 2) * sp.gamma(d / 2) ** 2)
#: The integrand of (20).
printed_density = _front * (sp.sin(phi) * sp.cos(phi)) ** (d - 1) * sp.exp(-(w**2) / (2 * _width)) / _width**d


def angular_moment(cosine: sp.Expr) -> sp.Expr:
    """``E w^(2k)`` as the integral over phi that (20) gives, the integral over w done."""
    front = 2 ** (d + k - 1) * sp.gamma(d + k) / (2 ** (d - 2) * sp.gamma(d / 2) ** 2)
    arc = (sp.sin(phi) * sp.cos(phi)) ** (d - 1) * (1 + sp.sin(2 * phi) * cosine) ** k
    return front * sp.Integral(arc, (phi, 0, sp.pi / 2))


def _expanded(body: sp.Expr) -> Chain:
    """``(1 + c sin 2phi)^k`` by the powers of cos^2, sin^2 and 2 c sin cos, of which it is the sum."""
    first, second, cross = sp.cos(phi) ** 2, sp.sin(phi) ** 2, 2 * sp.sin(phi) * sp.cos(phi) * _cosine
    chain = Chain(body)
    chain = chain.binomial((1 + sp.sin(2 * phi) * _cosine) ** k, first, second + cross, _i).computed(into_sum)
    rest = (second + cross) ** (k - _i)
    return chain.under(Chain(chain.end.function).binomial(rest, second, cross, _j).computed(into_sum))


def _from_angle() -> Chain:
    """From `angular_moment` to `resultant_moment`: a multinomial sum of Euler's integrals of the beta function."""
    start, target = angular_moment(_cosine), resultant_moment(k, _cosine)
    front, arc = start.as_independent(sp.Integral)
    terms = Chain(arc).under(_expanded(arc.function)).computed(sum_outside)
    chain = Chain(start).inside(terms, lambda t: front * t).computed(into_sum)
    return chain.under(Chain(chain.end.function).computed(euler_beta).eq(target.function))


#: E w^(2k) as an integral over phi, for every cosine.
moments_at_an_angle = lemma(
    "moments at an angle: the integral over phi is E w^(2k), multiplied out",
    eq(angular_moment(_cosine), resultant_moment(k, _cosine)),
    _COSINES,
    _from_angle(),
)


def in_polar_coordinates(cosine: sp.Expr, factor: sp.Expr | int = 1) -> Chain:
    """From a multiple of `resultant_moment` to the same multiple of `angular_moment`."""
    moment = Chain(angular_moment(cosine)).by(moments_at_an_angle, {_cosine: cosine})
    back = Chain(factor * angular_moment(cosine)).inside(moment, lambda t: factor * t)
    return Chain(factor * resultant_moment(k, cosine)).backwards(back)
