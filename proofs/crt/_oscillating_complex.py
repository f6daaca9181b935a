r"""With s = -1 no complex A reduces the variance of TrigRF by much, for any pair of inputs that are not close.

Let 1 - 4A = y^2, y = a + ib, a, b > 0 (b = 0 is `_oscillating`; b < 0 gives the conjugate sample, so the same real part),
t = |x - y|^2 of the inputs, k = e^-t and q = 1 - 8A = p + ir. Then (Re Z)^2 = (|Z|^2 + Re Z^2)/2,

    E |Z|^2 = (|y|^4/p)^(d/2) exp(2 b^2 t/p) >= 1,
    |E Z^2| = (|y|^4/|q|)^(d/2) exp(-t - t p/|q|^2) <= k E |Z|^2,

since |y|^4 - p = (|y|^2 - 1)^2 + 4 b^2 and |q| >= p. So ``2 Var Re Z >= (1 - k) E |Z|^2 - 2k >= 1 - 3k``, against (1 - k)^2 for TrigRF.
"""

from rftheory.proofs.crt._complex_kernel import PARAMETERS, SIZE, a, b
from rftheory.proofs.crt._setting import D
from rftheory.vocabulary import *
from rftheory.proofs.crt import _oscillating as real
from rftheory.proofs.rules.elementary_bounds import exponential_tangent, u
from rftheory.rules.integrated import granted
from rftheory.rules.polar import polar_logarithms

t = real.t
_FAR = Range(t, 2, None, "[)", typical=(2, 20), awkward=(2, 100))
#: every complex A of finite variance with Im A < 0, inputs that are not close, any dimension
PAIRS = replace(
    PARAMETERS.with_ranges(_FAR, D),
    # next to TrigRF
    witness={a: sp.Integer(1), b: sp.Rational(1, 100), t: sp.Integer(4), d: sp.Integer(1)},
)
_DELTA = Space("difference", lambda first, second: t, "e").vector("e")
_W = Projection("w")
_Y, _BAR = a + sp.I * b, a - sp.I * b
_K = sp.exp(-t)
#: Re q, Im q, |q|^2
_P, _R = 2 * a**2 - 2 * b**2 - 1, 4 * a * b
SQUARED_GAP = _P**2 + _R**2

#: log E |Z|^2; log |E Z^2| and the angle of E Z^2
MODULUS = d * sp.log(SIZE) - d / 2 * sp.log(_P) + 2 * b**2 * t / _P
GROWTH = d * sp.log(SIZE) - d / 4 * sp.log(SQUARED_GAP) - t - t * _P / SQUARED_GAP
ANGLE = d * (2 * sp.atan(b / a) - sp.atan(_R / _P) / 2) + t * _R / SQUARED_GAP

_g, _phi = sp.symbols("g phi", real=True)
_WAVES = Domain((Range(_g, typical=(-2, 2)), Range(_phi, typical=(-3, 3))))


def one_sample(y: sp.Expr, slope: sp.Expr) -> sp.Expr:
    """f1 f2 of (4) for 1 - 4A = y^2, s = -1: B = iy, C = 0, D^2 = y^d."""
    return y**d * sp.exp((1 - y**2) / 2 * _W.squared_length(d) + slope * _W.dot(_DELTA))


#: Re Z.
real_sample = (one_sample(_Y, sp.I * _Y) + one_sample(_BAR, -sp.I * _BAR)) / 2

#: E (Re Z)^2.
second_moment = Expectation(real_sample**2)


def _pair(y: sp.Expr) -> sp.Expr:
    """E Z^2, through logarithms."""
    return sp.exp(d * (2 * sp.log(y) - sp.log(2 * y**2 - 1) / 2) - t - t / (2 * y**2 - 1))


_both = sp.exp(_g + sp.I * _phi) + sp.exp(_g - sp.I * _phi)
#: Re exp(g + i phi) >= -exp(g).
wave = lemma(
    "wave: a wave is at least minus its modulus",
    ge(_both, -2 * sp.exp(_g)),
    _WAVES,
    Chain(_both).ge(-2 * sp.exp(_g), [sp.exp(_g), (2 * sp.cos(_phi / 2)) ** 2]),
    mutants=[-sp.exp(_g)],
)

_left = sp.expand(SQUARED_GAP)
#: |q|^2 > 0, multiplied out.
modulus = lemma(
    "1 - 8A does not vanish",
    gt(_left, 0),
    PARAMETERS,
    Chain(_left).eq(SQUARED_GAP).gt(0),
    name="s = -1, complex: modulus",
    mutants=[2 * SIZE**2],
)

#: |y|^4 >= p.
spread = lemma(
    "|1 - 4A|^2 is at least Re(1 - 8A)",
    ge(SIZE**2, _P),
    PARAMETERS,
    Chain(SIZE**2).gt(_P, [(SIZE - 1) ** 2 + 4 * b**2]),
    name="s = -1, complex: spread",
    mutants=[2 * _P],
)


