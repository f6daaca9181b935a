r"""Power series in u^2 of two projections at a fixed cosine c, and averages over the angle phi between their lengths.

``E exp((w_1 + w_2).u)`` is an average over an angle phi of ``1F1(d; d/2; u^2/2 (1 + c sin phi))`` (`rules.angles`). Its power series in
u^2 is integrated term by term; what remains of the angle are the moments ``M_k = E (1 + c sin phi)^k``. The density of phi on (0, pi)
is proportional to ``sin(phi)^(d-1)``, so ``E sin(phi)^p`` is a quotient of integrals of powers of the sine (`rules.sine-powers`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp

from rftheory.inputs.kernels import d
from rftheory.rules.pair_moments import angle_density, length_moment, phi
from rftheory.statements.domain import Range

#: sin(phi), for every phi between 0 and pi
sine = sp.Symbol("s", positive=True)
SINE = Range(sine, 0, 1, "(]", typical=(0, 1), awkward=(sp.Rational(1, 1000), sp.Rational(999, 1000), 1))


def angle_moment(order: sp.Expr, cosine: sp.Expr) -> sp.Integral:
    """``M_k = E (1 + c sin phi)^k``."""
    return sp.Integral(angle_density(d) * (1 + cosine * sp.sin(phi)) ** order, (phi, 0, sp.pi))


def sine_average(expr: sp.Expr) -> sp.Expr:
    """E of a polynomial in `sine`."""
    if not sp.sympify(expr).has(sine):
        return expr
    polynomial = sp.Poly(sp.expand(expr), sine)
    return sp.Add(*(coefficient * length_moment(sp.Integer(p), d) for (p,), coefficient in polynomial.terms()))


def in_sine(node: sp.Integral) -> sp.Expr:
    """What is averaged over the angle, as a function of `sine`.

    Raises:
        ValueError: if the integral is no average over the angle.
    """
    if node.limits != angle_moment(sp.Integer(0), sp.Integer(0)).limits:
        raise ValueError(f"{node} is not an average over the angle")
    above, below = (part.subs(sp.sin(phi), sine) for part in (node.function, angle_density(d)))
    expr = sp.powsimp(above / below, combine="exp")
    if expr.has(phi):
        raise ValueError(f"{expr} is not a function of the sine alone")
    return expr


def in_moments(expr: sp.Expr) -> sp.Expr:
    """E sin(phi)^p, from the integrals of powers of the sine: every M_k of a given number k in closed form."""

    def known(node: sp.Basic) -> bool:
        return isinstance(node, sp.Integral) and in_sine(node).is_polynomial(sine)

    return expr.replace(known, lambda node: sine_average(in_sine(node)))


@dataclass(frozen=True)
class Expansions:
    """Functions with their k-th terms, for an index k from 0 on, in a variable in which these are monomials."""

    terms: Mapping[sp.Expr, sp.Expr]
    index: sp.Symbol
    variable: sp.Symbol

    def split(self, expr: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
        """The k-th term of the functions in a linear combination, and what is left of it: a polynomial in the variable."""
        names = {function: sp.Dummy() for function in self.terms}
        form = sp.sympify(expr).xreplace(names)
        coefficients = {function: sp.diff(form, name) for function, name in names.items()}
        rest = sp.expand(form - sp.Add(*(c * names[function] for function, c in coefficients.items())))
        return sp.Add(*(c * self.terms[function] for function, c in coefficients.items())), rest

    def leading(self, expr: sp.Expr, number: int, degree: int) -> sp.Expr:
        """The term of a number of a combination, of the given degree in the variable for each index."""
        term, rest = self.split(expr)
        own = rest.coeff(self.variable, degree * number) * self.variable ** (degree * number)
        return in_moments(term.subs(self.index, number)) + own

    def degree(self) -> int:
        """The degree of the variable in the first term."""
        first = next(iter(self.terms.values())).subs(self.index, 1)
        return int(sp.degree(sp.expand(first), self.variable))

    def limit(self, numerator: sp.Expr, denominator: sp.Expr, number: int) -> sp.Expr:
        """The limit at 0 of a quotient of two combinations, of which the terms before a number vanish."""
        degree = self.degree()
        first = self.leading(numerator, number, degree)
        if denominator == self.variable ** (degree * number):
            last = denominator
        else:
            last = self.leading(denominator, number, degree)
        return (first / last).subs(self.variable, 1)
