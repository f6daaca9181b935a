r"""Lemma 4.1 (18), (19): independent projections, ``w = |w_1 + w_2|`` and v = |x + y|.

    p(w) = w^(d-1) exp(-w^2/4)/(2^(d-1) Gamma(d/2)),   rho = exp(v^2).

Each coordinate of w_1 + w_2 is N(0, 2): w_1 + w_2 has the law of ``2^(1/2) w_1``, as its exponential moments show, so (18) is the
density of ``2^(1/2)`` times a chi variable with d degrees of freedom. Its moments give rho by Def. 3.1 (53); directly rho is the
product of two exponential moments.
"""

from rftheory.proofs.simrf._angle import DRAWN, SIZE, SUM, W, coefficient, drawn_error, k, w
from rftheory.proofs.simrf._angle import K as ORDERS
from rftheory.proofs.simrf._gap import POSITIVE
from rftheory.proofs.simrf._setting import *
from rftheory.chains.integrals import euler_gamma
from rftheory.proofs.simrf._coupled import printed_error
from rftheory.proofs.simrf._draws import points, positive_error

STATEMENT = statement(
    "identity", "Lemma 4.1 (18), (19), A.4 (52), (53)", "Resultant length and conformity of two independent projections"
)

_OTHER = Projection("w_2")
_s, _r, _z = sp.symbols("s r z", positive=True)
_DIMENSION = Range(d, 1, None, integer=True, typical=(1, 12), awkward=(1, 2, 64))
_LENGTH = Range(w, 0, None, "()", typical=(0, 6), awkward=(sp.Rational(1, 1000), 12))
_RATES = Domain((Range(_s, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 1000), 20)), _DIMENSION))
DOMAIN = Domain((V, _DIMENSION))
_COEFFICIENTS = Domain((_DIMENSION, ORDERS))
_ORDER = Domain((Range(_z, 0, None, "()", typical=(0, 6), awkward=(sp.Rational(1, 100), 1, 20)),))

#: (18).
_printed = w ** (d - 1) * sp.exp(-(w**2) / 4) / (2 ** (d - 1) * sp.gamma(d / 2))

#: The Laplace transform of w^2 under (18).
_transform = sp.Integral(_printed * sp.exp(-_s * w**2), (w, 0, sp.oo))

#: ``E w^(2k)`` under (18).
_moment = sp.Integral(_printed * w ** (2 * k), (w, 0, sp.oo))


_moment_value = 2 ** (2 * k) * sp.gamma(k + d / 2) / sp.gamma(d / 2)


# of independent projections
both = Expectation(sp.exp(W.dot(SUM))) * Expectation(sp.exp(_OTHER.dot(SUM)))
CLAIMS = (
    claim(
        "density (18): w^2 = |w_1 + w_2|^2 has the law of 2 |w_1|^2, whose Laplace transform is that of (18)",
        eq(_transform, Expectation(sp.exp(-2 * _s * W.squared_length(d)))),
        _RATES,
        # The Laplace transform of r^2 under the chi law, at 2s.
        Chain(_transform).computed(euler_gamma).eq(chi_square_exponential(-2 * _s, d)),
        print="restored",
        tex=r"p(w) = \frac{w^{d-1} e^{-w^2/4}}{2^{d-1}\,\Gamma(d/2)}",
    ),
    claim(
        "conformity (19): rho = exp(v^2), the product of two exponential moments",
        eq(both, independent_conformity(v**2)),
        tex=r"\rho = e^{v^2}",
    ),
    step(
        "variance 2: w_1 + w_2 has the exponential moments of 2^(1/2) w_1, hence its law",
        eq(both, Expectation(sp.exp(sp.sqrt(2) * W.dot(SUM)))),
        location="A.4",
    ),
    step(
        "density of a stretched length (52): (18) is the density of 2^(1/2) |w_1|",
        eq(chi_density(w / sp.sqrt(2), d) / sp.sqrt(2), _printed),
        Domain((_LENGTH, _DIMENSION)),
        location="A.4 (52)",
    ),
    step(
        "gamma integral: the integral of w^(2z-1) exp(-w^2/2)",
        eq(sp.Integral(w ** (2 * _z - 1) * sp.exp(-(w**2) / 2), (w, 0, sp.oo)), 2 ** (_z - 1) * sp.gamma(_z)),
        _ORDER,
        # ``w = (2r)^(1/2)``.
        Chain(sp.Integral(w ** (2 * _z - 1) * sp.exp(-(w**2) / 2), (w, 0, sp.oo)))
        .substitute(_r, sp.sqrt(2 * _r), (sp.Integer(0), sp.oo))
        .integrand(_r ** (_z - 1) * sp.exp(-_r), factor=2 ** (_z - 1))
        .computed(euler_gamma),
        location="A.4, after (53)",
    ),
    step(
        "moments of (18): the moments that (53) needs",
        eq(_moment, _moment_value),
        _COEFFICIENTS,
        Chain(_moment).computed(euler_gamma).eq(_moment_value),
        location="A.4 (53)",
    ),
    step(
        "series (53): the coefficient of v^(2k) in rho from (18) is 1/k!, that of exp(v^2)",
        eq(coefficient(_moment), 1 / sp.factorial(k)),
        _COEFFICIENTS,
        Chain(coefficient(_moment)).computed(euler_gamma).eq(coefficient(_moment_value)),
        location="A.4 (53)",
    ),
)


def simulations() -> list[MomentCheck]:
    square = PAIR.z.square
    check = MomentCheck(
        f"d = {SIZE}",
        Regular(POSITIVE),
        "mse",
        drawn_error(independent_conformity(square)),
        {**DRAWN, d: SIZE},
        claim="conformity (19)",
    )
    error = printed_error(independent_conformity(square))
    return [check, *(positive_error(Independent(), point, error, "conformity (19)") for point in points(shift=1))]