def _mean_square_chain() -> Chain:
    chain = Chain(MODULUS).use(spread).use(real.monotone, {real.LARGE: SIZE**2, real.SMALL: _P})
    chain = chain.ge(2 * b**2 * t / _P)
    return chain.gt(0)


#: log E |Z|^2 >= 0: |y|^4 - p = (|y|^2 - 1)^2 + 4 b^2.
mean_square = lemma(
    "E |Z|^2 is at least 1",
    ge(MODULUS, 0),
    PAIRS,
    _mean_square_chain(),
    name="s = -1, complex: mean square",
    mutants=[d * b / 8],
)


@cache
def mean_wave() -> Claim:
    """log E |Z|^2 - t >= log |E Z^2|: |q| >= p."""
    left = MODULUS - t - GROWTH

    def proof() -> Chain:
        chain = Chain(left).use(real.monotone, {real.LARGE: SQUARED_GAP, real.SMALL: _P**2})
        rest = 2 * b**2 * t / _P + t * _P / SQUARED_GAP
        return chain.ge(rest, [d / 4, sp.log(SQUARED_GAP) - sp.log(_P**2)]).gt(0)

    return lemma(
        "|E Z^2| is at most exp(-|x - y|^2) E |Z|^2",
        ge(left, 0),
        PAIRS,
        proof(),
        name="s = -1, complex: mean wave",
        mutants=[t / _P],
    )


def _chain() -> Chain:
    half = sp.Rational(1, 2)
    chain = Chain(second_moment - _K).use(modulus)
    chain = chain.eq((_pair(_Y) + _pair(_BAR)) / 4 + half * sp.exp(MODULUS) - _K, "closed forms")
    chain = chain.computed(polar_logarithms, "Log z = log|z| + i atan(Im z/Re z)")
    for y, sign in ((_Y, 1), (_BAR, -1)):
        exponent = polar_logarithms(_pair(y), positive=granted).exp
        chain = chain.rewrite(exponent, GROWTH + sign * sp.I * ANGLE, "real and imaginary parts")
    chain = chain.use(wave, {_g: GROWTH, _phi: ANGLE})
    both = sp.exp(GROWTH + sp.I * ANGLE) + sp.exp(GROWTH - sp.I * ANGLE)
    chain = chain.ge(half * (sp.exp(MODULUS) - sp.exp(GROWTH)) - _K, [half / 2, both + 2 * sp.exp(GROWTH)])
    apart = MODULUS - t - GROWTH
    chain = chain.use(mean_wave()).use(exponential_tangent, {u: apart})
    chain = chain.ge(half * (1 - _K) * sp.exp(MODULUS) - _K, [half, sp.exp(GROWTH), sp.exp(apart) - 1])
    chain = chain.use(mean_square).use(exponential_tangent, {u: MODULUS})
    return chain.ge(half * (1 - _K) - _K, [half, 1 - _K, sp.exp(MODULUS) - 1])


_bound = (1 - 3 * _K) / 2
#: Var Re Z >= (1 - 3k)/2.
variance_claim = lemma(
    "the variance with s = -1 and any complex A is at least (1 - 3 exp(-|x - y|^2))/2",
    ge(second_moment - _K, _bound),
    PAIRS,
    _chain().eq(_bound),
    name="s = -1, complex: variance",
    mutants=[sp.Rational(3, 2) * _bound],
)


_half, _far = sp.Rational(1, 2), sp.Rational(3, 2)


def _quarter_chain() -> Chain:
    chain = _chain().eq(_half - _far * _K).use(exponential_tangent, {u: t - 2})
    chain = chain.ge(_half - _far * sp.exp(-2) + _far * _K * (t - 2))
    return chain.ge(_half - _far * sp.exp(-2)).gt(sp.Rational(1, 4))


#: 3 e^-2 < 1/2.
quarter = lemma(
    "the variance is at least 1/4 where |x - y|^2 >= 2",
    ge(second_moment - _K, sp.Rational(1, 4)),
    PAIRS,
    _quarter_chain(),
    name="s = -1, complex: far inputs",
    mutants=[_half],
)


#: Var Re Z.
variance = second_moment - _K

#: That of cos(w.(x - y)).
trigonometric_variance = Expectation(sp.cos(_W.dot(_DELTA)) ** 2) - _K


def half_chain() -> Chain:
    """1/4 is at least half of (1 - k)^2/2."""
    chain = Chain(second_moment - _K).use(quarter)
    chain = chain.ge(sp.Rational(1, 4))
    chain = chain.gt((1 - _K) ** 2 / 4)
    return chain.eq(trigonometric_variance / 2)


lemmas = [wave, modulus, spread, mean_square, mean_wave(), variance_claim, quarter]
