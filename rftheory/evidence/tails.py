"""Chains about probabilities: rules of concentration with all their hypotheses proved, and squares that are nonnegative.

What is random enters an inequality as it is written (``|w|^2``, ``w.x``, a variate U); what is known of it for every
draw is added to the facts: ``|w - u|^2 >= 0`` for any vector u, ``0 <= U <= 1`` for a variate in the unit interval.
"""

from __future__ import annotations

from dataclasses import replace

from rftheory.evidence.chain_words import *
from rftheory.evidence.bounds import _RELATIONAL, Bound
from rftheory.evidence.membership import interval_of, is_inside, is_restricted
from rftheory.evidence.smooth import is_smooth, is_smooth_at
from rftheory.kernels import Vector
from rftheory.propositions import Relation
from rftheory.rules.concentration import TailRule
from rftheory.rules.expectation import expand_expectation
from rftheory.rules.inequalities import MomentRule
from rftheory.rules.made import is_made
from rftheory.rules.nodes import Probability, Projection
from rftheory.rules.variates import InnerVariate, UnitVariate, Variate

_IMPLIED = {"<": {"<"}, "<=": {"<", "<="}, ">": {">"}, ">=": {">", ">="}}
_REVERSED: dict[Relation, Relation] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


class Tail(Bound):
    """A chain of inequalities between random quantities or between probabilities."""

    # -- what holds for every draw ------------------------------------------------------------------------------

    def square(self, projection: Projection, shift: Vector, dimension: sp.Expr) -> Self:
        """Use ``|w - u|^2 >= 0``, multiplied out, in the sign proofs that follow."""
        if not dimension.is_integer or sign_of(dimension, self.facts) != POSITIVE:
            raise Unproved(f"{dimension} is not proved a dimension: an integer >= 1")
        if not all(is_real(coefficient, self.facts) for coefficient in shift.coefficients.values()):
            raise Unproved(f"{shift} is not proved a real vector")
        expanded = projection.squared_length(dimension) - 2 * projection.dot(shift) + shift.square
        self.facts = self.facts.where(sp.Ge(expanded, 0, evaluate=False))
        return self._add("=", self.end, f"a square: {expanded} >= 0")

    def unit(self, variate: UnitVariate) -> Self:
        """Use ``0 <= U <= 1``, and so for its mean, strictly for an `InnerVariate`."""
        if not isinstance(variate, UnitVariate):
            raise Unproved(f"{variate} is not a variate in [0, 1]")
        inner = isinstance(variate, InnerVariate)
        mean, relation = Expectation(variate), (sp.Gt, sp.Lt) if inner else (sp.Ge, sp.Le)
        facts = [sp.Ge(variate, 0, evaluate=False), sp.Le(variate, 1, evaluate=False)]
        facts += [relation[0](mean, 0, evaluate=False), relation[1](mean, 1, evaluate=False)]
        self.facts = self.facts.where(*facts)
        return self._add("=", self.end, f"0 <= {variate} <= 1" + (", not concentrated at an end" if inner else ""))

    def by_copies(self, body: sp.Expr, copy: Variate, original: Variate) -> Self:
        """Use ``E body >= 0`` where ``body >= 0`` for every draw and ``copy`` is an independent copy of ``original``."""
        if not sign_of(body, self.facts) <= NONNEGATIVE:
            raise Unproved(f"{body} is not proved nonnegative")
        if self.end.has(copy):
            raise Unproved(f"{copy} is not new")
        known_of_copy = {condition for condition in self.facts.conditions if condition.has(copy)}
        of_original = {condition.xreplace({copy: original}) for condition in known_of_copy}
        if (
            type(copy) is not type(original)
            or copy.finite != original.finite
            or not of_original <= set(self.facts.conditions)
        ):
            raise Unproved(f"more is known of {copy} than of {original}")
        expanded = expand_expectation(Expectation(body))
        if any({copy, original} <= node.atoms(Variate) for node in expanded.atoms(Expectation)):
            raise Unproved(f"{body} does not split into functions of {copy} and of {original}")
        known = expanded.xreplace({copy: original})
        self.facts = self.facts.where(sp.Ge(known, 0, evaluate=False))
        return self._add("=", self.end, f"{copy} an independent copy of {original}: {known} = E {body} >= 0")

    # -- rules of concentration ---------------------------------------------------------------------------------

    def by_rule(self, rule: TailRule | MomentRule, proved: Sequence[Claim] = ()) -> Self:
        """Go on by a rule; every hypothesis is decided here or is one of the ``proved`` claims.

        The rule must have been made by a function of `rftheory.rules`, as it is: no rule put together elsewhere, no copy.
        """
        if type(rule) not in (TailRule, MomentRule) or not is_made(rule):
            raise Unproved(
                f"{rule} was not made by a function of rftheory.rules, such as hoeffding(event, lower, upper)"
            )
        if isinstance(rule, MomentRule):
            start, relation, target = rule.start, rule.relation, rule.target
        else:
            start, relation, target = Probability(rule.event), "<=", rule.bound
        if self.end != start:
            raise Unproved(f"{rule.name} speaks of {start}, the chain of {self.end}")
        for function, variable in rule.smooth if isinstance(rule, MomentRule) else ():
            if not is_smooth(function, variable):
                raise Unproved(f"{function} is not seen to be smooth in {variable}, as {rule.name} asks")
        for symbol, most in rule.whole if isinstance(rule, TailRule) else ():
            self._require_whole(symbol, most)
        reasons = [self._discharged(hypothesis, proved) for hypothesis in rule.hypotheses]
        return self._add(relation, target, rule.name, reasons)

    def _require_whole(self, symbol: sp.Symbol, most: sp.Expr) -> None:
        """The domain must leave a parameter all values from 0 (perhaps without it, by continuity) to ``most``."""
        items = [item for item in self.domain.ranges if item.symbol == symbol]
        without = replace(self.domain, conditions=tuple(c for c in self.domain.conditions if c != sp.Le(symbol, most)))
        whole = bool(items) and items[0].low == 0 and items[0].high in (None, most)
        if not whole or symbol.is_integer or items[0].integer or items[0].shape or is_restricted(symbol, without):
            raise Unproved(f"{symbol} does not take all values from 0 to {most} on the domain")

    def _discharged(self, hypothesis: Equality | Inequality, proved: Sequence[Claim] = ()) -> str:
        if isinstance(hypothesis, Inequality):
            for claim in proved:
                if self._states(claim, hypothesis):
                    return f"{hypothesis.left} {hypothesis.relation} {hypothesis.right} ({claim.name})"
        return super()._discharged(hypothesis)

    def _states(self, claim: Claim, hypothesis: Inequality) -> bool:
        """Whether a claim, which is proved now, is a hypothesis on the domain of this chain."""
        if not isinstance(claim.proposition, Inequality):
            raise Unproved(f"{claim.name} is not an inequality")
        left, relation, right = claim.proposition.left, claim.proposition.relation, claim.proposition.right
        if (left, right) == (hypothesis.right, hypothesis.left):
            left, relation, right = right, _REVERSED[relation], left
        if (left, right) != (hypothesis.left, hypothesis.right) or relation not in _IMPLIED[hypothesis.relation]:
            return False
        self._proved(claim, Inequality)
        self._require_inside(claim, {symbol: symbol for symbol in claim.domain.symbols})
        return True

    def powers(self, inner: Derivation, exponent: sp.Expr) -> Self:
        """From ``a^e`` to ``b^e``, where ``inner`` leads upwards from a >= 0 to b, for an exponent e > 0."""
        if inner.domain != self.domain or inner.relation() not in ("=", "<", "<="):
            raise Unproved("the inner chain must lead upwards on the same domain")
        if self.end not in (inner.start**exponent, sp.Pow(inner.start, exponent, evaluate=False)):
            raise Unproved(f"{self.end} is not {inner.start} to the power {exponent}")
        if sign_of(exponent, self.facts) != POSITIVE or not sign_of(inner.start, self.facts) <= NONNEGATIVE:
            raise Unproved(f"{inner.start} >= 0 and {exponent} > 0 are not proved")
        because = "; ".join(step.reason for step in inner.steps[1:])
        self._resting_on(inner)
        return self._add("<=", inner.end**exponent, f"a power increases: {because}")

    # -- convexity ----------------------------------------------------------------------------------------------

    def above_tangent(self, variable: sp.Symbol, point: sp.Expr, second: sp.Expr) -> Self:
        """A function with the second derivative ``second >= 0`` is at least its tangent at a point of the range."""
        point, item = sp.sympify(point), interval_of(variable, self.domain)
        if point.has(variable) or not is_inside(point, replace(item, closed="[]"), self.facts):
            raise Unproved(f"{point} is not in the range of {variable}")
        # at an end that does not belong to the range, smoothness there is needed besides
        if not is_smooth_on(self.end, variable, self.facts) or not (
            is_inside(point, item, self.facts) or is_smooth_at(self.end, variable, point, self.facts)
        ):
            raise Unproved(f"{self.end} is not seen to be smooth")
        require_equal(
            sp.diff(self.end, variable, 2), second, self.facts, "the second derivative is not decided to be {1}"
        )
        if not sign_of(second, self.facts) <= NONNEGATIVE:
            raise Unproved(f"the second derivative {second} is not proved nonnegative")
        value, slope = (placed(e, {variable: point}) for e in (self.end, sp.diff(self.end, variable)))
        return self._add(">=", value + slope * (variable - point), f"tangent at {variable} = {point}")

    # -- pointwise bounds under an expectation -------------------------------------------------------------------

    def fact(self, lemma: Inequality, parts: Sequence[sp.Expr]) -> Self:
        """Note ``left <= right`` for later sign proofs: their difference is the sum of ``parts``, each proved >= 0.

        For ``left < right`` one of them must be proved > 0.
        """
        decision = decide_equal(lemma.right - lemma.left, sp.Add(*parts), self.facts)
        if lemma.relation not in ("<=", "<") or not decision.zero:
            raise Unproved(f"{lemma.right} - {lemma.left} is not decided to be the sum of {list(parts)}")
        signs = [sign_of(part, self.facts) for part in parts]
        if not all(s <= NONNEGATIVE for s in signs) or (lemma.relation == "<" and POSITIVE not in signs):
            raise Unproved(f"{lemma.left} {lemma.relation} {lemma.right} is not proved by the signs of {list(parts)}")
        self.facts = self.facts.where(_RELATIONAL[lemma.relation](lemma.left, lemma.right, evaluate=False))
        return self
