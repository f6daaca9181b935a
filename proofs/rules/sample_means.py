"""The moment law: E of a product of means of iid copies, in terms of one-sample moments.

``E [(1/m) sum_i A_i] [(1/m) sum_j B_j] = (1/m) E[AB] + (1 - 1/m) E[A] E[B]``, and for q factors the sum over set
partitions P of the factors with weight ``m (m-1) ... (m-|P|+1) / m^q``: the share of index tuples whose equal entries
are the blocks of P. Proof by induction on m for q = 2; for q = 3, 4 the weights are checked to count every tuple once.
"""

from __future__ import annotations

from itertools import groupby

import sympy as sp

from rftheory.evidence.derivation import Derivation
from rftheory.kernels import PAIR, m, theta, x_norm, y_norm
from rftheory.propositions import Equality
from rftheory.rules.expectation import expand_expectation, set_partitions
from rftheory.rules.nodes import Expectation, Projection, SampleMean
from rftheory.statements.claims import Claim, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="rules.sample-means",
    paper="rules",
    location="rule",
    kind="rule",
    title="Moments of means of iid samples",
)

_same, _different = sp.symbols("s_AB s_A_B", real=True)
_SIZE = Range(m, 1, None, integer=True, typical=(1, 12), awkward=(1,))
_COUNTS = Domain((_SIZE, Range(_same, typical=(-2, 2)), Range(_different, typical=(-2, 2))))
_PAIRS = Domain(
    (
        Range(x_norm, 0, None, "()", typical=(0, 2)),
        Range(y_norm, 0, None, "()", typical=(0, 2)),
        Range(theta, 0, sp.pi, "[]", typical=(0, 3)),
        _SIZE,
    )
)


def _double_sum(size: sp.Expr) -> sp.Expr:
    """``sum_ij E A_i B_j``: size equal pairs, size (size - 1) different ones."""
    return size * _same + size * (size - 1) * _different


def _weights(factors: int) -> sp.Expr:
    """The number of all index tuples, counted by the pattern of their equal entries."""
    sizes = sorted(len(blocks) for blocks in set_partitions(factors))
    return sp.Add(*(len(list(group)) * sp.ff(m, size) for size, group in groupby(sizes)))


def _induction() -> Derivation:
    # one more sample adds the pair (m+1, m+1) and 2 m mixed pairs
    return Derivation(_double_sum(m + 1), _COUNTS, "m + 1 samples").algebra(
        _double_sum(m) + _same + 2 * m * _different, "one more sample: one equal and 2m different pairs"
    )


def claims() -> list[Claim]:
    w = Projection("w")
    first, second = sp.cos(w.dot(PAIR.delta)), sp.cosh(w.dot(PAIR.z))
    left = Expectation(SampleMean(first, m) * SampleMean(second, m))
    right = Expectation(first * second) / m + (1 - 1 / m) * Expectation(first) * Expectation(second)
    return [
        Claim(
            name="one sample",
            says="a single sample has the one pair (1, 1)",
            proposition=Equality(_double_sum(m), _same),
            domain=_COUNTS.with_ranges(Range(m, 1, 1, integer=True, typical=(1, 1))),
        ),
        Claim(
            name="one more sample",
            says="the double sum grows by E[AB] + 2m E[A]E[B]",
            proposition=Equality(_double_sum(m + 1), _double_sum(m) + _same + 2 * m * _different),
            domain=_COUNTS,
            proof=_induction,
        ),
        *(
            Claim(
                name=f"{factors} factors",
                says=f"the partitions of {factors} factors count all m^{factors} index tuples",
                proposition=Equality(_weights(factors), m**factors),
                domain=Domain((_SIZE,)),
            )
            for factors in (2, 3, 4)
        ),
        Claim(
            name="moment law",
            says="the law for two means of the same samples, as the rule applies it",
            proposition=Equality(expand_expectation(left), right),
            domain=_PAIRS,
        ),
    ]
