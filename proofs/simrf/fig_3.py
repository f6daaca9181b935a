r"""Fig. 3: "with SimRFs+, random vectors with bigger norms subtend bigger angles, guaranteeing smaller MSE when v is sufficiently small".

*Angles.* Three vectors that add up to zero are the sides of a triangle, whose angles are known by their lengths: the sentence holds. For
more vectors it fails: (17) turns one vector after the other, and of the lengths 2, 2, 2, 3 in R^4 the second and the third, both 2, end
further apart than the third and the fourth (cosines -0.368 and -1/3, in the limit as after two steps).

*Small v.* Let A_k and B_k be the squared resultants of the pairs of SimRF+ and of SimRF for one set of lengths. What (15) leaves out of the
conformity is at most ``v^4/(8d(d+2)) A_k^2 F(A_k)`` for a pair, so that ``sum A_k < sum B_k`` decides for all v that are small enough.
"""

from rftheory.proofs.simrf._directions import conformity
from rftheory.proofs.simrf._setting import *
from rftheory.proofs.simrf._iteration import Steps
from rftheory.proofs.simrf._truncated import ARRANGEMENTS, OTHER, PLUS, any_arrangement, below_line, index, line, total
from rftheory.statements.words import by_definition

STATEMENT = statement(
    "claim",
    "Fig. 3, the caption",
    "SimRFs+: bigger norms subtend bigger angles, and the MSE is smaller for small v",
    reading="Angles: of two pairs of vectors of SimRFs+, (17) from the simplex, the one with the larger norms "
    "has the larger angle. MSE: the conformity of a set of lengths, with which it increases, is smaller "
    "than with SimRFs for all v below a bound that depends on the lengths, wherever SimRFs+ have a "
    "smaller objective (15).",
    notes=(
        "The objective (15) of SimRFs+ is never larger (`simrf.eq-17`), and smaller unless all lengths are equal: then both are the "
        "simplex.",
        "Vectors that add up to zero have ``sum_(j != i) r_j cos(theta_ij) = -r_i``: the mean cosine of a vector with the others, weighted "
        "by their norms, falls with its norm. It is the single angles that need not.",
    ),
    not_drawn="lengths are given, and nothing else is random",
)

#: lengths for which a pair with smaller norms ends at a larger angle
_UNEQUAL = tuple(map(sp.Integer, (2, 2, 2, 3)))
DOMAIN = Domain(())
#: the sides of a triangle, the longest first
_a, _b, _c = sp.symbols("r_1 r_2 r_3", positive=True)
_SIDES = Domain(
    tuple(Range(r, 0, None, "()", typical=(1, 3), awkward=(sp.Rational(1, 10), 1)) for r in (_a, _b, _c))
).where(
    sp.Ge(_a, _b), sp.Ge(_b, _c), sp.Le(_a, _b + _c), words=by_definition("the sides of a triangle, the longest first")
)

#: sum A_k, and what (15) leaves out in the same unit.
_with_rest = total(PLUS[index]) + v**2 / (4 * (d + 2)) * total(PLUS[index] ** 2 * conformity(PLUS[index]))

#: v so small that what (15) leaves out cannot make good the difference
_SMALL = ARRANGEMENTS.where(
    sp.Lt(_with_rest, total(OTHER[index])),
    words=by_definition("v so small that what (15) leaves out cannot make good the difference"),
)


def _triangle_cosine(one: sp.Expr, other: sp.Expr, third: sp.Expr) -> sp.Expr:
    """Of two sides that are vectors with the sum of the third reversed: ``|w_1 + w_2| = r_3``."""
    return (third**2 - one**2 - other**2) / (2 * one * other)


best, any_other = total(conformity(PLUS[index])), total(conformity(OTHER[index]))
steps = Steps(_UNEQUAL, 2)
bigger_norms_bigger_angles = claim(
    "bigger norms, bigger angles: lengths 2, 2, 2, 3 after two steps of (17): the cosine of w_3 and w_4 is at most "
    "that of w_2 and w_3",
    ge(steps.cosine(1, 2), steps.cosine(2, 3)),
    tex=r"\|w_i\|\|w_j\| > \|w_k\|\|w_l\| \Rightarrow \theta_{ij} \ge \theta_{kl}",
).false(
    at={},
    because="vectors are turned one after the other: w_2, w_3 of norms 2 and 2 have the cosine -0.368, w_3, w_4 "
    "of norms 2 and 3 have -1/3",
    remark="(17) turns vectors one after the other, so that single angles need not be in the order of the norms: in R^4 "
    "two steps of it for the norms 2, 2, 2, 3 leave the second and third (2, 2) at the cosine -0.368, the third and fourth "
    "(2, 3) at -0.333",
)
CLAIMS = (
    bigger_norms_bigger_angles,
    bigger_norms_bigger_angles.corrected(
        "three vectors: three vectors that add up to zero: of the angles of the longest with the two others that with "
        "the longer one is larger",
        le(_triangle_cosine(_a, _b, _c), _triangle_cosine(_a, _c, _b)),
        _SIDES,
        proof=Chain(_triangle_cosine(_a, _b, _c)).le(_triangle_cosine(_a, _c, _b)),
        needs=("three vectors, d = 3", "the vectors add up to zero"),
        tex=r"d = 3,\ w_1 + w_2 + w_3 = 0,\ \|w_1\| \ge \|w_2\| \ge \|w_3\| \Rightarrow \theta_{12} \ge \theta_{13}",
    ),
    claim(
        "smaller error for small v: a smaller sum of squared resultants means a smaller conformity, if v^2/(4(d+2)) "
        "sum A_k^2 F(A_k) < sum B_k - sum A_k",
        lt(best, any_other),
        _SMALL,
        below_line(_SMALL)
        .use(any_arrangement)
        .lt(total(line(OTHER)), [v**2 / (2 * d), total(OTHER[index]) - _with_rest])
        .le(total(conformity(OTHER[index]))),
    ),
)
