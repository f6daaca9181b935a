"""Derivations of inequalities that need more than one gap: lemmas, monotone functions, convexity, cases.

Each rule is a theorem of calculus whose hypotheses are decided here: signs of second derivatives, ends of ranges,
membership of the values at which a lemma is used.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from rftheory.evidence.chain_words import *
from rftheory.evidence.deciding import require_proved
from rftheory.evidence.membership import holds, interval_of, is_index_range, is_inside
from rftheory.evidence.smooth import is_smooth
from rftheory.evidence.sum_signs import stand_in
from rftheory.rules.tables import Coordinate, Drawn

_Kind = TypeVar("_Kind", Equality, Inequality)
_RELATIONAL = {"<=": sp.Le, "<": sp.Lt, ">=": sp.Ge, ">": sp.Gt}


class Bound(Derivation):
    """A chain of inequalities that may use lemmas."""

    # -- equalities in place ------------------------------------------------------------------------------------

    def rewrite(self, old: sp.Expr, new: sp.Expr, reason: str) -> Self:
        """Replace a part of the current expression by one that is decided equal to it."""
        decision = require_equal(old, new, self.facts)
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
        proposition = self._proved(lemma, Inequality)
        left, right = self._instance(lemma, at)
        fact = _RELATIONAL[proposition.relation](left, right, evaluate=False)
        self.facts = self.facts.where(fact.xreplace(_stand_ins(fact, self.domain)))
        self._add("=", self.end, f"with the lemma {lemma.name}: {left} {proposition.relation} {right}")
        return self

    def _proved(self, lemma: Claim, kind: type[_Kind]) -> _Kind:
        """What a lemma of some kind says, which is proved now unless it has been."""
        if not isinstance(lemma.proposition, kind):
            raise Unproved(f"{lemma.name} is not an {kind.__name__.lower()}")
        require_proved(lemma)
        return lemma.proposition

    def _instance(self, lemma: Claim, at: Mapping[sp.Symbol, sp.Expr] | None) -> tuple[sp.Expr, sp.Expr]:
        """Both sides of a lemma at values of its parameters that are proved to lie in its domain."""
        assert isinstance(lemma.proposition, (Equality, Inequality))
        values = {symbol: sp.sympify((at or {}).get(symbol, symbol)) for symbol in lemma.domain.symbols}
        self._require_inside(lemma, values)
        return placed(lemma.proposition.left, values), placed(lemma.proposition.right, values)

    def _require_inside(self, lemma: Claim, values: Mapping[sp.Symbol, sp.Expr]) -> None:
        for item in lemma.domain.ranges:
            value = values[item.symbol]
            # the ends of a range, and the sizes of a vector, may be parameters of the lemma as well
            low, high = (None if end is None else placed(sp.sympify(end), values) for end in (item.low, item.high))
            shape = tuple(placed(sp.sympify(size), values) for size in item.shape)
            asked = replace(item, low=low, high=high, shape=shape)
            if value == item.symbol and asked in self.domain.ranges:
                continue
            if not is_inside(value, asked, self.facts):
                raise Unproved(f"{value} is not proved a value of {asked.describe()}, as {lemma.name} asks")
        for condition in lemma.domain.conditions:
            instance = condition.func(*(placed(side, values) for side in condition.args), evaluate=False)
            if instance not in self.facts.conditions and not holds(instance, self.facts):
                raise Unproved(f"{instance} is not proved, as {lemma.name} asks")

    # -- monotone functions -------------------------------------------------------------------------------------

    def through(self, inner: Derivation, outer: Callable[[sp.Expr], sp.Expr], reason: str = "monotone") -> Self:
        """From ``outer(a)`` to ``outer(b)``, where ``inner`` leads from a to b and ``outer`` does not decrease.

        ``outer`` is smooth with a nonnegative slope everywhere, or ``c sqrt(t) + e`` with c >= 0 and a, b >= 0. If
        ``inner`` is a limit, it is a constant multiple.
        """
        if inner.domain != self.domain:
            raise Unproved("the inner chain is written for another domain")
        variable = sp.Dummy("t", real=True)
        # called once: a function that looks at its argument cannot be one here and another one there
        form = sp.sympify(outer(variable))
        start, end = (placed(form, {variable: place}) for place in (inner.start, inner.end))
        decision = decide_equal(self.end, start, self.domain)
        if not decision.zero:
            raise Unproved(f"{self.end} is not decided to be the function of {inner.start} ({decision.reason})")
        relation = inner.relation()
        if relation == "->":
            _require_multiple(form, variable)
            self.limits |= inner.limits
        elif relation != "=":
            relation = relation if self._is_strict(inner, form, variable) else relation[0] + "="
        because = "; ".join(step.reason for step in inner.steps[1:])
        self._resting_on(inner)
        self._add(relation, end, f"{reason}: {because}")
        return self

    def _is_strict(self, inner: Derivation, form: sp.Expr, variable: sp.Symbol) -> bool:
        """Whether a function is proved to increase strictly; refused unless it is proved not to decrease."""
        slope = sp.diff(form, variable)
        if not is_smooth(form, variable):
            # c sqrt(t) + e has the sign of c as its slope
            root = sp.Dummy("root")
            linear = form.xreplace({sp.sqrt(variable): root})
            slope = sp.diff(linear, root)
            if slope.has(root) or linear.has(variable):
                raise Unproved(f"{form} is neither smooth nor a multiple of a root")
            smaller = inner.end if inner.relation() in (">", ">=") else inner.start
            if not sign_of(smaller, self.facts) <= NONNEGATIVE:
                raise Unproved(f"{smaller} under a root is not proved nonnegative")
        signs = sign_of(slope, self.facts)
        if not signs <= NONNEGATIVE:
            raise Unproved(f"the slope {slope} of {form} is not proved nonnegative")
        return signs == POSITIVE

    # -- sums ---------------------------------------------------------------------------------------------------

    def term_by_term(self, inner: Derivation, index: Range, last: sp.Expr) -> Self:
        """From ``sum_k a_k`` to ``sum_k b_k``, where ``inner`` leads from a_k to b_k for every index k up to ``last``.

        ``inner`` is written for the domain of this chain with the range of the index and ``k <= last`` added.
        """
        if not is_index_range(index, self.domain) or index.symbol in names_of(self.domain):
            raise Unproved(f"{index.describe()} is not a range of indices of its own")
        if not sign_of(sp.expand(last - index.low + 1), self.facts) <= NONNEGATIVE:
            raise Unproved(f"a sum from {index.low} to {last} may run backwards")
        if inner.domain != self.domain.with_ranges(index).where(sp.Le(index.symbol, last)):
            raise Unproved("the inner chain is written for another domain")
        if not sp.sympify(last).is_integer:
            raise Unproved(f"{last} is not proved an integer, the end of a sum")
        limits, relation = (index.symbol, index.low, last), inner.relation()
        if relation == "->":
            raise Unproved("limits do not add up over a range of unknown size")
        decision = decide_equal(self.end, sp.Sum(inner.start, limits), self.domain)
        if not decision.zero:
            raise Unproved(f"{self.end} is not decided to be the sum of {inner.start} ({decision.reason})")
        because = "; ".join(step.reason for step in inner.steps[1:])
        self._resting_on(inner)
        # an empty sum is no strict inequality
        weak = relation if relation == "=" else relation[0] + "="
        return self._add(weak, sp.Sum(inner.end, limits), f"term by term: {because}", decision.conditions)

    # -- convexity ----------------------------------------------------------------------------------------------

    def tangent(self, variable: sp.Symbol, point: sp.Expr, curvature: sp.Expr | None = None) -> Self:
        """A convex function is at least its tangent at a point of the range, a concave one at most.

        ``curvature`` is another form of the second derivative, whose sign is easier to see.
        """
        item = interval_of(variable, self.domain)
        if not is_inside(point, replace(item, closed="[]"), self.domain):
            raise Unproved(f"{point} is not in the range of {variable}")
        # on the range itself smoothness there is enough; an end that does not belong to it needs the whole line
        inside = is_inside(point, item, self.domain) and is_smooth_on(self.end, variable, self.domain)
        convex = self._is_convex(variable, curvature, smooth=inside)
        value, slope = (placed(e, {variable: point}) for e in (self.end, sp.diff(self.end, variable)))
        target = value + slope * (variable - point)
        return self._add(">=" if convex else "<=", target, f"tangent at {variable} = {point}")

    def chord(self, variable: sp.Symbol) -> Self:
        """A convex function is at most its chord over the range, a concave one at least.

        Strictly so inside an open range on which the second derivative does not vanish.
        """
        item = interval_of(variable, self.domain)
        if item.low is None or item.high is None:
            raise Unproved(f"{variable} has no bounded range")
        low, high = sp.sympify(item.low), sp.sympify(item.high)
        at_low, at_high = (placed(self.end, {variable: end}) for end in (low, high))
        relation = {True: "<=", False: ">="}[self._is_convex(variable)]
        if item.closed == "()" and 0 not in sign_of(sp.diff(self.end, variable, 2), self.facts):
            relation = relation[0]
        target = at_low + (at_high - at_low) * (variable - low) / (high - low)
        self._add(relation, target, f"chord over {item.describe()}")
        return self

    def _is_convex(self, variable: sp.Symbol, curvature: sp.Expr | None = None, smooth: bool = False) -> bool:
        """Whether the current expression is convex (else: concave) in the variable, by its second derivative."""
        if not smooth and not is_smooth(self.end, variable):
            raise Unproved(f"{self.end} is not seen to be smooth")
        second = sp.diff(self.end, variable, 2)
        if curvature is not None:
            require_equal(second, curvature, self.facts, "the second derivative is not decided equal to {1}")
            second = curvature
        signs = sign_of(second, self.facts)
        if signs <= NONNEGATIVE:
            return True
        if signs <= NONPOSITIVE:
            return False
        raise Unproved(f"the sign of {second} is not proved")

    # -- minima -------------------------------------------------------------------------------------------------

    def valley(self, variable: sp.Symbol, point: sp.Expr, slope: sp.Expr) -> Self:
        """A function that falls up to a point and rises from there on is at least its value at that point.

        The function must be smooth on the whole interval of the variable, the point proved to lie in it, and the
        derivative decided equal to ``(variable - point) slope`` with ``slope >= 0`` at every other place (mean value
        theorem). On a domain with the condition ``Ne(variable, point)`` the bound is strict if ``slope > 0``: the
        minimiser is then the only one.
        """
        point, slope, apart = sp.sympify(point), sp.sympify(slope), sp.Ne(variable, point)
        strict = apart in self.domain.conditions
        # lemmas used on the punctured interval say nothing about the point itself
        without = tuple(c for c in self.domain.conditions if c != apart)
        whole = replace(self.domain, conditions=without) if strict else self.facts
        facts = self.facts if strict else self.facts.where(apart)
        item = interval_of(variable, replace(self.domain, conditions=without))
        if point.has(variable) or not is_inside(point, item, whole):
            raise Unproved(f"{point} is not proved a value of {item.describe()}")
        if not is_smooth_on(self.end, variable, whole):
            raise Unproved(f"{self.end} is not seen to be smooth on {item.describe()}")
        decision = decide_equal(sp.diff(self.end, variable), (variable - point) * slope, facts)
        if not decision.zero:
            raise Unproved(f"the derivative is not decided equal to ({variable} - point) slope ({decision.reason})")
        signs = sign_of(slope, facts)
        if not signs <= NONNEGATIVE:
            raise Unproved(f"the slope {slope} is not proved nonnegative on {item.describe()}")
        relation = ">" if strict and signs == POSITIVE else ">="
        reason = f"falls up to {variable} = {point}, rises from there: the derivative is ({variable} - point) {slope}"
        return self._add(relation, placed(self.end, {variable: point}), reason, decision.conditions)

    # -- cases --------------------------------------------------------------------------------------------------

    def _is_defined(self, expr: sp.Expr) -> bool:
        """Whether an expression is proved to have a value everywhere: smooth in every parameter."""
        return all(is_smooth_on(expr, symbol, self.domain) for symbol in expr.free_symbols)

    def by_cases(self, variable: sp.Symbol, cut: sp.Expr, chain: Callable[[Domain], Derivation]) -> Self:
        """Go on to the end of ``chain``, proved where variable <= cut and where variable >= cut."""
        item, cut = interval_of(variable, self.domain), sp.sympify(cut)
        if cut.has(sp.oo, -sp.oo, sp.zoo, sp.nan) or not is_real(cut, self.domain) or not self._is_defined(cut):
            raise Unproved(f"{cut} is not proved a real number on the domain")
        below = replace(item, high=cut, closed=item.closed[0] + "]")
        above = replace(item, low=cut, closed="[" + item.closed[1])
        parts = [chain(self.domain.with_ranges(part)) for part in (below, above)]
        for part, expected in zip(parts, (below, above), strict=True):
            if part.domain != self.domain.with_ranges(expected) or part.start != self.end:
                raise Unproved(f"a case must start at {self.end} on its own part of the domain")
        if parts[0].end != parts[1].end:
            raise Unproved(f"the cases end differently: {parts[0].end} and {parts[1].end}")
        relations = {part.relation() for part in parts}
        self._resting_on(*parts)
        self._add(_weakest(relations), parts[0].end, f"cases {variable} <= {cut} and {variable} >= {cut}")
        return self


def _require_multiple(form: sp.Expr, variable: sp.Symbol) -> None:
    factor = sp.diff(form, variable)
    if not factor.is_number or sp.expand(form - factor * variable) != 0:
        raise Unproved(f"a limit passes through constant multiples only, not through {form}")


def _weakest(relations: set[str]) -> str:
    for weak, strict in (("<=", "<"), (">=", ">")):
        if relations <= {weak, strict, "="}:
            return relations.pop() if len(relations) == 1 else weak
    raise Unproved(f"cases with different relations: {sorted(relations)}")


def _stand_ins(fact: sp.Basic, domain: Domain) -> dict[sp.Symbol, sp.Symbol]:
    """Free indices of coordinates, for every value of which a fact holds, as sign proofs call them inside of sums."""
    numbers = [index for node in fact.atoms(sp.Indexed) for index in node.indices]
    numbers += [node.index for node in fact.atoms(Coordinate, Drawn)]
    indices = {index for index in numbers if isinstance(index, sp.Symbol)}
    free = (indices & fact.free_symbols) - set(domain.symbols)
    return {index: stand_in(index.name, bool(index.is_positive), bool(index.is_nonnegative)) for index in free}
