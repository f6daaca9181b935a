r"""Theorem 4.3: uniform convergence of softmax attention by GERF with A < 0, with explicit constants.

The print promises ``||K_sfm - K_hat_sfm||_inf <= eps`` "with any constant probability" for M = Omega of a number whose
formula is damaged in the text at hand: "M = Omega((1 4A) d 2 Gamma d eps )), where: Gamma = exp( 3R2 4 , gamma = (1 4A) d 2
q d + d2) (for A as in the OPRFs definition)". What is proved here, for every failure probability eta, with
``rho = R/d^(1/4)`` (rows are divided by d^(1/4)):

    b = (1 - 4A)^(d/2) exp(rho^2 (1 - 1/(2A)))                                     the range of one sample,
    G = (1 - 4A)^(d/2) (sqrt(1 - 4A)/sqrt(2e|A|) + rho) exp((1 - 4A) rho^2/|A|)    its slope in each input,
    M >= (8 b/eps^2) (exp(rho^2) + eps/6) (2d log(1 + 16 G rho/eps) + log(2/eta))

projections suffice (Bernstein), and so do ``(2 b^2/eps^2) (2d log(1 + 16 G rho/eps) + log(2/eta))`` (Hoeffding). The first
has the printed power d/2 of 1 - 4A, with Gamma = exp(rho^2 (2 - 1/(2A))): for eps <= 1 it is at most
``(28/3) Gamma (1 - 4A)^(d/2)/eps^2`` times the logarithms. The slopes and the net are computed by the rule, not given.

*What can be read*, Gamma = exp(3R^2/4) and gamma = (1 - 4A)^(d/2) sqrt(d + d^2), is too small in low dimensions: at d = 1
the kernel goes up to exp(R^2), and an absolute error needs exp(2R^2) in the place of exp(3R^2/4). It is large enough
where ``2 - 1/(2A) <= (3/4) sqrt(d)``.
"""

from rftheory.proofs.crt._tails import BOUND, LEVEL, MEAN, level
from rftheory.proofs.crt._uniform import *
from rftheory.estimators.errors import LargestError
from rftheory.proofs.crt._lemmas import upper_bound
from rftheory.proofs.rules.elementary_bounds import exponential_tangent, u
from rftheory.rules.uniform import largest_deviation, over_net

STATEMENT = statement(
    "rate",
    "Theorem 4.3",
    "Uniform convergence for attention approximation",
    reading="With probability at least 1 - eta the error is below eps at all pairs of inputs of length at most "
    "rho = R/d^(1/4), thus at all rows of Q and K, whatever their number, as soon as M reaches an "
    "explicit number of the order (1 - 4A)^(d/2) Gamma (d/eps^2) log(gamma/eps).",
    notes=(
        "Gamma and gamma are damaged in the text: 'M = Omega((1 4A) d 2 Gamma d eps )), where: Gamma = exp( 3R2 4 , gamma = (1 4A) d 2 "
        "q d + d2)'. The constants here are ours; what can be read is judged as a step.",
        "Simulated: the largest error over given rows, whose probability is at most that over the whole ball (one-sided), and the "
        "error at one pair.",
    ),
)

_MANY = Range(m, 1, None, integer=True, typical=(1, 10**7), awkward=(10**9,))
#: enough projections, by one bound or the other
_WITH = PAIRS_IN_BALL.with_ranges(_MANY, FAILURE)
_ENOUGH = {"Bernstein": enough_bernstein, "Hoeffding": enough_hoeffding}
_EXPONENT = {"Bernstein": exponent_bernstein, "Hoeffding": exponent_hoeffding}
_MODEST = Domain((*SHAPES.ranges, EPSILON, FAILURE)).where(sp.Le(epsilon, 1))
#: how far a point is moved along a direction
_t = sp.Symbol("t", real=True)
#: the constant in the place of Omega
_c = sp.Symbol("c", positive=True)
_CONSTANTS = Range(_c, 0, 100, "(]", typical=(0, 100), awkward=(1, 100))
#: sixteen dimensions, and many projections
_WITNESS = {
    A: sp.Integer(-1), d: sp.Integer(16), rho: sp.Rational(1, 10), x_norm: sp.Rational(1, 10), y_norm: sp.Rational(1, 20),
    theta: sp.Integer(1), m: sp.Integer(10**12), epsilon: sp.Integer(1), failure: sp.Rational(1, 2),
}  # fmt: skip
#: R
_RADIUS = rho * d ** sp.Rational(1, 4)

#: ``max |K_hat - K| >= eps`` over the ball.
uniform_event = sp.Ge(largest_deviation(gap, rho), epsilon, evaluate=False)


def _domain(kind: str) -> Domain:
    return _WITH.where(sp.Ge(m, _ENOUGH[kind]))


@cache
def _pair(kind: str) -> Claim:
    return pair_hoeffding() if kind == "Hoeffding" else pair_bernstein(level(), BOUND, MEAN, LEVEL)


