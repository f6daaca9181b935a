"""Figure 1 (right): how much smaller the variance of OPRF is than that of the positive features.

The figure plots mu = log(Var(OPRF)/Var(positive)) against |x + y|^2 for several d. Both variances are K^2 times a function
of |x + y|^2 and d (`crt.theorem-3.3-bounded`), so mu depends on nothing else; at d = 64, |x + y|^2 = 100 it is -61.22
"""

from __future__ import annotations

import sympy as sp

from proofs.crt._sums import OPRF, SUMS, sample, v
from proofs.crt.theorem_3_3_bounded import POSITIVE, ratio
from rftheory.evidence.bounds import Bound
from rftheory.kernels import d
from rftheory.rules.nodes import variance
from rftheory.statements.claims import Claim, Equality, Inequality, Statement
from rftheory.statements.domain import Domain

STATEMENT = Statement(
    id="crt.fig-1",
    paper="crt",
    location="Fig. 1",
    kind="claim",
    title="More than e^60 times less variance at d = 64",
    reading="The ratio of the variances is a function of |x + y|^2 and d alone, and below e^-60 at |x + y|^2 = 100, d = 64.",
)

_POINT = Domain(())


def configuration() -> sp.Expr:
    """The ratio of the variances at d = 64, |x + y|^2 = 100."""
    return ratio(sp.Integer(100)).subs(d, 64)


def claims() -> list[Claim]:
    return [
        Claim(
            name="function of |x + y|",
            says="Var(OPRF) is a function of |x + y|^2 and d times the variance of the positive features",
            proposition=Equality(variance(sample(OPRF)), ratio(v**2) * variance(sample(POSITIVE))),
            domain=SUMS,
        ),
        Claim(
            name="e^60",
            says="at d = 64 and |x + y|^2 = 100 the ratio of the variances is below e^-60",
            proposition=Inequality(configuration(), "<", sp.exp(-60)),
            domain=_POINT,
            proof=lambda: Bound(configuration(), _POINT).at_most(sp.exp(-60)),
            mutants=(Inequality(configuration(), "<", sp.exp(-62)),),
        ),
    ]
