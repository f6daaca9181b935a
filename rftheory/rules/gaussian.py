r"""Gaussian exponentials: ``E exp(w.u) = exp(u^2 / 2)`` for w ~ N(0, I_d), every d and every complex u.

Here u^2 is the bilinear sum of squares. Cosines, sines and hyperbolic functions are integrated through Euler's
formulas, polynomials of forms by Isserlis' theorem are not needed by the statements here.
"""

from __future__ import annotations

import sympy as sp

from rftheory.rules.expectation import expand_products
from rftheory.rules.nodes import Expectation, Form, sources

_EULER = (sp.cos, sp.sin, sp.cosh, sp.sinh)


def to_exponentials(expr: sp.Expr) -> sp.Expr:
    """Euler's formulas for cos, sin, cosh, sinh of random arguments; everything else is left as it is."""
    return expr.replace(
        lambda e: isinstance(e, _EULER) and bool(sources(e)),
        lambda e: e.rewrite(sp.exp),
    )


def linear_coefficients(exponent: sp.Expr) -> tuple[dict[Form, sp.Expr], sp.Expr]:
    """Write an exponent as ``sum_j c_j form_j + constant``.

    Raises:
        ValueError: if it is not linear in its Gaussian forms.
    """
    coefficients: dict[Form, sp.Expr] = {}
    constant = []
    for term in sp.Add.make_args(expand_products(exponent)):
        forms = [f for f in sp.Mul.make_args(term) if isinstance(f, Form)]
        rest = sp.Mul(*(f for f in sp.Mul.make_args(term) if not isinstance(f, Form)))
        if sources(rest) or len(forms) > 1:
            raise ValueError(f"not linear in the Gaussian forms: {exponent}")
        if forms:
            coefficients[forms[0]] = coefficients.get(forms[0], sp.Integer(0)) + rest
        else:
            constant.append(rest)
    return coefficients, sp.Add(*constant)


def bilinear_square(coefficients: dict[Form, sp.Expr]) -> sp.Expr:
    """``u^2`` of ``u = sum_j c_j u_j``, from the Gram table of the forms' space."""
    return expand_products(
        sp.Add(
            *(
                a * b * f.space.gram(f.vector, g.vector)
                for f, a in coefficients.items()
                for g, b in coefficients.items()
            )
        )
    )


def constant_and_exponent(term: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """A product of constants and exponentials as ``constant * exp(exponent)``.

    Raises:
        ValueError: if a random factor is not an exponential or an integer power of one (other powers have branches).
    """
    constant, exponent = [], sp.Integer(0)
    for factor in sp.Mul.make_args(term):
        base, power = factor.as_base_exp()
        if not sources(factor):
            constant.append(factor)
        elif isinstance(factor, sp.exp):
            exponent += factor.exp
        elif isinstance(base, sp.exp) and power.is_Integer:
            exponent += base.exp * power
        else:
            raise ValueError(f"not an exponential of a linear form: {factor}")
    return sp.Mul(*constant), exponent


def integrate_gaussian(expr: sp.Expr) -> sp.Expr:
    """Apply the rule to every one-projection expectation of exponentials in ``expr``; leave the others alone."""
    return expr.replace(lambda e: isinstance(e, Expectation) and _applies(e.args[0]), lambda e: _integrate(e.args[0]))


def _applies(expr: sp.Expr) -> bool:
    # only the form arguments of exponential and Euler functions are random
    bare = expr.replace(lambda e: isinstance(e, (sp.exp, *_EULER)), lambda e: sp.Integer(1))
    return not sources(bare) and len(sources(expr)) == 1


def _integrate(expr: sp.Expr) -> sp.Expr:
    terms = []
    for term in sp.Add.make_args(expand_products(to_exponentials(expr))):
        constant, exponent = constant_and_exponent(term)
        coefficients, rest = linear_coefficients(exponent)
        terms.append(constant * sp.exp(rest + bilinear_square(coefficients) / 2))
    return sp.Add(*terms)
