r"""(42), (43), App. A.2: Jensen's inequality over the permutations of the directions.

For lengths w_1, ..., w_d and directions u_1, ..., u_d (41) adds up ``f(w_i^2 + w_j^2 + 2 w_i w_j u_Pi.u_Pj)`` over the permutations P
and the pairs i != j. For a pair of lengths a = w_i, b = w_j that is ``(d-2)! sum_(k != l) f(|a u_k + b u_l|^2)``: each ordered pair
of directions comes (d-2)! times. So (43) is, for every two lengths,

    sum_(k != l) f(|a u_k + b u_l|^2) >= d(d-1) f(mean over k != l of |a u_k + b u_l|^2),

with ``f(t) = 0F1(; d/2; v^2 t/4)`` up to a constant factor. Both sides are equal where all pairs subtend one angle. Only there: f is
strictly convex, and what is missing is a constant times the variance of the cosines or more.
"""

from rftheory.proofs.simrf._directions import LENGTHS, a, b, conformity, of_pairs
from rftheory.proofs.simrf._setting import *
from rftheory.chains.pairs import pair_sum
from rftheory.proofs.simrf._jensen import DIRECTIONS, above_mean, mean_square

STATEMENT = statement(
    "inequality",
    "App. A.2 (41)-(43)",
    "Jensen over the permutations of the directions",
    reading="For every two of the lengths, the sum over permutations being (d-2)! times one over ordered pairs "
    "of directions; for any number m >= 2 of unit vectors of R^d, m = d among them.",
    notes=(
        "The equality is used in (44)-(48) as if it were a choice that can be made freely: more than d + 1 unit vectors of R^d cannot "
        "subtend one obtuse angle (`simrf.theorem-3.4`).",
    ),
    not_drawn="lengths and directions are given: nothing is random",
)

DOMAIN = DIRECTIONS

#: the cosine that all pairs have
_c = sp.Symbol("c", real=True)
_M = Range(m, 2, None, integer=True, typical=(2, 12), awkward=(2, 30))
_D = Range(d, 2, None, integer=True, typical=(2, 12), awkward=(2, 64))
_COSINE = Range(_c, -1, 1, "[]", typical=(-1, 1), awkward=(-1, 0, 1))
_SAME = (a - b) ** 2 + 2 * a * b * (1 + _c)
_ONE_ANGLE = Domain((_D, _M, V, *LENGTHS, _COSINE))

_bound = m * (m - 1) * conformity(mean_square)
#: (43) for every two lengths.
jensen = claim(
    "Jensen: for every two lengths the sum over ordered pairs of directions is at least its value at the mean of the cosines",
    ge(of_pairs(a, b, m), _bound),
    proof=above_mean(),
    location="(43)",
)


def _at_one_angle() -> Chain:
    value = conformity(_SAME)
    inner = Chain(pair_sum(value, m)).symmetry(m, value).eq(m * (m - 1) / 2 * value)
    return Chain(2 * pair_sum(value, m)).inside(inner, lambda total: 2 * total)


CLAIMS = (
    jensen,
    claim(
        "equality: with equality where u_i.u_j = c for every pair",
        eq(2 * pair_sum(conformity(_SAME), m), m * (m - 1) * conformity(_SAME)),
        _ONE_ANGLE,
        _at_one_angle(),
        location="after (43)",
    ),
)
