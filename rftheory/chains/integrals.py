"""Euler's integrals, evaluated: the gamma and the beta function, after an elementary change of variables.

int_0^oo x^p exp(-q x^r) dx          = Gamma((p+1)/r) / (r q^((p+1)/r))                  p > -1, q > 0, r > 0
int_-oo^oo x^p exp(-q x^r) dx        twice that for even p, 0 for odd p                  r = 2, 4, ..., p = 0, 1, ...
int_0^(pi/2) sin(x)^p cos(x)^q dx    = Gamma((p+1)/2) Gamma((q+1)/2) / (2 Gamma((p+q)/2 + 1))       p, q > -1
int_0^pi sin(x)^p cos(x)^q dx        twice that for even q = 0, 2, ...

The conditions are granted here; who proves a line proves them. What is of another shape is refused.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp


def _evaluated(value: Callable[[sp.Integral], sp.Expr]) -> Callable[..., sp.Expr]:
    def rule(expr: sp.Expr, node: sp.Integral | None = None) -> sp.Expr:
        from rftheory.chains.computed import integral_in

        node = integral_in(expr, node)
        return expr.xreplace({node: value(node)})

    return rule


def own_variable(low: sp.Expr) -> sp.Symbol:
    """A variable of an interval that starts at an end: positive above a number that is not negative."""
    return sp.Dummy("x", positive=True) if low.is_nonnegative else sp.Dummy("x", real=True)


def gamma_value(node: sp.Integral) -> sp.Expr:
    """Euler's integral of the gamma function: sums of ``c x^p exp(-q x^r)`` over (0, oo) or over the line.

    Raises:
        ValueError: if the integral is of another shape.
    """
    variable, low, high = node.limits[0]
    if high != sp.oo or low not in (0, -sp.oo):
        raise ValueError(f"{node} is not over (0, oo) or over the line")
    own = own_variable(low)
    body = sp.expand(sp.expand_power_base(node.function.xreplace({variable: own})))
    return sp.Add(*(_of_term(term, own, low) for term in sp.Add.make_args(body)))


def _of_term(term: sp.Expr, variable: sp.Symbol, low: sp.Expr) -> sp.Expr:
    constant, power, exponent = _parts(term, variable)
    if low == -sp.oo and (centre := _centre(exponent, variable)):
        # the line may be moved; the linear part of the exponent is gone then
        moved = sp.expand(constant * (variable + centre) ** power) * sp.exp(
            sp.expand(exponent.xreplace({variable: variable + centre}))
        )
        terms = sp.Add.make_args(sp.expand(moved, power_exp=False))
        return sp.Add(*(_of_term(part, variable, low) for part in terms))
    fixed, rest = sp.expand(exponent).as_independent(variable, as_Add=True)
    degrees = {part.as_independent(variable, as_Add=False)[1].as_base_exp() for part in sp.Add.make_args(rest)}
    base, degree = next(iter(degrees))
    if len(degrees) != 1 or base != variable or degree.has(variable):
        raise ValueError(f"{exponent} is not a constant plus a multiple of one power of the variable")
    rate = -sp.Add(*(part.as_independent(variable, as_Add=False)[0] for part in sp.Add.make_args(rest)))
    shape = (power + 1) / degree
    # a positive rational factor may be taken out of the power
    content, primitive = sp.factor(rate).as_content_primitive()
    value = constant * sp.exp(fixed) * sp.gamma(shape) / (degree * content**shape * primitive**shape)
    if low == 0:
        return value
    if not (power.is_Integer and degree.is_Integer and degree % 2 == 0):
        raise ValueError(f"{term} is not defined on the whole line by its powers")
    return sp.Integer(0) if power % 2 else 2 * value


def _centre(exponent: sp.Expr, variable: sp.Symbol) -> sp.Expr:
    """The place of the vertex of a quadratic exponent with a linear part; 0 for others, and for one that is not real."""
    whole = sp.expand(exponent)
    if not whole.is_polynomial(variable) or sp.degree(whole, variable) != 2:
        return sp.Integer(0)
    second, first, _ = sp.Poly(whole, variable).all_coeffs()
    centre = sp.cancel(-first / (2 * second))
    return sp.Integer(0) if centre.has(sp.I) else centre


def _parts(term: sp.Expr, variable: sp.Symbol) -> tuple[sp.Expr, sp.Expr, sp.Expr]:
    """c, p and the exponent of ``c x^p exp(...)``."""
    constant, power, exponent = sp.Integer(1), sp.Integer(0), sp.Integer(0)
    for factor in sp.Mul.make_args(term):
        base, degree = factor.as_base_exp()
        if not factor.has(variable):
            constant *= factor
        elif isinstance(factor, sp.exp):
            exponent += factor.exp
        elif base == variable and not degree.has(variable):
            power += degree
        else:
            raise ValueError(f"{factor} is no power of the variable and no exponential")
    return constant, power, exponent


def beta_value(node: sp.Integral) -> sp.Expr:
    """Euler's integral of the beta function: ``c sin(x)^p cos(x)^q`` over (0, pi/2), or over (0, pi) for even q.

    Raises:
        ValueError: if the integral is of another shape.
    """
    variable, low, high = node.limits[0]
    if low != 0 or high not in (sp.pi / 2, sp.pi):
        raise ValueError(f"{node} is not over (0, pi/2) or (0, pi)")
    constant, powers = sp.Integer(1), {sp.sin: sp.Integer(0), sp.cos: sp.Integer(0)}
    for factor in sp.Mul.make_args(_apart(node.function, variable, high == sp.pi / 2)):
        base, degree = factor.as_base_exp()
        if not factor.has(variable):
            constant *= factor
        elif base in (sp.sin(variable), sp.cos(variable)) and not degree.has(variable):
            powers[base.func] += degree
        else:
            raise ValueError(f"{factor} is no power of the sine or cosine of {variable}")
    if high == sp.pi and not powers[sp.cos].is_even:
        raise ValueError(f"{powers[sp.cos]} is not even, the power of a cosine over (0, pi)")
    constant *= 2 if high == sp.pi else 1
    first, second = ((power + 1) / 2 for power in powers.values())
    return constant * sp.gamma(first) * sp.gamma(second) / (2 * sp.gamma(first + second))


def _apart(expr: sp.Expr, variable: sp.Symbol, quarter: bool) -> sp.Expr:
    """Powers of products as products of powers: the sine is positive inside, the cosine too over a quarter turn."""
    sine = sp.Dummy("sine", positive=True)
    cosine = sp.Dummy("cosine", positive=True) if quarter else sp.Dummy("cosine", real=True)
    circular = {sp.sin(variable): sine, sp.cos(variable): cosine}
    return sp.expand_power_base(expr.xreplace(circular)).xreplace({b: a for a, b in circular.items()})


#: rules for `Chain.computed`
euler_gamma, euler_beta = _evaluated(gamma_value), _evaluated(beta_value)
euler_gamma.__name__, euler_beta.__name__ = "euler_gamma", "euler_beta"


def as_euler(expr: sp.Expr, variable: sp.Symbol, node: sp.gamma) -> sp.Expr:
    """Euler's integral of the gamma function: ``Gamma(z) = int_0^oo u^(z-1) exp(-u) du`` for z > 0."""
    return expr.xreplace({node: sp.Integral(variable ** (node.args[0] - 1) * sp.exp(-variable), (variable, 0, sp.oo))})


