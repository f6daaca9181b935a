"""Sec. 5.1: "the ratio of the MSE of any pair of RF mechanisms only depends in the data x, y via v = |x + y|".

The factor ``exp(-2|x|^2 - 2|y|^2)/m`` of (11) is that of every coupling, so it drops out of a ratio. What is left depends on the
numbers ``E b_i b_j``, which for isotropic resultants are functions of v (Def. 3.1).
"""

from rftheory.proofs.crt._orthogonal import kummer
from rftheory.proofs.simrf._setting import *
from rftheory.inputs.coordinates import i, j
from rftheory.proofs.simrf._angle_series import bracket
from rftheory.proofs.simrf._coupled import FAMILY, MOMENT_ARRAY, MOMENTS, error, pair_average, printed_error
from rftheory.proofs.simrf._ratios import CONFORMITIES, INPUTS, SQUARED_DIFFERENCE, SQUARED_SUM, defined_error

STATEMENT = statement(
    "claim",
    "Sec. 5.1, before Fig. 6",
    "Ratios of the MSE of coupled positive features depend on the data through |x + y| alone",
    reading="Any two couplings with Gaussian marginals: the ratio of their errors is that of B(rho) = exp(2 v^2) "
    "- exp(v^2) + (m - 1)(rho - exp(v^2)), in which x and y occur through v and the two conformities. "
    "These are functions of v for isotropic resultants (Def. 3.1), and in closed form for IID, ORF and "
    "SimRF, one block of m <= d. Ratios are written cross-multiplied: errors may be zero.",
    notes=("The text refers to (10) for the MSE; (11) is meant.",),
)

#: the numbers E b_i b_j of another coupling
_OTHERS = sp.IndexedBase("H", real=True)
DOMAIN = Domain(
    (
        SQUARED_SUM,
        SQUARED_DIFFERENCE,
        D,
        Range(m, 2, None, integer=True, typical=(2, 5), awkward=(2,)),
        MOMENT_ARRAY,
        Range(_OTHERS.label, 0, None, "()", typical=(1, 4), awkward=(1,), shape=(m, m)),
    )
)


def _bracket_of(base: sp.IndexedBase) -> sp.Expr:
    return bracket(pair_average(base[i, j]), v2)


def _only_through_v(first: str, second: str) -> Claim:
    one, two = (bracket(CONFORMITIES[name], v2) for name in (first, second))
    left, right = defined_error(first) * two, printed_error(CONFORMITIES[second], SPLIT) * one
    return claim(
        f"the ratio of the MSE of {first} and {second} (the latter by Theorem 3.2) is that of B, a function of |x + y| "
        "alone; cross-multiplied",
        eq(left, right),
        INPUTS,
        Chain(left).expectations().eq(right, "Theorem 3.2"),
        name=f"{first} to {second}, only through v",
    )


CLAIMS = (
    claim(
        "any two couplings: the ratio of the errors of two couplings with Gaussian marginals is that of their B; "
        "cross-multiplied",
        eq(error(MOMENTS[i, j], SPLIT) * _bracket_of(_OTHERS), error(_OTHERS[i, j], SPLIT) * _bracket_of(MOMENTS)),
    ),
    # m = d = 2: the error is the factor in front times B
    _only_through_v("ORF", "IID").drawn(
        Coupled(FAMILY),
        "mse",
        {x_norm: sp.Rational(2, 5), y_norm: sp.Rational(1, 4), theta: 2, m: 2, d: 2},
        printed_error(kummer(PAIR.z.square)),
    ),
    _only_through_v("SimRF", "IID"),
    _only_through_v("SimRF", "ORF"),
)
