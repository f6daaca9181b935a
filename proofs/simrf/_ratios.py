r"""Errors of coupled positive features up to a factor that all couplings share, for the ratios of Sec. 5.1 and Fig. 6.

With ``u = v^2 = |x + y|^2`` and ``B(rho) = exp(2u) - exp(u) + (m-1)(rho - exp(u))`` every MSE is ``exp(-2|x|^2 - 2|y|^2)/m B(rho)``
(`simrf.theorem-3.2`).
"""

from rftheory.proofs.crt._orthogonal import kummer
from rftheory.proofs.simrf._setting import *
from rftheory.inputs.kernels import gaussian_kernel
from rftheory.proofs.simrf._angle_series import bracket, simplex
from rftheory.proofs.simrf._coupled import FAMILY, W, error, simplex_moment

#: |x + y|^2, zero and beyond, and |x - y|^2
SQUARED_SUM = Range(v2, 0, None, "[)", typical=(0, 4), awkward=(0, sp.Rational(1, 1000), 9))
SQUARED_DIFFERENCE = Range(z2, 0, None, "[)", typical=(0, 4), awkward=(0, 9))
#: one block of 2 <= m <= d projections
INPUTS = Domain((SQUARED_SUM, SQUARED_DIFFERENCE, D, SEVERAL)).where(
    sp.Le(m, d), words=printed_words("All w_i can be orthogonal if m ≤ d", "footnote 2")
)
#: the conformities of Theorem 4.3 and Lemma 4.1, that of the simplex from its definition
CONFORMITIES = {"IID": sp.exp(v2), "ORF": kummer(v2), "SimRF": simplex_moment(SPLIT)}


def independent(square: sp.Expr) -> sp.Expr:
    return bracket(sp.exp(square), square)


def orthogonal(square: sp.Expr) -> sp.Expr:
    return bracket(kummer(square), square)


def coupled(square: sp.Expr) -> sp.Expr:
    return bracket(simplex(square), square)


def defined_error(name: str) -> sp.Expr:
    """The MSE of the estimator as it is defined, for inputs known through |x + y|^2 and |x - y|^2."""
    if name == "SimRF":
        return error(simplex_moment(SPLIT), SPLIT)
    sample = FAMILY.kernel_sample(W, SPLIT.x, SPLIT.y)
    mean = OrthogonalMean(sample, m, d) if name == "ORF" else SampleMean(sample, m)
    return mean_squared_error(FAMILY.prefactor(SPLIT.x, SPLIT.y) * mean, gaussian_kernel(SPLIT.x, SPLIT.y))
