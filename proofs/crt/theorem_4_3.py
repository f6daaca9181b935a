r"""Theorem 4.3: uniform convergence of softmax attention by GERF with A < 0, with explicit constants.

The print promises ``||K_sfm - K_hat_sfm||_inf <= eps`` "with any constant probability" for M of the order
``Gamma (1 - 4A)^(d/2) (d/eps^2) log(gamma R/eps)``; the constants Gamma and gamma are damaged in the extraction. What is
proved here, for every failure probability eta, with ``rho = R/d^(1/4)`` (rows are divided by d^(1/4)):

    b = (1 - 4A)^(d/2) exp(rho^2 (1 - 1/(2A)))                                     the range of one sample,
    G = (1 - 4A)^(d/2) (sqrt(1 - 4A)/sqrt(2e|A|) + rho) exp((1 - 4A) rho^2/|A|)    its slope in each input,
    M >= (8 b/eps^2) (exp(rho^2) + eps/6) (2d log(1 + 16 G rho/eps) + log(2/eta))

projections suffice (Bernstein), and so do ``(2 b^2/eps^2) (2d log(1 + 16 G rho/eps) + log(2/eta))`` (Hoeffding). The first
has the printed power d/2 of 1 - 4A, with Gamma = exp(rho^2 (2 - 1/(2A))): for eps <= 1 it is at most
``(28/3) Gamma (1 - 4A)^(d/2)/eps^2`` times the logarithms.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from proofs.crt._lemmas import upper_bound
from proofs.crt._setting import D
from proofs.crt._tails import BOUND, EPSILON, FAMILY, LEVEL, MEAN, NEGATIVE_A, W, epsilon, level, scale
from proofs.crt._uniform import (
    FAILURE,
    PAIRS_IN_BALL,
    SHAPES,
    bounded,
    damped_length,
    enough_bernstein,
    enough_hoeffding,
    entropy,
    exponent_bernstein,
    exponent_hoeffding,
    failure,
    gap,
    kernel_bound,
    kernel_slope_bound,
    largest,
    length,
    pair_bernstein,
    pair_hoeffding,
    parabola,
    positive,
    rho,
    sample_slope_bound,
    slope,
)  # fmt: skip
from rftheory.evidence.tails import Tail
from rftheory.kernels import A, Space, d, m
from rftheory.rules.nodes import Probability
from rftheory.rules.uniform import largest_deviation, over_net
from rftheory.simulate.tails import LargestError, TailCheck
from rftheory.statements.claims import Claim, Equality, Inequality, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="crt.theorem-4.3",
    paper="crt",
    location="Theorem 4.3",
    kind="rate",
    title="Uniform convergence for attention approximation",
    reading=(
        "With probability at least 1 - eta the error is below eps at all pairs of inputs of length at most "
        "rho = R/d^(1/4), thus at all rows of Q and K, whatever their number, as soon as M reaches an explicit number of "
        "the order (1 - 4A)^(d/2) Gamma (d/eps^2) log(gamma/eps)."
    ),
    notes=(
        "The constants Gamma and gamma of the print are lost in the extraction; these here are ours.",
        "Simulated: the largest error over given rows, whose probability is at most that over the whole ball (one-sided).",
    ),
)

_MANY = Range(m, 1, None, integer=True, typical=(1, 10**7), awkward=(10**9,))
#: enough projections, by one bound or the other
_WITH = PAIRS_IN_BALL.with_ranges(_MANY, FAILURE)
_ENOUGH = {"Bernstein": enough_bernstein(), "Hoeffding": enough_hoeffding()}
_EXPONENT = {"Bernstein": exponent_bernstein(), "Hoeffding": exponent_hoeffding()}
_MODEST = Domain((*SHAPES.ranges, EPSILON, FAILURE)).where(sp.Le(epsilon, 1))
_t = sp.Symbol("t", real=True)


def uniform_event() -> sp.Rel:
    """``max |K_hat - K| >= eps`` over the ball."""
    return sp.Ge(largest_deviation(gap(), rho), epsilon, evaluate=False)


def _domain(kind: str) -> Domain:
    return _WITH.where(sp.Ge(m, _ENOUGH[kind]))


@cache
def _pair(kind: str) -> Claim:
    return pair_hoeffding() if kind == "Hoeffding" else pair_bernstein(level(), BOUND, MEAN, LEVEL)


def _uniform(kind: str) -> Tail:
    """Union over the net, then the exponent of one pair against the number of pairs."""
    domain = _domain(kind)
    single = 2 * sp.exp(-_EXPONENT[kind])
    rule = over_net(uniform_event(), slope(), length, single, d)
    chain = Tail(Probability(uniform_event()), domain)
    chain.by_rule(rule, [sample_slope_bound(), kernel_slope_bound(), _pair(kind)])
    exponent = Tail(2 * d * sp.log(1 + 16 * slope() * rho / epsilon) - _EXPONENT[kind], domain)
    weight = _EXPONENT[kind] / m
    exponent.at_most(-sp.log(2 / failure), [weight, m - _ENOUGH[kind]])
    return chain.through(exponent, lambda t: 2 * sp.exp(t)).algebra(failure)


@cache
def uniform(kind: str) -> Claim:
    """The theorem with the number of projections of one of the two bounds."""
    return Claim(
        name=f"uniform convergence, {kind}",
        says="the largest error over the ball reaches eps with probability at most eta",
        proposition=Inequality(Probability(uniform_event()), "<=", failure),
        domain=_domain(kind),
        proof=lambda: _uniform(kind),
    )


def order() -> Claim:
    """The number of projections in the shape of the print."""
    left, constant = enough_bernstein(), sp.Rational(28, 3)
    right = constant * scale() * sp.exp(rho**2 * (2 - 1 / (2 * A))) / epsilon**2 * entropy()

    def proof() -> Tail:
        front = 8 * largest() / epsilon**2
        target = front * sp.Rational(7, 6) * sp.exp(rho**2) * entropy()
        chain = Tail(left, _MODEST)
        chain.at_most(front * (sp.exp(rho**2) + sp.Rational(1, 6)) * entropy(), [front, entropy(), (1 - epsilon) / 6])
        return chain.at_most(target, [front, entropy(), (sp.exp(rho**2) - 1) / 6]).algebra(right)

    return upper_bound(
        "order",
        "for eps <= 1 that number is at most (28/3) Gamma (1 - 4A)^(d/2)/eps^2 times the logarithms",
        left,
        right,
        _MODEST,
        proof,
        right / 2,
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
    return Claim(
        name="derivative",
        says="along a unit vector u the derivative of Z in x is Z (B w.u - x.u), at most Z (B |w| + rho) in size",
        role="lemma",
        proposition=Equality(
            sp.diff(along(_t), _t).subs(_t, 0), along(sp.Integer(0)) * (FAMILY.B * W.dot(u) - x.dot(u))
        ),
        domain=Domain((NEGATIVE_A, D, *lengths, *products), tuple(exist)),
    )


def claims() -> list[Claim]:
    return [
        uniform("Bernstein"),
        uniform("Hoeffding"),
        positive(),
        bounded(),
        kernel_bound(),
        directional(),
        parabola(),
        damped_length(),
        sample_slope_bound(),
        kernel_slope_bound(),
        level(),
        _pair("Bernstein"),
        _pair("Hoeffding"),
        order(),
    ]


def simulations() -> list[TailCheck]:
    half, part, zero = sp.Rational(1, 2), sp.Rational(1, 4), sp.Integer(0)
    point = {A: -part, d: sp.Integer(2), rho: part, epsilon: sp.Integer(2), failure: half}
    point[m] = sp.ceiling(sp.N(enough_bernstein().subs(point)))
    queries, keys = ((part, zero), (zero, part)), ((part, zero), (-part, zero))
    return [
        TailCheck(
            "rows on the sphere", LargestError(FAMILY, queries, keys), "probability", failure, point,
            claim="uniform convergence, Bernstein", dimension=2, threshold=epsilon, relation="<=",
        )
    ]  # fmt: skip