def _over_net(kind: str, domain: Domain, exponent: Tail) -> Tail:
    """Union over the net, then the exponent of one pair against the number of pairs."""
    rule = over_net(uniform_event, slope, length, 2 * sp.exp(-_EXPONENT[kind]), d)
    chain = Tail(Probability(uniform_event), domain)
    chain.by_rule(rule, [sample_slope_bound, kernel_slope_bound, _pair(kind)])
    return chain.through(exponent, lambda t: 2 * sp.exp(t)).algebra(failure)


def _uniform(kind: str) -> Tail:
    domain = _domain(kind)
    exponent = Tail(2 * d * sp.log(1 + 16 * slope * rho / epsilon) - _EXPONENT[kind], domain)
    exponent.at_most(-sp.log(2 / failure), [_EXPONENT[kind] / m, m - _ENOUGH[kind]])
    return _over_net(kind, domain, exponent)


@cache
def uniform(kind: str) -> Claim:
    """The theorem with the number of projections of one of the two bounds."""
    return claim(
        "the largest error over the ball reaches eps with probability at most eta",
        le(Probability(uniform_event), failure),
        _domain(kind),
        lambda: _uniform(kind),
        name=f"uniform convergence, {kind}",
    )


#: ``exp(rho^2 (2 - 1/(2A)))``.
_gamma = sp.exp(rho**2 * (2 - 1 / (2 * A)))

#: ``2d log(1 + 16 G rho/eps) + log(2/eta) > 0``.
logarithms = lemma(
    "logarithms: the logarithms of the order are positive",
    gt(entropy, 0),
    _MODEST,
    lambda: Tail(entropy, _MODEST).at_least(sp.Integer(0)),
    mutants=[d * sp.log(16 / failure)],
)


@cache
def order() -> Claim:
    """The number of projections in the shape of the print."""
    left, constant = enough_bernstein, sp.Rational(28, 3)
    right = constant * scale * _gamma / epsilon**2 * entropy

    def proof() -> Tail:
        front = 8 * largest / epsilon**2
        target = front * sp.Rational(7, 6) * sp.exp(rho**2) * entropy
        chain = Tail(left, _MODEST)
        chain.at_most(front * (sp.exp(rho**2) + sp.Rational(1, 6)) * entropy, [front, entropy, (1 - epsilon) / 6])
        return chain.at_most(target, [front, entropy, (sp.exp(rho**2) - 1) / 6]).algebra(right)

    return upper_bound(
        "order",
        "for eps <= 1 that number is at most (28/3) Gamma (1 - 4A)^(d/2)/eps^2 times the logarithms",
        left,
        right,
        _MODEST,
        proof,
        right / 2,
    )


# -- the number that can be read ------------------------------------------------------------------------------------


#: exp(3R^2/4).
readable_gamma = sp.exp(3 * _RADIUS**2 / 4)

_logarithm = sp.log(scale * sp.sqrt(d + d**2) * _RADIUS / epsilon)
#: ``c (1 - 4A)^(d/2) Gamma (d/eps^2) log(gamma R/eps)`` with gamma = (1 - 4A)^(d/2) sqrt(d + d^2).
readable = _c * scale * readable_gamma * d / epsilon**2 * _logarithm


def _error(level: sp.Expr) -> Probability:
    """The probability of an error at one pair of rows."""
    return Probability(sp.Ge(sp.Abs(gap), level, evaluate=False))


#: Gamma and gamma as they can be read; at one pair of rows, which the maximum over all pairs is not below.
as_read = step(
    "Gamma as read: the error at each pair of rows reaches eps with probability at most 1/2, for Gamma = exp(3R^2/4), "
    "gamma = (1 - 4A)^(d/2) sqrt(d + d^2) and some constant up to 100 in the place of Omega",
    le(_error(epsilon), sp.Rational(1, 2)),
    PAIRS_IN_BALL.with_ranges(_MANY, _CONSTANTS).where(sp.Ge(m, readable)),
    location="Theorem 4.3, Gamma",
    print="restored",
    tex=r"M = \Omega\left((1-4A)^{d/2}\, \Gamma\, \tfrac{d}{\epsilon^2} \log\tfrac{\gamma R}{\epsilon}\right),\ "
    r"\Gamma = \exp\left(\tfrac{3R^2}{4}\right)",
    error="misprint",
    survives="Theorem 4.3 survives, with the power d/2 of 1 - 4A: Gamma = exp((R^2/sqrt(d)) (2 - 1/(2A))) serves",
    flaw="at d = 1 the kernel goes up to exp(R^2), and exp(3R^2/4) grows too slowly for an absolute error",
    counterexample={A: -4 * 10**18, d: 1, rho: 5, x_norm: 5, y_norm: 5, theta: 0, m: 1, epsilon: 10**10, _c: 100},
)


