"""The printed proof of Theorem 1, step by step, on a law Omega of N points (see `_setting`).

Every printed equation is right. What the proof leaves open is that a stationary point need not be a minimum; here it is
one, and global, because ``p -> c^2/p`` is convex: its tangents at the stationary point add up to a constant.
"""

from rftheory.proofs.opt._setting import *
from rftheory.proofs.opt._draws import PLACE, OnPoints

STATEMENT = statement(
    "identity",
    "proof of Theorem 1",
    "The printed proof of Theorem 1",
    reading="Sums over N points for the integrals over w, sums over data sets for E_x1 and E_x2.",
    notes=(
        "The Lagrangian is printed without its constant -lambda, which has no influence on the derivative.",
        "The stationary density asks for lambda > 0, that is for q > 0 somewhere, and is a proposal with the support of Omega "
        "only if q > 0 everywhere.",
    ),
)

DOMAIN = PROPOSALS

_P, _C, _LAMBDA = sp.symbols("p c lambda", positive=True)
_DENSITIES = Domain(
    (
        Range(_P, 0, None, "()", typical=(sp.Rational(1, 4), 2), awkward=(sp.Rational(1, 10), 10)),
        Range(_C, 0, None, "()", typical=(sp.Rational(1, 4), 2), awkward=(sp.Rational(1, 10), 10)),
        Range(_LAMBDA, 0, None, "()", typical=(sp.Rational(1, 4), 3), awkward=(sp.Rational(1, 10), 10)),
    )
)


def _lagrangian(density: sp.Expr) -> sp.Expr:
    """The printed Lagrangian at one point, c = p_Omega q."""
    return _C**2 / density + _LAMBDA * density


_slope = -(_C**2) / _P**2 + _LAMBDA


#: int p_Omega^2/p_Psi q^2 - E K^2, of data sets.
_reduced = over_points(omega[k] ** 2 / proposed() * importance() ** 2) - mean_squared_kernel()

_mean = over_points(omega[k] * root())
_first = over_data(over_points(proposed() * sample() ** 2))
_center = over_points(proposed() * sample())
# the law that draws is normalised with an index of its own, or it would cancel against the ratio in Z unseen
_drawn, _ratio = proposed(index=h), sample()

CLAIMS = (
    claim(
        "variance split: Var_Psi Z = E_Psi Z^2 - (E_Psi Z)^2 for the weighted sample Z at any two inputs",
        eq(
            variance_at_inputs().subs({i: 1, j: 1}),
            (over_points(proposed() * sample() ** 2) - _center**2).subs({i: 1, j: 1}),
        ),
        location="first display",
    ),
    claim(
        "second term: (E_Psi Z)^2 = K(x_1, x_2)^2",
        eq(over_points(_drawn * _ratio).subs({i: 1, j: 1}) ** 2, kernel(f[1, k], g[1, k]) ** 2),
        location="after the first display",
    ),
    claim(
        "(3), first line: E_x1 E_x2 E_Psi of the first term, its ratio of densities cancelled once",
        eq(
            over_data(over_points(_drawn * _ratio**2)),
            over_data(over_points(omega[k] ** 2 / proposed() * f[i, k] ** 2 * g[j, k] ** 2)),
        ),
        location="(3)",
    ),
    claim(
        "(3): the means over x_1 and x_2, independent, go inside (Tonelli): int p_Omega^2/p_Psi q^2",
        eq(_first, over_points(omega[k] ** 2 / proposed() * importance() ** 2)),
        location="(3)",
    ),
    claim("V_Psi: together: V_Psi = int p_Omega^2/p_Psi q^2 - E K^2", eq(variance(), _reduced), location="(3)").drawn(
        OnPoints(), "second_moment", PLACE
    ),
    claim(
        "derivative: the derivative of c^2/p + lambda p, c = p_Omega q, is -c^2/p^2 + lambda",
        derivative(_lagrangian(_P), _P, _slope),
        _DENSITIES,
        location="the Lagrangian",
    ),
    claim(
        "stationary point: it vanishes at p = c / sqrt(lambda), and at no other p > 0",
        eq(_slope, sp.sqrt(_LAMBDA) * (sp.sqrt(_LAMBDA) + _C / _P) / _P * (_P - _C / sp.sqrt(_LAMBDA))),
        _DENSITIES,
        location="the Lagrangian",
    ),
    claim(
        "constraint: int p_Psi = 1 forces sqrt(lambda) = int p_Omega q",
        eq(over_points(omega[k] * root()) / sp.sqrt(_LAMBDA) - 1, (_mean - sp.sqrt(_LAMBDA)) / sp.sqrt(_LAMBDA)),
        MOMENTS.with_ranges(*(item for item in _DENSITIES.ranges if item.symbol == _LAMBDA)),
        location="the Lagrangian",
    ),
    claim(
        "value of (3): at p_Psi = p_Omega q / int p_Omega q the integral (3) is (int p_Omega q)^2",
        eq(reduced_variance(lambda s: omega[s] * root(s)) + kappa, _mean**2),
        POSITIVE_MOMENTS,
        location="last sentence",
    ),
)
