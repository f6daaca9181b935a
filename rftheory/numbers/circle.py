r"""Expectations of signs from their definition: means over the uniformly distributed direction of w in a plane.

The two images of w depend on its projection onto the plane of u and v. The angle t of that projection is uniform, its length does not
change signs, so that ``E sgn(w.u) sgn(w.v)`` is the mean over ``[0, pi]`` (half a turn changes both signs) of the signs of

    w.u = |u| cos t,    w.v = ((u.v) cos t + A sin t) / |u|,

A the area of the parallelogram. The product is constant but for jumps; intervals of t on which a ball decides both signs count as
they are, the others are halved until they are too short to matter. No angle between u and v, and no arc, is computed.
"""

from __future__ import annotations

from collections.abc import Callable

from flint import arb, ctx

from rftheory.numbers.ball_parts import around_zero
from rftheory.numbers.work import spend

#: so many intervals beside each other are left undecided where the vectors themselves are not known well
_MOST_OPEN = 64


def mean_sign() -> arb:
    """``E sgn(w.u)`` of a vector that does not vanish: the mean of ``sgn(cos t)`` over ``[0, 2 pi]``."""
    return _mean(lambda cosine, sine: cosine.sgn(), 2)


def mean_sign_product(along: arb, across: arb) -> arb:
    """``E sgn(w.u) sgn(w.v)`` of two vectors that do not vanish, ``u.v = along`` and ``across`` the area of u and v.

    The mean of ``sgn(cos t) sgn(along cos t + across sin t)`` over ``[0, pi]``.
    """
    return _mean(lambda cosine, sine: cosine.sgn() * (along * cosine + across * sine).sgn(), 1)


def _mean(product: Callable[[arb, arb], arb], span: int) -> arb:
    """The mean over ``[0, span pi]`` of a product of signs of the cosine and the sine: intervals are halved."""
    total, undecided = arb(0), [0]
    for level in range(ctx.prec + 1):
        spend(len(undecided), "signs of images")
        share, kept = arb(2) ** -level, []
        for place in undecided:
            t = (share * (span * place)).union(share * (span * place + span))
            value = product(t.cos_pi(), t.sin_pi())
            if value.is_exact():
                total += share * value
            else:
                kept += [2 * place, 2 * place + 1]
        undecided = kept
        if not 0 < len(undecided) <= _MOST_OPEN:
            break
    return total + around_zero(len(undecided) * share / 2)
