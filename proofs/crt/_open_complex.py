"""For s = +1 no complex A is better than the best real one: E (Re Z_A)^2 >= E Z_*^2, Z_* the sample of OPRF.

Let 1 - 4A = y^2 with y = a + ib, a, b > 0 (b = 0 is Theorem 3.3; b < 0 gives the conjugate sample, so the same real part), and let Z_B be
the sample of the real parameter B = (1 - c^2)/4, c > 1. Then

    E (Re Z_A)^2 >= 2 E [Re Z_A Z_B] - E Z_B^2,    E [Z_A Z_B] = E Z_B^2 exp(d P + v^2 Q)

with P and Q as in `_complex_kernel`. The phase Im(d P + v^2 Q) is negative at c = 1 and positive at c = |y|^2 + a + 2, so there is a c in
between at which it vanishes. There Im Q < 0, and Re(d P + v^2 Q) = d Im(P conj Q)/(-Im Q) >= 0. Hence E (Re Z_A)^2 >= E Z_B^2, and
E Z_B^2 >= E Z_*^2 by Theorem 3.3.
"""

from rftheory.proofs.crt._complex_kernel import *
from rftheory.proofs.crt._setting import *
from rftheory.proofs.crt._sums import OPRF, SUM_PAIR, SUMS, V, W, sample, second_moment, v
from rftheory.proofs.crt.theorem_3_3 import profile, slope
from rftheory.proofs.rules.polar import double_angle, tangent
from rftheory.rules.integrated import granted
from rftheory.rules.polar import polar_logarithms

_Y, _BAR = a + sp.I * b, a - sp.I * b
_NORMS = SUM_PAIR.x.square + SUM_PAIR.y.square
_DOMAIN = SUMS.with_ranges(*PARAMETERS.ranges).where(*PARAMETERS.conditions)
_ENDS = (sp.Integer(1), SIZE + a + 2)
#: arg y less half of arg y^2, which vanishes
_DELTA = double_angle(1).proposition.left.subs(tangent, b / a)

#: Im and Re of d P + v^2 Q
PHASE = d * imaginary_p(sp.Integer(1)) + v**2 * imaginary_q
GROWTH = d * real_p(sp.Integer(1)) + v**2 * real_q()
#: log E Z_B^2
LEVEL = d * (2 * sp.log(c) - sp.log(2 * c**2 - 1) / 2) + 2 * c**2 * v**2 / (2 * c**2 - 1) - 2 * _NORMS


def one_sample(y: sp.Expr) -> sp.Expr:
    """f1 f2 of (4) for 1 - 4A = y^2, Re y > 0, s = +1: B = y, C = -1, D^2 = y^d."""
    return y**d * sp.exp((1 - y**2) / 2 * W.squared_length(d) + y * W.dot(SUM_PAIR.z) - _NORMS)


#: Re Z_A.
real_sample = (one_sample(_Y) + one_sample(_BAR)) / 2


def _pair_moment(y: sp.Expr) -> sp.Expr:
    """E of one half of Re Z_A, times Z_B, through logarithms."""
    level = d * (sp.log(y) + sp.log(c) - sp.log(y**2 + Q0) / 2)
    return sp.exp(level + (y + c) ** 2 * v**2 / (2 * (y**2 + Q0)) - 2 * _NORMS)


#: the parts of P and Q
_PARTS = sp.symbols("p_re p_im q_re q_im", real=True)


# -- at a value of c where the phase vanishes -------------------------------------------------------------------


def _in_the_plane(chain: Chain) -> Chain:
    """With the lemmas that keep logarithms and divisors off zero."""
    for w in (sp.Integer(0), sp.Integer(1)):
        chain = chain.use(in_the_half_plane(), {share: w})
        chain = chain.use(modulus_is_positive(), {share: w})
    return chain


def _falling(domain: Domain) -> Claim:
    """X > 0: the phase vanishes although Im P > 0."""

    def proof() -> Chain:
        chain = _in_the_plane(Chain(X)).use(angle_is_positive, {share: sp.Integer(1)})
        factor = MODULUS / (b * v**2)
        return chain.gt(0, [factor * d * imaginary_p(sp.Integer(1)) - factor * PHASE])

    return lemma("X: Im Q < 0 where the phase vanishes", gt(X, 0), domain, proof=proof())


def same_phase() -> Claim:
    """If d P + t Q is real, Im Q < 0 and Im(P conj Q) >= 0, it is not negative."""
    p, q = _PARTS[:2], _PARTS[2:]
    number = Range(p[0], typical=(-2, 2))
    domain = Domain(
        (D, V, number, *(replace(number, symbol=symbol) for symbol in (p[1], *q))),
        (sp.Gt(-q[1], 0), sp.Ge(p[1] * q[0] - p[0] * q[1], 0), sp.Eq(d * p[1] + v**2 * q[1], 0, evaluate=False)),
    )
    value, phase = d * p[0] + v**2 * q[0], d * p[1] + v**2 * q[1]
    gap = d * (p[1] * q[0] - p[0] * q[1]) / (-q[1]) + q[0] * phase / q[1]
    says = "a real d P + t Q is not negative where Im Q < 0 and Im(P conj Q) >= 0"
    return claim(says, ge(value, 0), domain, proof=Chain(value).ge(0, [gap]), name="same phase")


