"""Chains with definite integrals: the integral that a step speaks of, and what may be put in its place."""

from __future__ import annotations

from typing import Self

import sympy as sp

from rftheory.evidence.binding import bound_symbols, names_of
from rftheory.evidence.defined import missing
from rftheory.evidence.derivation import Unproved, decide_equal, require_equal
from rftheory.evidence.integrable import between, own_variable
from rftheory.evidence.integral_bounds import IntegralBound
from rftheory.evidence.sign import NEGATIVE, POSITIVE, is_nonzero, sign_of
from rftheory.rules.nodes import hidden_symbols
from rftheory.statements.domain import Domain


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
