r"""Theorem 4.3 (24): the conformity of simplex projections, v = |x + y|, d >= 2.

    rho_SimRF = sqrt(pi)/(Gamma(d/2) 2^(d-1)) sum_k Gamma(k+d)/Gamma(k+d/2) v^(2k)/2^k
                sum_(p<=k) (-1/(d-1))^p Gamma((d+p)/2)/Gamma((d+p+1)/2) 1/((k-p)! p!).

It is (21) at cos(theta) = -1/(d-1): the power of ``1 - sin(phi)/(d-1)`` by the binomial theorem (66), the powers of the sine
integrated. At d = 2 the two projections are opposite, and the power is ``(1 - sin phi)^k``.
"""

import mpmath

from rftheory.proofs.simrf._angle import DRAWN, SIMPLEX_COEFFICIENTS, SIZE, defined_coefficient, drawn_error, k, p, phi
from rftheory.proofs.simrf._gap import POSITIVE
from rftheory.vocabulary import *
from rftheory.chains.integrals import into_sum, sum_outside
from rftheory.numbers.multiprecision import value
from rftheory.proofs.rules.sine_powers import order, sine_integral, sine_powers, sine_value
from rftheory.proofs.simrf._coupled import printed_error
from rftheory.proofs.simrf._draws import points, positive_error
from rftheory.proofs.simrf.lemma_4_2_rho import to_printed

STATEMENT = statement(
    "identity",
    "Theorem 4.3 (24), A.6 (66), (67)",
    "The conformity of simplex random features",
    reading="Two projections of one simplex block of d >= 2 in R^d. rho is a power series in v (Def. 3.1): (24) "
    "is judged coefficient by coefficient, for every k.",
    cells=(("positive", "simplex"),),
)

DOMAIN = SIMPLEX_COEFFICIENTS

#: digits of (24) where it is drawn, and the size of terms that end its sum
_DIGITS, _NEGLIGIBLE = 40, mpmath.mpf(10) ** -25


def _inner_sum() -> sp.Sum:
    quotient = sp.gamma((d + p) / 2) / sp.gamma((d + p + 1) / 2)
    # 1/((k-p)! p!)
    share = sp.binomial(k, p) / sp.factorial(k)
    return sp.Sum((-1 / (d - 1)) ** p * quotient * share, (p, 0, k))


#: The coefficient of v^(2k) in (24).
_printed = (
    sp.sqrt(sp.pi) / (sp.gamma(d / 2) * 2 ** (d - 1)) * sp.gamma(k + d) / sp.gamma(k + d / 2) / 2**k * _inner_sum()
)

#: The left side of (66).
_sine_average = sp.Integral(sp.sin(phi) ** (d - 1) * (1 - sp.sin(phi) / (d - 1)) ** k, (phi, 0, sp.pi))

#: The right side of (66).
_expansion = sp.Sum(sp.binomial(k, p) * (-1 / (d - 1)) ** p * sine_value(d + p), (p, 0, k))


def _powers() -> Chain:
    """The power of ``1 - sin(phi)/(d-1)`` by the binomial theorem."""
    shift = -sp.sin(phi) / (d - 1)
    chain = Chain(_sine_average.function).binomial((1 + shift) ** k, shift, sp.Integer(1), p).computed(into_sum)
    share = sp.binomial(k, p) * (-1 / (d - 1)) ** p
    return chain.under(Chain(chain.end.function).eq(share * sp.sin(phi) ** (d + p - 1)))


def _binomial() -> Chain:
    """(66): the powers of the sine integrated."""
    chain = Chain(_sine_average).under(_powers()).computed(sum_outside)

    def integrated() -> Chain:
        share = sp.binomial(k, p) * (-1 / (d - 1)) ** p
        term = Chain(chain.end.function).integrand(sine_integral(d + p).function, factor=share)
        return term.by(sine_powers, {order: d + p})

    return chain.under(integrated()).eq(_expansion)


def _chain() -> Chain:
    weight = sp.gamma(k + d) / (2**k * sp.factorial(k) * sp.gamma(k + d / 2)) / (2 ** (d - 1) * sp.gamma(d / 2))
    chain = to_printed(simplex_cosine(d)).eq(weight * _sine_average, "cos theta = -1/(d-1)")
    return chain.inside(_binomial(), lambda t: weight * t).eq(_printed)


CLAIMS = (
    claim(
        "conformity (24): the coefficient of v^(2k) in rho of two simplex projections, from the definition",
        eq(defined_coefficient(simplex_cosine(d)), _printed),
        proof=_chain(),
        print="restored",
    ),
    step(
        "binomial expansion (66): the average of a power of 1 - sin(phi)/(d-1)",
        eq(_sine_average, _expansion),
        proof=_binomial(),
        location="A.6 (66)",
    ),
)


@cache
def conformity_number(length: sp.Expr, dimension: int) -> sp.Rational:
    """(24) as printed, up to terms that no draw resolves: those of exp(v^2) are larger, and fall by half from k = 2 v^2 on."""
    square = value(length**2, {}, _DIGITS)
    with mpmath.workdps(_DIGITS):
        total, count, bound = mpmath.mpf(0), 0, mpmath.mpf(1)
        while count <= 2 * square or bound > _NEGLIGIBLE:
            total += square**count * value(_printed, {d: sp.Integer(dimension), k: sp.Integer(count)}, _DIGITS)
            count += 1
            bound *= square / count
        return sp.Rational(str(total))


def simulations() -> list[MomentCheck]:
    """Whole matrices at two points, images alone elsewhere; one block has m <= d."""
    claim = "conformity (24)"
    generic = sp.sqrt(PAIR.z.square).subs(DRAWN)
    whole = [
        MomentCheck(
            f"d = {dimension}",
            Coupled(POSITIVE, Simplex()),
            "mse",
            drawn_error(conformity_number(generic, dimension)),
            {**DRAWN, d: dimension},
            claim=claim,
        )
        for dimension in (2, SIZE)
    ]
    return whole + [
        positive_error(Simplex(), point, printed_error(conformity_number(point.length, point.dimension)), claim)
        for point in points(most=1)
        if point.size > 1
    ]
