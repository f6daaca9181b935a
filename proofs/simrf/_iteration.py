r"""Steps of (17) from the simplex, by inner products: what SimRFs+ make of n vectors of given lengths.

With the resultant T of all vectors, ``t_i = T - w_i`` and ``n_i = |t_i|`` a step puts ``w_i' = -(r_i/n_i) t_i`` for w_i, so that T becomes
``T' = (1 - r_i/n_i) t_i``, of length |n_i - r_i|. For vectors w_k that are not turned yet ``T'.w_k = (1 - r_i/n_i)(T.w_k - w_i.w_k)``, and
likewise for those that are: all products follow from those of the simplex, ``w_i.w_j = -r_i r_j/(n-1)``.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from rftheory.vocabulary import *

#: six lengths of the size of a draw of chi_6, whose mean is 2.35
TYPICAL = tuple(map(sp.Integer, (2, 2, 2, 2, 2, 3)))


@dataclass
class Steps:
    """The first steps of (17) from vectors along the simplex, each of which turns the next vector.

    Attributes:
        lengths: r_1, ..., r_n, positive.
        count: how many vectors are turned, at most n: one pass.
        before: the products ``T.w_k`` with the resultant, of the vectors that are not turned yet.
        turned: the products ``w_i'.w_j`` of a turned vector with those after it, and then with what these are turned to.
    """

    lengths: tuple[sp.Expr, ...]
    count: int
    before: list[sp.Expr] = field(init=False)
    turned: dict[tuple[int, int], sp.Expr] = field(init=False, default_factory=dict)
    #: |T|, and the products w_i'.T of the turned vectors with it
    resultant: sp.Expr = field(init=False)
    _with_resultant: list[sp.Expr] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.before = [self._initial(k) for k in range(len(self.lengths))]
        self.resultant = initial_resultant(self.lengths)
        for i in range(self.count):
            self._turn(i)

    def _product(self, i: int, j: int) -> sp.Expr:
        """Of two vectors of the simplex."""
        return -self.lengths[i] * self.lengths[j] / (len(self.lengths) - 1)

    def _initial(self, k: int) -> sp.Expr:
        return self.lengths[k] ** 2 + sp.Add(*(self._product(j, k) for j in range(len(self.lengths)) if j != k))

    def _turn(self, i: int) -> None:
        r, rest = self.lengths[i], range(i + 1, len(self.lengths))
        norm = sp.sqrt(self.resultant**2 - 2 * self.before[i] + r**2)
        share = r / norm
        left = {j: self.before[j] - self._product(i, j) for j in rest}
        for earlier in range(i):
            # w_e'.w_i', and w_e'.T' = (1 - r_i/n_i) w_e'.t_i
            along = self._with_resultant[earlier] - self.turned[earlier, i]
            self.turned[earlier, i] = -share * along
            self._with_resultant[earlier] = (1 - share) * along
        for j in rest:
            self.turned[i, j] = -share * left[j]
            self.before[j] = (1 - share) * left[j]
        self._with_resultant.append(-r * (norm - r))
        self.resultant = norm - r

    def cosine(self, i: int, j: int) -> sp.Expr:
        """Of the angle of two vectors, numbered from 0."""
        product = self.turned[i, j] if (i, j) in self.turned else self._product(i, j)
        return product / (self.lengths[i] * self.lengths[j])

    def squares(self) -> list[sp.Expr]:
        """``|w_i + w_j|^2`` of the pairs."""
        r = self.lengths
        pairs = combinations(range(len(r)), 2)
        return [r[i] ** 2 + r[j] ** 2 + 2 * r[i] * r[j] * self.cosine(i, j) for i, j in pairs]


def initial_resultant(lengths: Sequence[sp.Expr]) -> sp.Expr:
    """|T| of vectors along the simplex."""
    count = len(lengths)
    pairs = sp.Add(*(one * other for one, other in combinations(lengths, 2)))
    return sp.sqrt(sp.Add(*(r**2 for r in lengths)) - 2 * pairs / (count - 1))


def simplex_squares(lengths: Sequence[sp.Expr]) -> list[sp.Expr]:
    """``|w_i + w_j|^2`` of the pairs before that."""
    count = len(lengths)
    return [a**2 + b**2 - 2 * a * b / (count - 1) for a, b in combinations(lengths, 2)]
