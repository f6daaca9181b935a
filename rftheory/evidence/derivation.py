"""Derivations: chains of checked steps from a definition to a claim.

A step is the application of an expectation rule, of a proved claim, algebra that the zero test decides, a bound whose
gap is proved nonnegative, or a limit by continuity or by derivatives. A step that cannot be checked raises
`Unproved`: a chain that exists is a proof on its whole domain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Literal, Self

import sympy as sp

from rftheory.evidence.binding import placed, require_own_indices
from rftheory.evidence.conjugates import real_part as real_part_of
from rftheory.evidence.gap_factors import factors_of
from rftheory.evidence.gram_tables import require_vectors
from rftheory.evidence.infinity import limit_at_infinity
from rftheory.evidence.integrated import decide_equal, require_equal, signs_on
from rftheory.evidence.number_signs import is_infinite
from rftheory.evidence.recording import RecordsCalls
from rftheory.evidence.sign import NEGATIVE, NONNEGATIVE, NONPOSITIVE, POSITIVE, is_nonzero, sign_of
from rftheory.evidence.single_values import at_single_values, single_values
from rftheory.evidence.smooth import is_continuous_at, is_smooth_at
from rftheory.evidence.unproved import Unproved as Unproved
from rftheory.evidence.zero import decide_zero
from rftheory.propositions import Equality, Inequality, Relation
from rftheory.rules.counts import integrate_counts
from rftheory.rules.expectation import expand_expectation
from rftheory.rules.gaussian import integrate_gaussian
from rftheory.rules.nodes import SquaredLength, hidden_symbols
from rftheory.rules.orthant import integrate_signs
from rftheory.rules.orthogonal import integrate_frames
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain

_SIGNS = {"<": NEGATIVE, "<=": NONPOSITIVE, ">": POSITIVE, ">=": NONNEGATIVE}

#: the rules of `rftheory.rules` that rewrite an expression as an equal one
REWRITINGS = frozenset({
    "expand_expectation", "integrate_counts", "integrate_frames", "integrate_gaussian", "integrate_powers", "integrate_sums",
    "integrate_signs", "polar_logarithms", "sum_series",
})  # fmt: skip


@dataclass(frozen=True)
class Step:
    """One line of a chain: ``<relation> expr`` and why."""

    relation: str
    expr: sp.Expr
    reason: str
    conditions: tuple[str, ...] = ()


class Derivation(RecordsCalls):
    """A chain ``start = ... <= ... = end`` on a domain, checked line by line as it is written."""

    def __init__(self, start: sp.Expr, domain: Domain, reason: str = "definition"):
        self.domain = domain
        #: the domain with the lemmas in use as further conditions (see `bounds`)
        self.facts = domain
        require_own_indices(sp.sympify(start), domain, domain)
        require_vectors(sp.sympify(start), domain)
        self.steps = [Step("", sp.sympify(start), reason)]
        #: the limits that were passed to: (variable, point)
        self.limits: set[tuple[sp.Symbol, sp.Expr]] = set()
        #: the numbers of the lines, its own and those of chains in use ("2.1"), on which nobody but the kernel can go on
        self.waypoints: set[str] = set()
        #: integrals that were proved to converge absolutely, by a step that says so of both its sides
        self.convergent: set[sp.Integral] = set()

    @property
    def start(self) -> sp.Expr:
        return self.steps[0].expr

    @property
    def end(self) -> sp.Expr:
        return self.steps[-1].expr

    def _add(self, relation: str, expr: sp.Expr, reason: str, conditions: Sequence[str] = ()) -> Self:
        expr = sp.sympify(expr)
        if expr.has(sp.nan, sp.zoo):
            raise Unproved(f"{reason}: {expr} has no value")
        if expr.has(sp.Float) or self.start.has(sp.Float):
            raise Unproved(f"{reason}: a float stands for a number that is not known exactly")
        require_own_indices(expr, self.domain, self.facts)
        require_vectors(expr, self.domain)
        left = {variable for variable, _ in self.limits} & (expr.free_symbols | hidden_symbols(expr))
        if left:
            raise Unproved(f"{expr} depends on {sorted(map(str, left))}, after the limit")
        if relation == "->" and any(step.relation == "->" for step in self.steps):
            raise Unproved("a chain passes to one limit only")
        self.steps.append(Step(relation, expr, reason, tuple(conditions)))
        return self

    def _resting_on(self, *chains: Derivation) -> Self:
        """The next step rests on these chains."""
        for chain in chains:
            self.waypoints |= {f"{len(self.steps)}.{line}" for line in chain.waypoints}
            if chain.domain == self.domain:
                self.convergent |= chain.convergent
        return self

    # -- equalities ---------------------------------------------------------------------------------------------

    def apply(self, rule: Callable[..., sp.Expr], reason: str) -> Self:
        """Rewrite with a rule of `rftheory.rules`, its conditions proved on the domain."""
        if not rule.__module__.startswith("rftheory.rules.") or rule.__name__ not in REWRITINGS:
            raise Unproved(f"{rule.__module__}.{rule.__qualname__} is not an expectation rule")
        asked = signature(rule).parameters
        expr = rule(self.end, **{name: ask for name, ask in signs_on(self.facts).items() if name in asked})
        return self if expr == self.end else self._add("=", expr, reason)

    def algebra(self, target: sp.Expr, reason: str = "algebra") -> Self:
        """Go on with an equal expression; the equality is decided by the exact zero test."""
        decision = require_equal(self.end, target, self.facts)
        return self._add("=", target, f"{reason}: {decision.reason}", decision.conditions)

    def expectations(self) -> Self:
        """Integrate everything random: linearity and independence, signs, Gaussian exponentials."""
        self.apply(expand_expectation, "linearity, independence and the moment law of sample means")
        self.apply(integrate_signs, "sign of a pair of hyperplanes")
        self.apply(integrate_frames, "over a frame: (1-2a)^(-kd/2) 1F1(kd/2; d/2; u^2/(2(1-2a))), Re(1-2a) > 0")
        self.apply(integrate_counts, "independent counts; sum c^k/k! = exp(c), sum c^k/k!^2 = I_0(2 sqrt(c))")
        reason = "E exp(w.u) = exp(u^2/2)"
        if self.end.has(SquaredLength):
            reason = "E exp(a |w|^2 + w.u) = (1-2a)^(-d/2) exp(u^2/(2(1-2a))), Re(1-2a) > 0"
        return self.apply(integrate_gaussian, reason)

    def single_values(self) -> Self:
        """Put in the values of the parameters whose ranges have one value only."""
        target = at_single_values(self.end, self.domain)
        shown = ", ".join(f"{symbol} = {value}" for symbol, value in single_values(self.domain).items())
        return self if target == self.end else self._add("=", target, f"{shown} on this domain")

    def waypoint(self, target: sp.Expr, reason: str, relation: Relation | Literal["="] = "=") -> Self:
        """Go on to a line that nothing here leads to: a hint for the search of a certificate.

        Such a chain proves nothing by itself. Its claim holds where the kernel has replayed a certificate of this very claim.
        """
        if relation not in ("=", *_SIGNS):
            raise Unproved(f"{relation!r} does not lead to a waypoint")
        self.waypoints.add(str(len(self.steps)))
        return self._add(relation, target, f"waypoint: {reason}")

    def _discharged(self, hypothesis: Equality | Inequality, proved: Sequence[Claim] = ()) -> str:
        """A hypothesis in words, once it is decided (kinds of chains that look at ``proved`` claims as well say so)."""
        left, right = sp.sympify(hypothesis.left), sp.sympify(hypothesis.right)
        if isinstance(hypothesis, Equality):
            require_equal(left, right, self.facts, "{} = {} is not decided")
            return f"{left} = {right}"
        shown = f"{left} {hypothesis.relation} {right}"
        if not sign_of(left - right, self.facts) <= _SIGNS[hypothesis.relation]:
            raise Unproved(f"the hypothesis {shown} is not proved")
        return shown

    def backwards(self, inner: Derivation) -> Self:
        """Go on with the start of a chain of equalities that ends with the current expression."""
        if inner.domain != self.domain or inner.relation() != "=":
            raise Unproved("the inner chain must be one of equalities on the same domain")
        decision = require_equal(self.end, inner.end, self.facts)
        reasons = "; ".join(step.reason for step in reversed(inner.steps[1:]))
        return self._resting_on(inner)._add("=", inner.start, f"backwards: {reasons}", decision.conditions)

    def principal_root(self, target: sp.Expr, power: sp.Pow, root: sp.Expr, real_part: sp.Expr) -> Self:
        """Go on with ``target``, in which ``power = base^(n/2)``, n an integer, has the value ``root^n``.

        ``root^2 = base`` and ``Re root > 0`` make it the principal square root; ``real_part`` is a form of Re root
        whose sign is seen.
        """
        order = 2 * power.exp
        if not order.is_integer or not target.has(power):
            raise Unproved(f"{power} is not an integer power of a root in {target}")
        replaced = target.xreplace({power: root**order})
        for left, right in ((root**2, power.base), (real_part_of(root), real_part), (self.end, replaced)):
            decision = require_equal(left, right, self.domain, "principal root: not decided equal: {} and {}")
        if sign_of(real_part, self.domain) != POSITIVE:
            raise Unproved(f"the real part {real_part} of {root} is not proved positive")
        reason = f"{root} is the principal root of {power.base}: its square, and its real part is {real_part} > 0"
        return self._add("=", target, reason, decision.conditions)

    # -- bounds -------------------------------------------------------------------------------------------------

    def at_most(self, target: sp.Expr, gap: Sequence[sp.Expr] | None = None, reason: str = "") -> Self:
        """Go on with a bound from above: ``target - current`` is the product of ``gap``, each proved nonnegative.

        Without ``gap`` the difference has a sign as it stands, or its factors are looked for (`gap_factors`).
        """
        return self._bound(target, target - self.end, gap, "<=", "<", reason)

    def at_least(self, target: sp.Expr, gap: Sequence[sp.Expr] | None = None, reason: str = "") -> Self:
        """Go on with a bound from below."""
        return self._bound(target, self.end - target, gap, ">=", ">", reason)

    def _bound(
        self, target: sp.Expr, difference: sp.Expr, gap: Sequence[sp.Expr] | None, weak: str, strict: str, reason: str
    ) -> Self:
        factors = [sp.sympify(f) for f in gap] if gap is not None else factors_of(difference, self.facts)
        if gap is not None:
            decision = decide_equal(difference, sp.Mul(*factors), self.facts)
            if not decision.zero:
                raise Unproved(f"the gap {difference} is not the product of {factors} ({decision.reason})")
        signs = [sign_of(f, self.facts) for f in factors]
        for factor, sign in zip(factors, signs, strict=True):
            if not sign <= NONNEGATIVE:
                raise Unproved(f"{factor} is not proved nonnegative on the domain")
        relation = strict if all(sign == POSITIVE for sign in signs) else weak
        shown = ", ".join(f"{f} {'>' if s == POSITIVE else '>='} 0" for f, s in zip(factors, signs, strict=True))
        return self._add(relation, target, reason or f"gap: {shown}")

    # -- limits -------------------------------------------------------------------------------------------------

    def limit_by_continuity(self, variable: sp.Symbol, point: sp.Expr, reason: str = "continuity") -> Self:
        """Pass to the limit by substitution; every part must be continuous at the point, every divisor nonzero there.

        Nothing is put in for an infinite point: there the limit is read from a table and the rules of limits
        (`infinity`). That the variable can approach the point inside of its range is asked of the claim (`statements.reach`).
        """
        point = sp.sympify(point)
        if is_infinite(point):
            value = limit_at_infinity(self.end, variable, point, self.domain)
            if value is None:
                raise Unproved(f"no finite limit of {self.end} is known for {variable} -> {point}")
            return self._pass_to(variable, point, value, f"limits as {variable} -> {point}")
        if not is_continuous_at(self.end, variable, point, self.domain):
            raise Unproved(
                f"{self.end} is not proved continuous at {variable} = {point} (are divisors proved nonzero?)"
            )
        return self._pass_to(variable, point, placed(self.end, {variable: point}), f"{reason} at {variable} = {point}")

    def _pass_to(self, variable: sp.Symbol, point: sp.Expr, value: sp.Expr, reason: str) -> Self:
        """Go on with the limit at a point."""
        value = sp.sympify(value)
        if value.has(sp.oo, -sp.oo, sp.zoo, sp.nan):
            raise Unproved(f"{reason}: {value} is no finite value")
        self.limits.add((variable, point))
        return self._add("->", value, reason)

    def limit_of_quotient(
        self,
        numerator: sp.Expr,
        denominator: sp.Expr,
        variable: sp.Symbol,
        point: sp.Expr,
        outer: Callable[[sp.Expr], sp.Expr] | None = None,
    ) -> Self:
        """``f/g -> f'(a)/g'(a)`` for smooth f, g with f(a) = g(a) = 0 != g'(a) (definition of the derivative).

        ``outer`` may be ``sympy.sqrt``: the current expression is then the square root of the quotient, which passes
        to the limit because the root is continuous (the limit of the quotient must be proved nonnegative).
        """
        point = sp.sympify(point)
        if outer not in (None, sp.sqrt):
            raise Unproved(f"{outer} is not known to be continuous here")
        if is_infinite(point):
            raise Unproved(f"there is no derivative at {variable} = {point}")
        shape = outer or (lambda quotient: quotient)
        self.algebra(shape(numerator / denominator), "as a quotient that vanishes above and below")
        for part in (numerator, denominator):
            if not is_smooth_at(part, variable, point, self.domain):
                raise Unproved(f"{part} is not seen to be smooth at {variable} = {point}")
            if not decide_zero(placed(part, {variable: point}), self.domain).zero:
                raise Unproved(f"{part} is not decided zero at {variable} = {point}")
        above, below = (placed(sp.diff(part, variable), {variable: point}) for part in (numerator, denominator))
        if not is_nonzero(below, self.domain):
            raise Unproved(f"the slope {below} of the denominator is not proved nonzero")
        if outer is not None and not self._is_nonnegative(above / below):
            raise Unproved(f"the limit {above / below} under the root is not proved nonnegative")
        return self._pass_to(variable, point, shape(above / below), f"quotient of derivatives at {variable} = {point}")

    def _is_nonnegative(self, expr: sp.Expr) -> bool:
        """Whether an expression, or a simpler one that is decided equal to it, is proved nonnegative."""
        simpler = sp.simplify(expr)
        signs = sign_of(expr, self.domain)
        if not signs <= NONNEGATIVE and decide_zero(expr - simpler, self.domain).zero:
            signs &= sign_of(simpler, self.domain)
        return signs <= NONNEGATIVE

    # -- the result ---------------------------------------------------------------------------------------------

    def relation(self) -> Relation | str:
        """How the start relates to the end: "=", "<=", "<", ">=", ">" or "->"."""
        kinds = {step.relation for step in self.steps[1:]} - {"="}
        if not kinds:
            return "="
        for weak, strict in (("<=", "<"), (">=", ">")):
            if kinds <= {weak, strict}:
                return strict if strict in kinds else weak
        if kinds == {"->"}:
            return "->"
        raise Unproved(f"a chain cannot mix the relations {sorted(kinds)}")
