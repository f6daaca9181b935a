r"""The signs of the orthogonality gap of Fourier features along t = z^2, for every d from 3 to 64.

The gap is (m-1)/m times ``exp(-t) - 1F1(d; d/2; -t/2)``. All its roots are found, with proof and to 20 decimals of t:
``t_below(d, i)`` and ``t_above(d, i)`` are the i-th of them, rounded down and up, ``changes(d)`` is their number.
"""

from collections.abc import Callable

from rftheory.proofs.crt._orthogonal import kummer
from rftheory.vocabulary import *
from rftheory.proofs.crt._orthogonal_waves import t
from rftheory.proofs.crt.theorem_4_1_trig import in_six_dimensions
from rftheory.proofs.simrf._zcrit import change_above, change_below, change_count

#: the number of a change of sign, and how far it is to a place beyond
_i = sp.Symbol("i", integer=True, positive=True)
_u = sp.Symbol("u", nonnegative=True)
_zero = sp.Integer(0)

DIMENSIONS = Range(d, 3, 64, integer=True, typical=(3, 64), awkward=(3, 4, 5, 63, 64))
DISTANCES = Range(t, 0, None, "()", typical=(0, 12), awkward=(sp.Rational(1, 1000), 8))
_CHANGES = Range(_i, 1, 32, integer=True, typical=(1, 12), awkward=(1, 2, 24))
_BETWEEN = Range(_u, 0, 1, "[]", typical=(0, 1), awkward=(0, sp.Rational(1, 2), 1))
_BEYOND = Range(_u, 0, None, "[)", typical=(0, 20), awkward=(0, sp.Rational(1, 1000), 400))


def gap(square: sp.Expr, dimension: sp.Expr = d) -> sp.Expr:
    """``exp(-t) - 1F1(d; d/2; -t/2)``."""
    return sp.exp(-square) - kummer(-square, dimension)


_domain = Domain((DISTANCES, DIMENSIONS), (sp.Le(t, change_below(d, 1)),))
#: The gap is positive for 0 < t <= z_crit(d)^2, rounded down.
positive_before = lemma(
    "positive before: exp(-t) > 1F1(d; d/2; -t/2) for 0 < t <= z_crit(d)^2, d = 3 to 64",
    gt(gap(t), _zero),
    _domain,
    Chain(gap(t)).gt(_zero),
)


def negative_at() -> Claim:
    """The gap is negative at z_crit(d)^2, rounded up."""
    domain, after = Domain((DIMENSIONS,)), change_above(d, 1)
    return claim(
        "negative at z_crit: at z_crit(d)^2, rounded up to 20 decimals, the gap is negative, d = 3 to 64",
        lt(gap(after), _zero),
        domain,
        Chain(gap(after)).lt(_zero),
        boxes=({d: (sp.Integer(3), sp.Integer(64))},),
    )


def _signed(name: str, says: str, front: sp.Expr, place: Callable[[sp.Expr], sp.Expr], domain: Domain) -> Claim:
    """A multiple of the gap is positive at a place that moves with u."""
    start = front * gap(place(_u))
    return claim(says, gt(start, _zero), domain, Chain(start).gt(_zero), name=name)


_after, _before = change_above(d, _i), change_below(d, _i + 1)
between_changes = _signed(
    "between the changes",
    "(-1)^i times the gap is positive from its i-th to its next change of sign, d = 3 to 64",
    (-1) ** _i,
    lambda share: _after + share * (_before - _after),
    Domain((DIMENSIONS, _CHANGES, _BETWEEN), (sp.Lt(_i, change_count(d)),)),
)


_count = change_count(d)
after_all_changes = _signed(
    "beyond the last change",
    "beyond its last change of sign (-1)^changes(d) times the gap is positive, d = 3 to 64",
    (-1) ** _count,
    lambda more: change_above(d, _count) + more,
    Domain((DIMENSIONS, _BEYOND)),
)


_half = t / 2
#: ``1F1(6; 3; -s) = exp(-s) (1 - s + s^2/4 - s^3/60)`` at s = t/2.
_cubic = 1 - _half + _half**2 / 4 - _half**3 / 60


def positive_again() -> Claim:
    start, domain = gap(t, sp.Integer(6)), Domain((Range(t, 19, None, "[)", typical=(19, 60), awkward=(19, 1000)),))

    def proof() -> Chain:
        s = in_six_dimensions.domain.symbols[0]
        chain = Chain(start).by(in_six_dimensions, {s: _half})
        return chain.gt(-sp.exp(-_half) * _cubic, [sp.exp(-t)]).gt(_zero, [sp.exp(-_half), -_cubic])

    return lemma(
        "positive again: for d = 6, z_crit(6)^2 = 8.73..., the gap is positive again for every t >= 19",
        gt(start, _zero),
        domain,
        proof(),
    )