def _in_shape(name: str, says: str, gamma: sp.Expr, tex: str, *needs: tuple[str, sp.Basic]) -> Claim:
    """The theorem in the shape of the print, for eps <= 1, with a Gamma that is at least ours."""
    front = sp.Rational(28, 3) * scale / epsilon**2 * entropy
    domain = _WITH.where(sp.Le(epsilon, 1), *(condition for _, condition in needs), sp.Ge(m, front * gamma))
    domain = replace(domain, witness=_WITNESS)

    def proof() -> Tail:
        size = 2 * d * sp.log(1 + 16 * slope * rho / epsilon)
        weight = _EXPONENT["Bernstein"] / m
        exponent = Tail(size - weight * m, domain).given(order())
        exponent.at_most(size - weight * front * gamma, [weight, m - front * gamma])
        if gamma != _gamma:
            more = 3 * sp.sqrt(d) / 4 - 2 + 1 / (2 * A)
            exponent.given(logarithms).given(exponential_tangent, {u: rho**2 * more})
            exponent.at_most(size - weight * front * _gamma * (1 + rho**2 * more))
            exponent.at_most(size - weight * front * _gamma)
        exponent.at_most(-sp.log(2 / failure), [weight, front * _gamma - enough_bernstein])
        return _over_net("Bernstein", domain, exponent)

    return correction(
        "Gamma as read",
        says,
        le(Probability(uniform_event), failure),
        domain,
        proof,
        name=name,
        tex=tex,
        needs=("eps <= 1", *(words for words, _ in needs)),
    )


def directional() -> Claim:
    """The derivative of one sample along a direction u of its first input."""
    table = {key: sp.Symbol(f"g_{key}", real=True) for key in ("ux", "uy", "xx", "xy", "yy")} | {"uu": sp.Integer(1)}
    space = Space("a direction", lambda a, b: table["".join(sorted(a + b))], "xyu")
    x, y, u = (space.vector(name) for name in "xyu")

    def along(step: sp.Expr) -> sp.Expr:
        return sp.exp(((x + u * step).square + y.square) / 2) * FAMILY.sample(W, x + u * step, y)

    lengths = [Range(table[key], 0, None, "[)", typical=(1, 3)) for key in ("xx", "yy")]
    products = [Range(table[key], typical=(-1, 1)) for key in ("ux", "uy", "xy")]
    # such vectors exist: all principal minors of their Gram table are nonnegative
    gram = sp.Matrix([[a.dot(b) for b in (x, y, u)] for a in (x, y, u)])
    exist = [sp.Ge(gram[rows, rows].det(), 0) for rows in ([0, 1], [0, 2], [1, 2], [0, 1, 2])]
    return lemma(
        "derivative: along a unit vector u the derivative of Z in its first input, x + t u, is Z (B w.u - (x + t u).u), at x "
        "itself (t = 0) at most Z (B |w| + rho) in size",
        derivative(along(_t), _t, along(_t) * (FAMILY.B * W.dot(u) - (x + u * _t).dot(u))),
        Domain((NEGATIVE_A, D, Range(_t, typical=(-1, 1)), *lengths, *products), tuple(exist)),
    )


_says = "the largest error over the ball reaches eps with probability at most eta, for "
_shape = (
    r"M \ge \tfrac{28}{3} (1-4A)^{d/2} \Gamma \epsilon^{-2} (2d \log(1 + 16 G \rho/\epsilon) + \log\tfrac{2}{\eta})"
)
_ours, _read = r"\Gamma = e^{\frac{R^2}{\sqrt d}(2 - \frac{1}{2A})}", r"\Gamma = e^{3R^2/4}"
_wide = ("2 - 1/(2A) <= (3/4) sqrt(d)", sp.Le(2 - 1 / (2 * A), 3 * sp.sqrt(d) / 4))

CLAIMS = (
    uniform("Bernstein"),
    uniform("Hoeffding"),
    as_read,
    # Our Gamma, and where the one that can be read will do.
    _in_shape("Gamma of ours", f"{_says}Gamma = exp(rho^2 (2 - 1/(2A)))", _gamma, rf"{_shape},\ {_ours}"),
    _in_shape(
        "Gamma as read, high dimensions", f"{_says}Gamma = exp(3R^2/4)", readable_gamma, rf"{_shape},\ {_read}", _wide
    ),
    positive,
    bounded,
    kernel_bound,
    directional(),
    parabola,
    damped_length(),
    sample_slope_bound,
    kernel_slope_bound,
    level(),
    _pair("Bernstein"),
    _pair("Hoeffding"),
    logarithms,
    order(),
)


def simulations() -> list[TailCheck]:
    half, part, zero = sp.Rational(1, 2), sp.Rational(1, 4), sp.Integer(0)
    point = {A: -part, d: 2, rho: part, epsilon: 1, failure: half}
    point[m] = sp.ceiling(sp.N(enough_bernstein.subs(point)))
    queries, keys = ((part, zero), (zero, part)), ((part, zero), (-part, zero))
    pair = {**point, m: 40, x_norm: part, y_norm: part, theta: zero}
    return [
        TailCheck(
            "rows on the sphere", LargestError(FAMILY, queries, keys), "probability", failure, point,
            claim="uniform convergence, Bernstein", threshold=epsilon, relation="<=",
        ),
        TailCheck(
            "one pair", Regular(FAMILY), "probability", 2 * sp.exp(-exponent_bernstein), pair,
            claim="one pair, Bernstein", threshold=epsilon / 2 * sp.exp(-SQUARES / 2), relation="<=",
        ),
    ]  # fmt: skip
