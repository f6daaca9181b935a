"""Section 2.2, before Lemma 2.3: which of the two sizes m and n of ``SM^hyb_{m,n}`` is which.

"A hybrid estimator using n random features for its base estimators and m to approximate lambda-coefficients" is the other way round:
(10) has n projections for the coefficients, (11), (12) and Theorem 3.1 have m for the base estimators. So Lemma 3.2 with its n is of
the coefficient, and fails with the m of the sentence.
"""

from rftheory.proofs.hrf._setting import *
from rftheory.proofs.hrf.lemma_3_2 import angular_second_moment, coefficient

STATEMENT = statement(
    "claim",
    "Sec. 2.2, before Lemma 2.3",
    "The sizes m and n of a hybrid",
    reading="With m projections for the coefficient, as the sentence says, the second moment of the angular coefficient is that of "
    "Lemma 3.2.",
)


def _second_moment(of: sp.Expr) -> Equality:
    """E[lambda_hat^2] is the printed one, in n."""
    return eq(Expectation(of**2), angular_second_moment)


_by_sentence = Angular().coefficient(Projection("tau"), PAIR.x, PAIR.y, m)
_TEX = r"E[\hat\lambda^2(x,y)] = \frac{\theta}{\pi}\left(\frac{\theta}{\pi}-\frac{\theta}{n\pi}+\frac1n\right)"
sizes = claim(
    "sizes: the coefficient of m projections has the second moment of Lemma 3.2",
    _second_moment(_by_sentence),
    PAIRS_WITH_COEFFICIENT,
    tex=r"\text{``a hybrid estimator using } n \text{ random features for its base estimators and } m \text{ to approximate } "
    r"\lambda\text{-coefficients''}",
    quote="We denote a hybrid estimator using n random features for its base estimators and m to approximate λ-coefficients",
).false(
    at={x_norm: 1, y_norm: 1, theta: sp.pi / 2, m: 2, n: 1},
    because="m and n are exchanged: (10) has n projections for the coefficients, (11) and (12) m for the base estimators. With m = 2 for "
    "the coefficient and n = 1, at theta = pi/2, E[lambda^2] is 3/8, and 1/2 by Lemma 3.2.",
    error="misprint",
    survives="yes: everywhere else m is of the base estimators and n of the coefficients",
)
drawn_at = {**SMALL_POINT, m: sp.Integer(1), n: sp.Integer(2)}
CLAIMS = (
    sizes.drawn(Coefficient(Angular()), "second_moment", drawn_at, angular_second_moment.subs(n, 1)),
    sizes.corrected(
        "n for the coefficient: the coefficient of n projections has the second moment of Lemma 3.2",
        _second_moment(coefficient),
        tex=rf"n \text{{ projections of }} \hat\lambda:\ {_TEX}",
    ).drawn(
        # both readings: a coefficient of two projections, against Lemma 3.2 with n = 2 and with n = 1
        Coefficient(Angular()),
        "second_moment",
        drawn_at,
    ),
)
