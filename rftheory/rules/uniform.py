r"""From single pairs to all pairs of inputs at once: a net of both balls, and what happens between its points.

Let g(x, y) be random, G-Lipschitz in x and in y on the ball of radius rho in R^d, twice (an estimate and its target).
A net of ``(1 + 2 rho/delta)^d`` points lies within delta of every point of the ball. With ``delta = eps/(8 G)`` the
error ``|K_hat - K|``, which is 2G-Lipschitz in each input, changes by at most eps/2 between a pair and its neighbours, so

    P(max |K_hat - K| >= eps) <= (1 + 16 G rho/eps)^(2d) max P(|K_hat - K|(x, y) >= eps/2).
"""

from __future__ import annotations

import hashlib

import sympy as sp
from sympy.core.symbol import Str

from rftheory.inputs.kernels import theta, x_norm, y_norm
from rftheory.rules.concentration import TailRule
from rftheory.rules.concentration import deviation as deviation_of
from rftheory.rules.nodes import Probability, SquaredLength, hidden_symbols, sources
from rftheory.rules.propositions import Inequality
from rftheory.rules.slopes import gradient_bounds

#: the invariants of a pair, over which the largest deviation is taken
PAIR_SYMBOLS = (x_norm, y_norm, theta)


class _Gap(Str):
    """The function of a pair whose size is taken: no part of the expression, for the pair is bound by the maximum.

    Printed and sorted by its name, compared by the function.
    """

    __slots__ = ("expr", "parameters")

    def __new__(cls, expr: sp.Expr) -> _Gap:
        node = super().__new__(cls, hashlib.sha256(sp.srepr(expr).encode()).hexdigest()[:12])
        node.expr = expr
        #: what the function depends on beside the pair
        node.parameters = sp.Tuple(*sorted(_symbols(expr) - set(PAIR_SYMBOLS), key=lambda s: s.sort_key()))
        return node

    def __getnewargs__(self) -> tuple[sp.Expr]:
        return (self.expr,)

    def _hashable_content(self) -> tuple[object, ...]:
        return (self.name, self.expr)


class LargestDeviation(sp.Expr):
    """``max |g(x, y)|`` over all inputs x, y of length at most a radius: a random number."""

    is_commutative = True
    is_extended_real = True
    is_nonnegative = True

    def __new__(cls, gap: _Gap, radius: sp.Expr, values: sp.Tuple) -> LargestDeviation:
        return sp.Expr.__new__(cls, gap, sp.sympify(radius), values)

    @property
    def gap(self) -> sp.Expr:
        """g, an expression in the invariants of a pair and in the parameters.

        Raises:
            ValueError: if a parameter was given a value on which the products of the inputs depend unseen.
        """
        gap, at = self.args[0], zip(self.args[0].parameters, self.args[2], strict=True)
        values = {name: value for name, value in at if name != value}
        if values.keys() & hidden_symbols(gap.expr):
            raise ValueError(f"{gap.expr} must be written for the values {values} of its parameters")
        return gap.expr.subs(values, simultaneous=True)

    @property
    def radius(self) -> sp.Expr:
        return self.args[1]

    def _latex(self, printer: sp.printing.latex.LatexPrinter) -> str:
        radius = printer._print(self.radius)
        return rf"\max_{{\|x\|, \|y\| \le {radius}}} \left|{printer._print(self.gap)}\right|"

    def _sympystr(self, printer: object) -> str:
        return f"max[|x|, |y| <= {self.radius}] |{self.gap}|"


def largest_deviation(gap: sp.Expr, radius: sp.Expr) -> LargestDeviation:
    """The largest ``|gap|`` over the pairs of inputs in a ball; ``gap`` is written for `kernels.PAIR`."""
    node = _Gap(gap)
    return LargestDeviation(node, radius, node.parameters)


def _symbols(expr: sp.Expr) -> set[sp.Symbol]:
    """The symbols on which an expression depends, seen and unseen."""
    return expr.free_symbols | hidden_symbols(expr)


def net_size(radius: sp.Expr, distance: sp.Expr, dimension: sp.Expr) -> sp.Expr:
    """So many points of a ball of R^d at most are needed to come within ``distance`` of all of its points."""
    return (1 + 2 * sp.sympify(radius) / distance) ** dimension


def net_distance(epsilon: sp.Expr, slope: sp.Expr) -> sp.Expr:
    """The distance within which an error that is 2G-Lipschitz in both inputs changes by at most eps/2."""
    return sp.sympify(epsilon) / (8 * slope)


def over_net(event: sp.Rel, slope: sp.Expr, length: sp.Symbol, pair_bound: sp.Expr, dimension: sp.Expr) -> TailRule:
    """The bound for all pairs from one that holds for every single pair of the ball.

    Args:
        event: ``Ge(largest_deviation(K_hat - K, radius), eps)``.
        slope: G; that it is at least as large as the gradients of one sample (for every draw) and of the kernel in x and in
            y, over the ball, are hypotheses of the rule, which computes bounds of them (`slopes`).
        length: |w|, a symbol >= 0 for which these bounds are to hold, whatever its value.
        pair_bound: a bound of ``P(|K_hat - K| >= eps/2)`` for every pair of the ball; no pair may occur in it.
        dimension: d.

    Raises:
        ValueError: if the event is of another shape, the sample or the kernel is no exponential whose gradient is known, or
            anything depends on the pair.
    """
    if not (isinstance(event, sp.Ge) and isinstance(event.lhs, LargestDeviation)):
        raise ValueError(f"event must be Ge(largest_deviation(...), epsilon), got {event}")
    deviation, epsilon = event.lhs, event.rhs
    numbers = {
        "slope": slope, "pair_bound": pair_bound, "radius": deviation.radius, "epsilon": epsilon, "dimension": dimension
    }  # fmt: skip
    for name, number in numbers.items():
        if sources(number) or _symbols(number) & set(PAIR_SYMBOLS):
            raise ValueError(f"{name} must be a number that holds for all pairs, got {number}")
    others = {length.dimension for length in deviation.gap.atoms(SquaredLength)} - {dimension}
    if others:
        raise ValueError(f"dimension must be that of the inputs, {others.pop()}, got {dimension}")
    if not getattr(length, "is_nonnegative", False) or length in set().union(
        *(_symbols(n) for n in (*numbers.values(), deviation.gap))
    ):
        raise ValueError(f"length must be a symbol of its own for a number >= 0, got {length}")
    single = sp.Ge(sp.Abs(deviation.gap), epsilon / 2, evaluate=False)
    parts = deviation_of(single)
    slopes = dict.fromkeys(
        bound for part in (parts.sample, parts.centre) for bound in gradient_bounds(part, deviation.radius, length)
    )
    size = net_size(deviation.radius, net_distance(epsilon, slope), dimension) ** 2
    hypotheses = (
        Inequality(slope, ">", sp.Integer(0)),
        Inequality(epsilon, ">", sp.Integer(0)),
        Inequality(deviation.radius, ">=", sp.Integer(0)),
        *(Inequality(s, "<=", slope) for s in slopes),
        Inequality(Probability(single), "<=", pair_bound),
    )
    whole = ((x_norm, deviation.radius), (y_norm, deviation.radius), (theta, sp.pi))
    return TailRule("net over both balls", event, size * pair_bound, hypotheses, whole)
