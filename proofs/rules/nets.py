"""Nets of balls: how many points, how far the error moves between them, and the union over all of them.

*Size.* Let ``u_1, ..., u_N`` be points of the ball of radius rho with mutual distances above delta, and N as large as
possible: every other point of the ball is then within delta of one of them. The balls of radius delta/2 around them are
disjoint and lie in the ball of radius rho + delta/2, so ``N (delta/2)^d <= (rho + delta/2)^d``.

*Between the points.* From (x, y) to neighbours (x', y') within delta, in two steps along segments inside the balls, an
error that is 2G-Lipschitz in each input changes by at most ``4 G delta = eps/2``.

*Union.* Where the error is at least eps at some pair, it is at least eps/2 at one of the N^2 pairs of neighbours.
"""

from rftheory.vocabulary import *
from rftheory.rules.uniform import net_distance, net_size

STATEMENT = statement("rule", "rule", "Nets of balls, and union bounds over pairs of their points")

_rho, _delta, _slope, _epsilon, _bound = sp.symbols("rho delta G epsilon t", positive=True)
_count, _other = sp.symbols("N M", positive=True)
_SCALES = tuple(Range(s, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 100), 10)) for s in (_rho, _delta))
_DIMENSION = Range(d, 1, None, integer=True, typical=(1, 12), awkward=(1, 64))
DOMAIN = Domain((*_SCALES, _DIMENSION, Range(_count, 0, None, "()", typical=(0, 3), awkward=(1,)))).where(
    sp.Le(_count * (_delta / 2) ** d, (_rho + _delta / 2) ** d),
    words=by_definition(
        "N points further apart than delta: balls of half that radius lie in one of the radius rho + delta/2"
    ),
)
#: the distance of a net from its ball, and the size of the net, for a slope G and a deviation eps
_DISTANCE = net_distance(_epsilon, _slope)
_NET = net_size(_rho, _DISTANCE, d)
_first, _second = sp.symbols("a b", nonnegative=True)
_CHANGE = 2 * _slope * _first + 2 * _slope * _second
_STEPS = Domain(
    (
        *(Range(s, 0, None, "()", typical=(0, 2), awkward=(10,)) for s in (_slope, _epsilon)),
        *(
            Range(s, 0, None, "[)", typical=(0, sp.Rational(1, 4)), awkward=(0, sp.Rational(1, 100)))
            for s in (_first, _second)
        ),
    )
).where(
    sp.Le(_first, _DISTANCE),
    sp.Le(_second, _DISTANCE),
    words=by_definition("a, b: distances to the nearest point of the net"),
)
_UNION = Domain(
    (
        *(Range(s, 0, None, "()", typical=(0, 2), awkward=(10,)) for s in (_rho, _slope, _epsilon, _bound)),
        _DIMENSION,
        *(Range(s, 0, None, "()", typical=(0, 9), awkward=(1,)) for s in (_count, _other)),
    )
).where(sp.Le(_count, _NET), sp.Le(_other, _NET), words=by_definition("N, M: sizes of two such nets"))


def _volumes() -> Chain:
    """N (delta/2)^d <= (rho + delta/2)^d, divided by (delta/2)^d."""
    target = (_rho + _delta / 2) ** d / (_delta / 2) ** d
    chain = Chain(_count).le(target)
    return chain.eq(net_size(_rho, _delta, d))


def _two_steps() -> Chain:
    """2Ga + 2Gb <= 4 G delta = eps/2."""
    slope = 2 * _slope
    chain = Chain(_CHANGE).le(slope * _DISTANCE + slope * _second)
    return chain.le(_epsilon / 2)


#: (1 + 16 G rho/eps)^(2d) t.
_over_pairs = (1 + 16 * _slope * _rho / _epsilon) ** (2 * d) * _bound


CLAIMS = (
    claim(
        "size: a number N of disjoint balls of radius delta/2 inside one of radius rho + delta/2",
        le(_count, net_size(_rho, _delta, d)),
        proof=_volumes(),
    ),
    claim(
        "between the points: two steps of lengths a, b <= delta = eps/(8G) at the slope 2G change the error by at most eps/2",
        le(_CHANGE, _epsilon / 2),
        _STEPS,
        _two_steps(),
    ),
    claim(
        "union: N M pairs of points of two nets, times a bound t for each pair",
        le(_count * _other * _bound, _over_pairs),
        _UNION,
        Chain(_count * _other * _bound).le(_NET * _other * _bound).le(_NET**2 * _bound).eq(_over_pairs),
    ),
)
