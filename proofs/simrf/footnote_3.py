r"""Footnote 3, App. A.2: "the best geometrical coupling between vectors of known magnitudes is deterministic".

For given norms the conformity (10) of an arrangement is a continuous function of its directions, which form a compact set: some
arrangement has the least, ``sum_k F(A_k)`` over the squared resultants of its pairs. A random arrangement W, of any law, has the conformity
``least + e(W)^2``, and on average no less than the least. If it is another arrangement, of a larger conformity, with some
probability, its mean conformity is strictly larger: "assigning any probability mass to suboptimal configurations will increase" it.
"""

from rftheory.proofs.simrf._directions import conformity
from rftheory.proofs.simrf._setting import *
from rftheory.proofs.simrf._truncated import ARRANGEMENTS, OTHER, PLUS, index, total

STATEMENT = statement(
    "optimum",
    "footnote 3, App. A.2",
    "The best geometrical coupling of vectors of known norms is deterministic",
    reading="Norms are given; couplings are arrangements of the vectors drawn by any law. No law has a smaller mean conformity than "
    "the best arrangement, and one that gives any probability to an arrangement that is not best has a larger one.",
    notes=(
        "The conformity is that of isotropic resultants, each arrangement rotated as a whole.",
        "There may be several best arrangements, at least the mirror images of one: a law on them alone does as well.",
    ),
    not_drawn="the mean of a function is compared with its least value, for every law",
)

_LEAST, _SHARE = sp.Symbol("kappa", real=True), sp.Symbol("p", positive=True)
#: the root of what the conformity of a random arrangement, of any law, has beyond the least
_root = sp.Function("e", real=True)
_W = Variate("W", _root(DRAW) ** 2)
DOMAIN = Domain((Range(_LEAST, typical=(0, 2)),))
_MIXED = ARRANGEMENTS.with_ranges(Range(_SHARE, 0, 1, "(]", typical=(0, 1), awkward=(sp.Rational(1, 100), 1)))

best, other = total(conformity(PLUS[index])), total(conformity(OTHER[index]))
mean = Expectation(_LEAST + _root(_W) ** 2)
mixture = (1 - _SHARE) * best + _SHARE * other


CLAIMS = (
    claim(
        "deterministic: a random arrangement, of any law, has on average at least the least conformity",
        ge(mean, _LEAST),
        proof=Chain(mean).ge(_LEAST, [Expectation(_root(_W) ** 2)]),
    ),
    claim(
        "any probability mass: an arrangement with the squared resultants B_k takes the place of that with A_k with probability p > 0: "
        "the mean conformity (10) grows by p times what the one of B_k is larger",
        eq(mixture - best, _SHARE * (other - best)),
        _MIXED,
    ),
)
