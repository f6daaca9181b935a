"""Slips of notation in the appendices: a factor, and what no formula depends on.

After (33) the paper says that with shared projections ``E[PT] E[lambda(1 - lambda)] = E[P] E[T]`` no longer holds. It never did:
independent P and T have ``E[PT] = E[P] E[T]``, without the second factor on the left. The rest is in the notes.
"""

from rftheory.proofs.hrf._setting import *

STATEMENT = statement(
    "property",
    "App. C, D, F, H",
    "Slips of notation",
    notes=(
        "(39): the bracket that Z = (1/m)(1 - cos(|x|^2 - |y|^2) E[lambda (1 - lambda)] opens closes nowhere; it belongs before E, as in "
        "Theorem 3.1 (23).",
        "(45): an equality sign stands between the two terms of the sum.",
        "After (58): 'b^1_r, b^1_r >= 0' is of b^1_r and b^2_r. (62): 'A <= B >= C' says A <= B and C <= B.",
        "(74): the second line has a mean over k for n, and the cosines have no index i.",
        "Before (80) the lengths may be read |x|_2 = |y|_2 = r^2 or |x|^2 = |y|^2 = r^2, as each 2 is low or high: the second is right.",
        "App. H.2: x has n_q clusters and y has n_k, but the indices of the centres r_i of x run to n_k, those of r_j to n_q; so in "
        "Definitions H.1 and H.2.",
    ),
    not_drawn="a product of means; the mean of the hybrid is drawn in hrf.theorem-3.1-indep",
)

_PRODUCT = Expectation(positive() * trigonometric())
_coefficient = angular_coefficient()
_PAPER = r"E[\widehat{SM}^{++}_m\widehat{SM}^{trig}_m]"
_SEPARATE = r"E[\widehat{SM}^{++}_m]E[\widehat{SM}^{trig}_m]"

after_33 = claim(
    "after (33): for independent P and T: E[PT] E[lambda (1 - lambda)] = E[P] E[T], angular coefficient",
    eq(_PRODUCT * Expectation(_coefficient * (1 - _coefficient)), kernel() ** 2),
    PAIRS_WITH_COEFFICIENT,
    location="App. C, after (33)",
    tex=rf"{_PAPER}E[\hat\lambda(\theta)(1-\hat\lambda(\theta))]={_SEPARATE}=(SM(x,y))^2",
    quote="This time however it is no longer the case that E[",
).false(
    at={x_norm: 1, y_norm: 1, theta: sp.pi / 2, m: 1, n: 1},
    because="the factor E[lambda (1 - lambda)] is too much: the product of means is E[PT] alone for independent P and T. For n = 1 lambda "
    "is 0 or 1, so that the left side is 0.",
    error="misprint",
    survives="yes: the factor is not used, (36) to (38) compute E[PT]",
)
CLAIMS = (
    after_33,
    after_33.corrected(
        "after (33), without the factor: for independent P and T: E[PT] = E[P] E[T] = SM^2",
        eq(_PRODUCT, kernel() ** 2),
        PAIRS,
        location="App. C, after (33)",
        tex=rf"{_PAPER}={_SEPARATE}=(SM(x,y))^2",
    ),
)
