r"""``E exp(c|w|^2 + w.u) = (1 - 2c)^(-d/2) exp(u^2 / (2 (1 - 2c)))`` for w ~ N(0, I_d), complex u and Re(1 - 2c) > 0.

Proof. One coordinate, with kappa = 1 - 2c: completing the square leaves ``I(kappa) = int exp(-kappa (g - s)^2/2) dg`` with
s = z/kappa. It does not depend on s, since its s-derivative is an increment of an integrand that vanishes at both ends. By
parts, ``kappa I'(kappa) = -I(kappa)/2``; the principal root has ``(kappa^(1/2))' = kappa^(1/2) / (2 kappa)`` on the half
plane Re kappa > 0, which it does not leave through its cut, so ``I(kappa) kappa^(1/2)`` is constant there: its value at
kappa = 1 is sqrt(2 pi). The coordinates are independent; the d-th power of the principal root is the principal power.

A uniform phase b has ``E exp(i n b) = 0`` for every integer n except 0: the antiderivative is periodic.
"""

from rftheory.vocabulary import *

STATEMENT = statement(
    "rule", "rule", "Expectation of the exponential of a complex quadratic and linear form of a Gaussian vector"
)

_a, _b = sp.symbols("a b", real=True)
_c_re, _c_im = sp.symbols("c_re c_im", real=True)
_z, _squares = sp.symbols("z S")
_W, _PHASE = Projection("w"), Phase("b")
_C = _c_re + sp.I * _c_im
_SPREAD = sp.expand(1 - 2 * _C)

_WIDTH = (
    Range(_c_re, None, sp.Rational(1, 2), "()", typical=(-2, 0), awkward=(-20, sp.Rational(49, 100))),
    Range(_c_im, None, None, typical=(-2, 2), awkward=(0, 3)),
)
_LINE = (
    Range(x_norm, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 1000), 20)),
    Range(_a, None, None, typical=(-2, 2), awkward=(0,)),
    Range(_b, None, None, typical=(-2, 2), awkward=(0,)),
)
_DIMENSION = Range(d, 1, None, integer=True, typical=(1, 12), awkward=(1, 64))
_SCALAR = Domain((*_WIDTH, *_LINE))
DOMAIN = Domain(
    (
        *_WIDTH,
        *_LINE,
        Range(y_norm, 0, None, "()", typical=(0, 2)),
        Range(theta, 0, sp.pi, "[]", typical=(0, 3), awkward=(0, sp.Rational(1, 10000), sp.pi)),
        Range(d, 2, None, integer=True, typical=(2, 12), awkward=(2, 64)),
    )
)
_INDUCTION = Domain((*_WIDTH, Range(_squares), Range(_z), _DIMENSION))
_TURNS = Domain((Range(n, 1, None, integer=True, typical=(1, 12), awkward=(1,)),))


def _closed(square: sp.Expr, dimension: sp.Expr) -> sp.Expr:
    return _SPREAD ** (-dimension / 2) * sp.exp(square / (2 * _SPREAD))


def _scalar() -> Chain:
    z = (_a + sp.I * _b) * x_norm
    start = Expectation(sp.exp(_C * _W.squared_length(1) + (_a + sp.I * _b) * _W.dot(PAIR.x)))
    return Chain(start).eq(
        _closed(z**2, sp.Integer(1)),
        "I(kappa) does not depend on the shift s, and I(kappa) kappa^(1/2) not on kappa, Re kappa > 0 "
        "(differentiation under the integral)",
    )


def _induction() -> Chain:
    start = _closed(_squares + _z**2, d + 1)
    step = _closed(_squares, d) * _closed(_z**2, sp.Integer(1))
    return Chain(start).eq(step, "S is the sum of the first d squares")


def _plane() -> Chain:
    u = _a * PAIR.x + sp.I * _b * PAIR.y
    first, second = _a * x_norm + sp.I * _b * y_norm * sp.cos(theta), sp.I * _b * y_norm * sp.sin(theta)
    one = sp.Integer(1)
    start = Expectation(sp.exp(_C * _W.squared_length(d) + _W.dot(u)))
    return Chain(start).eq(
        _closed(first**2, one) * _closed(second**2, one) * _closed(sp.Integer(0), d - 2),
        "in an orthonormal frame that starts with the plane of x and y the d coordinates are independent",
    )


def _turns() -> Chain:
    start = Expectation(sp.exp(sp.I * n * _PHASE))
    return Chain(start).eq(sp.Integer(0), "a whole number of turns")


u = _a * PAIR.x + sp.I * _b * PAIR.y
coefficient = _a + sp.I * _b
quadratic = sp.exp(_C * _W.squared_length(d) + _W.dot(u))
two_phases = sp.cos(_W.dot(PAIR.x) + _PHASE) * sp.cos(_W.dot(PAIR.y) + _PHASE)
CLAIMS = (
    claim(
        "one coordinate: E exp(c g^2 + z g) = (1-2c)^(-1/2) exp(z^2/(2(1-2c))), principal root, complex c and z = (a + "
        "ib)|x|",
        eq(
            Expectation(sp.exp(_C * _W.squared_length(1) + coefficient * _W.dot(PAIR.x))),
            _closed((coefficient * x_norm) ** 2, sp.Integer(1)),
        ),
        _SCALAR,
        _scalar(),
    ),
    claim(
        "one more coordinate: the exponents of d and of one coordinate add, and so do the powers: induction on d",
        eq(_closed(_squares + _z**2, d + 1), _closed(_squares, d) * _closed(_z**2, sp.Integer(1))),
        _INDUCTION,
        _induction(),
    ),
    claim(
        "any dimension: E exp(c|w|^2 + w.u) = (1-2c)^(-d/2) exp(u^2/(2(1-2c))) for u = a x + i b y, d >= 2",
        eq(Expectation(quadratic), _closed(u.square, d)),
        proof=_plane(),
    ),
    claim(
        "as applied: E exp(c|w|^2) cosh(w.u), to which the rule is applied where Re(1 - 2c) > 0 is proved",
        eq(Expectation(sp.exp(_C * _W.squared_length(d)) * sp.cosh(_W.dot(u))), _closed(u.square, d)),
    ),
    claim(
        "phase: E exp(i n b) = 0 for n = 1, 2, ... and b uniform on [0, 2 pi)",
        eq(Expectation(sp.exp(sp.I * n * _PHASE)), 0),
        _TURNS,
        _turns(),
    ),
    claim(
        "phase, as applied: E cos(w.x + b) cos(w.y + b), to which both rules are applied, is E cos(w.(x - y)) / 2",
        eq(Expectation(two_phases), sp.exp(-PAIR.delta.square / 2) / 2),
    ),
)
