"""Chains about sums over pairs ``1 <= i < j <= m``, and about power series with nonnegative coefficients.

``pFq(a; b; z)`` with p <= q and positive parameters is entire with positive coefficients: for z >= 0 it is at least 1,
increasing, convex, and so is what is left of it without some of its terms.
"""

from __future__ import annotations

from rftheory.evidence.chain_words import *
from rftheory.evidence.number_signs import sign_of_number
from rftheory.evidence.series_steps import SeriesBound

#: the indices of a pair
first, second = sp.symbols("i j", integer=True, positive=True)


def pair_sum(body: sp.Expr, size: sp.Expr) -> sp.Sum:
    """``sum_(i < j <= size)`` of a body in the indices `first` and `second`."""
    return sp.Sum(body, (second, first + 1, size), (first, 1, size - 1))


def _body(expr: sp.Expr) -> sp.Expr:
    """What a sum over pairs adds up; a body that is a sum itself has its own limits in front."""
    if not isinstance(expr, sp.Sum) or len(expr.limits) < 2:
        return sp.S.Zero
    inner = expr.limits[:-2]
    return sp.Sum(expr.function, *inner) if inner else expr.function


def slope(function: sp.hyper, argument: sp.Expr) -> sp.Expr:
    """The derivative of ``pFq(a; b; z)`` at another argument."""
    upper, lower = ([parameter + 1 for parameter in side] for side in (function.ap, function.bq))
    return sp.Mul(*function.ap) / sp.Mul(*function.bq) * sp.hyper(upper, lower, argument)


def curvature_at_zero(function: sp.hyper) -> sp.Expr:
    """The second derivative of ``pFq(a; b; z)`` at z = 0."""
    above, below = (sp.Mul(*(t * (t + 1) for t in side)) for side in (function.ap, function.bq))
    return above / below


def taylor(function: sp.hyper, degree: int) -> sp.Expr:
    """The terms of ``pFq(a; b; z)`` up to a degree."""
    argument, term, total = function.args[-1], sp.S.One, sp.S.One
    for order in range(degree):
        above, below = (sp.Mul(*(parameter + order for parameter in side)) for side in (function.ap, function.bq))
        term *= above / below * argument / (order + 1)
        total += term
    return total


