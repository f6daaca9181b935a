r"""For s = -1: is a real A the best one?  What is known, and the question itself as a claim without a proof.

With u = 1 - 8A, t = |x - y|^2 and real u the second moment is ``F(u) = ((1 + u)^2/(4u))^(d/2) (1 + exp(-(1 + 1/u) t))/2``; u = 1 is TrigRF.
At every complex u that was tried, E (Re Z)^2 is at least the smaller of F(1) and F(|u|). If that is so, the optimum over A in C is
that over real A, which is a search in one variable. No proof is known here.
"""

from rftheory.proofs.crt._complex_kernel import PARAMETERS, a, b
from rftheory.proofs.crt._setting import *
from rftheory.proofs.crt._oscillating import DISTANCE
from rftheory.proofs.crt._oscillating_complex import SQUARED_GAP, second_moment, t

#: A next to 0, where both sides meet
_NEAR = {a: sp.Integer(1), b: sp.Rational(1, 100), t: sp.Rational(1, 1000), d: sp.Integer(1)}
_DOMAIN = replace(PARAMETERS.with_ranges(DISTANCE, D), witness=_NEAR)


def of_real(u: sp.Expr) -> sp.Expr:
    """F(u)."""
    return ((1 + u) ** 2 / (4 * u)) ** (d / 2) * (1 + sp.exp(-(1 + 1 / u) * t)) / 2


least = sp.Min(of_real(sp.Integer(1)), of_real(sp.sqrt(SQUARED_GAP)))
CLAIMS = (
    claim(
        "for s = -1 no complex A is better than both A = 0 and the real A with the same |1 - 8A| (not proved)",
        ge(second_moment, least),
        _DOMAIN,
        name="oscillating: a real A is best",
        mutants=[sp.Rational(11, 10) * least],
    ),
)