def _growing(domain: Domain) -> Claim:
    """Re(d P + v^2 Q) >= 0."""

    def proof() -> Chain:
        chain = _in_the_plane(Chain(GROWTH)).use(_falling(domain))
        chain = chain.use(crossed_is_positive, {share: sp.Integer(1)})
        parts = (real_p(sp.Integer(1)), imaginary_p(sp.Integer(1)), real_q(), imaginary_q)
        chain = chain.use(same_phase(), dict(zip(_PARTS, parts, strict=True)))
        return chain.ge(0)

    says = "the pair moment is at least E Z_B^2 where the phase vanishes"
    return lemma(says, ge(GROWTH, 0), domain, proof=proof(), name="growth")


_domain = Domain((REAL_A, V, D))
#: The part of the second moment of real A that depends on A is least at A*.
least_profile = lemma(
    "the second moment over real A is least at A* (Theorem 3.3)",
    ge(profile, profile.subs(A, OPRF.A)),
    _domain,
    Chain(profile).valley(A, OPRF.A, slope),
    name="complex: real parameters",
)

#: where the phase vanishes between its ends
_AT_ROOT = PARAMETERS.with_ranges(V, D, Range(c, *_ENDS, "()")).where(sp.Eq(PHASE, 0, evaluate=False))


def _at_root() -> Chain:
    real, other = real_sample, one_sample(c)
    chain = Chain(Expectation(real**2))
    chain = _in_the_plane(chain)
    chain = chain.use(narrow_angle)
    for sign in (1, -1):
        chain = chain.use(double_angle(sign), {tangent: b / a})
    chain = chain.use(_growing(_AT_ROOT))
    chain = chain.ge(2 * Expectation(real * other) - Expectation(other**2), [Expectation((real - other) ** 2)])
    halves = _pair_moment(_Y) + _pair_moment(_BAR)
    chain = chain.eq(halves - sp.exp(LEVEL), "closed forms")
    chain = chain.computed(polar_logarithms, "Log z = log|z| + i atan(Im z/Re z)")
    for y, sign in ((_Y, 1), (_BAR, -1)):
        exponent = polar_logarithms(_pair_moment(y), positive=granted).exp
        chain = chain.rewrite(exponent, LEVEL + GROWTH + sign * sp.I * (d * _DELTA + PHASE), "real and imaginary parts")
    chain = chain.rewrite(_DELTA, sp.Integer(0)).rewrite(PHASE, sp.Integer(0))
    chain = chain.ge(sp.exp(LEVEL))
    chain = chain.use(least_profile, {A: (1 - c**2) / 4})
    constant, best = sp.exp(-2 * _NORMS), profile.subs(A, OPRF.A)
    chain = chain.ge(constant * best, [constant, profile.subs(A, (1 - c**2) / 4) - best])
    return chain.eq(Expectation(sample(OPRF) ** 2), "the second moment of OPRF")


@cache
def last_end() -> Claim:
    """The phase is positive at c = |y|^2 + a + 2, where Im Q > 0."""
    domain = PARAMETERS.with_ranges(V, D)
    phase = PHASE.subs(c, _ENDS[1])

    def proof() -> Chain:
        return Chain(phase).use(angle_is_positive, {share: sp.Integer(1), c: _ENDS[1]}).gt(0)

    return lemma("the phase is positive at c = |y|^2 + a + 2", gt(phase, 0), domain, proof(), name="complex: last end")


def _no_better() -> Chain:
    """The phase is negative at the first end and positive at the last one: it vanishes between them."""
    least = Expectation(sample(OPRF) ** 2)
    says = "where the phase vanishes, the second moment of real A is at least that of OPRF"
    at_root = lemma(says, ge(Expectation(real_sample**2), least), _AT_ROOT, proof=_at_root(), name="at a root")
    return Chain(Expectation(real_sample**2)).use(last_end()).use(at_root).ge(least, words="at a root of the phase")


_root = GeneralizedExponential(A=(1 - _Y**2) / 4).B
moment, least = Expectation(real_sample**2), second_moment(OPRF)
CLAIMS = (
    lemma(
        "B of (5) is y", eq(_Y, _root), PARAMETERS, Chain(_Y).principal_root(_root, _root, _Y, a), name="complex: root"
    ),
    narrow_angle,
    in_the_half_plane(),
    modulus_is_positive(),
    angle_is_positive,
    direction_is_positive,
    crossed_is_positive,
    last_end(),
    least_profile,
    claim(
        "for s = +1 the second moment at any complex A is at least that of OPRF",
        ge(moment, Expectation(sample(OPRF) ** 2)),
        _DOMAIN,
        _no_better(),
        name="complex: no better than OPRF",
    ),
)
