r"""The pieces of Theorem 4.3: one pair of rows, the slopes, and the number of projections that suffices.

``x = q/d^(1/4)``, ``y = k/d^(1/4)`` for rows q of Q and k of K, so ``|x|, |y| <= rho = R/d^(1/4)``. One sample for the softmax
kernel is ``Z = (1 - 4A)^(d/2) exp(2A |w|^2 + B w.(x + y) - (|x|^2 + |y|^2)/2)``. Its gradient in x is ``Z (B w - x)``.
"""

from rftheory.proofs.crt._setting import *
from rftheory.proofs.crt._tails import EPSILON, FAMILY, NEGATIVE_A, SQUARES, V, W, epsilon, scale
from rftheory.chains.reasons import Square
from rftheory.proofs.rules.elementary_bounds import exponential_tangent, u
from rftheory.rules.concentration import bernstein, deviation
from rftheory.rules.slopes import gradient_bounds

rho, failure = sp.symbols("rho eta", positive=True)
#: |w|
length = sp.Symbol("r", nonnegative=True)

RADIUS = Range(rho, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 100), 2))
FAILURE = Range(failure, 0, 1, "()", typical=(0, 1), awkward=(sp.Rational(1, 1000),))
SHAPES = Domain((NEGATIVE_A, D, RADIUS))
DRAWS = Domain((*SHAPES.ranges, Range(length, 0, None, typical=(0, 4), awkward=(0, 10))))
_vertex = sp.Symbol("q", nonnegative=True)
_PARABOLAS = Domain((NEGATIVE_A, DRAWS.ranges[-1], Range(_vertex, 0, None, typical=(0, 3), awkward=(0, 10))))
_NORMS = tuple(Range(s, 0, None, "[)", typical=(0, 2), awkward=(0, sp.Rational(1, 1000))) for s in (x_norm, y_norm))
#: all pairs of rows, zero among them
PAIRS_IN_BALL = Domain((*SHAPES.ranges, *_NORMS, THETA, M, EPSILON)).where(
    sp.Le(x_norm, rho),
    sp.Le(y_norm, rho),
    words=printed_words("rows of Q and K from (3) come from the L2-ball of radius R > 0", "Theorem 4.3"),
)

_DISTANCE = (x_norm - y_norm) ** 2 + 4 * x_norm * y_norm * sp.sin(theta / 2) ** 2

#: The error of the estimate of exp(x.y) by m iid projections.
gap = sp.exp(SQUARES / 2) * FAMILY.estimator(W, PAIR.x, PAIR.y, m) - softmax_kernel(PAIR.x, PAIR.y)

#: ``|K_hat - K| >= eps/2`` at one pair.
pair_event = sp.Ge(sp.Abs(gap), epsilon / 2, evaluate=False)

#: Z.
sample = deviation(pair_event).sample

#: b, the largest value of Z over the ball: (1 - 4A)^(d/2) exp(rho^2 (1 - 1/(2A))).
largest = scale * sp.exp(rho**2 * (1 - 1 / (2 * A)))

#: G: ``(1 - 4A)^(d/2) (B/sqrt(2e|A|) + rho) exp((1 - 4A) rho^2/|A|)``.
slope = scale * (FAMILY.B / sp.sqrt(-2 * A * sp.E) + rho) * sp.exp((1 - 4 * A) * rho**2 / (-A))

#: What bounds the gradient of Z in x at ``|w| = r``: ``Z (B r + rho)`` with ``w.(x + y) <= 2 rho r``.
sample_slope = scale * (FAMILY.B * length + rho) * sp.exp(2 * A * length**2 + 2 * FAMILY.B * rho * length)


def largest_gradient() -> sp.Expr:
    """The bound of the gradient of Z that the rule of nets computes."""
    in_x, in_y = gradient_bounds(sample, rho, length)
    assert in_x == in_y
    return in_x


#: What bounds the gradient of exp(x.y) in x.
kernel_slope = rho * sp.exp(rho**2)

# -- one sample -------------------------------------------------------------------------------------------------

#: Z > 0.
positive = lemma("positive: one sample is positive", le(0, sample), PAIRS_IN_BALL, Chain(sample).gt(sp.Integer(0)))


def _bounded_chain() -> Chain:
    exponent = 2 * A * W.squared_length(d) + FAMILY.B * W.dot(V) - SQUARES / 2
    summit = V.square / 2 - V.square / (8 * A) - SQUARES / 2
    rate = sp.Rational(1, 2) - 1 / (4 * A)
    shift = V * (-FAMILY.B / (4 * A))
    inner = Chain(exponent).use(Square(W, shift, d))
    inner = inner.le(summit)
    inner = inner.le(SQUARES * rate, [_DISTANCE, sp.Rational(1, 2) - 1 / (8 * A)])
    inner = inner.le((rho**2 + y_norm**2) * rate)
    inner = inner.le(rho**2 * (1 - 1 / (2 * A)))
    chain = Chain(sample).inside(inner, lambda t: scale * sp.exp(t))
    return chain.eq(largest)


#: Z <= b for all rows of the ball.
bounded = lemma(
    "range: one sample is at most b for all rows of the ball", le(sample, largest), PAIRS_IN_BALL, _bounded_chain()
)

_inner_product = PAIR.x.dot(PAIR.y)


