"""Section 2.1, (1): the estimator ``K_hat = M^-1 sum_i Re(f1(w_i, x) f2(w_i, y))``, its variance and its cost.

With P and S the (L, M) matrices of the features of L rows of x and of y, ``K_hat c = Re(P (S^T c)) / M``. Its operations are counted
by running it with the features (4), (5) of GERF, the scale 1/M included in them: each multiplication, addition and exponential of
(real or complex) numbers is one operation.
"""

from functools import partial

import numpy as np

from rftheory.proofs.crt._setting import *
from rftheory.inputs.coordinates import L
from rftheory.proofs.crt._counted import counted, counting, fitted, grid, monomials
from rftheory.proofs.crt._data import ROWS
from rftheory.proofs.crt.trig import printed_variance

STATEMENT = statement(
    "property",
    "Sec. 2.1, (1)",
    "Variance and cost of the estimator of M projections",
    reading="Variance: M independent copies of any real random number Z of finite variance. Cost: the number of "
    "multiplications, additions and exponentials of a run of the estimator, drawing the projections left "
    "out, is at most a constant times dML; m is the paper's M.",
    notes=(
        "Counts are those of runs at 36 sizes, which one polynomial of degree 1 in each of d, M and L gives exactly; 8 would "
        "determine it.",
    ),
)

DOMAIN = Domain((D, M, ROWS))
_SAMPLE = Variate("Z", DRAW**2)

#: complex and real parameters of GERF, whose features are complex and real
_COMPLEX, _REAL = (sp.Rational(1, 20) + sp.I / 30, -1), (-sp.Rational(1, 8), 1)
_COUNTED = grid({d: (1, 2, 3), m: (1, 2, 4), L: (1, 2, 3, 5)})


def _run(family: GeneralizedExponential, d: int, m: int, L: int) -> int:  # noqa: N803 - the name of the paper
    """The operations of ``P (S^T c)`` for L rows on each side and M projections."""
    with counting() as tally:
        rows, projections, c = (counted(np.full(shape, 0.25), tally) for shape in ((L, d), (m, d), L))
        left, right = (family.features(rows, projections, side) for side in "xy")
        left @ (right.T @ c)
    return tally.operations


@cache
def cost(A: sp.Expr, s: int) -> sp.Expr:  # noqa: N803 - the name of the paper
    """The operations for GERF of one A and s, as a polynomial in d, M and L."""
    return fitted(partial(_run, GeneralizedExponential(A, s)), monomials({d: 1, m: 1, L: 1}), _COUNTED)


#: estimators of this many trigonometric samples are drawn
_DRAWN = {x_norm: sp.Rational(1, 2), y_norm: sp.Integer(1), theta: sp.Integer(2), m: sp.Integer(4)}


def _costs(case: str, count: sp.Expr) -> Claim:
    size, at_one = d * m * L, dict.fromkeys((d, m, L), 1)
    # without the terms with a minus sign; no product of some of the sizes is larger than that of all
    positive = sp.Add(*(term for term in count.args if not term.could_extract_minus_sign()))
    most = positive.subs(at_one)

    def from_above() -> Chain:
        chain = Chain(count)
        return (chain if positive == count else chain.lt(positive)).le(most * size)

    return claim(
        f"the number of operations, {count}, is at most {most} d M L",
        le(count, most * size),
        proof=from_above(),
        name=f"cost, {case}",
    )


one = Expectation(_SAMPLE**2) - Expectation(_SAMPLE) ** 2
estimator = SampleMean(_SAMPLE, m)
CLAIMS = (
    claim(
        "variance: the variance of the mean of M independent copies is 1/M of that of one",
        eq(Expectation(estimator**2) - Expectation(estimator) ** 2, one / m),
        Domain((M,)),
    ).drawn(Regular(GeneralizedExponential(sp.Integer(0), -1)), "mse", _DRAWN, printed_variance / m),
    _costs("complex A", cost(*_COMPLEX)),
    _costs("real A, s = +1", cost(*_REAL)),
)
