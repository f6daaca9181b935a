"""Nets of balls: how many points, how far the error moves between them, and the union over all of them.

*Size.* Let ``u_1, ..., u_N`` be points of the ball of radius rho with mutual distances above delta, and N as large as
possible: every other point of the ball is then within delta of one of them. The balls of radius delta/2 around them are
disjoint and lie in the ball of radius rho + delta/2, so ``N (delta/2)^d <= (rho + delta/2)^d``.

*Between the points.* From (x, y) to neighbours (x', y') within delta, in two steps along segments inside the balls, an
error that is 2G-Lipschitz in each input changes by at most ``4 G delta = eps/2``.

*Union.* Where the error is at least eps at some pair, it is at least eps/2 at one of the N^2 pairs of neighbours.
"""

from __future__ import annotations

import sympy as sp

from rftheory.evidence.tails import Tail
from rftheory.kernels import d
from rftheory.rules.uniform import net_distance, net_size
from rftheory.statements.claims import Claim, Equality, Inequality, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="rules.nets",
    paper="rules",
    location="rule",
    kind="rule",
    title="Nets of balls, and union bounds over pairs of their points",
)

_rho, _delta, _slope, _epsilon, _bound = sp.symbols("rho delta G epsilon t", positive=True)
_count = sp.Symbol("N", positive=True)
_SCALES = tuple(Range(s, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 100), 10)) for s in (_rho, _delta))
_DIMENSION = Range(d, 1, None, integer=True, typical=(1, 12), awkward=(1, 64))
_BALLS = Domain((*_SCALES, _DIMENSION, Range(_count, 0, None, "()", typical=(0, 3), awkward=(1,)))).where(
    sp.Le(_count * (_delta / 2) ** d, (_rho + _delta / 2) ** d)
)
_STEPS = Domain(tuple(Range(s, 0, None, "()", typical=(0, 2), awkward=(10,)) for s in (_slope, _epsilon)))
_UNION = Domain(
    (
        *(Range(s, 0, None, "()", typical=(0, 2), awkward=(10,)) for s in (_rho, _slope, _epsilon, _bound)),
        _DIMENSION,
    )
)


def _volumes() -> Tail:
    """N (delta/2)^d <= (rho + delta/2)^d, divided by (delta/2)^d."""
    target = (_rho + _delta / 2) ** d / (_delta / 2) ** d
    difference = (_rho + _delta / 2) ** d - _count * (_delta / 2) ** d
    chain = Tail(_count, _BALLS).at_most(target, [difference, (_delta / 2) ** (-d)])
    return chain.algebra(net_size(_rho, _delta, d))


def claims() -> list[Claim]:
    size = net_size(_rho, net_distance(_epsilon, _slope), d)
    return [
        Claim(
            name="size",
            says="a number N of disjoint balls of radius delta/2 inside one of radius rho + delta/2",
            proposition=Inequality(_count, "<=", net_size(_rho, _delta, d)),
            domain=_BALLS,
            proof=_volumes,
            mutants=(Inequality(_count, "<=", (1 + _rho / _delta / 2) ** d / 2),),
        ),
        Claim(
            name="between the points",
            says="two steps of length delta at the slope 2G make eps/2",
            proposition=Equality(2 * (2 * _slope) * net_distance(_epsilon, _slope), _epsilon / 2),
            domain=_STEPS,
        ),
        Claim(
            name="union",
            says="the number of pairs of points of two nets, times a bound t for each pair",
            proposition=Equality(size * size * _bound, (1 + 16 * _slope * _rho / _epsilon) ** (2 * d) * _bound),
            domain=_UNION,
        ),
    ]
