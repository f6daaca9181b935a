"""Closed forms in one shape: sums of ``c exp(q)`` with q collected in the products of the inputs.

Nothing here proves anything: the chain from the definition to the form that comes out is checked afterwards (`derive.claims`).
"""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from rftheory.deriving.refine import settled
from rftheory.deriving.symbols import uu, xx, xy, yy
from rftheory.rules.expectation import expand_products
from rftheory.rules.pair_moments import angle_conformity, angle_density, phi

PRODUCTS = (xx, xy, yy, uu)
#: numbers that are not factored to the end, and the largest primes that are looked for in them
_LONG, _LIMIT = 10**40, 10_000
#: nodes that keep their shape
_WHOLE = (sp.Integral, sp.hyper, sp.Sum, sp.Product, sp.besseli)


def tidy(expr: sp.Expr) -> sp.Expr:
    """Terms with equal exponents together, powers of one base together, averages over an angle as conformities."""
    names: dict[sp.Expr, sp.Expr] = {}
    nodes: dict[sp.Expr, sp.Expr] = {}

    def named(node: sp.Expr) -> sp.Expr:
        whole = _normal(node)
        if whole not in names:
            names[whole] = sp.Dummy("node", positive=whole.is_positive, real=whole.is_extended_real)
            nodes[names[whole]] = whole
        return names[whole]

    form = _replaced_outside(expr, named)
    terms = by_exponent(form)
    total = sp.Add(*(weight * (sp.exp(exponent) if exponent != 0 else 1) for exponent, weight in terms.items()))
    return total.xreplace(nodes)


def _replaced_outside(expr: sp.Expr, named: Callable[[sp.Expr], sp.Expr]) -> sp.Expr:
    """Outermost nodes replaced."""
    if isinstance(expr, _WHOLE):
        return named(expr)
    if not expr.args or not expr.has(*_WHOLE):
        return expr
    return expr.func(*(_replaced_outside(part, named) for part in expr.args))


def by_exponent(expr: sp.Expr) -> dict[sp.Expr, sp.Expr]:
    """The coefficients of ``sum_q c_q exp(q)`` by exponent."""
    found: dict[sp.Expr, list[sp.Expr]] = {}
    for term in sp.Add.make_args(expand_products(expr)):
        exponent, rest = sp.Integer(0), []
        for factor in sp.Mul.make_args(term):
            base, power = factor.as_base_exp()
            if isinstance(factor, sp.exp):
                exponent += factor.exp
            elif isinstance(base, sp.exp) and power.is_Integer:
                exponent += base.exp * power
            else:
                rest.append(factor)
        found.setdefault(collected(exponent), []).append(_powers(sp.Mul(*rest)))
    sums = {exponent: sp.factor_terms(sp.Add(*parts)) for exponent, parts in found.items()}
    return {exponent: weight for exponent, weight in sums.items() if weight != 0}


def collected(expr: sp.Expr) -> sp.Expr:
    """A polynomial in the products of the inputs, its coefficients as short fractions."""
    expr = settled(sp.expand(expr))
    if any(isinstance(symbol, sp.Dummy) for symbol in expr.free_symbols) and not expr.has(*PRODUCTS):
        # sums over coordinates by name
        return sp.Add(*map(short, sp.Add.make_args(expr)))
    if not expr.has(*PRODUCTS) or not expr.is_polynomial(*PRODUCTS):
        return short(expr)
    polynomial = sp.Poly(expr, *PRODUCTS, domain="EX")
    return sp.Add(
        *(short(c) * sp.Mul(*(p**e for p, e in zip(PRODUCTS, powers, strict=True))) for powers, c in polynomial.terms())
    )


def short(number: sp.Expr) -> sp.Expr:
    """A fraction in lowest terms."""
    if number.is_Rational or number.is_Symbol:
        return number
    if number.has(sp.Sum, sp.Indexed):
        return number
    if not number.is_rational_function(*number.free_symbols):
        number = sp.radsimp(sp.simplify(number)) if not number.has(sp.I) else number
    over, under = sp.fraction(sp.cancel(sp.together(number)))
    if number.has(sp.I):
        return sp.expand(over) / sp.expand(under)
    over, under = sp.factor(over), sp.factor(under)
    # 1 - 8A, not 8A - 1
    at_zero = under.subs(dict.fromkeys(under.free_symbols, 0))
    return sp.factor(-over) / sp.factor(-under) if at_zero.is_negative else over / under