def into_integral(expr: sp.Expr) -> sp.Expr:
    """A number drawn into the integral."""
    (node,) = expr.atoms(sp.Integral)
    front = sp.Mul(*(factor for factor in sp.Mul.make_args(expr) if factor != node))
    return sp.Integral(front * node.function, *node.limits)


def into_sum(expr: sp.Expr) -> sp.Expr:
    """A factor drawn into the sum."""
    factors = sp.Mul.make_args(expr)
    (node,) = (factor for factor in factors if isinstance(factor, sp.Sum))
    front = sp.Mul(*(factor for factor in factors if factor is not node))
    return sp.Sum(front * node.function, *node.limits)


def sum_outside(expr: sp.Expr, node: sp.Integral | None = None) -> sp.Expr:
    """The integral of a finite sum as the sum of the integrals."""
    from rftheory.chains.computed import integral_in

    node = integral_in(expr, node)
    inner = node.function
    return expr.xreplace({node: sp.Sum(sp.Integral(inner.function, *node.limits), *inner.limits)})


def end_limit(function: sp.Expr, variable: sp.Symbol, end: sp.Expr, lower: bool) -> sp.Expr:
    """The one-sided limit of a primitive at an end of the interval."""
    if end not in (sp.oo, -sp.oo):
        value = function.subs(variable, end)
        if not value.has(sp.oo, -sp.oo, sp.zoo, sp.nan):
            return value
    return sp.limit(function, variable, end, "+" if lower else "-")
