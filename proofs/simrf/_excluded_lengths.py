r"""What the hypotheses of Theorem 3.4 of SimRF exclude: lengths that depend on one another, directions that depend on lengths.

Two opposite vectors of equal length, ``w_2 = -w_1``, have conformity 1; with independent lengths it is more by v^2 Var(r)/d at least.
For given lengths 1, 1 and a short third one it is better to oppose the two long vectors than to spread all three: the angles
of SimRF+ depend on the lengths, and those of the simplex are not the best ones.
"""

from rftheory.proofs.simrf._directions import LENGTHS, a, b, conformity, rate, t, tangent
from rftheory.proofs.simrf._directions import s as other
from rftheory.proofs.simrf._setting import *
from rftheory.chains.lengths import length_power
from rftheory.chains.series import AboveTangent
from rftheory.proofs.simrf._iid_lengths import averaged, not_less, pair_moment

_PAIR = Domain((Range(d, 2, None, integer=True, typical=(2, 12), awkward=(2, 64)), V, *LENGTHS))

#: a third length, beside two lengths 1, so short that two opposite vectors matter more than three angles
_third = sp.Symbol("r_3", positive=True)
_SHORT = 2 * _third * sp.hyper([], [d / 2 + 1], v**2 / 4 * (1 + _third**2))
_UNEQUAL = Domain(
    (
        Range(d, 2, None, integer=True, typical=(2, 12), awkward=(2, 64)),
        V,
        Range(_third, 0, 1, "()", typical=(0, sp.Rational(1, 3)), awkward=(sp.Rational(1, 100),)),
    )
).where(sp.Lt(_SHORT, 1))


def _opposite_equal_lengths() -> Claim:
    """w_2 = -w_1 has conformity 1."""
    one = sp.Integer(1)
    line = one + v**2 / (2 * d) * (a - b) ** 2
    given = lemma(
        "dependent lengths: opposite directions",
        ge(conformity((a - b) ** 2), line),
        _PAIR,
        Chain(conformity((a - b) ** 2)).by(AboveTangent(sp.S.Zero)).eq(line),
    )
    spread = length_power(2, 0, d) + length_power(0, 2, d) - 2 * length_power(1, 1, d)
    return averaged(given, pair_moment(-one), 1 + v**2 / (2 * d) * spread)


#: Lengths 1, 1, r_3: two opposite vectors of length 1, the third orthogonal to them.
_opposite_pair = 1 + 2 * conformity(1 + _third**2)

#: ``1 - r_3 + r_3^2``, in a form whose sign is seen.
_third_side = (1 - _third / 2) ** 2 + sp.Rational(3, 4) * _third**2

_simplex_of_three = conformity(sp.Integer(1)) + 2 * conformity(_third_side)


def _unequal() -> Chain:
    low, high = 1 + _third**2, _third_side
    line, start = conformity(low) - _third * rate(low), 1 + v**2 / (2 * d)
    first_order = Chain(conformity(sp.Integer(1))).by(AboveTangent(sp.S.Zero)).eq(start)
    chain = Chain(_simplex_of_three).inside(first_order, lambda value: value + 2 * conformity(high))
    chain = chain.use(tangent, {t: high, other: low})
    chain = chain.ge(start + 2 * line, [sp.Integer(2), conformity(high) - line])
    return chain.gt(_opposite_pair, [v**2 / (2 * d), 1 - _SHORT])


_dependent, _one = _opposite_equal_lengths(), _opposite_pair
#: Lengths that depend on one another, directions that depend on lengths.
excluded = [
    not_less(
        _dependent,
        "dependent lengths",
        "m = 2, w_2 = -w_1 has conformity 1; with independent lengths two opposite directions, the simplex, have at least "
        "1 + v^2 Var(r)/d, Var(r) = d - (E r)^2",
        role="lemma",
    ),
    lemma(
        "directions that depend on lengths: given lengths 1, 1 and a short one r_3, 2 r_3 0F1(; d/2+1; v^2 "
        "(1+r_3^2)/4) < 1: two opposite vectors and one at right angles have less conformity than the simplex of three",
        lt(_one, _simplex_of_three),
        _UNEQUAL,
        _unequal(),
    ),
]