def _simple(number: sp.Expr) -> sp.Expr:
    """A number simplified; a fraction of polynomials in lowest terms, which takes a tenth of the time."""
    plain = not number.has(sp.I) and number.is_rational_function(*number.free_symbols)
    return sp.cancel(number) if plain else sp.simplify(number)


def _powers(weight: sp.Expr) -> sp.Expr:
    """Powers of one base together; positive numbers are taken out of powers."""
    if isinstance(weight, sp.Add) or weight.is_Rational or weight.is_Symbol:
        return weight
    exponents: dict[sp.Expr, sp.Expr] = {}
    rest = []
    for factor in sp.Mul.make_args(sp.expand_power_base(sp.powdenest(weight))):
        base, exponent = factor.as_base_exp()
        if exponent == 1 or base is sp.I:
            rest.append(factor)
            continue
        content, primitive = short(base).as_content_primitive() if not base.is_Rational else (base, sp.Integer(1))
        if content.is_negative:
            content, primitive = -content, -primitive
        for number, power in _prime_powers(content).items() if content.is_Rational else ((content, 1),):
            if number != 1:
                exponents[sp.Integer(number)] = exponents.get(sp.Integer(number), sp.Integer(0)) + power * exponent
        exponents[primitive] = exponents.get(primitive, sp.Integer(0)) + exponent
    # factors of a symbolic power of the same base belong to it
    for factor in list(rest):
        if factor in exponents:
            rest.remove(factor)
            exponents[factor] += 1
    return sp.Mul(*rest, *(base ** sp.factor(exponent) for base, exponent in exponents.items()))


def _prime_powers(number: sp.Rational) -> dict[int, int]:
    """Primes of a rational number with their exponents; of a long one the small primes, and what is left as if it were one."""
    return dict(sp.factorrat(number, limit=_LIMIT if max(abs(number.p), number.q) > _LONG else None))


# -- nodes that keep their shape ---------------------------------------------------------------------------------


def _normal(node: sp.Expr) -> sp.Expr:
    if isinstance(node, sp.hyper):
        return sp.hyper(node.ap, node.bq, collected(node.argument))
    if isinstance(node, sp.Integral):
        return _average(node)
    return node


def _average(node: sp.Integral) -> sp.Expr:
    """E_phi of 1F1(d; d/2; t/2 (1 + c sin phi)), as a conformity; without c, as 1F1."""
    parts = _as_hyper(node)
    if parts is None:
        return node
    dimension, argument = parts
    waves = sp.cos(phi), sp.sin(phi)
    polynomial = sp.Poly(settled(sp.expand(argument)), *waves, domain="EX")
    coefficients = {powers: collected(c) for powers, c in polynomial.terms()}
    coefficients = {powers: c for powers, c in coefficients.items() if _simple(c) != 0}
    if not set(coefficients) <= {(0, 0), (0, 1)}:
        return node
    half, slope = (coefficients.get(powers, sp.Integer(0)) for powers in ((0, 0), (0, 1)))
    if slope == 0:
        return sp.hyper([dimension], [dimension / 2], half)
    return angle_conformity(collected(2 * half), dimension, short(_simple(slope / half)))


def _as_hyper(node: sp.Expr) -> tuple[sp.Expr, sp.Expr] | None:
    """d and the argument of an average over the angle of ``1F1(d; d/2; argument)``."""
    if not isinstance(node, sp.Integral) or tuple(node.limits) != (sp.Tuple(phi, 0, sp.pi),):
        return None
    functions = [factor for factor in sp.Mul.make_args(node.function) if isinstance(factor, sp.hyper)]
    if len(functions) != 1 or len(functions[0].ap) != 1:
        return None
    dimension = functions[0].ap[0]
    if node.function != angle_density(dimension) * functions[0]:
        return None
    return dimension, functions[0].argument


def as_conformity(node: sp.Expr) -> tuple[sp.Expr, sp.Expr, sp.Expr] | None:
    """t, d and c of ``rho_c(t) = E_phi 1F1(d; d/2; t/2 (1 + c sin phi))``, as `rules.pair_moments` writes it."""
    parts = _as_hyper(node)
    if parts is None:
        return None
    dimension, argument = parts
    half = argument.subs(sp.sin(phi), 0)
    slope = sp.diff(argument, phi) / sp.cos(phi)
    if half.has(phi) or half == 0:
        return None
    cosine = short(_simple(slope / half))
    square = collected(2 * half)
    return None if cosine.has(phi) else (square, dimension, cosine)
