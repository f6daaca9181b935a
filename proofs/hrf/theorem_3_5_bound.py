"""Theorem 3.5 (27): the bound on the max-relative-error of the angular hybrid.

Printed, for r >= 1: ``eps_{S(r)} <= (1/r)(1/(2m))^1/2 W(r) (1/pi - 1/(n pi) + 1/(n sqrt(pi)))^1/2``. The maximum of b_r^2 is of the order
``1/(n r)``, not ``1/(n r^2)`` as (64) has it, so for every n the bound fails once r exceeds about
``sqrt(2e) (n - 1 + sqrt(pi))``; for n = 1 that is 4.13. What holds, for every r > 0, is
``eps^2 <= W(r)^2/(2m) [(1 - 1/n)/(2 e r^2) + 1/(n sqrt(2e) r)]``.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from proofs.hrf._angular import HYBRIDS, corrected_bound, hybrid_error, hybrid_square, printed_bound, worst_regular
from proofs.hrf._angular_bounds import RADIUS, WORST_PAIR, corrected_chain, lower_chain
from proofs.hrf._setting import M, N
from proofs.hrf._thresholds import bound_thresholds
from rftheory.evidence.bounds import Bound
from rftheory.kernels import m, n, r, theta
from rftheory.statements.claims import Claim, Inequality, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="hrf.theorem-3.5-bound",
    paper="hrf",
    location="Theorem 3.5 (27)",
    kind="inequality",
    title="Bound on the max-relative-error of the angular hybrid",
    reading="The bound holds for eps_{theta,r} at every angle theta in [0, pi], that is for their maximum.",
    notes=(
        "For n = 1 the printed bound holds for 1 <= r <= 4.127 and fails for every r >= 4.128 (certified on boxes up to "
        "r = 4.5, derived beyond), for general n it fails for every r >= 2.5 (n - 1 + sqrt(pi)).",
    ),
)

#: radii at least 1, as the theorem asks
LARGE_R = Range(r, 1, None, "[)", typical=(1, 6), awkward=(1, 20))
LARGE_RADII = HYBRIDS.with_ranges(LARGE_R)

#: r = 1/(sqrt(2) theta) with r >= 5/2 (n - 1 + sqrt(pi))
_TOO_LARGE = Domain(
    (Range(theta, 0, sp.Rational(1, 6), "(]", typical=(0, sp.Rational(1, 6)), awkward=(sp.Rational(1, 100),)), M, N)
).where(sp.Le(theta * (n - 1 + sp.sqrt(sp.pi)), sp.sqrt(2) / 5))


def printed_shape() -> sp.Expr:
    """(27) with the lost factor: ``1/(n sqrt(pi) r)`` in place of ``1/(n sqrt(pi) r^2)``."""
    return worst_regular() / r * sp.sqrt(1 / sp.pi - 1 / (n * sp.pi) + r / (n * sp.sqrt(sp.pi)))


def _printed_shape_chain() -> Bound:
    """1/(2e) <= 1/pi and 1/sqrt(2e) <= 1/sqrt(pi)."""
    quadratic, linear = sp.exp(-1) / 2, sp.exp(-sp.Rational(1, 2)) / sp.sqrt(2)
    factor = (1 - 1 / n) * quadratic / r**2 + linear / (n * r)
    inner = Bound(factor, HYBRIDS)
    inner.at_most((1 - 1 / n) / (sp.pi * r**2) + linear / (n * r), [1 - 1 / n, 1 / r**2, 1 / sp.pi - quadratic])
    inner.at_most(
        (1 - 1 / n) / (sp.pi * r**2) + 1 / (n * sp.sqrt(sp.pi) * r), [1 / (n * r), 1 / sp.sqrt(sp.pi) - linear]
    )
    chain = corrected_chain().through(inner, lambda t: worst_regular() * sp.sqrt(t))
    return chain.same_square(printed_shape())


def _failure_chain() -> Bound:
    """e^(-1/2) (71/72)^2 > 2 sqrt(2)/5 >= 2 theta (n - 1 + sqrt(pi))."""
    size = theta * (n - 1 + sp.sqrt(sp.pi))
    front = sp.exp(2 / theta**2) * theta / (2 * sp.pi * m * n)
    damping = sp.exp(-2 / theta**2)
    least, inside = sp.Rational(71, 72), (sp.Rational(1, 6) - theta) * (sp.Rational(1, 6) + theta) / 2
    chain = lower_chain(_TOO_LARGE)
    number = sp.exp(-sp.Rational(1, 2)) * least**2
    chain.at_least(front * number, [front, sp.exp(-sp.Rational(1, 2)), inside, 2 * least + inside])
    chain.at_least(front * 2 * sp.sqrt(2) / 5, [front, number - 2 * sp.sqrt(2) / 5])
    chain.at_least(front * 2 * size, [front, 2, sp.sqrt(2) / 5 - size])
    front *= 2 * size
    chain.at_least(front * (1 - damping), [front, damping])
    chain.at_least(front * (1 - damping) ** 2, [front, damping, 1 - damping])
    return chain.algebra(printed_bound(RADIUS) ** 2)


@cache
def corrected() -> Claim:
    """The bound that replaces (27)."""
    return Claim(
        name="corrected bound",
        says="eps^2 is at most W(r)^2/(2m) [(1 - 1/n)/(2 e r^2) + 1/(n sqrt(2e) r)], for every r > 0",
        role="correction",
        corrects="bound",
        proposition=Inequality(hybrid_error(), "<=", corrected_bound()),
        domain=HYBRIDS,
        proof=corrected_chain,
        mutants=(Inequality(hybrid_error(), "<=", corrected_bound() / 2),),
    )


def claims() -> list[Claim]:
    return [
        Claim(
            name="bound",
            says="the relative error of the angular hybrid is at most the right side of (27), for r >= 1",
            proposition=Inequality(hybrid_error(), "<=", printed_bound()),
            domain=LARGE_RADII,
            flaw="a factor r is lost in (64): the term 1/(n sqrt(pi)) must be r/(n sqrt(pi)); for n = 1 it shows from a "
            "length between 4.127 and 4.128 on",
            counterexample={r: sp.Integer(5), theta: sp.Rational(1, 7), m: sp.Integer(1), n: sp.Integer(1)},
        ),
        corrected(),
        Claim(
            name="printed shape",
            says="(27) with r/(n sqrt(pi)) in place of 1/(n sqrt(pi)), for every r > 0",
            role="correction",
            corrects="bound",
            proposition=Inequality(hybrid_error(), "<=", printed_shape()),
            domain=HYBRIDS,
            proof=_printed_shape_chain,
            mutants=(Inequality(hybrid_error(), "<=", printed_shape() / 4),),
        ),
        Claim(
            name="failure for large r",
            says="for every n, at r = 1/(sqrt(2) theta) >= 5/2 (n - 1 + sqrt(pi)) the printed bound is exceeded",
            role="correction",
            corrects="bound",
            proposition=Inequality(hybrid_square(WORST_PAIR), ">", printed_bound(RADIUS) ** 2),
            domain=_TOO_LARGE,
            proof=_failure_chain,
            mutants=(Inequality(hybrid_square(WORST_PAIR), ">", 40 * printed_bound(RADIUS) ** 2),),
        ),
        *bound_thresholds(),
    ]
