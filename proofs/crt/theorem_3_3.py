"""Theorem 3.3 (7): the real A at which the variance (6) of GERF with s = +1 is least.

With rho = 1/(1 - 8A) and v = |x + y| the second moment is ``exp(-2(|x|^2 + |y|^2)) ((1 + rho)^2/(4 rho))^(d/2)
exp((1 + rho) v^2)``, and the derivative of its logarithm in rho is ``(2v^2 rho^2 + (d + 2v^2) rho - d) / (2 rho (1 + rho))``. The
quadratic has one positive root rho*, the printed one. As rho - rho* = 8 rho rho* (A - A*), the derivative of the
variance in A is A - A* times a positive function on the whole range A < 1/8: the minimum is global and unique.
"""

from rftheory.proofs.crt._setting import REAL_A
from rftheory.vocabulary import *
from rftheory.proofs.crt._sums import OPRF, SUM_PAIR, SUMS, kernel, sample, second_moment, v
from rftheory.rules.nodes import variance

STATEMENT = statement(
    "optimum",
    "Theorem 3.3 (7)",
    "The real A of least variance",
    reading="The minimum is global: over every real A at which the variance is finite, A < 1/8.",
)

DOMAIN = SUMS

#: every real A of finite variance
REAL = SUMS.with_ranges(REAL_A)

#: rho* as (7) prints it.
printed_rho = (sp.sqrt((2 * v**2 + d) ** 2 + 8 * d * v**2) - 2 * v**2 - d) / (4 * v**2)

#: A = (1 - 1/rho*)/8.
printed_parameter = (1 - 1 / printed_rho) / 8

#: The part of the second moment that depends on A.
profile = ((1 - 4 * A) ** 2 / (1 - 8 * A)) ** (d / 2) * sp.exp((1 + 1 / (1 - 8 * A)) * v**2)

_rho, _best = 1 / (1 - 8 * A), optimal_rho(v**2)
#: The derivative of the profile over A - A*; -other is the negative root of the quadratic.
slope = profile * v**2 * (_rho + d / (2 * v**2 * _best)) / (1 + _rho) * 64 * _rho**2 * _best


def _minimum(strict: bool = False) -> Chain:
    constant = sp.exp(-2 * SUM_PAIR.x.square - 2 * SUM_PAIR.y.square)
    chain = Chain(variance(sample(GeneralizedExponential())))
    chain = chain.eq(constant * profile - kernel**2, "the closed form of the variance")
    chain = chain.valley(A, OPRF.A, constant * slope, strict=strict)
    return chain.eq(variance(sample(OPRF)), "the variance at A*")


of_any, of_best = variance(sample(GeneralizedExponential())), variance(sample(OPRF))
best, closed = optimal_rho(v**2), second_moment(OPRF) - kernel**2
minimum = claim(
    "minimum: no real A gives a smaller variance than the A of (7)",
    ge(of_any, of_best),
    REAL,
    _minimum(),
    print="restored",
)
only_minimum = lemma(
    "only minimum: every other real A gives a larger variance",
    gt(of_any, of_best),
    REAL.where(sp.Ne(A, OPRF.A)),
    _minimum(strict=True),
)
CLAIMS = (
    minimum,
    claim("A: the A of the family OPRF is the printed one", eq(OPRF.A, printed_parameter), print="restored"),
    claim("rho positive: 0 < rho*", gt(printed_rho, 0), proof=Chain(printed_rho).gt(0)),
    claim("rho below one: rho* < 1", lt(printed_rho, 1), proof=Chain(printed_rho).eq(best).lt(1)),
    only_minimum,
)


def simulations() -> list[MomentCheck]:
    point = {x_norm: sp.Rational(1, 2), y_norm: sp.Rational(2, 3), v: sp.Rational(3, 4), d: 3}
    families = (
        ("A*", OPRF),
        ("A = 0", GeneralizedExponential(sp.Integer(0))),
        ("2 A*", GeneralizedExponential(2 * OPRF.A)),
    )
    return [
        MomentCheck(
            f"variance at {name}",
            Regular(family),
            "mse",
            second_moment(family) - kernel**2,
            point,
            claim="minimum",
            pair=SUM_PAIR,
        )
        for name, family in families
    ]
