r"""Gaussian exponentials, for w ~ N(0, I_d), every d and every complex u (u^2 the bilinear sum of squares):

    E exp(w.u) = exp(u^2 / 2),
    E exp(a |w|^2 + w.u) = (1 - 2a)^(-d/2) exp(u^2 / (2 (1 - 2a)))    for Re(1 - 2a) > 0, principal power.

The second one is used only where its condition is proved; it does not converge otherwise. A phase b that is uniform on
the circle has ``E exp(i n b) = [n = 0]`` for integer n. Cosines, sines and hyperbolic functions are integrated through
Euler's formulas. Polynomials of forms, and what has kinks, have no closed form here: the prover finds theirs (`prover.expectation_planes`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import sympy as sp

from rftheory.rules.expectation import expand_products
from rftheory.rules.nodes import Expectation, Form, Phase, SquaredLength, sources
from rftheory.rules.variates import Count, Variate

#: what becomes exponentials
EULER = (sp.cos, sp.sin, sp.cosh, sp.sinh)
#: longer sums of exponentials are not integrated: they take minutes, and nobody reads them
MOST_TERMS = 1000
#: whether a real expression is proved to be positive
Positive = Callable[[sp.Expr], bool]


def to_exponentials(expr: sp.Expr) -> sp.Expr:
    """Euler's formulas for cos, sin, cosh, sinh of random arguments; everything else is left as it is."""
    return expr.replace(
        lambda e: isinstance(e, EULER) and bool(sources(e)),
        lambda e: e.rewrite(sp.exp),
    )


def terms_of(sample: sp.Expr, euler: bool = True) -> int:
    """How many terms a sample has when it is multiplied out, at most; of cosines their exponentials, unless ``euler`` is False."""
    if not sources(sample):
        return 1
    parts = [terms_of(part, euler) for part in sample.args] if isinstance(sample, sp.Add | sp.Mul) else []
    if parts:
        return sum(parts) if isinstance(sample, sp.Add) else math.prod(parts)
    if isinstance(sample, sp.Pow) and sample.exp.is_Integer and sample.exp > 0:
        own, power = terms_of(sample.base, euler), int(sample.exp)
        return math.comb(own + power - 1, power)
    return 2 if euler and isinstance(sample, EULER) else 1


@dataclass(frozen=True)
class GaussianExponent:
    """``sum_j linear_j form_j + sum_k squares_k |w_k|^2 + sum_l phases_l b_l + constant``; no zero coefficients."""

    linear: dict[Form, sp.Expr]
    squares: dict[SquaredLength, sp.Expr]
    phases: dict[Phase, sp.Expr]
    constant: sp.Expr


def exponent_parts(exponent: sp.Expr) -> GaussianExponent:
    """The coefficients of an exponent.

    Raises:
        ValueError: if it is not linear in its forms, squared lengths and phases.
    """
    found: dict[sp.Expr, sp.Expr] = {}
    constant = []
    for term in sp.Add.make_args(expand_products(exponent)):
        random = [f for f in sp.Mul.make_args(term) if isinstance(f, (Form, SquaredLength, Phase))]
        rest = sp.Mul(*(f for f in sp.Mul.make_args(term) if not isinstance(f, (Form, SquaredLength, Phase))))
        if sources(rest) or len(random) > 1:
            raise ValueError(f"not linear in the Gaussian forms: {exponent}")
        if random:
            found[random[0]] = found.get(random[0], sp.Integer(0)) + rest
        else:
            constant.append(rest)
    kept = {node: c for node, c in found.items() if c != 0}
    linear, squares, phases = (
        {n: c for n, c in kept.items() if isinstance(n, k)} for k in (Form, SquaredLength, Phase)
    )
    return GaussianExponent(linear, squares, phases, sp.Add(*constant))


