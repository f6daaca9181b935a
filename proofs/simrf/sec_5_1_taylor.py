r"""Sec. 5.1: the mean squared errors of positive features as v = |x + y| tends to 0, m = d, without ``exp(-2|x|^2 - 2|y|^2)/m``.

    MSE_IID, MSE_ORF = v^2 + O(v^4),   MSE_SimRF = v^2 (1 - c_d) + O(v^4),   1 - c_64 = 0.0078.

All are power series in v^2. The coefficient of v^2 is ``1 - (m-1)/(d-1) E sin phi`` for the simplex, where phi is the angle between
the lengths of two projections and ``E sin phi = Gamma((d+1)/2)^2/(Gamma(d/2) Gamma(d/2+1))``; by Legendre's duplication that is

    c_d = sqrt(pi) Gamma(d+1) Gamma((d+1)/2) / (Gamma(d/2) Gamma(d/2+1)^2 2^d),

the term k = p = 1 of (24).
"""

from rftheory.proofs.simrf._setting import *
from rftheory.proofs.simrf._angle_series import bracket, chain, series, simplex, simplex_integral
from rftheory.rules.angles import integrate_angles
from rftheory.rules.pair_moments import length_moment

STATEMENT = statement(
    "limit",
    "Sec. 5.1",
    "The MSE of coupled positive features for x close to -y",
    reading="m = d projections, the factor exp(-2|x|^2 - 2|y|^2)/m left out. a v^2 + O(v^4) means that MSE/v^2 "
    "tends to a and (MSE - a v^2)/v^4 to a finite limit as v -> 0+; the digits mean that 0.0078 is the "
    "prefactor at d = 64 to two significant digits.",
    not_drawn="limits as v -> 0, where all errors vanish; the errors themselves are drawn in simrf.fig-6-order",
    notes=(
        "Of c_d the extraction keeps pi, Gamma(d+1) and 'Gamma(d/2+1) 2 2 d'. The restored form is the term k = p = 1 of (24); the "
        "'2 2 d' is then the square of Gamma(d/2+1), times 2^d. Read as Gamma(d/2+1) 2^(2d) with nothing else it is no prefactor: "
        "it is below -10^15 at d = 64.",
    ),
)

DOMAIN = SUMS

_SQUARE = v**2
_CONFORMITIES = {
    "IID": independent_conformity(_SQUARE),
    "ORF": orthogonal_conformity(_SQUARE, d),
    "SimRF": simplex(_SQUARE),
}
_EXACT = Domain((D,))


def error(name: str) -> sp.Expr:
    """The mean squared error over ``exp(-2|x|^2 - 2|y|^2)/m`` for m = d."""
    return bracket(_CONFORMITIES[name], _SQUARE).subs(m, d)


def printed_constant(dimension: sp.Expr = d) -> sp.Expr:
    """c_d."""
    above = sp.sqrt(sp.pi) * sp.gamma(dimension + 1) * sp.gamma((dimension + 1) / 2)
    return above / (sp.gamma(dimension / 2) * sp.gamma(dimension / 2 + 1) ** 2 * 2**dimension)


#: E sin phi.
sine_mean = length_moment(sp.Integer(1), d)


def _constant_chain() -> Chain:
    ratio = (d + 1) ** 2 / (d * (d + 2))
    return Chain(-sine_mean).induction(d, -printed_constant(), ratio=ratio, starts=(None, None))


#: ``-E sin phi = -c_d``.
_constant = lemma("c_d: c_d = E sin phi", eq(-sine_mean, -printed_constant()), _EXACT, _constant_chain())


#: The coefficients of v^2 as printed.
_prefactors = {"IID": sp.Integer(1), "ORF": sp.Integer(1), "SimRF": 1 - printed_constant()}


def second_coefficients() -> dict[str, sp.Expr]:
    """The coefficients of v^4."""
    first, orthogonal = sine_mean, (d + 1) / (d + 2)
    turned = 1 - 2 * first / (d - 1) + d / ((d + 1) * (d - 1) ** 2)
    whole, half = sp.Rational(3, 2), (d - 1) / 2
    return {"IID": whole, "ORF": whole - half * (1 - orthogonal), "SimRF": whole - half * (1 - orthogonal * turned)}


def _started(name: str, numerator: sp.Expr, power: int) -> tuple[Chain, sp.Expr]:
    """A chain with the closed form of the conformity, and its numerator."""
    steps = chain(numerator / v**power)
    if name != "SimRF":
        return steps, numerator
    return steps.computed(integrate_angles), numerator.subs(simplex(_SQUARE), simplex_integral(_SQUARE))


def _leading(name: str) -> Chain:
    steps, numerator = _started(name, error(name), 2)
    steps = steps.limit_of_series(numerator, v**2, series(_SQUARE, v), 1)
    return _as_printed(steps) if name == "SimRF" else steps


def _as_printed(steps: Chain) -> Chain:
    return steps.eq(1 - sine_mean).by(_constant)


def _next(name: str) -> Chain:
    prefactor = 1 - sine_mean if name == "SimRF" else sp.Integer(1)
    steps, numerator = _started(name, error(name) - prefactor * v**2, 4)
    return steps.limit_of_series(numerator, v**4, series(_SQUARE, v), 2)


def claims() -> list[Claim]:
    printed, zero = _prefactors, sp.Integer(0)
    digits, half_unit = sp.Rational(78, 10_000), sp.Rational(5, 100_000)
    at_64 = 1 - printed_constant(sp.Integer(64))
    found = [
        claim(
            f"the MSE of {name} over v^2 tends to {'the printed prefactor' if name == 'SimRF' else '1'}",
            tends(error(name) / v**2, v, zero, value),
            proof=_leading(name),
            name=name,
            print="restored" if name == "SimRF" else "as read",
        )
        for name, value in printed.items()
    ]
    found += [
        claim(
            f"the MSE of {name} without its term in v^2, over v^4, has a finite limit",
            tends((error(name) - (1 - sine_mean if name == "SimRF" else 1) * v**2) / v**4, v, zero, value),
            proof=_next(name),
            name=f"{name}, O(v^4)",
        )
        for name, value in second_coefficients().items()
    ]
    return [
        *found,
        claim(
            "0.0078: the prefactor of SimRF at d = 64 is 0.0078 to two significant digits",
            le(sp.Abs(at_64 - digits), half_unit),
            Domain(()),
            Chain(sp.Abs(at_64 - digits)).lt(half_unit),
        ),
        _constant,
    ]
