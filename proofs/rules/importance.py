"""Change of measure: ``E_Omega f = E_Psi (p_Omega/p_Psi) f`` for laws on points and for Gaussian proposals N(u, s^2 I_d).

Proof on points: the weights of Psi cancel where they are positive, and their sum is a nonzero constant. For a
standard normal coordinate substitute ``w = u + s g``: with the density phi, ``phi(w) s = [s phi(w)/phi(g)] phi(g)``, and the bracket
is what a weighted sample is multiplied with. Coordinates are independent, so their factors multiply.
"""

from rftheory.vocabulary import *
from rftheory.inputs.coordinates import total
from rftheory.rules.importance import change_of_measure, importance_mean

STATEMENT = statement("rule", "rule", "Change of measure")

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
DOMAIN = Domain(
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


#: The factor of one coordinate, as `weighted_sample` has it.
_weight = _s * sp.exp(-(_u**2) / 2 - _s * _g * _u + (1 - _s**2) / 2 * _g**2)

_before = Expectation(sp.exp(_a * _W.dot(PAIR.x)))
#: E exp(a w.x) in one dimension, before and after; any integrable function of w may stand for the exponential.
_on_the_line = _before, change_of_measure(_W, PAIR.x * _u, _s, sp.Integer(1))(_before)


def _one_coordinate() -> Chain:
    before, after = _on_the_line
    reason = "w = u |x| + s g, dw = s dg, and the density of w times s is the weight times that of g"
    return Chain(before).eq(after, reason)


#: E exp(a w.x) cos(b w.y).
_sample = Expectation(sp.exp(_a * _W.dot(PAIR.x)) * sp.cos(_b * _W.dot(PAIR.y)))

moved = change_of_measure(_W, PAIR.z * _u, _s, d)(_sample)
shifted = change_of_measure(_W, PAIR.z * _u)(_sample)
mean = importance_mean(lambda at: _omega[at], lambda at: _psi[at], lambda at: _f[at], _k, _h, _N)
CLAIMS = (
    claim(
        "points: on N points, with any positive weights of Psi, normalised or not",
        eq(mean, total(_omega[_k] * _f[_k], _k, _N)),
        _POINTS,
    ),
    claim(
        "weight: the factor of one coordinate is s phi(u + s g) / phi(g)",
        eq(_s * _density(_u + _s * _g) / _density(_g), _weight),
        _LINE.with_ranges(Range(_g, typical=(-3, 3), awkward=(0,))),
    ),
    claim("one coordinate: in one dimension: substitution", Equality(*_on_the_line), _ONE_DIMENSION, _one_coordinate()),
    claim(
        "Gaussian: E exp(a w.x) cos(b w.y) with w drawn from N(u (x + y), s^2 I_d), as the rule writes it",
        eq(moved, _sample),
    ),
    claim("Gaussian, shift: the same for s = 1, which needs no dimension", eq(shifted, _sample)),
)