def linear_coefficients(exponent: sp.Expr) -> tuple[dict[Form, sp.Expr], sp.Expr]:
    """Write an exponent as ``sum_j c_j form_j + constant``.

    Raises:
        ValueError: if it is not linear in its Gaussian forms.
    """
    parts = exponent_parts(exponent)
    if parts.squares or parts.phases:
        raise ValueError(f"not linear in the Gaussian forms: {exponent}")
    return parts.linear, parts.constant


def is_of_one_space(forms: Iterable[Form]) -> bool:
    """Whether all forms are images under one projection, of vectors whose products are known."""
    return len({(form.projection, form.space) for form in forms}) <= 1


def bilinear_square(coefficients: dict[Form, sp.Expr]) -> sp.Expr:
    """``u^2`` of ``u = sum_j c_j u_j``, from the Gram table of the forms' space.

    Raises:
        ValueError: if the forms name several projections, or vectors of several spaces, between which no products are known.
    """
    if not is_of_one_space(coefficients):
        names = sorted(f"{form} in {form.space.name}" for form in coefficients)
        raise ValueError(f"forms must name one projection and vectors of one space, got {names}")
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


def positive_by_assumption(expr: sp.Expr) -> bool:
    """Positive by the assumptions of its symbols."""
    return bool(expr.is_positive)


def integrate_gaussian(expr: sp.Expr, positive: Positive = positive_by_assumption) -> sp.Expr:
    """Apply the rules to every one-projection expectation of exponentials in ``expr``; leave the others alone.

    ``positive`` has to prove Re(1 - 2a) > 0; an expectation for which it does not is left alone too.
    """
    return expr.replace(lambda e: isinstance(e, Expectation) and _applies(e.args[0]), lambda e: _integrate(e, positive))


def _applies(expr: sp.Expr) -> bool:
    if expr.atoms(Variate) or any(sources(part) for part in expr.atoms(sp.Abs)):
        return False  # of unknown law, or no exponential polynomial
    if any(hasattr(part, "random_source") for part in expr.atoms(sp.Expr)):
        return False  # see `tables`
    if any(sources(inner) for outer in expr.atoms(sp.exp) for inner in outer.exp.atoms(sp.exp)):
        return False  # an exponential of an exponential
    # only the arguments of exponential and Euler functions are random
    bare = expr.replace(lambda e: isinstance(e, (sp.exp, *EULER)), lambda e: sp.Integer(1))
    phases = frozenset(phase.name for phase in expr.atoms(Phase))
    return not sources(bare) and not expr.atoms(Count) and len(sources(expr) - phases) <= 1


def _integrate(node: Expectation, positive: Positive) -> sp.Expr:
    terms = []
    try:
        for term in sp.Add.make_args(expand_products(to_exponentials(node.args[0]))):
            constant, exponent = constant_and_exponent(term)
            moment = _moment(exponent_parts(exponent), positive)
            if moment is None:
                return node
            terms.append(constant * moment)
    except ValueError:
        return node
    return sp.Add(*terms)


def _moment(exponent: GaussianExponent, positive: Positive) -> sp.Expr | None:
    """``E exp(exponent)``, or None if it is not proved to be known."""
    orders = [c / sp.I for c in exponent.phases.values()]
    names = {node.projection for node in (*exponent.linear, *exponent.squares)}
    if not is_of_one_space(exponent.linear) or len(names) > 1:
        return None
    if not all(order.is_Integer for order in orders):
        return None
    if len(exponent.squares) > 1:
        return None  # one projection in several dimensions
    spread, power = sp.Integer(1), sp.Integer(1)
    for length, a in exponent.squares.items():
        spread = convergence_gap(a)
        if not positive(sp.re(spread)):
            return None
        power = spread ** (-length.dimension / 2)
    if orders:
        # a whole number of turns: E exp(i n b) = 0 unless n = 0
        return sp.Integer(0)
    return power * sp.exp(exponent.constant + bilinear_square(exponent.linear) / (2 * spread))


def convergence_gap(coefficient: sp.Expr) -> sp.Expr:
    """``1 - 2a``, the real part of which must be positive for ``E exp(a |w|^2 + w.u)`` to converge."""
    return sp.expand(1 - 2 * coefficient)
