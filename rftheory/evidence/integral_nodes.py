"""Chains with definite integrals: bounds between them, the integral that a step speaks of, and what may be put in its place."""

from __future__ import annotations

from rftheory.evidence.chain_words import *
from rftheory.evidence.bounds import Bound
from rftheory.evidence.integrable import between, own_variable


class IntegralBound(Bound):
    """A chain of inequalities between integrals of one real variable."""

    def under_the_integral(self, chain: Callable[[Domain], Derivation]) -> Self:
        """From ``int f`` to ``int g`` over the same interval, where a chain leads from f to g everywhere inside of it.

        ``chain`` is written for the domain of this chain with the range of the variable. Where the larger integrand is at
        least zero and the smaller one is too, or is seen to be integrable (`_is_integrable`), both integrals are defined,
        if perhaps infinite, and in the order of the integrands.
        """
        variable, low, high = self._limits()
        inside = self._inside(variable, low, high)
        inner = chain(inside)
        if inner.domain != inside or inner.start != self.end.function:
            raise Unproved(f"the chain must start at {self.end.function} on the domain with the range of {variable}")
        relation = inner.relation()
        if relation not in ("=", "<=", "<", ">=", ">"):
            raise Unproved("limits do not pass under the integral sign")
        smaller, larger = (inner.end, inner.start) if relation in (">", ">=") else (inner.start, inner.end)
        # equal integrands have the same integral, of whatever sign; what is above something nonnegative is nonnegative
        both = relation == "=" or sign_of(smaller, inside) <= NONNEGATIVE
        if not (both or sign_of(larger, inside) <= NONNEGATIVE):
            raise Unproved(f"{larger} is not proved nonnegative for {low} < {variable} < {high}")
        if not (both or _is_integrable(smaller, variable, inside)):
            raise Unproved(f"{smaller} is neither proved nonnegative nor seen to be integrable")
        because = "; ".join(step.reason for step in inner.steps[1:])
        weak = relation if relation == "=" else relation[0] + "="
        self._resting_on(inner)
        return self._add(weak, sp.Integral(inner.end, (variable, low, high)), f"under the integral sign: {because}")

    def widened(self, low: sp.Expr, high: sp.Expr) -> Self:
        """The integral of what is nonnegative over an interval is at most that over a larger one."""
        variable, *ends = self._limits()
        for start, end in ((sp.sympify(low), ends[0]), (ends[1], sp.sympify(high))):
            if not self._in_order(start, end):
                raise Unproved(f"{start} <= {end} is not proved")
        if not sign_of(self.end.function, self._inside(variable, low, high)) <= NONNEGATIVE:
            raise Unproved(f"{self.end.function} is not proved nonnegative for {low} < {variable} < {high}")
        target = sp.Integral(self.end.function, (variable, low, high))
        return self._add("<=", target, f"a nonnegative integrand, over ({low}, {high})")

    def _limits(self) -> tuple[sp.Symbol, sp.Expr, sp.Expr]:
        node = self.end
        if not isinstance(node, sp.Integral) or len(node.limits) != 1 or len(node.limits[0]) != 3:
            raise Unproved(f"{node} is not an integral of one variable between limits")
        variable, low, high = node.limits[0]
        if variable in self.domain.symbols or any(condition.has(variable) for condition in self.facts.conditions):
            raise Unproved(f"the variable {variable} has the name of a parameter")
        if not variable.is_extended_real or variable.is_positive is not None or variable.is_integer is not None:
            raise Unproved(f"{variable} must be assumed real, and nothing else")
        if low == sp.oo or high == -sp.oo or not self._in_order(low, high):
            raise Unproved(f"{low} <= {high} is not proved: the integral may run backwards")
        return variable, low, high

    def _in_order(self, low: sp.Expr, high: sp.Expr) -> bool:
        return low == -sp.oo or high == sp.oo or sign_of(high - low, self.facts) <= NONNEGATIVE

    def _inside(self, variable: sp.Symbol, low: sp.Expr, high: sp.Expr) -> Domain:
        ends = (None if low == -sp.oo else low, None if high == sp.oo else high)
        return self.facts.with_ranges(Range(variable, *ends, "()"))


def _is_integrable(expr: sp.Expr, variable: sp.Symbol, domain: Domain) -> bool:
    """Whether every term is a constant times a power ``v^k``, k >= 0, times ``exp(-q v^2 + ...)``, q > 0, of the variable."""
    return all(_is_integrable_term(sp.powsimp(term), variable, domain) for term in sp.Add.make_args(sp.expand(expr)))


def _is_integrable_term(term: sp.Expr, variable: sp.Symbol, domain: Domain) -> bool:
    exponent = sp.Integer(0)
    for factor in sp.Mul.make_args(term):
        if not factor.has(variable):
            continue
        if isinstance(factor, sp.exp):
            exponent += factor.exp
        elif not (factor.is_polynomial(variable)):
            return False
    if not exponent.is_polynomial(variable) or sp.degree(exponent, variable) != 2:
        return False
    return sign_of(sp.Poly(exponent, variable).LC(), domain) == NEGATIVE


