"""Change of measure: ``E_Omega f = E_Psi (p_Omega/p_Psi) f`` for laws on points and for Gaussian proposals N(u, s^2 I_d).

Proof on points: the weights of Psi cancel where they are positive, and their sum is a nonzero constant. For a
standard normal coordinate substitute ``w = u + s g``: with the density phi, ``phi(w) s = [s phi(w)/phi(g)] phi(g)``, and the bracket
is what a weighted sample is multiplied with. Coordinates are independent, so their factors multiply.
"""

from __future__ import annotations

import sympy as sp

from rftheory.coordinates import total
from rftheory.evidence.derivation import Derivation
from rftheory.kernels import PAIR, d, theta, x_norm, y_norm
from rftheory.propositions import Equality
from rftheory.rules.importance import change_of_measure, importance_mean
from rftheory.rules.nodes import Expectation, Projection
from rftheory.statements.claims import Claim, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="rules.importance",
    paper="rules",
    location="rule",
    kind="rule",
    title="Change of measure",
)

_N = sp.Symbol("N", integer=True, positive=True)
_k, _h = sp.symbols("k h", integer=True, positive=True)
_omega, _psi = (sp.IndexedBase(name, positive=True) for name in ("omega", "psi"))
_f = sp.IndexedBase("f", real=True)
_WEIGHT = {"low": 0, "closed": "()", "typical": (1, 3), "shape": (_N,)}
_POINTS = Domain(
    (
        Range(_N, 1, None, integer=True, typical=(1, 4), awkward=(1,)),
        Range(_omega.label, **_WEIGHT),
        Range(_psi.label, **_WEIGHT),
        Range(_f.label, typical=(-2, 2), shape=(_N,)),
    )
)

_g, _u, _a, _b = sp.symbols("g u a b", real=True)
_s = sp.Symbol("s", positive=True)
_SCALE = Range(_s, 0, None, "()", typical=(sp.Rational(1, 2), 2), awkward=(sp.Rational(1, 3), 1, 3))
_LINE = Domain((Range(_u, typical=(-2, 2), awkward=(0,)), _SCALE, Range(_a, typical=(-2, 2))))
_PLANE = Domain(
    (
        Range(x_norm, 0, None, "()", typical=(0, 2)),
        Range(y_norm, 0, None, "()", typical=(0, 2)),
        Range(theta, 0, sp.pi, "[]", typical=(0, 3)),
        Range(_u, typical=(-1, 1), awkward=(0,)),
        _SCALE,
        Range(_a, typical=(-1, 1)),
        Range(_b, typical=(-1, 1)),
        Range(d, 1, None, integer=True, typical=(1, 6), awkward=(1,)),
    )
)
_ONE_DIMENSION = Domain((Range(x_norm, 0, None, "()", typical=(0, 2)), *_LINE.ranges))
_W = Projection("w")


def _density(argument: sp.Expr) -> sp.Expr:
    return sp.exp(-(argument**2) / 2) / sp.sqrt(2 * sp.pi)


def _weight() -> sp.Expr:
    """The factor of one coordinate, as `weighted_sample` has it."""
    return _s * sp.exp(-(_u**2) / 2 - _s * _g * _u + (1 - _s**2) / 2 * _g**2)


def _on_the_line() -> tuple[sp.Expr, sp.Expr]:
    """E exp(a w.x) in one dimension, before and after; any integrable function of w may stand for the exponential."""
    before = Expectation(sp.exp(_a * _W.dot(PAIR.x)))
    return before, change_of_measure(_W, PAIR.x * _u, _s, sp.Integer(1))(before)


def _one_coordinate() -> Derivation:
    before, after = _on_the_line()
    reason = "w = u |x| + s g, dw = s dg, and the density of w times s is the weight times that of g"
    return Derivation(before, _ONE_DIMENSION, "w.x = |x| w with w ~ N(0, 1)").waypoint(after, reason)


def _sample() -> sp.Expr:
    """E exp(a w.x) cos(b w.y)."""
    return Expectation(sp.exp(_a * _W.dot(PAIR.x)) * sp.cos(_b * _W.dot(PAIR.y)))


def claims() -> list[Claim]:
    moved = change_of_measure(_W, PAIR.z * _u, _s, d)(_sample())
    shifted = change_of_measure(_W, PAIR.z * _u)(_sample())
    mean = importance_mean(lambda at: _omega[at], lambda at: _psi[at], lambda at: _f[at], _k, _h, _N)
    return [
        Claim(
            name="points",
            says="on N points, with any positive weights of Psi, normalised or not",
            proposition=Equality(mean, total(_omega[_k] * _f[_k], _k, _N)),
            domain=_POINTS,
        ),
        Claim(
            name="weight",
            says="the factor of one coordinate is s phi(u + s g) / phi(g)",
            proposition=Equality(_s * _density(_u + _s * _g) / _density(_g), _weight()),
            domain=_LINE.with_ranges(Range(_g, typical=(-3, 3), awkward=(0,))),
        ),
        Claim(
            name="one coordinate",
            says="in one dimension: substitution",
            proposition=Equality(*_on_the_line()),
            domain=_ONE_DIMENSION,
            proof=_one_coordinate,
        ),
        Claim(
            name="Gaussian",
            says="E exp(a w.x) cos(b w.y) with w drawn from N(u (x + y), s^2 I_d), as the rule writes it",
            proposition=Equality(moved, _sample()),
            domain=_PLANE,
        ),
        Claim(
            name="Gaussian, shift",
            says="the same for s = 1, which needs no dimension",
            proposition=Equality(shifted, _sample()),
            domain=_PLANE,
        ),
    ]