def _kernel_bound_chain() -> Chain:
    inner = Chain(_inner_product).le(x_norm * y_norm)
    inner = inner.le(rho * y_norm).le(rho**2)
    return Chain(sp.exp(_inner_product)).inside(inner, sp.exp)


#: exp(x.y) <= exp(rho^2).
kernel_bound = lemma(
    "largest kernel: the kernel is at most exp(rho^2) on the ball",
    le(sp.exp(_inner_product), sp.exp(rho**2)),
    PAIRS_IN_BALL,
    _kernel_bound_chain(),
)


# -- slopes -----------------------------------------------------------------------------------------------------


@cache
def damped_length() -> Claim:
    """r exp(A r^2) <= 1/sqrt(2e|A|)."""
    left, right = length * sp.exp(A * length**2), 1 / sp.sqrt(-2 * A * sp.E)

    def proof() -> Chain:
        square = -2 * A * length**2
        inner = Chain(length**2 * sp.exp(2 * A * length**2)).use(exponential_tangent, {u: square - 1})
        inner = inner.le(1 / (-2 * A * sp.E))
        return Chain(left).eq(sp.sqrt(inner.start), "equal squares").inside(inner, sp.sqrt).eq(right)

    return lemma("damped length: r exp(A r^2) is largest at r^2 = 1/(2|A|)", le(left, right), DRAWS, proof())


_left, _right = A * length**2 - 2 * A * _vertex * length, -A * _vertex**2
#: A r^2 - 2 A q r <= -A q^2 for A < 0.
parabola = lemma(
    "parabola: a parabola that opens downwards is at most its value at the vertex q",
    le(_left, _right),
    _PARABOLAS,
    Chain(_left).le(_right),
)


def _sample_slope_bound_chain() -> Chain:
    damping = sp.exp(A * length**2)
    summit = sp.exp((1 - 4 * A) * rho**2 / (-A))
    exponent = Chain(A * length**2 + 2 * FAMILY.B * rho * length)
    exponent = exponent.use(parabola, {_vertex: -FAMILY.B * rho / A}).le((1 - 4 * A) * rho**2 / (-A))
    front = scale * (FAMILY.B * length + rho)
    chain = Chain(largest_gradient()).eq(sample_slope).eq(front * damping * sp.exp(exponent.start))
    chain = chain.inside(exponent, lambda t: front * damping * sp.exp(t))
    chain = chain.le(scale * (FAMILY.B * length * damping + rho) * summit)
    chain = chain.use(damped_length())
    return chain.le(slope)


#: The slope of one sample is at most G for every draw.
sample_slope_bound = lemma(
    "slope of a sample: the gradient of one sample in x is at most G, for every draw",
    le(largest_gradient(), slope),
    DRAWS,
    _sample_slope_bound_chain(),
)


def _kernel_slope_bound_chain() -> Chain:
    summit = sp.exp((1 - 4 * A) * rho**2 / (-A))
    base = Chain(sp.Integer(1)).lt(1 - 4 * A)
    whole = Chain(sp.Integer(1)).inside(base, lambda t: t ** (d / 2))
    chain = Chain(kernel_slope)
    chain = chain.lt(rho * summit)
    chain = chain.inside(whole, lambda t: t * rho * summit)
    return chain.lt(slope)


#: The slope of the kernel is at most G too.
kernel_slope_bound = lemma(
    "slope of the kernel: the gradient of exp(x.y) in x is at most G",
    le(kernel_slope, slope),
    SHAPES,
    _kernel_slope_bound_chain(),
)


# -- one pair ---------------------------------------------------------------------------------------------------


#: The exponent of Bernstein's bound at eps/2: M eps^2/(8 b (exp(rho^2) + eps/6)).
exponent_bernstein = m * epsilon**2 / (8 * largest * (sp.exp(rho**2) + epsilon / 6))


def pair_bernstein(level: Claim, b: sp.Symbol, k: sp.Symbol, r: sp.Symbol) -> Claim:
    rule = bernstein(pair_event, largest)
    right = 2 * sp.exp(-exponent_bernstein)

    def proof() -> Chain:
        values = {
            b: largest, k: softmax_kernel(PAIR.x, PAIR.y), r: sp.exp(rho**2) + epsilon / 6, epsilon: epsilon / 2,
        }  # fmt: skip
        first, second = (
            side.subs(values, simultaneous=True) for side in (level.proposition.left, level.proposition.right)
        )
        inner = Chain(first).use(kernel_bound).use(level, values).le(second)
        chain = Chain(Probability(pair_event)).tail(rule, [positive, bounded])
        return chain.inside(inner, lambda t: 2 * sp.exp(t)).eq(right)

    return lemma(
        "one pair, Bernstein: the error at one pair of rows is eps/2 or more with at most this probability, by Bernstein's inequality",
        le(Probability(pair_event), right),
        PAIRS_IN_BALL,
        proof(),
    )


# -- the number of projections ----------------------------------------------------------------------------------


#: ``2d log(1 + 16 G rho/eps) + log(2/eta)``.
entropy = 2 * d * sp.log(1 + 16 * slope * rho / epsilon) + sp.log(2 / failure)

#: ``(8 b/eps^2) (exp(rho^2) + eps/6) (2d log(1 + 16 G rho/eps) + log(2/eta))``.
enough_bernstein = 8 * largest * (sp.exp(rho**2) + epsilon / 6) / epsilon**2 * entropy