class IntegralChain(IntegralBound):
    """A chain that may rewrite the integrands of its definite integrals."""

    def integrand(self, function: sp.Expr, node: sp.Integral | None = None, factor: sp.Expr | int = 1) -> Self:
        """From ``int g`` to ``factor int f``, f the ``function``, where g = factor f at every place between the ends.

        The factor does not depend on the variable; it is not zero, or the new integral is proved to converge absolutely.
        """
        node, factor = self._integral(node), sp.sympify(factor)
        variable = node.limits[0][0]
        own, inside, (body, other) = self._inside_of(node, function)
        changed = sp.Integral(function, *node.limits)
        if factor.has(variable) or variable in hidden_symbols(factor):
            raise Unproved(f"{factor} depends on {variable}")
        if not is_nonzero(factor, self.facts) and not self._converges(changed):
            raise Unproved(f"neither {factor} != 0 nor the convergence of {changed} is proved")
        self._require_equal(body, factor * other, inside)
        if node in self.convergent:
            self.convergent.add(changed)
        return self._put(node, factor * changed, "equal everywhere between the ends")

    def rewritten(self, old: sp.Expr, new: sp.Expr, node: sp.Integral | None = None) -> Self:
        """Replace a part of the integrand by one that is equal to it at every place between the ends."""
        node = self._integral(node)
        own, inside, (_, before, after) = self._inside_of(node, old, new)

        if bound_symbols(node.function) & (old.free_symbols | new.free_symbols):
            raise Unproved(f"{old} or {new} has the name of a variable that is bound in {node}")
        self._require_equal(before, after, inside)
        changed = sp.Integral(node.function.xreplace({old: new}), *node.limits)
        if node in self.convergent:
            self.convergent.add(changed)
        return self._put(node, changed, f"{old} = {new} between the ends")

    def into_integral(self) -> Self:
        """From ``c int f`` to ``int c f``, for a number c."""
        node = self._integral(None)
        front = sp.Mul(*(factor for factor in sp.Mul.make_args(self.end) if factor != node))
        variable = node.limits[0][0]
        if front * node != self.end or front.has(variable, sp.Integral) or variable in hidden_symbols(front):
            raise Unproved(f"{self.end} is not a number times an integral")
        if not self._converges(node):
            raise Unproved(f"{node} is not proved to converge absolutely")
        changed = sp.Integral(front * node.function, *node.limits)
        self.convergent |= {node, changed}
        return self._add("=", changed, f"{front} drawn into the integral")

    def _converges(self, node: sp.Integral) -> bool:
        return node in self.convergent or not missing(node, self.facts)

    def _inside_of(self, node: sp.Integral, *functions: sp.Expr) -> tuple[sp.Symbol, Domain, list[sp.Expr]]:
        """The integrand and other functions at a new variable, on the open interval, which is not empty."""
        variable, low, high = node.limits[0]
        if low == sp.oo or high == -sp.oo or (
            low != -sp.oo and high != sp.oo and sign_of(high - low, self.facts) != POSITIVE
        ):  # fmt: skip
            raise Unproved(f"{low} < {high} is not proved")
        for function in functions:
            if variable in hidden_symbols(function) or bound_symbols(function) & {variable}:
                raise Unproved(f"{function} is not a function of {variable}")
        own = own_variable(low, self.facts)
        return (
            own,
            between(own, low, high, self.facts),
            [f.xreplace({variable: own}) for f in (node.function, *functions)],
        )

    def _integral(self, node: sp.Integral | None) -> sp.Integral:
        """The integral that a step speaks of, by default the only one; nothing in it is bound outside of it."""
        if node is None:
            found = self.end.atoms(sp.Integral)
            if len(found) != 1:
                raise Unproved(f"{self.end} has {len(found)} integrals: say which one is meant")
            (node,) = found
        if not isinstance(node, sp.Integral) or len(node.limits) != 1 or len(node.limits[0]) != 3:
            raise Unproved(f"{node} is not an integral of one variable between limits")
        if node.limits[0][0] in names_of(self.facts):
            raise Unproved(f"the variable {node.limits[0][0]} has the name of a parameter")
        self._require_free(node)
        return node

    def _require_free(self, node: sp.Expr) -> None:
        if (node.free_symbols | hidden_symbols(node)) & bound_symbols(self.end):
            raise Unproved(f"{node} depends on a variable that is bound outside of it")

    def _put(self, node: sp.Expr, value: sp.Expr, reason: str) -> Self:
        expr = self.end.xreplace({node: value})
        if expr == self.end:
            raise Unproved(f"{node} does not occur in {self.end}")
        return self._add("=", expr, reason)

    def _require_equal(self, one: sp.Expr, other: sp.Expr, inside: Domain) -> None:
        """Refuse two functions that are not decided equal at every place of a range.

        Sines and cosines that keep one sign there are tried as any numbers of that sign first: what holds of those holds of them.
        """
        free: dict[sp.Basic, sp.Expr] = {}
        for node in sorted((one - other).atoms(sp.sin, sp.cos), key=sp.default_sort_key):
            signs = sign_of(node, inside)
            if signs in (POSITIVE, NEGATIVE):
                free[node] = sp.Dummy("circular", positive=True) * (1 if signs == POSITIVE else -1)
        if free and decide_equal(one.xreplace(free), other.xreplace(free), inside).zero:
            return
        require_equal(one, other, inside)
