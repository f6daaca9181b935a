"""Chains ``start = ... <= ... = end``: lines with a relation, an expression and a reason.

A chain is a value: each method gives a new one with a line more. Nothing is decided here. Where a rule computes the next line,
SymPy does; what holds is what the kernel replays.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sympy as sp

from rftheory.chains import computed, series
from rftheory.chains.angles import Expansions
from rftheory.chains.binding import placed
from rftheory.chains.pairs import pair_sum
from rftheory.chains.reasons import (
    By,
    Cases,
    Expansion,
    Factors,
    Graph,
    Induction,
    Inside,
    Order,
    Passage,
    Primitive,
    Reason,
    Series,
    Substitution,
    Symmetry,
    Tail,
    Use,
    Values,
)
from rftheory.propositions import Inequality
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Range

_HERE = str(Path(__file__).parent)


@dataclass(frozen=True)
class Line:
    """One line of a chain.

    Attributes:
        relation: to the line before: "=", "<=", "<", ">=", ">" or "->"; empty for the first line.
        expr: the line itself.
        words: why, as it is shown.
        reason: why, as the prover is told; None where the two lines say all.
        notes: orders that are noted before the line.
        place: where it is written, as "file:number".
    """

    relation: str
    expr: sp.Expr
    words: str = ""
    reason: Reason | None = None
    notes: tuple[Use, ...] = ()
    place: str = ""


@dataclass(frozen=True, init=False, eq=False)
class Chain:
    """A chain of lines."""

    lines: tuple[Line, ...]
    #: what is noted for the next line
    notes: tuple[Use, ...] = ()

    def __init__(self, start: sp.Expr, words: str = "definition"):
        object.__setattr__(self, "lines", (Line("", sp.sympify(start), words),))
        object.__setattr__(self, "notes", ())

    @property
    def start(self) -> sp.Expr:
        """The expression of the first line."""
        return self.lines[0].expr

    @property
    def end(self) -> sp.Expr:
        """The expression of the last line."""
        return self.lines[-1].expr

    def relation(self) -> str:
        """How the start relates to the end: "=", "<=", "<", ">=", ">" or "->".

        Raises:
            ValueError: if the relations of the lines do not go together.
        """
        kinds = {line.relation for line in self.lines[1:]} - {"="}
        if not kinds:
            return "="
        for weak, strict in (("<=", "<"), (">=", ">")):
            if kinds <= {weak, strict}:
                return strict if strict in kinds else weak
        if kinds == {"->"}:
            return "->"
        raise ValueError(f"a chain cannot mix the relations {sorted(kinds)}")

    def _with(self, relation: str, expr: sp.Expr, words: str, reason: Reason | None = None) -> Chain:
        expr = sp.sympify(expr)
        if expr.has(sp.nan, sp.zoo):
            raise ValueError(f"{words or relation}: {expr} has no value")
        if expr.has(sp.Float) or self.start.has(sp.Float):
            raise ValueError(f"{words or relation}: a float stands for a number that is not known exactly")
        made: Chain = object.__new__(Chain)
        line = Line(relation, expr, words, reason, self.notes, _place())
        object.__setattr__(made, "lines", (*self.lines, line))
        object.__setattr__(made, "notes", ())
        return made

    # -- lines that are written out -----------------------------------------------------------------------------------

    def eq(self, target: sp.Expr, words: str = "algebra") -> Chain:
        """An equal expression."""
        return self._with("=", target, words)

    def to(self, relation: str, target: sp.Expr, factors: Sequence[Any] | None = None, words: str = "") -> Chain:
        """An expression in a relation; of an order perhaps the ``factors`` of the gap, or a list of products of factors."""
        if not factors:
            return self._with(relation, target, words)
        products = factors if isinstance(factors[0], (list, tuple)) else [factors]
        reason = Factors(tuple(tuple(map(sp.sympify, product)) for product in products))
        shown = " + ".join("*".join(f"({factor})" for factor in product) for product in reason.products)
        return self._with(relation, target, words or f"gap: {shown}", reason)

    def le(self, target: sp.Expr, factors: Sequence[Any] | None = None, words: str = "") -> Chain:
        """An upper bound."""
        return self.to("<=", target, factors, words)

    def lt(self, target: sp.Expr, factors: Sequence[Any] | None = None, words: str = "") -> Chain:
        """A strict upper bound."""
        return self.to("<", target, factors, words)

    def ge(self, target: sp.Expr, factors: Sequence[Any] | None = None, words: str = "") -> Chain:
        """A lower bound."""
        return self.to(">=", target, factors, words)

    def gt(self, target: sp.Expr, factors: Sequence[Any] | None = None, words: str = "") -> Chain:
        """A strict lower bound."""
        return self.to(">", target, factors, words)

    # -- equal lines that a rule computes -------------------------------------------------------------------------------

    def computed(self, rule: Callable[..., sp.Expr], words: str = "", **options: Any) -> Chain:
        """What a rule makes of the last line; the chain as it is if that is the same."""
        expr = computed.granting(rule)(self.end, **options)
        return self if expr == self.end else self._with("=", expr, words or (rule.__doc__ or "").split("\n")[0])

    def expectations(self) -> Chain:
        """Everything random integrated: linearity and independence, signs, frames, counts, Gaussian exponentials."""
        chain = self
        for rule, words in computed.expectation_rules(self.end):
            chain = chain.computed(rule, words(chain.end))
        return chain

    # -- theorems -------------------------------------------------------------------------------------------------------

    def use(self, what: Any, at: Values | None = None) -> Chain:
        """The line again; a claim, at values of its parameters, or a fact (`Use`) is known from here on."""
        return self._with("=", self.end, f"with {_name(what)}", Use(what, at))

    def note(self, order: Inequality, parts: Sequence[sp.Expr]) -> Chain:
        """No line: an order, whose gap is the sum of ``parts`` with signs, is known from here on."""
        made: Chain = object.__new__(Chain)
        object.__setattr__(made, "lines", self.lines)
        object.__setattr__(made, "notes", (*self.notes, Use(Order(order, tuple(parts)))))
        return made

    def by(self, what: Any, at: Values | None = None) -> Chain:
        """The left side of a claim, at values of its parameters, gives place to the right side; or a bound of a power series."""
        if not isinstance(what, Claim):
            relation, target = what.of(self.end)
            return self._with(relation, target, _name(what), By(what))
        return self._with("=", computed.replaced_by(self.end, what, at), what.name, By(what, at))

    def principal_root(self, target: sp.Expr, power: sp.Pow, root: sp.Expr, real_part: sp.Expr) -> Chain:
        """``target``, in which ``power = base^(n/2)`` is ``root^n``: root^2 = base, and Re root, in the form given, is positive."""
        return self._with("=", target, f"{root} is the principal root of {power.base}", By((power, root, real_part)))

    # -- parts ----------------------------------------------------------------------------------------------------------

    def inside(
        self, inner: Chain, outer: Callable[[sp.Expr], sp.Expr], words: str = "monotone", *, strict: bool = False
    ) -> Chain:
        """``outer(b)`` after ``outer(a)``, where a chain leads from a to b and ``outer`` does not decrease."""
        variable = sp.Dummy("t", real=True)
        target = placed(sp.sympify(outer(variable)), {variable: inner.end})
        return self._with(_weak(inner, strict), target, f"{words}: {_because(inner)}", Inside(inner, outer))

    def rewrite(self, old: sp.Expr, new: sp.Expr, words: str = "") -> Chain:
        """A part replaced by an equal one."""
        reason = Inside(Chain(old).eq(new, words), outer=None)
        return self._with("=", self._put(old, new), words or f"{old} = {new}", reason)

    def backwards(self, inner: Chain) -> Chain:
        """The start of a chain of equalities that ends with this line."""
        words = "; ".join(line.words for line in reversed(inner.lines[1:]))
        return self._with("=", inner.start, f"backwards: {words}", Inside(inner, lambda t: t, backwards=True))

    def under(
        self,
        inner: Chain,
        index: Range | None = None,
        last: sp.Expr | None = None,
        *,
        pairs: sp.Expr | None = None,
        target: sp.Expr | None = None,
        strict: bool = False,
    ) -> Chain:
        """The sum or integral of the end of a chain, after that of its start.

        It is the one whose body the chain starts with; with ``index`` and ``last`` the sum over this index, with ``pairs`` that over
        all i < j <= pairs, and with ``target`` what is written out.
        """
        if target is None:
            if index is not None:
                target = sp.Sum(inner.end, (index.symbol, index.low, last))
            elif pairs is not None:
                target = pair_sum(inner.end, pairs)
            else:
                old, new = computed.over(self.end, inner)
                target = self._put(old, new)
        return self._with(_weak(inner, strict), target, f"for each: {_because(inner)}", Inside(inner))

    def integrand(self, function: sp.Expr, node: sp.Integral | None = None, factor: sp.Expr | int = 1) -> Chain:
        """``factor int f`` for ``int g``, f the ``function``: g = factor f between the ends."""
        node, number = computed.integral_in(self.end, node), sp.sympify(factor)
        target = self._put(node, number * sp.Integral(function, *node.limits))
        inner = Chain(node.function).eq(number * function)
        return self._with("=", target, "equal everywhere between the ends", Inside(inner, node=node))

    def termwise(
        self,
        target: sp.Expr,
        index: Range,
        terms: Mapping[sp.Expr, sp.Expr],
        inner: Chain,
        strict_at: int | None = None,
    ) -> Chain:
        """``target``, whose power series bounds that of the last line term by term.

        Args:
            target: like the last line a linear combination of the functions in ``terms``.
            index: of the terms that the chain compares; smaller ones are compared one by one.
            terms: the k-th term of each function.
            inner: a chain from the k-th term of the last line to that of ``target``.
            strict_at: an index at which the terms differ, for a strict bound.
        """
        shown = ", ".join(f"{f} = sum {t}" for f, t in terms.items())
        reason = Inside(inner, expansion=Expansion(index.symbol, terms, int(sp.sympify(index.low)), strict_at))
        relation = _weak(inner, False)
        relation = relation if strict_at is None else relation[0]
        return self._with(relation, target, f"term by term: {shown}; {_because(inner)}", reason)

    def for_each(self, lemma: Claim, at: Values | None = None, target: sp.Expr | None = None) -> Chain:
        """The mean of the other side of an order that holds for each draw, for all lengths, or for each angle."""
        assert isinstance(lemma.proposition, Inequality)
        relation: str = lemma.proposition.relation
        if target is None:
            relation, target = computed.mean_of_other_side(self.end, lemma, at)
        return self._with(relation, target, f"for each draw: {lemma.name}", Inside(lemma, at=at))

    # -- graphs, cases, induction ---------------------------------------------------------------------------------------

    def tangent(
        self, variable: sp.Symbol, point: sp.Expr, second: sp.Expr | None = None, *, below: bool = False
    ) -> Chain:
        """The tangent, below a convex function; above a concave one with ``below``. ``second`` is the second derivative."""
        value, slope = (placed(e, {variable: sp.sympify(point)}) for e in (self.end, sp.diff(self.end, variable)))
        target = value + slope * (variable - point)
        reason = Graph("tangent", variable, sp.sympify(point), second)
        return self._with("<=" if below else ">=", target, f"tangent at {variable} = {point}", reason)

    def chord(self, variable: sp.Symbol, low: sp.Expr, high: sp.Expr, relation: str = "<=") -> Chain:
        """The chord over a range, above a convex function; with ">" or ">=" below a concave one."""
        at_low, at_high = (placed(self.end, {variable: sp.sympify(end)}) for end in (low, high))
        target = at_low + (at_high - at_low) * (variable - low) / (high - low)
        return self._with(relation, target, f"chord over {low} to {high}", Graph("chord", variable))

    def valley(self, variable: sp.Symbol, point: sp.Expr, slope: sp.Expr, *, strict: bool = False) -> Chain:
        """The least value, at a point: the derivative is ``(variable - point) slope`` with a slope that is not negative."""
        target = placed(self.end, {variable: sp.sympify(point)})
        words = f"falls up to {variable} = {point}, rises from there: the derivative is ({variable} - point) {slope}"
        reason = Graph("valley", variable, sp.sympify(point), sp.sympify(slope))
        return self._with(">" if strict else ">=", target, words, reason)

    def cases(self, variable: sp.Symbol, cut: sp.Expr, below: Chain, above: Chain) -> Chain:
        """The end of two chains from this line, one for values up to a cut and one from it on."""
        words = f"cases {variable} <= {cut} and {variable} >= {cut}"
        relations = {below.relation(), above.relation()}
        relation = relations.pop() if len(relations) == 1 else max(relations)[0] + "="
        return self._with(relation, below.end, words, Cases(variable, sp.sympify(cut), below, above))

    def induction(
        self,
        index: sp.Symbol,
        target: sp.Expr,
        *,
        ratios: tuple[sp.Expr, sp.Expr] | None = None,
        growth: Chain | None = None,
        ratio: sp.Expr | None = None,
        starts: Sequence[Chain | None] = (None,),
    ) -> Chain:
        """``target`` by induction over an index (`reasons.Induction`): an equation if both sides have one common ``ratio``."""
        relation = "="
        if ratio is None:
            relation = ">=" if growth is not None and growth.relation() in (">", ">=") else "<="
        reason = Induction(index, ratios, growth, ratio, tuple(starts))
        return self._with(relation, target, f"induction over {index}", reason)

    # -- series ---------------------------------------------------------------------------------------------------------

    def summed(self, node: sp.Sum, value: sp.Expr) -> Chain:
        """An infinite series replaced by its value."""
        return self._with(
            "=", self._put(node, value), f"power series: {node} = {value}", Series("sum", {"series": node})
        )

    def named(self, node: sp.Expr) -> Chain:
        """A hyperbolic cosine or a Bessel function as the hypergeometric function that it is."""
        value = series.as_hypergeometric(node)
        return self._with("=", self._put(node, value), f"the power series of {type(node).__name__}", Series("named"))

    def binomial(
        self, power: sp.Expr, first: sp.Expr, second: sp.Expr, index: sp.Symbol, exponent: sp.Expr | None = None
    ) -> Chain:
        """``(a + b)^n`` as ``sum_(i<=n) binomial(n, i) a^i b^(n-i)``; ``exponent`` is n where the power is written otherwise."""
        count = power.as_base_exp()[1] if exponent is None else sp.sympify(exponent)
        term = sp.binomial(count, index) * first**index * second ** (count - index)
        value = sp.Sum(term, (index, 0, count))
        parts = {"power": power, "first": first, "second": second, "count": count, "value": value}
        return self._with("=", self._put(power, value), f"the binomial theorem for {power}", Series("binomial", parts))

    def series_outside(
        self, kernel: sp.hyper, index: sp.Symbol, value: sp.Expr, inner: Chain, node: sp.Integral | None = None
    ) -> Chain:
        """An integral as ``value``, the sum of the integrals of the terms of a hypergeometric factor (by a chain for each)."""
        node = computed.integral_in(self.end, node)
        parts = {"node": node, "kernel": kernel, "index": index, "function": value, "chain": inner}
        return self._with("=", self._put(node, value), f"term by term ({_because(inner)})", Series("integral", parts))

    def quotient_falls(
        self,
        parts: tuple[sp.Expr, sp.Expr],
        ends: tuple[sp.Symbol, sp.Symbol],
        expansions: Expansions,
        size: Sequence[sp.Expr],
        index: Range,
        inner: Chain,
        single: Mapping[int, Chain],
    ) -> Chain:
        """``N(s)/D(s)`` after ``N(t)/D(t)``, 0 < s < t: the quotients a_k/b_k of coefficients fall (Biernacki and Krzyz 1955).

        Args:
            parts: N and D in the variable of the expansions.
            ends: t and s.
            expansions: the terms of the functions in N and D.
            size: factors of the k-th term of D, positive for the indices below.
            index: the indices for which ``inner`` leads from ``a_(k+1) b_k`` up to ``a_k b_(k+1)``.
            single: chains for the indices before; where a_k and b_k vanish, none.
        """
        target = placed(parts[0] / parts[1], {expansions.variable: ends[1]})
        given = {
            "parts": parts, "ends": ends, "series": expansions, "size": size, "index": index, "chain": inner, "single": single,
        }  # fmt: skip
        return self._with("<", target, "power series, quotients of coefficients fall", Series("falling", given))

    # -- integrals ------------------------------------------------------------------------------------------------------

    def substitute(
        self,
        variable: sp.Symbol,
        function: sp.Expr,
        ends: tuple[sp.Expr, sp.Expr],
        node: sp.Integral | None = None,
        slope: sp.Expr | None = None,
        *,
        falls: bool = False,
    ) -> Chain:
        """``int g(f(u)) |f'(u)| du`` between ``ends`` for ``int g(x) dx``, x = f(u) monotone; ``falls`` if it decreases."""
        node = computed.integral_in(self.end, node)
        weight = (sp.diff(function, variable) if slope is None else slope) * (-1 if falls else 1)
        old = node.limits[0][0]
        value = sp.Integral(node.function.xreplace({old: function}) * weight, (variable, *ends))
        reason = Substitution("map", node, variable, sp.sympify(function), ends, slope)
        return self._with("=", self._put(node, value), f"{old} = {function}", reason)

    def substituted_back(
        self,
        target: sp.Integral,
        function: sp.Expr,
        node: sp.Integral | None = None,
        slope: sp.Expr | None = None,
        rewriting: Sequence[tuple[sp.Expr, sp.Expr]] = (),
    ) -> Chain:
        """``target``, of which x = f(u) makes the integral of this line, with ``rewriting`` of parts of the integrand."""
        node = computed.integral_in(self.end, node)
        reason = Substitution("back", node, None, function, None, slope, tuple(rewriting))
        words = f"{target.limits[0][0]} = {function} turns it into this"
        return self._with("=", self._put(node, target), words, reason)

    def mirrored(self, node: sp.Integral | None = None) -> Chain:
        """The average of g(x) and g(a + b - x) under an integral from a to b."""
        node = computed.integral_in(self.end, node)
        variable, low, high = node.limits[0]
        turned = node.function.xreplace({variable: low + high - variable})
        value = sp.Integral((node.function + turned) / 2, *node.limits)
        words = f"the average of {variable} and {low + high} - {variable}"
        return self._with("=", self._put(node, value), words, Substitution("mirror", node))

    def widened(self, low: sp.Expr, high: sp.Expr) -> Chain:
        """The integral of what is not negative over a larger interval."""
        node = computed.integral_in(self.end, None)
        target = sp.Integral(node.function, (node.limits[0][0], low, high))
        return self._with("<=", target, f"a nonnegative integrand, over ({low}, {high})", Substitution("wider", node))

    def primitive(
        self,
        function: sp.Expr,
        node: sp.Integral | None = None,
        *,
        factor: sp.Expr | None = None,
        rest: sp.Expr | None = None,
        at_ends: tuple[sp.Expr, sp.Expr] | None = None,
    ) -> Chain:
        """``F(b) - F(a) + int rest`` for ``int f``, F' = f - rest; by parts F is ``function * factor``, f = function factor'.

        ``at_ends`` are the limits of F, where SymPy does not find them.
        """
        node = computed.integral_in(self.end, node)
        value = computed.by_primitive(node, function, factor, rest, at_ends)
        reason = Primitive(node, function, factor, rest)
        return self._with("=", self._put(node, value), f"{function} is an antiderivative", reason)

    # -- sums over pairs, tails, limits -----------------------------------------------------------------------------------

    def symmetry(self, size: sp.Expr, diagonal: sp.Expr) -> Chain:
        """The sum over pairs of a symmetric body as half of that over all i, j without the diagonal."""
        target = computed.over_square(self.end, size, diagonal)
        return self._with("=", target, "symmetric in both indices", Symmetry(size, diagonal))

    def tail(self, rule: Any, proved: Sequence[Claim] = ()) -> Chain:
        """The bound of a rule of concentration or of moments; ``proved`` claims say what it asks for."""
        relation, target = computed.of_rule(rule)
        return self._with(relation, target, rule.name, Tail(rule, tuple(proved)))

    def limit(
        self,
        variable: sp.Symbol,
        point: sp.Expr,
        value: sp.Expr | None = None,
        *,
        quotient: tuple[sp.Expr, sp.Expr] | None = None,
        outer: Callable[[sp.Expr], sp.Expr] | None = None,
        rate: sp.Expr | None = None,
        between: tuple[Claim, Claim] | None = None,
    ) -> Chain:
        """The limit at a point (`reasons.Passage`): the point put in, or the quotient of the derivatives of two parts."""
        reason = Passage(variable, sp.sympify(point), quotient, outer, rate=rate, between=between)
        chain = self
        if quotient is not None:
            whole = (outer or (lambda t: t))(quotient[0] / quotient[1])
            chain = self.eq(whole, "as a quotient that vanishes above and below")
        value = computed.limit(chain.end, reason) if value is None else value
        return chain._with("->", value, f"{variable} -> {point}", reason)

    def limit_of_series(self, numerator: sp.Expr, denominator: sp.Expr, series: Expansions, number: int) -> Chain:
        """The limit at 0 of a quotient of two power series, of which the terms before a number vanish."""
        chain = self.eq(numerator / denominator, "as a quotient of power series")
        value = series.limit(numerator, denominator, number)
        reason = Passage(series.variable, sp.Integer(0), (numerator, denominator), series=series, number=number)
        return chain._with("->", value, f"quotient of the terms {number} of the power series", reason)

    def _put(self, old: sp.Expr, new: sp.Expr) -> sp.Expr:
        target = self.end.xreplace({old: sp.sympify(new)})
        if target == self.end:
            raise ValueError(f"{old} does not occur in {self.end}")
        return target


def _weak(inner: Chain, strict: bool) -> str:
    """The relation of a chain, weak unless it is known to stay strict."""
    relation = inner.relation()
    return relation if strict or relation in ("=", "->") else relation[0] + "="


def _because(inner: Chain) -> str:
    return "; ".join(line.words for line in inner.lines[1:])


def _name(what: Any) -> str:
    if isinstance(what, Claim):
        return f"the lemma {what.name}"
    return (
        (type(what).__doc__ or str(what)).split("\n")[0].rstrip(".")
        if not isinstance(what, sp.Basic)
        else f"{what} >= 1"
    )


def _place() -> str:
    """Where the line is written: the first frame outside of this room."""
    frame = sys._getframe(2)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_HERE):
        frame = frame.f_back
    return f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"
