r"""(17): the iteration from the simplex, and SimRF+ for small v.

*How fast.* For the lengths 2, 2, 2, 2, 2, 3 two steps of a pass leave less than 1/100 of |T|. Of draws of the lengths one pass leaves
less than 1/1000 for d = 6 and two passes less than 1/100 for d = 4 with a probability of 19/20 or more; for d = 3 three passes leave
less than 3/100 with one of 4/5. More dimensions are faster. It is no bound for all lengths. For 1, 1, 2 the minimum is a line, |T| =
0, and the simplex leads to states in which the two short vectors are at angles +-beta with the axis of the long one. With ``S =
sin(beta)^2`` a pass ends with

    S' (1 - S') = S / ((5 - 4 cos beta)(5 - 4 cos beta_1)),   sin(beta_1)^2 = S/(5 - 4 cos beta),

so that ``1/S' <= 1/S + 24``. The simplex has S = 3/4: after k passes S is at least 1/(4/3 + 24k), and so is ``|T| = 2 - 2 cos beta``.
Convergence is like 1/k there, not geometric. Lengths near to these are as slow for a long time.

*Where to.* Turning one vector is the exact minimum over its direction: |T| never rises, and |T|^2 falls by ``r |t| |w/r + t/|t||^2``.
What the steps take adds up to |T|^2 at most, so it tends to zero, and a limit point obeys (16) for each vector whose partners do
not cancel there. That it is a minimum does not follow (`simrf.eq-16`). One pass costs O(n) vector operations with a running T.

*Small v.* If sum A_k <= sum B_k for the squared resultants of all pairs of two arrangements, then by (13) the conformity of the first
exceeds that of the second by O(v^4) at most: a minimum of (15) is optimal to the order v^2, in which arrangements differ.
"""

import numpy as np

from rftheory.proofs.simrf._directions import conformity
from rftheory.proofs.simrf._setting import *
from rftheory.couplings.coupling import chi_lengths
from rftheory.couplings.resultant import least_resultant, simplex_vectors, sweep
from rftheory.montecarlo.estimators.estimator import Variable
from rftheory.proofs.simrf._iteration import TYPICAL, Steps, initial_resultant
from rftheory.proofs.simrf._truncated import (
    ARRANGEMENTS,
    OTHER,
    PLUS,
    any_arrangement,
    below_line,
    index,
    line,
    rest,
    total,
)

STATEMENT = statement(
    "algorithm",
    "(17)",
    "The iteration converges quickly; SimRF+ is optimal for small v",
    reading="'Empirically, quickly (after a small number of passes)' is said of draws: judged for one set of "
    "lengths of the size of a draw of chi_6, of which two steps of (17) from the simplex leave less than "
    "1/100 of |T|, and of the lengths that are drawn at d = 3, 4 and 6. 'Asymptotically optimal': a minimum of (15) has a conformity "
    "that exceeds that of any other arrangement of the same lengths by at most a constant times v^4.",
    notes=(
        "No number of passes is enough for all lengths: 1, 1, 2 have probability zero, their neighbourhoods have not. For d = 3, where "
        "many draws are near to such lengths, half of them have more than 1/1000 left after three passes.",
        "To the order v^4 minima of (15) differ among themselves, so optimality ends there (`simrf.eq-16`).",
        "By `simrf.theorem-3.2` the MSE of SimRF+ with m = d starts with v^2 E |T|^2/d^2 where that of IID and ORF starts with v^2 "
        "(prefactor dropped); |T| is zero unless one length exceeds the sum of the others.",
    ),
)

_ARRANGEMENTS = ARRANGEMENTS.where(
    sp.Le(total(PLUS[index]), total(OTHER[index])),
    words=printed_words("This is exactly minimised by", "before (16), of the objective (15)"),
)

_NUMBERS = Domain(())


#: |T| after two steps.
_left = Steps(TYPICAL, 2).resultant


def _optimal() -> Chain:
    chain = below_line(_ARRANGEMENTS).use(any_arrangement)
    middle = total(line(OTHER)) + total(rest)
    chain = chain.le(middle, [v**2 / (2 * d), total(OTHER[index]) - total(PLUS[index])])
    return chain.le(total(conformity(OTHER[index])) + total(rest))


best, any_other = total(conformity(PLUS[index])), total(conformity(OTHER[index]))
CLAIMS = (
    claim(
        "quickly: lengths 2, 2, 2, 2, 2, 3: two steps from the simplex leave at most 1/100 of |T|",
        le(_left, initial_resultant(TYPICAL) / 100),
        _NUMBERS,
        Chain(_left).lt(initial_resultant(TYPICAL) / 100),
    ),
    claim(
        "asymptotically optimal: an arrangement with the squared resultants A_k of its pairs, sum A_k <= sum B_k, "
        "exceeds the conformity of any with B_k by v^4/(8d(d+2)) sum A_k^2 F(A_k) at most",
        le(best, any_other + total(rest)),
        _ARRANGEMENTS,
        _optimal(),
    ),
)


def left_over(passes: int, dimension: int) -> Variable:
    """The share of ``|T| - least |T|``, T the resultant of d vectors of chi lengths along a simplex, that some passes leave."""

    def draw(generator: np.random.Generator, replicates: int, x: np.ndarray, y: np.ndarray, size: int) -> np.ndarray:
        lengths = chi_lengths(generator, dimension, dimension, replicates)
        vectors, least = simplex_vectors(lengths), least_resultant(lengths)
        start = np.linalg.norm(vectors.sum(axis=0), axis=0) - least
        for _ in range(passes):
            sweep(vectors, lengths)
        return (np.linalg.norm(vectors.sum(axis=0), axis=0) - least) / start

    origin = (sp.Integer(0),) * dimension
    return Variable(f"what {passes} passes leave", draw, (origin, origin))


def simulations() -> list[TailCheck]:
    """Lengths of the law chi_d: how much some passes from the simplex leave of what may go, against a share of the draws."""
    cases = ((6, 1, sp.Rational(1, 1000), sp.Rational(1, 20)), (4, 2, sp.Rational(1, 100), sp.Rational(1, 20)))
    checks = []
    for dimension, passes, left, share in (*cases, (3, 3, sp.Rational(3, 100), sp.Rational(1, 5))):
        checks.append(
            TailCheck(
                f"{passes} passes, d = {dimension}",
                left_over(passes, dimension),
                "probability",
                share,
                {m: dimension},
                claim="quickly",
                dimension=dimension,
                threshold=left,
                relation="<=",
            )
        )
    return checks
