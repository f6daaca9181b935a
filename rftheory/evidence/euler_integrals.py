"""Euler's integrals, evaluated: the gamma and the beta function, after an elementary change of variables.

int_0^oo x^p exp(-q x^r) dx          = Gamma((p+1)/r) / (r q^((p+1)/r))                  p > -1, q > 0, r > 0
int_-oo^oo x^p exp(-q x^r) dx        twice that for even p, 0 for odd p                  r = 2, 4, ..., p = 0, 1, ...
int_0^(pi/2) sin(x)^p cos(x)^q dx    = Gamma((p+1)/2) Gamma((q+1)/2) / (2 Gamma((p+q)/2 + 1))       p, q > -1
int_0^pi sin(x)^p cos(x)^q dx        twice that for even q = 0, 2, ...
"""

from __future__ import annotations

import sympy as sp

from rftheory.evidence.integrable import own_variable
from rftheory.evidence.lower_bounds import is_above
from rftheory.evidence.sign import is_real
from rftheory.evidence.unproved import Unproved
from rftheory.statements.domain import Domain


def gamma_value(node: sp.Integral, domain: Domain) -> sp.Expr:
    """The value of an integral of sums of ``c x^p exp(-q x^r)`` over (0, oo) or over the line.

    Raises:
        Unproved: if it is of another shape, or p > -1, q > 0 and r > 0 are not proved.
    """
    variable, low, high = node.limits[0]
    if high != sp.oo or low not in (0, -sp.oo):
        raise Unproved(f"{node} is not over (0, oo) or over the line")
    own = own_variable(low, domain)
    body = sp.expand(sp.expand_power_base(node.function.xreplace({variable: own})))
    return sp.Add(*(_of_term(term, own, low, domain) for term in sp.Add.make_args(body)))


def _of_term(term: sp.Expr, variable: sp.Symbol, low: sp.Expr, domain: Domain) -> sp.Expr:
    constant, power, exponent = _parts(term, variable)
    if low == -sp.oo and (centre := _centre(exponent, variable, domain)):
        # the line may be moved; the linear part of the exponent is gone then
        moved = sp.expand(constant * (variable + centre) ** power) * sp.exp(
            sp.expand(exponent.xreplace({variable: variable + centre}))
        )
        terms = sp.Add.make_args(sp.expand(moved, power_exp=False))
        return sp.Add(*(_of_term(part, variable, low, domain) for part in terms))
    fixed, rest = sp.expand(exponent).as_independent(variable, as_Add=True)
    degrees = {part.as_independent(variable, as_Add=False)[1].as_base_exp() for part in sp.Add.make_args(rest)}
    if len(degrees) != 1:
        raise Unproved(f"{exponent} is not a constant plus a multiple of one power of the variable")
    ((base, degree),) = degrees
    rate = -sp.Add(*(part.as_independent(variable, as_Add=False)[0] for part in sp.Add.make_args(rest)))
    rate = sp.factor(rate)
    if base != variable or degree.has(variable):
        raise Unproved(f"{exponent} is not a constant plus a multiple of one power of the variable")
    for number in (power, degree, rate):
        if not is_real(number, domain):
            raise Unproved(f"{number} is not proved real")
    for positive in (rate, degree, power + 1):
        if not is_above(positive, 0, domain):
            raise Unproved(f"{positive} > 0 is not proved: the integral of {term} may diverge")
    shape = (power + 1) / degree
    # a positive rational factor may be taken out of the power
    content, primitive = rate.as_content_primitive()
    value = constant * sp.exp(fixed) * sp.gamma(shape) / (degree * content**shape * primitive**shape)
    if low == 0:
        return value
    if not (power.is_Integer and degree.is_Integer and degree % 2 == 0):
        raise Unproved(f"{term} is not defined on the whole line by its powers")
    return sp.Integer(0) if power % 2 else 2 * value


def _centre(exponent: sp.Expr, variable: sp.Symbol, domain: Domain) -> sp.Expr:
    """The place of the vertex of a quadratic exponent with a linear part, which is real; 0 for others."""
    whole = sp.expand(exponent)
    if not whole.is_polynomial(variable) or sp.degree(whole, variable) != 2:
        return sp.Integer(0)
    second, first, _ = sp.Poly(whole, variable).all_coeffs()
    centre = sp.cancel(-first / (2 * second))
    return centre if is_real(centre, domain) else sp.Integer(0)


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
            raise Unproved(f"{factor} is no power of the variable and no exponential")
    return constant, power, exponent


def beta_value(node: sp.Integral, domain: Domain) -> sp.Expr:
    """The value of an integral of ``c sin(x)^p cos(x)^q`` over (0, pi/2), or over (0, pi) for even q.

    Raises:
        Unproved: if it is of another shape, or p > -1 and q > -1 are not proved.
    """
    variable, low, high = node.limits[0]
    if low != 0 or high not in (sp.pi / 2, sp.pi):
        raise Unproved(f"{node} is not over (0, pi/2) or (0, pi)")
    constant, powers = sp.Integer(1), {sp.sin: sp.Integer(0), sp.cos: sp.Integer(0)}
    for factor in sp.Mul.make_args(_apart(node.function, variable, high == sp.pi / 2)):
        base, degree = factor.as_base_exp()
        if not factor.has(variable):
            constant *= factor
        elif base in (sp.sin(variable), sp.cos(variable)) and not degree.has(variable):
            powers[base.func] += degree
        else:
            raise Unproved(f"{factor} is no power of the sine or cosine of {variable}")
    for power in powers.values():
        if not is_real(power, domain) or not is_above(power, -1, domain):
            raise Unproved(f"{power} > -1 is not proved: {node} may diverge")
    if high == sp.pi and not powers[sp.cos].is_even:
        raise Unproved(f"{powers[sp.cos]} is not proved even, the power of a cosine over (0, pi)")
    constant *= 2 if high == sp.pi else 1
    first, second = ((power + 1) / 2 for power in powers.values())
    return constant * sp.gamma(first) * sp.gamma(second) / (2 * sp.gamma(first + second))


def _apart(expr: sp.Expr, variable: sp.Symbol, quarter: bool) -> sp.Expr:
    """Powers of products as products of powers: the sine is positive inside, the cosine too over a quarter turn."""
    sine = sp.Dummy("sine", positive=True)
    cosine = sp.Dummy("cosine", positive=True) if quarter else sp.Dummy("cosine", real=True)
    circular = {sp.sin(variable): sine, sp.cos(variable): cosine}
    return sp.expand_power_base(expr.xreplace(circular)).xreplace({b: a for a, b in circular.items()})
