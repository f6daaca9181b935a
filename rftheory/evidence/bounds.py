"""Derivations of inequalities that need more than one gap: lemmas, monotone functions, convexity, cases.

Each rule is a theorem of calculus whose hypotheses are decided here: signs of second derivatives, ends of ranges,
membership of the values at which a lemma is used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Self

import sympy as sp

from rftheory.evidence.derivation import Derivation, Unproved, decide_equal
from rftheory.evidence.derivation_judge import judge_claim
from rftheory.evidence.sign import NEGATIVE, NONNEGATIVE, NONPOSITIVE, POSITIVE, is_real, sign_of
from rftheory.statements.claims import Claim, Inequality
from rftheory.statements.domain import Domain, Range

_RELATIONAL = {"<=": sp.Le, "<": sp.Lt, ">=": sp.Ge, ">": sp.Gt}
#: smooth functions of the whole line
_SMOOTH = (sp.Add, sp.Mul, sp.exp, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.Symbol)


class Bound(Derivation):
    """A chain of inequalities that may use lemmas."""

    # -- equalities in place ------------------------------------------------------------------------------------

    def rewrite(self, old: sp.Expr, new: sp.Expr, reason: str) -> Self:
        """Replace a part of the current expression by one that is decided equal to it."""
        decision = decide_equal(old, new, self.domain)
        if not decision.zero:
            raise Unproved(f"not decided equal: {old} and {new} ({decision.reason})")
        expr = self.end.xreplace({old: new})
        if expr == self.end:
            raise Unproved(f"{old} does not occur in {self.end}")
        self._add("=", expr, f"{reason}: {decision.reason}", decision.conditions)
        return self

    def same_square(self, target: sp.Expr, reason: str = "both sides nonnegative, equal squares") -> Self:
        """Go on with a nonnegative expression that has the square of the current, nonnegative one."""
        for side in (self.end, target):
            if not sign_of(side, self.facts) <= NONNEGATIVE:
                raise Unproved(f"{side} is not proved nonnegative")
        decision = decide_equal(self.end**2, target**2, self.facts)
        if not decision.zero:
            raise Unproved(f"not decided equal: the squares of {self.end} and {target} ({decision.reason})")
        self._add("=", target, f"{reason}: {decision.reason}", decision.conditions)
        return self

    # -- lemmas -------------------------------------------------------------------------------------------------

    def given(self, lemma: Claim, at: Mapping[sp.Symbol, sp.Expr] | None = None) -> Self:
        """Use a proved inequality, at the values ``at`` of its parameters, in the sign proofs that follow."""
        proposition = lemma.proposition
        if not isinstance(proposition, Inequality):
            raise Unproved(f"{lemma.name} is not an inequality")
        _establish(lemma)
        values = {symbol: sp.sympify((at or {}).get(symbol, symbol)) for symbol in lemma.domain.symbols}
        self._require_inside(lemma, values)
        left, right = (side.subs(values, simultaneous=True) for side in (proposition.left, proposition.right))
        self.facts = self.facts.where(_RELATIONAL[proposition.relation](left, right, evaluate=False))
        self._add("=", self.end, f"with the lemma {lemma.name}: {left} {proposition.relation} {right}")
        return self

    def _require_inside(self, lemma: Claim, values: Mapping[sp.Symbol, sp.Expr]) -> None:
        for item in lemma.domain.ranges:
            value = values[item.symbol]
            if value == item.symbol and item in self.domain.ranges:
                continue
            if not _is_inside(value, item, self.facts):
                raise Unproved(f"{value} is not proved a value of {item.describe()}, as {lemma.name} asks")
        for condition in lemma.domain.conditions:
            instance = condition.func(
                *(side.subs(values, simultaneous=True) for side in condition.args), evaluate=False
            )
            if instance not in self.facts.conditions and not _holds(instance, self.facts):
                raise Unproved(f"{instance} is not proved, as {lemma.name} asks")

    # -- monotone functions -------------------------------------------------------------------------------------

    def through(self, inner: Derivation, outer: Callable[[sp.Expr], sp.Expr], reason: str = "monotone") -> Self:
        """From ``outer(a)`` to ``outer(b)``, where ``inner`` leads from a to b and ``outer`` does not decrease.

        ``outer`` is smooth with a nonnegative slope everywhere, or ``c sqrt(t) + e`` with c >= 0 and a, b >= 0. If
        ``inner`` is a limit, it is a constant multiple.
        """
        if inner.domain != self.domain:
            raise Unproved("the inner chain is written for another domain")
        decision = decide_equal(self.end, outer(inner.start), self.domain)
        if not decision.zero:
            raise Unproved(f"{self.end} is not decided to be the function of {inner.start} ({decision.reason})")
        relation = inner.relation()
        if relation == "->":
            self._require_multiple(outer)
        elif relation != "=":
            relation = relation if self._is_strict(inner, outer) else relation[0] + "="
        because = "; ".join(step.reason for step in inner.steps[1:])
        self._add(relation, outer(inner.end), f"{reason}: {because}")
        return self

    def _require_multiple(self, outer: Callable[[sp.Expr], sp.Expr]) -> None:
        variable = sp.Dummy("t")
        factor = sp.diff(outer(variable), variable)
        if not factor.is_number or sp.expand(outer(variable) - factor * variable) != 0:
            raise Unproved(f"a limit passes through constant multiples only, not through {outer(variable)}")

    def _is_strict(self, inner: Derivation, outer: Callable[[sp.Expr], sp.Expr]) -> bool:
        """Whether ``outer`` is proved to increase strictly; refused unless it is proved not to decrease."""
        variable = sp.Dummy("t", real=True)
        form = outer(variable)
        slope = sp.diff(form, variable)
        if not _is_smooth(form, variable):
            # c sqrt(t) + e has the slope c / (2 sqrt(t))
            variable = sp.Dummy("t", positive=True)
            slope = sp.diff(outer(variable), variable) * 2 * sp.sqrt(variable)
            if slope.has(variable):
                raise Unproved(f"{form} is neither smooth nor a multiple of a root")
            smaller = inner.end if inner.relation() in (">", ">=") else inner.start
            if not sign_of(smaller, self.facts) <= NONNEGATIVE:
                raise Unproved(f"{smaller} under a root is not proved nonnegative")
        signs = sign_of(slope, self.facts)
        if not signs <= NONNEGATIVE:
            raise Unproved(f"the slope {slope} of {form} is not proved nonnegative")
        return signs == POSITIVE

    # -- convexity ----------------------------------------------------------------------------------------------

    def tangent(self, variable: sp.Symbol, point: sp.Expr) -> Self:
        """A convex function is at least its tangent at a point of the range, a concave one at most."""
        item = self._interval(variable)
        if not _is_inside(point, replace(item, closed="[]"), self.domain):
            raise Unproved(f"{point} is not in the range of {variable}")
        value, slope = (e.subs(variable, point) for e in (self.end, sp.diff(self.end, variable)))
        relation = {True: ">=", False: "<="}[self._is_convex(variable)]
        self._add(relation, value + slope * (variable - point), f"tangent at {variable} = {point}")
        return self

    def chord(self, variable: sp.Symbol) -> Self:
        """A convex function is at most its chord over the range, a concave one at least.

        Strictly so inside an open range on which the second derivative does not vanish.
        """
        item = self._interval(variable)
        if item.low is None or item.high is None:
            raise Unproved(f"{variable} has no bounded range")
        low, high = sp.sympify(item.low), sp.sympify(item.high)
        at_low, at_high = self.end.subs(variable, low), self.end.subs(variable, high)
        relation = {True: "<=", False: ">="}[self._is_convex(variable)]
        if item.closed == "()" and 0 not in sign_of(sp.diff(self.end, variable, 2), self.facts):
            relation = relation[0]
        target = at_low + (at_high - at_low) * (variable - low) / (high - low)
        self._add(relation, target, f"chord over {item.describe()}")
        return self

    def _interval(self, variable: sp.Symbol) -> Range:
        items = [item for item in self.domain.ranges if item.symbol == variable]
        if not items or items[0].integer or any(c.has(variable) for c in self.domain.conditions):
            raise Unproved(f"{variable} does not range over an interval")
        return items[0]

    def _is_convex(self, variable: sp.Symbol) -> bool:
        """Whether the current expression is convex (else: concave) in the variable, by its second derivative."""
        if not _is_smooth(self.end, variable):
            raise Unproved(f"{self.end} is not seen to be smooth")
        second = sp.diff(self.end, variable, 2)
        signs = sign_of(second, self.facts)
        if signs <= NONNEGATIVE:
            return True
        if signs <= NONPOSITIVE:
            return False
        raise Unproved(f"the sign of {second} is not proved")

    # -- cases --------------------------------------------------------------------------------------------------

    def by_cases(self, variable: sp.Symbol, cut: sp.Expr, chain: Callable[[Domain], Derivation]) -> Self:
        """Go on to the end of ``chain``, proved where variable <= cut and where variable >= cut."""
        item = self._interval(variable)
        below = replace(item, high=cut, closed=item.closed[0] + "]")
        above = replace(item, low=cut, closed="[" + item.closed[1])
        parts = [chain(self.domain.with_ranges(part)) for part in (below, above)]
        for part, expected in zip(parts, (below, above), strict=True):
            if part.domain != self.domain.with_ranges(expected) or part.start != self.end:
                raise Unproved(f"a case must start at {self.end} on its own part of the domain")
        if parts[0].end != parts[1].end:
            raise Unproved(f"the cases end differently: {parts[0].end} and {parts[1].end}")
        relations = {part.relation() for part in parts}
        self._add(_weakest(relations), parts[0].end, f"cases {variable} <= {cut} and {variable} >= {cut}")
        return self


#: what was proved in this process: proposition and domain
_ESTABLISHED: set[tuple[Inequality, Domain]] = set()


def _establish(lemma: Claim) -> None:
    """Prove a lemma, once."""
    if not isinstance(lemma.proposition, Inequality):
        raise Unproved(f"{lemma.name} is not an inequality")
    key = (lemma.proposition, lemma.domain)
    if key not in _ESTABLISHED:
        finding = judge_claim(lemma, seed=0)
        if finding.answer != "holds":
            raise Unproved(f"the lemma {lemma.name} is not proved: {finding.reason}")
        _ESTABLISHED.add(key)


def _weakest(relations: set[str]) -> str:
    for weak, strict in (("<=", "<"), (">=", ">")):
        if relations <= {weak, strict, "="}:
            return relations.pop() if len(relations) == 1 else weak
    raise Unproved(f"cases with different relations: {sorted(relations)}")


def _is_smooth(expr: sp.Expr, variable: sp.Symbol) -> bool:
    """Whether an expression is seen to be smooth in one variable, over the whole line."""
    if not expr.has(variable):
        return True
    if isinstance(expr, sp.Pow) and not isinstance(expr, sp.exp):
        return bool(expr.exp.is_Integer and expr.exp > 0 and _is_smooth(expr.base, variable))
    return isinstance(expr, _SMOOTH) and all(_is_smooth(argument, variable) for argument in expr.args)


def _is_inside(value: sp.Expr, item: Range, domain: Domain) -> bool:
    """Whether a value is proved to lie in a range and to meet the assumptions of its symbol."""
    symbol = item.symbol
    if item.integer and not value.is_integer:
        return False
    if symbol.is_extended_real and not is_real(value):
        return False
    gaps = []
    if item.low is not None:
        gaps.append((value - item.low, item.closed[0] == "("))
    if item.high is not None:
        gaps.append((item.high - value, item.closed[1] == ")"))
    if not sign_of(value, domain) <= sign_of(symbol, Domain(())):
        return False
    return all(_is_zero_or_more(gap, strict, domain) for gap, strict in gaps)


def _is_zero_or_more(gap: sp.Expr, strict: bool, domain: Domain) -> bool:
    signs = sign_of(sp.sympify(gap), domain)
    return signs == POSITIVE if strict else signs <= NONNEGATIVE


def _holds(condition: sp.Basic, domain: Domain) -> bool:
    signs = sign_of(condition.lhs - condition.rhs, domain)
    allowed = {sp.Ge: NONNEGATIVE, sp.Gt: POSITIVE, sp.Le: NONPOSITIVE, sp.Lt: NEGATIVE}
    return signs <= allowed.get(type(condition), frozenset())
