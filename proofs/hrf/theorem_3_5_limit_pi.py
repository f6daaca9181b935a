"""Theorem 3.5: the relative error of the angular hybrid near theta = pi.

The print divides by ``sqrt(theta - pi)``, which is imaginary for every angle below pi: the quotient then tends to -i times
the printed value. The text before the theorem says what is meant, ``sqrt(pi - theta)``.
"""

from rftheory.proofs.hrf._angular import hybrid_error, hybrid_square_formula
from rftheory.vocabulary import *
from rftheory.proofs.hrf._angular_bounds import OPEN_HYBRIDS, error_chain
from rftheory.proofs.hrf.theorem_3_5_limit_0 import slope

STATEMENT = statement(
    "limit",
    "Theorem 3.5",
    "Relative error of the angular hybrid for nearly opposite inputs",
    not_drawn="a limit; mean squared errors are drawn in hrf.theorem-D.1-equal",
)

DOMAIN = OPEN_HYBRIDS


def near_pi() -> Chain:
    """eps over sqrt(pi - theta)."""
    formula, distance = hybrid_square_formula(), sp.pi - theta
    chain = Chain(hybrid_error / sp.sqrt(distance))
    chain = chain.inside(error_chain(), lambda t: t / sp.sqrt(distance)).eq(
        sp.sqrt(formula / distance), "equal squares"
    )
    chain = chain.limit(theta, sp.pi, quotient=(formula, distance), outer=sp.sqrt)
    return chain.eq(slope, "equal squares")


def _printed_chain() -> Chain:
    return Chain(hybrid_error / sp.sqrt(theta - sp.pi)).inside(near_pi(), lambda t: -sp.I * t)


limit = claim(
    "limit: the relative error over sqrt(theta - pi) tends to (1/(2 pi m n))^(1/2) W(r)",
    tends(hybrid_error / sp.sqrt(theta - sp.pi), theta, sp.pi, slope, "-"),
    proof=_printed_chain(),
    tex=r"\lim_{\theta\to\pi}\frac{\epsilon_{\theta,r}(\widehat{SM}^{anghyb}_{m,n})}{\sqrt{\theta-\pi}}"
    r"=\sqrt{\frac{1}{2\pi mn}}W(r)",
    quote="√ θ−π =",
).false(
    at={r: 1, theta: 3, m: 1, n: 1},
    because="sqrt(theta - pi) is imaginary for theta < pi; sqrt(pi - theta) is meant",
    error="misprint",
    survives="The limit holds with sqrt(pi - theta), as the text before the theorem has it.",
)
CLAIMS = (
    lemma(
        "imaginary limit: the relative error over sqrt(theta - pi) tends to -i times the printed value",
        tends(hybrid_error / sp.sqrt(theta - sp.pi), theta, sp.pi, -sp.I * slope, "-"),
        proof=_printed_chain(),
    ),
    limit,
    limit.corrected(
        "corrected limit: the relative error over sqrt(pi - theta) tends to (1/(2 pi m n))^(1/2) W(r)",
        tends(hybrid_error / sp.sqrt(sp.pi - theta), theta, sp.pi, slope, "-"),
        proof=near_pi(),
        tex=r"\lim_{\theta\to\pi}\frac{\epsilon_{\theta,r}(\widehat{SM}^{anghyb}_{m,n})}{\sqrt{\pi-\theta}}"
        r"=\sqrt{\frac{1}{2\pi mn}}W(r)",
    ),
)
