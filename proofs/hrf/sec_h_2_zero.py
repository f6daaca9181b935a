"""App. H.2, after (92): variance zero at the centres with the complex matrix, "small" with the real one.

At x = r_i, y = r_j a sample of the estimator is a constant times ``exp(w.z)``, ``z = A r_i + A^-1 r_j``. The
complex A of (85) makes z = 0. The real A of (88) leaves ``|z|^2 = l(A) = 2 sum_k (|r_ik r_jk| + r_ik r_jk)``, and
the variance of one sample is exactly ``exp(l(A)) - 1`` times the square of the kernel: not small as soon as some
entries of the centres agree in sign.
"""

from __future__ import annotations

import sympy as sp

from proofs.hrf._clusters import (
    CENTERS,
    DRAWN_ROOT,
    OPPOSITE_SIGN,
    REAL_IMAGES,
    SAME_SIGN,
    RealMatrix,
    complex_family,
    drawn_family,
    pair_kernel,
    point,
    ratio_root,
    real_family,
    with_size,
)
from proofs.hrf._complex import INPUTS, inner
from proofs.hrf.eq_81 import CENTER_X, CENTER_Y, center_x, center_y
from proofs.hrf.eq_88 import ENTRY, best_entry, entry, least_loss, loss, loss_gap
from proofs.hrf.eq_89 import estimator, mean_as_printed
from rftheory.evidence.bounds import Bound
from rftheory.evidence.derivation import Derivation
from rftheory.families.complex_exponential import ComplexExponential, a11, b11
from rftheory.kernels import Pair, m, r
from rftheory.rules.nodes import variance
from rftheory.simulate.checks import MomentCheck
from rftheory.simulate.estimators import Regular
from rftheory.statements.claims import Claim, Equality, Inequality, Statement
from rftheory.statements.domain import Domain

STATEMENT = Statement(
    id="hrf.sec-H.2-zero",
    paper="hrf",
    location="App. H.2, after (92)",
    kind="claim",
    title="Variance of the cluster estimators at the centres",
    reading=(
        "At x = r_i, y = r_j: (a) with the complex matrix of (85) the variance is 0; (b) with the real "
        "matrix of (88) the "
        "variance of one sample is less than the square of the kernel."
    ),
    notes=(
        "(a) needs entries of the centres that are both nonzero or both zero: otherwise (85) has no solution.",
        "The norms printed in (91), (92) do not matter for (a): the estimator is constant, but its "
        "value is wrong (see eq-89).",
    ),
)

_BOTH_NONZERO = Domain((CENTER_X, CENTER_Y, ENTRY), (sp.Ne(center_x, 0), sp.Ne(center_y, 0), sp.Ne(entry, 0)))


def _variance(family: ComplexExponential, centers: Pair) -> sp.Expr:
    return variance(estimator(family, centers))


def _relative(size: sp.Expr) -> sp.Expr:
    """The variance of one sample over the square of the kernel, for |z|^2 = size."""
    return sp.exp(size) - 1


def _no_real_matrix_is_better() -> Derivation:
    least = loss(entry) - loss_gap()
    chain = Bound(_relative(loss(best_entry())), _BOTH_NONZERO)
    chain.rewrite(loss(best_entry()), least_loss(), "the least loss of (88)")
    chain.rewrite(least_loss(), least, "the loss exceeds its least value by a square")
    return chain.at_most(_relative(loss(entry)), [sp.exp(least), sp.exp(loss_gap()) - 1])


def claims() -> list[Claim]:
    zero = sp.Integer(0)
    real = _variance(real_family(), SAME_SIGN)
    any_real = _variance(RealMatrix(prefactor_kind="norm"), INPUTS)
    return [
        Claim(
            name="complex, same signs",
            says="with A = i b I of (86) the variance is zero at the centres r_j = b^2 r_i",
            proposition=Equality(_variance(complex_family("norm"), SAME_SIGN), zero),
            domain=CENTERS,
        ),
        Claim(
            name="complex, opposite signs",
            says="with A = b I of (87) the variance is zero at the centres r_j = -b^2 r_i",
            proposition=Equality(_variance(real_family(), OPPOSITE_SIGN), zero),
            domain=CENTERS,
        ),
        Claim(
            name="real",
            says="with A = b I of (88) the variance of one sample is below SM^2 at the centres r_j = b^2 r_i",
            proposition=Inequality(m * real, "<", pair_kernel(SAME_SIGN) ** 2),
            domain=CENTERS,
            flaw="the variance of one sample is (exp(l(A)) - 1) SM^2 with l(A) = 4 b^2 r^2, which is unbounded",
            counterexample=point(r=1, ratio=1, m=1),
        ),
        Claim(
            name="real, exact",
            says="with A = b I of (88) and centres r_j = b^2 r_i the variance is (exp(4 b^2 r^2) - 1) SM^2 / m",
            role="correction",
            corrects="real",
            proposition=Equality(real, _relative(4 * ratio_root**2 * r**2) * pair_kernel(SAME_SIGN) ** 2 / m),
            domain=CENTERS,
        ),
        Claim(
            name="real, any centres",
            says="with any real A the variance is (exp(|A r_i + A^-T r_j|^2) - 1) SM^2 / m",
            role="correction",
            corrects="real",
            proposition=Equality(any_real, _relative(a11 + b11 + 2 * inner) * sp.exp(2 * inner) / m),
            domain=with_size(REAL_IMAGES),
        ),
        Claim(
            name="real, best",
            says=(
                "entry by entry, no real diagonal A has a smaller variance at the centres than (88); A = I is "
                "one of them"
            ),
            role="correction",
            corrects="real",
            proposition=Inequality(_relative(loss(best_entry())), "<=", _relative(loss(entry))),
            domain=_BOTH_NONZERO,
            proof=_no_real_matrix_is_better,
        ),
    ]


def simulations() -> list[MomentCheck]:
    """At the centres; the real matrix has l(A) = 1, so that the claim fails by a factor e - 1."""
    at = {ratio_root: DRAWN_ROOT, r: 1 / (2 * DRAWN_ROOT), m: sp.Integer(2)}
    complex_one = Regular(drawn_family("norm"))
    real = Regular(ComplexExponential(scalar=DRAWN_ROOT, prefactor_kind="norm"))
    constant = mean_as_printed(SAME_SIGN)
    square = pair_kernel(SAME_SIGN) ** 2
    cases = (
        # a constant: its mean, and the square of it
        ("complex, same signs", complex_one, "mean", constant, SAME_SIGN),
        ("complex, same signs", complex_one, "second_moment", constant**2, SAME_SIGN),
        ("complex, opposite signs", real, "mse", sp.Integer(0), OPPOSITE_SIGN),
        # second moments, Var + SM^2, have lighter tails than squared errors
        ("real, exact", real, "second_moment", square * (1 + _relative(4 * ratio_root**2 * r**2) / m), SAME_SIGN),
        # the bound as a value: draws that lie above reject every smaller value as well
        ("real", real, "second_moment", square * (1 + 1 / m), SAME_SIGN),
    )
    return [
        MomentCheck(f"{quantity}, {claim}", drawn, quantity, expected, at, claim, pair)
        for claim, drawn, quantity, expected, pair in cases
    ]
