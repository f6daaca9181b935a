"""The moment law: E of a product of means of iid copies, in terms of one-sample moments.

``E [(1/m) sum_i A_i] [(1/m) sum_j B_j] = (1/m) E[AB] + (1 - 1/m) E[A] E[B]``, and for q factors the sum over set
partitions P of the factors with weight ``m (m-1) ... (m-|P|+1) / m^q``: the share of index tuples whose equal entries
are the blocks of P. Proof by induction on m for q = 2; for q = 3, 4 the weights are checked to count every tuple once.
"""

from itertools import groupby

from rftheory.vocabulary import *
from rftheory.rules.expectation import set_partitions

STATEMENT = statement("rule", "rule", "Moments of means of iid samples")

_same, _different = sp.symbols("s_AB s_A_B", real=True)
_SIZE = Range(m, 1, None, integer=True, typical=(1, 12), awkward=(1,))
DOMAIN = Domain((_SIZE, Range(_same, typical=(-2, 2)), Range(_different, typical=(-2, 2))))
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


def _induction() -> Chain:
    # one more sample adds the pair (m+1, m+1) and 2 m mixed pairs
    return Chain(_double_sum(m + 1)).eq(
        _double_sum(m) + _same + 2 * m * _different, "one more sample: one equal and 2m different pairs"
    )


w = Projection("w")
first, second = sp.cos(w.dot(PAIR.delta)), sp.cosh(w.dot(PAIR.z))
left = Expectation(SampleMean(first, m) * SampleMean(second, m))
right = Expectation(first * second) / m + (1 - 1 / m) * Expectation(first) * Expectation(second)
CLAIMS = (
    claim(
        "one sample: a single sample has the one pair (1, 1)",
        eq(_double_sum(m), _same),
        DOMAIN.with_ranges(Range(m, 1, 1, integer=True, typical=(1, 1))),
    ),
    claim(
        "one more sample: the double sum grows by E[AB] + 2m E[A]E[B]",
        eq(_double_sum(m + 1), _double_sum(m) + _same + 2 * m * _different),
        proof=_induction(),
    ),
    *(
        claim(
            f"the partitions of {factors} factors count all m^{factors} index tuples",
            eq(_weights(factors), m**factors),
            Domain((_SIZE,)),
            name=f"{factors} factors",
        )
        for factors in (2, 3, 4)
    ),
    claim(
        "moment law: the law for two means of the same samples, as the rule applies it",
        eq(expand_expectation(left), right),
        _PAIRS,
    ),
)