class PairBound(SeriesBound):
    """A chain that may go through the terms of a sum over pairs."""

    def over_pairs(self, size: sp.Expr, chain: Callable[[Domain], Derivation]) -> Self:
        """From the sum over pairs of a_ij to that of b_ij, where ``chain`` leads from a_ij to b_ij for every pair.

        It is written on the domain given to it: this one with the two indices, ``1 <= i < j <= size``. Strict only where
        there is a pair for certain.
        """
        self._require_size(size)
        indexed = self.domain.with_ranges(Range(first, 1, None, integer=True), Range(second, 2, None, integer=True))
        indexed = indexed.where(sp.Le(first, second - 1), sp.Le(second, size))
        inner = chain(indexed)
        if inner.domain != indexed:
            raise Unproved("the chain of terms is written for another domain")
        if self.end != pair_sum(inner.start, size):
            raise Unproved(f"{self.end} is not the sum over pairs of {inner.start}")
        relation = inner.relation()
        if relation == "->":
            raise Unproved("limits do not add up over pairs")
        if relation in ("<", ">") and sign_of(size - 1, self.facts) != POSITIVE:
            relation += "="
        because = "; ".join(step.reason for step in inner.steps[1:])
        self._resting_on(inner)
        return self._add(relation, pair_sum(inner.end, size), f"pair by pair: {because}")

    def by_symmetry(self, size: sp.Expr, diagonal: sp.Expr) -> Self:
        """The sum over pairs of a symmetric body as half of the sum over all i, j without the diagonal.

        ``diagonal`` is a form of the body at j = i.
        """
        self._require_size(size)
        body = _body(self.end)
        if self.end != pair_sum(body, size):
            raise Unproved(f"{self.end} is not a sum over pairs")
        indexed = self.domain.with_ranges(*(Range(index, 1, None, integer=True) for index in (first, second)))
        swapped = placed(body, {first: second, second: first})
        require_equal(body, swapped, indexed, "{0} is not decided symmetric")
        whole = sp.Sum(sp.Sum(body, (second, 1, size)), (first, 1, size))
        decision = decide_equal(placed(body, {second: first}), diagonal, indexed)
        if not decision.zero:
            raise Unproved(f"{diagonal} is not decided the body at {second} = {first} ({decision.reason})")
        return self._add(
            "=",
            (whole - sp.Sum(diagonal, (first, 1, size))) / 2,
            f"symmetric in {first} and {second}",
            decision.conditions,
        )

    def _require_size(self, size: sp.Expr) -> None:
        """The indices of a pair are no parameters, and run up to an integer >= 1."""
        if {first, second} & (names_of(self.domain) | size.free_symbols):
            raise Unproved(f"{first} and {second} are parameters, not indices")
        if not size.is_integer or not sign_of(size - 1, self.facts) <= NONNEGATIVE:
            raise Unproved(f"{size} is not proved an integer >= 1")

    # -- power series with positive coefficients ----------------------------------------------------------------

    def increasing(self, function: sp.hyper) -> Self:
        """Note ``pFq(a; b; z) >= 1`` for positive parameters, p <= q and z >= 0."""
        self._require_increasing(function)
        self.facts = self.facts.where(sp.Ge(function, 1, evaluate=False), sp.Gt(function, 0, evaluate=False))
        return self._add("=", self.end, f"{function} >= 1: its coefficients are positive")

    def above_tangent_at(self, point: sp.Expr, curvature: bool = False) -> Self:
        """From ``f(z)`` down to ``f(s) + f'(s) (z - s)``, for s >= 0 and a power series f with positive coefficients.

        With ``curvature`` the bound has ``f''(0)/2 (z - s)^2`` besides: without its term of degree 2 the series f is
        convex as well.
        """
        function, point = self.end, sp.sympify(point)
        if not isinstance(function, sp.hyper):
            raise Unproved(f"{function} is not a hypergeometric function")
        argument = function.args[-1]
        for place in (argument, point):
            self._require_increasing(function, place)
        target = function.func(function.ap, function.bq, point) + slope(function, point) * (argument - point)
        if curvature:
            target += curvature_at_zero(function) / 2 * (argument - point) ** 2
        shown = f"convex, positive coefficients: above the tangent at {point}"
        return self._add(">=", target, shown + (" and the term of degree 2" if curvature else ""))

    def below_product(self, parts: tuple[sp.Expr, sp.Expr]) -> Self:
        """From ``0F1(; b; x + y)`` up to ``0F1(; b; x) 0F1(; b; y)`` for b > 0 and x, y >= 0.

        The coefficients of ``x^j y^k / (j! k!)`` are 1/(b)_(j+k) and 1/((b)_j (b)_k), and ``(b)_(j+k) = (b)_j (b + j)_k``.
        """
        function = self.end
        if not isinstance(function, sp.hyper) or function.ap or len(function.bq) != 1:
            raise Unproved(f"{function} is not a function 0F1")
        if not decide_equal(function.args[-1], sp.Add(*parts), self.facts).zero:
            raise Unproved(f"{function.args[-1]} is not decided the sum of {list(parts)}")
        for part in parts:
            self._require_increasing(function, part)
        target = sp.Mul(*(sp.hyper([], function.bq, part) for part in parts))
        # (b)_2 > (b)_1^2
        relation = "<" if all(sign_of(part, self.facts) == POSITIVE for part in parts) else "<="
        return self._add(relation, target, "(b)_(j+k) >= (b)_j (b)_k, coefficient by coefficient")

    def compared(self, target: sp.Expr) -> Self:
        """Go on with a number that disjoint balls show to be smaller or larger; neither depends on a parameter."""
        target = sp.sympify(target)
        if self.end.free_symbols | target.free_symbols:
            raise Unproved(f"{self.end} and {target} are not numbers")
        signs = sign_of_number(self.end - target)
        if signs not in (POSITIVE, NEGATIVE):
            raise Unproved(f"{self.end} and {target} are not separated")
        return self._add(">" if signs == POSITIVE else "<", target, "disjoint enclosures of two numbers")

    def above_taylor(self, degree: int) -> Self:
        """From ``f(z)`` down to its terms up to a degree, for z >= 0 and positive coefficients."""
        function = self.end
        _require_degree(degree)
        self._require_increasing(function)
        return self._add(">=", taylor(function, degree), f"without the positive terms beyond degree {degree}")

    def below_taylor(self, degree: int) -> Self:
        """From ``f(z) = 0F1(; b; z)`` up to its terms up to degree n and ``c_(n+1) z^(n+1) f(z)``, for b > 0 and z >= 0.

        ``c_(n+1+k) <= c_(n+1) c_k`` for ``c_k = 1/((b)_k k!)``, since ``(b)_(n+1+k) >= (b)_(n+1) (b)_k`` and the same for b = 1.
        """
        function = self.end
        if not isinstance(function, sp.hyper) or function.ap or len(function.bq) != 1:
            raise Unproved(f"{function} is not a function 0F1")
        _require_degree(degree)
        self._require_increasing(function)
        rest = taylor(function, degree + 1) - taylor(function, degree)
        target = taylor(function, degree) + rest * function
        return self._add("<=", target, f"terms beyond degree {degree}: c_(n+1+k) <= c_(n+1) c_k")

    def _require_increasing(self, function: sp.Expr, at: sp.Expr | None = None) -> None:
        if not isinstance(function, sp.hyper) or len(function.ap) > len(function.bq):
            raise Unproved(f"{function} is not known to be entire")
        argument = function.args[-1] if at is None else at
        for parameter in (*function.ap, *function.bq):
            if sign_of(parameter, self.facts) != POSITIVE:
                raise Unproved(f"the parameter {parameter} is not proved positive")
        if not sign_of(argument, self.facts) <= NONNEGATIVE:
            raise Unproved(f"the argument {argument} is not proved nonnegative")


def _require_degree(degree: int) -> None:
    if not isinstance(degree, int) or degree < 0:
        raise Unproved(f"{degree} is not a degree: an integer >= 0")
