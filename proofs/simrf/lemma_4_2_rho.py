r"""Lemma 4.2 (21): the conformity of two projections with an angle theta and independent chi_d lengths, v = |x + y|.

    rho_theta = 1/(2^(d-1) Gamma(d/2)) int_0^pi (sin phi)^(d-1)
                sum_k v^(2k) (1 + sin phi cos theta)^k Gamma(k+d)/(2^k k! Gamma(k+d/2)) dphi.

Each coefficient of rho in v^2 is a moment of ``w = |w_1 + w_2|`` (Def. 3.1): the moments of (20), with 2 phi for phi.
"""

from rftheory.proofs.simrf._angle import *
from rftheory.proofs.rules.sine_powers import halving, order
from rftheory.proofs.simrf._coupled import FAMILY
from rftheory.rules.angles import integrate_angles

STATEMENT = statement(
    "identity",
    "Lemma 4.2 (21), A.6 (61)-(63)",
    "The conformity of two projections at a fixed angle",
    reading="rho is (10), a power series in v, for the law of |w_1 + w_2| of (20), the lengths independent: "
    "couplings are geometrical unless otherwise stated (after Definition 1.1). (21) is judged "
    "coefficient by coefficient, for every k, and as a whole.",
)

DOMAIN = COEFFICIENTS

_INPUTS = Domain((V, ANGLE, D))
_COS = sp.cos(theta)


def printed_coefficient(cosine: sp.Expr) -> sp.Expr:
    """The coefficient of v^(2k) in (21)."""
    arc = sp.sin(phi) ** (d - 1) * (1 + sp.sin(phi) * cosine) ** k
    weight = sp.gamma(k + d) / (2**k * sp.factorial(k) * sp.gamma(k + d / 2))
    return weight / (2 ** (d - 1) * sp.gamma(d / 2)) * sp.Integral(arc, (phi, 0, sp.pi))


def _over_quarter_turn(cosine: sp.Expr) -> sp.Expr:
    """The coefficient of v^(2k) in (62)."""
    arc = sp.sin(2 * phi) ** (d - 1) * (1 + sp.sin(2 * phi) * cosine) ** k
    weight = sp.gamma(k + d) / (2**k * sp.factorial(k) * sp.gamma(k + d / 2))
    return weight / (2 ** (d - 2) * sp.gamma(d / 2)) * sp.Integral(arc, (phi, 0, sp.pi / 2))


def to_quarter_turn(cosine: sp.Expr) -> Chain:
    """From the coefficient as defined to that of (62)."""
    chain = in_polar_coordinates(cosine, coefficient(sp.Integer(1)))
    chain = chain.rewrite(sp.sin(phi) * sp.cos(phi), sp.sin(2 * phi) / 2)
    (node,) = _over_quarter_turn(cosine).atoms(sp.Integral)
    chain = chain.integrand(node.function, factor=2 ** (1 - d))
    return chain.eq(_over_quarter_turn(cosine))


def to_printed(cosine: sp.Expr) -> Chain:
    """From the coefficient as defined to that of (21)."""
    chain = to_quarter_turn(cosine).substitute(phi, phi / 2, (sp.Integer(0), sp.pi))
    return chain.eq(printed_coefficient(cosine))


def conformity(cosine: sp.Expr) -> AngleExpectation:
    """rho from the definition: ``E exp((w_1 + w_2).(x + y))``."""
    return AngleExpectation([SAMPLE, SAMPLE], d, cosine)


def _printed_sum(cosine: sp.Expr) -> sp.Expr:
    """(21), its series over k summed: ``Gamma(d)/Gamma(d/2) 1F1(d; d/2; v^2/2 (1 + sin phi cos theta))``."""
    series = sp.gamma(d) / sp.gamma(d / 2) * orthogonal_conformity(v**2 * (1 + sp.sin(phi) * cosine), d)
    return sp.Integral(sp.sin(phi) ** (d - 1) * series, (phi, 0, sp.pi)) / (2 ** (d - 1) * sp.gamma(d / 2))


def _summed() -> Chain:
    """The closed form of `rules.angles`, its constant by Legendre's formula."""
    closed = Chain(conformity(_COS)).computed(integrate_angles)
    return Chain(closed.start).inside(closed, lambda t: t).by(halving, {order: d}).eq(_printed_sum(_COS))


CLAIMS = (
    claim(
        "coefficients of (21): the coefficient of v^(2k) in rho, from the definition",
        eq(defined_coefficient(_COS), printed_coefficient(_COS)),
        proof=to_printed(_COS),
        print="restored",
    ),
    claim(
        "conformity (21): rho as an integral over phi, the series over k summed",
        eq(conformity(_COS), _printed_sum(_COS)),
        _INPUTS,
        _summed(),
        print="restored",
    ),
    step(
        "coefficients of (62): the coefficient of v^(2k) after the integral over w",
        eq(defined_coefficient(_COS), _over_quarter_turn(_COS)),
        proof=to_quarter_turn(_COS),
        location="A.6 (61), (62)",
    ),
)


def simulations() -> list[MomentCheck]:
    """Two features whose projections are opposite, or vertices of a triangle, in R^4; right angles are drawn in Theorem 4.3."""
    return [
        MomentCheck(
            f"two projections of the cosine {cosine}",
            Coupled(FAMILY, Simplex(size)),
            "mse",
            drawn_error(_printed_sum(cosine).subs(v, sp.sqrt(PAIR.z.square)).subs(d, SIZE)),
            DRAWN,
            claim="conformity (21)",
            dimension=SIZE,
        )
        for size, cosine in ((2, sp.Integer(-1)), (3, -sp.Rational(1, 2)))
    ]
