"""Chains in which the variable of an integral is changed: the map is monotone, onto, and one side converges."""

from __future__ import annotations

from rftheory.evidence.chain_words import *
from rftheory.evidence.integrable import between, own_variable
from rftheory.evidence.integral_nodes import IntegralChain


class ChangedVariables(IntegralChain):
    """A chain that may change the variable of an integral."""

    def change_of_variables(
        self,
        variable: sp.Symbol,
        function: sp.Expr,
        ends: tuple[sp.Expr, sp.Expr],
        node: sp.Integral | None = None,
        slope: sp.Expr | None = None,
    ) -> Self:
        """From ``int_a^b g(x) dx`` to ``int_c^d g(f(u)) |f'(u)| du``, where x = f(u) and (c, d) are the ``ends``.

        f is real and smooth for c < u < d, its slope has one sign there (``slope`` is a form of it whose sign is seen),
        and its limits at c and d are a and b, or b and a. One of the two integrals converges absolutely.
        """
        node = self._integral(node)
        changed = self._changed(node, variable, function, ends, slope, node)
        if not self._converges(node) and not self._converges(changed):
            raise Unproved(f"neither {node} nor {changed} is proved to converge absolutely")
        self.convergent |= {node, changed}
        low, high = ends
        return self._put(node, changed, f"{node.limits[0][0]} = {function}, {low} < {variable} < {high}, monotone")

    def changed_back(
        self,
        target: sp.Integral,
        function: sp.Expr,
        node: sp.Integral | None = None,
        slope: sp.Expr | None = None,
        rewriting: Sequence[tuple[sp.Expr, sp.Expr]] = (),
    ) -> Self:
        """Go on with ``target``, of which the current integral is decided to be what a change of variables makes.

        ``rewriting`` are parts of the new integrand and other forms of them, each decided equal between the ends.
        """
        node = self._integral(node)
        variable, *ends = node.limits[0]
        self._require_free(target)
        changed = self._changed(target, variable, function, (ends[0], ends[1]), slope, node)
        body = changed.function
        for old, new in rewriting:
            _, inside, (_, before, after) = self._inside_of(node, old, new)
            self._require_equal(before, after, inside)
            body = body.xreplace({old: new})
        _, inside, (given, made) = self._inside_of(node, body)
        self._require_equal(given, made, inside)
        if not any(map(self._converges, (node, changed, target))):
            raise Unproved(f"neither {node} nor {target} is proved to converge absolutely")
        self.convergent |= {node, target}
        return self._put(node, target, f"{target.limits[0][0]} = {function} turns it into this, monotone")

    def mirrored(self, node: sp.Integral | None = None) -> Self:
        """From ``int_a^b g(x) dx`` to ``int_a^b (g(x) + g(a + b - x))/2 dx``, for an absolutely convergent integral."""
        node = self._integral(node)
        variable, low, high = node.limits[0]
        if is_infinite(low) or is_infinite(high) or not self._converges(node):
            raise Unproved(f"{node} is not proved to converge absolutely over a bounded interval")
        if variable in bound_symbols(node.function) or variable in hidden_symbols(node.function):
            raise Unproved(f"{variable} is bound twice in {node}")
        turned = node.function.xreplace({variable: low + high - variable})
        changed = sp.Integral((node.function + turned) / 2, *node.limits)
        self.convergent |= {node, changed}
        return self._put(node, changed, f"the average of {variable} and {low + high} - {variable}")

    def _changed(
        self,
        node: sp.Integral,
        variable: sp.Symbol,
        function: sp.Expr,
        ends: tuple[sp.Expr, sp.Expr],
        slope: sp.Expr | None,
        place: sp.Integral,
    ) -> sp.Integral:
        """What a change of variables makes of an integral that stands in the place of another one; all but convergence."""
        old, *old_ends = node.limits[0]
        low, high = map(sp.sympify, ends)
        self._require_new(variable, node, place, low, high)
        function, own = sp.sympify(function), own_variable(low, self.facts)
        inside, moved = between(own, low, high, self.facts), function.xreplace({variable: own})
        if (function.free_symbols - {variable}) & bound_symbols(node) or variable in hidden_symbols(function):
            raise Unproved(f"{function} has the name of a variable that is bound in {node}")
        if not is_real(moved, inside) or not is_smooth_on(moved, own, inside):
            raise Unproved(f"{function} is not proved real and smooth for {low} < {variable} < {high}")
        rises = self._rises(moved, own, inside, None if slope is None else slope.xreplace({variable: own}))
        for end, wanted in zip((low, high), old_ends if rises else reversed(old_ends), strict=True):
            limit = limit_at(moved, own, end, inside)
            if limit is None or not self._is_same(limit, wanted):
                raise Unproved(f"{function} is not proved to tend to {wanted} as {variable} tends to {end}")
        weight = (sp.diff(function, variable) if slope is None else slope) * (1 if rises else -1)
        return sp.Integral(node.function.xreplace({old: function}) * weight, (variable, low, high))

    def _require_new(
        self, variable: sp.Symbol, node: sp.Integral, place: sp.Integral, low: sp.Expr, high: sp.Expr
    ) -> None:
        old = node.limits[0][0]
        around = bound_symbols(self.end.xreplace({place: sp.Dummy()}))
        met = names_of(self.facts) | ((node.atoms(sp.Symbol) | hidden_symbols(node)) - {old}) | around
        if old in bound_symbols(node.function):
            raise Unproved(f"{old} is bound twice in {node}")
        if variable in met | low.free_symbols | high.free_symbols or variable.is_integer:
            raise Unproved(f"{variable} is not a new real variable")
        if low == sp.oo or high == -sp.oo or any(end in (sp.zoo, sp.nan) for end in (low, high)):
            raise Unproved(f"{low} and {high} are no ends of an interval")
        if low != -sp.oo and high != sp.oo and sign_of(high - low, self.facts) != POSITIVE:
            raise Unproved(f"{low} < {high} is not proved")
        for end in (low, high):
            if not is_infinite(end) and not is_real(end, self.facts):
                raise Unproved(f"the end {end} is not proved real")
        item = Range(variable, None if low == -sp.oo else low, None if high == sp.oo else high, "()")
        if not is_as_assumed(item, self.facts):
            raise Unproved(f"{variable} assumes more than that it lies between {low} and {high}")

    def _rises(self, function: sp.Expr, variable: sp.Symbol, inside: Domain, slope: sp.Expr | None) -> bool:
        derivative = sp.diff(function, variable)
        if slope is not None:
            require_equal(derivative, slope, inside, "the slope {} is not decided to be {}")
        forms = [derivative, sp.factor(derivative)] if slope is None else [slope]
        signs = [sign_of(form, inside) for form in forms]
        if POSITIVE in signs:
            return True
        if NEGATIVE in signs:
            return False
        raise Unproved(f"the slope {derivative} of the map is not proved to have one sign")

    def _is_same(self, one: sp.Expr, other: sp.Expr) -> bool:
        if is_infinite(one) or is_infinite(other):
            return one == other
        return decide_equal(one, other, self.facts).zero
