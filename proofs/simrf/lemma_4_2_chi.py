r"""After Lemma 4.2: for orthogonal projections (20) is the chi density with 2d degrees of freedom (App. A.5, (57), (58)).

At theta = pi/2 the exponential in (20) does not depend on phi, ``sin phi cos phi = sin(2 phi)/2`` gives (57), and the integral of
the sine is ``sqrt(pi) Gamma(d/2)/Gamma((d+1)/2)``; Legendre's duplication formula makes it (58).
"""

from rftheory.proofs.simrf._angle import phi, printed_density, w
from rftheory.proofs.simrf._setting import *
from rftheory.chains.integrals import euler_gamma
from rftheory.proofs.rules.sine_powers import halving, order, sine_integral, sine_powers
from rftheory.proofs.simrf._draws import squared_resultant

STATEMENT = statement(
    "identity",
    "after Lemma 4.2 (20), A.5 (57), (58)",
    "The resultant length of two orthogonal projections has the chi law with 2d degrees of freedom",
)

_s = sp.Symbol("s", positive=True)
_G = Projection("g")
DOMAIN = Domain((Range(w, 0, None, "()", typical=(0, 8), awkward=(sp.Rational(1, 100), 12)), D))
_RATES = Domain((Range(_s, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 1000), 20)), D))

#: (20) at theta = pi/2.
orthogonal_density = sp.Integral(printed_density.subs(theta, sp.pi / 2), (phi, 0, sp.pi / 2))

_front = w ** (2 * d - 1) / sp.gamma(d / 2) ** 2

_arc = sp.sin(phi) ** (d - 1) * sp.exp(-(w**2) / 2)
#: The middle of (57).
_over_half_turn = _front / 2 ** (2 * d - 2) * sp.Integral(_arc, (phi, 0, sp.pi))

#: (58).
_printed_chi = w ** (2 * d - 1) * sp.exp(-(w**2) / 2) / (2 ** (d - 1) * sp.gamma(d))


def _doubled_angle(start: sp.Expr) -> Chain:
    chain = Chain(start).substitute(phi, phi / 2, (sp.Integer(0), sp.pi))
    arc = sp.sin(phi) ** (d - 1) * sp.exp(-(w**2) / 2)
    chain = chain.rewrite(sp.sin(phi / 2) * sp.cos(phi / 2), sp.sin(phi) / 2)
    return chain.integrand(arc, factor=_front / 2 ** (2 * d - 2))


def _to_chi(start: sp.Expr) -> Chain:
    """From (20) at theta = pi/2, or from the middle of (57), to (58)."""
    chain = Chain(start) if start == _over_half_turn else _doubled_angle(start)
    chain = chain.eq(_front / 2 ** (2 * d - 2) * sp.exp(-(w**2) / 2) * sine_integral(d), "what is constant drawn out")
    chain = chain.by(sine_powers, {order: d})
    return chain.by(halving, {order: d})


#: The Laplace transform of w^2 under (58).
_transform = sp.Integral(_printed_chi * sp.exp(-_s * w**2), (w, 0, sp.oo))


def _resultant() -> Chain:
    """``w^2 = r_1^2 + r_2^2``, the lengths being independent."""
    return Chain(_transform).computed(euler_gamma).eq(chi_square_exponential(-_s, 2 * d))


_DRAWN = [{x_norm: 1, y_norm: 1, theta: 0, d: dimension} for dimension in (2, 6)]
CLAIMS = (
    claim(
        "orthogonal case (58): (20) at theta = pi/2 is the chi density with 2d degrees of freedom, as printed",
        eq(orthogonal_density, _printed_chi),
        proof=_to_chi(orthogonal_density),
    )
    # E w^2 and E w^4 of two orthogonal projections; the inputs give the dimension alone
    .drawn(squared_resultant(Orthogonal()), "mean", _DRAWN, 2 * d)
    .drawn(squared_resultant(Orthogonal()), "second_moment", _DRAWN, 4 * d * (d + 1)),
    step(
        "doubled angle (57): (20) at theta = pi/2 as an integral over (0, pi)",
        eq(_over_half_turn, _printed_chi),
        proof=_to_chi(_over_half_turn),
        location="A.5 (57)",
    ),
    step(
        "chi density: (58) is the density of the length of a Gaussian vector g of R^2d: it gives E exp(-s |g|^2) for "
        "every s > 0",
        eq(_transform, Expectation(sp.exp(-_s * _G.squared_length(2 * d)))),
        _RATES,
        _resultant(),
        location="A.5 (58)",
    ),
    step(
        "squares add up: w^2 = r_1^2 + r_2^2 has the Laplace transform of the square of that length",
        eq(_transform, chi_square_exponential(-_s, d) ** 2),
        _RATES,
        _resultant(),
        location="A.5, last paragraph",
    ),
)
