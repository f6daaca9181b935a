"""Whether sums, products and integrals are proved to exist: what is asked of their ends and bodies.

An infinite series must converge absolutely: its terms are products of powers ``b^(s k)``, of gamma functions and factorials
of ``a k + c`` and of polynomials in k, so that ``|t(k)|`` grows like ``k^(w k) q^k`` times a power of k; it converges for
w < 0, and for w = 0 and |q| < 1 (Stirling's formula). An integrand must be continuous on the closed interval, or be a
product of such a function and powers above -1 of the distance to an end; on a half-line, powers and exponentials whose
exponent falls to minus infinity.
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from rftheory.evidence.defined import first_missing, is_inside_unit_disc, missing, not_shown, rule
from rftheory.evidence.lower_bounds import is_above, is_at_least
from rftheory.evidence.sign import NEGATIVE, is_positive, is_real, sign_of
from rftheory.evidence.sum_signs import StandIn, assumed_sign, stand_in, stand_in_for
from rftheory.evidence.zero import is_proved_nonzero
from rftheory.rules.expectation import expand_products
from rftheory.statements.domain import Domain, Range

#: functions that are bounded on the real line
BOUNDED = (sp.sin, sp.cos, sp.tanh, sp.atan, sp.erf, sp.sign)
#: functions that are continuous wherever they are defined (other nodes may jump)
_CONTINUOUS = (
    *(sp.Add, sp.Mul, sp.exp, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.tanh, sp.atan, sp.erf, sp.Abs, sp.re, sp.im),
    *(sp.conjugate, sp.gamma, sp.hyper, sp.besseli, sp.besselj, sp.Symbol, sp.Indexed, sp.IndexedBase, sp.Tuple),
)


# -- sums and products --------------------------------------------------------------------------------------------


@rule(sp.Sum, sp.Product)
def _of_terms(node: sp.Sum | sp.Product, domain: Domain) -> str:
    return _indexed_missing(node, node.function, [tuple(limit) for limit in node.limits], domain)


def _indexed_missing(node: sp.Expr, body: sp.Expr, limits: Sequence[tuple[sp.Expr, ...]], domain: Domain) -> str:
    """What is missing to a sum or product over some indices, of which the last one is the outermost."""
    *inner, (index, *ends) = limits
    if len(ends) != 2:
        return f"{node} has no ends"
    low, high = ends
    if gap := _ends_missing(low, high, domain):
        return f"{gap} in {node}"
    own = _own_index(index, low, body, domain)
    renamed = body.xreplace({index: own})
    inside = domain.with_ranges(Range(own, low, None if high is sp.oo else high, integer=True))
    if high is sp.oo and not isinstance(node, sp.Sum):
        return f"convergence of {node}"
    if high is sp.oo and inner:
        return _product_missing(node, domain)
    if inner:
        rest = [(name, *(end.xreplace({index: own}) for end in its_ends)) for name, *its_ends in inner]
        return _indexed_missing(node, renamed, rest, inside)
    if gap := missing(renamed, inside):
        return gap
    return series_missing(renamed, own, inside) if high is sp.oo else ""


def _product_missing(node: sp.Sum, domain: Domain) -> str:
    """A series over several indices whose terms are products of functions of one index each: a product of series."""
    names = [limit[0] for limit in node.limits]
    if any(end.has(*names) for limit in node.limits for end in limit[1:]):
        return f"convergence of {node}"
    parts = {name: sp.Integer(1) for name in names}
    for factor in sp.Mul.make_args(_apart(sp.powsimp(node.function), names, domain)):
        about = [name for name in names if factor.has(name)]
        if len(about) > 1:
            return f"convergence of {node}"
        for name in about:
            parts[name] *= factor
    return first_missing([sp.Sum(parts[limit[0]], tuple(limit)) for limit in node.limits], domain)


def _apart(body: sp.Expr, names: Sequence[sp.Symbol], domain: Domain) -> sp.Expr:
    """``1/Gamma(c + i + j)`` replaced by the larger ``Gamma(c)/(Gamma(c + i) Gamma(c + j))``, c > 0: log Gamma is convex."""
    factors = []
    for factor in sp.Mul.make_args(body):
        base, power = factor.as_base_exp()
        about = [name for name in names if factor.has(name)]
        rest = sp.expand(base.args[0] - sp.Add(*about)) if isinstance(base, sp.gamma) else sp.S.NaN
        if len(about) > 1 and power.is_Integer and power < 0 and not rest.has(*names) and is_positive(rest, domain):
            factors += [sp.gamma(rest + name) ** power for name in about]
        else:
            factors.append(factor)
    return sp.Mul(*factors)


def _ends_missing(low: sp.Expr, high: sp.Expr, domain: Domain) -> str:
    ends = (low,) if high is sp.oo else (low, high)
    if gap := first_missing(ends, domain):
        return gap
    if not all(end.is_integer for end in ends):
        return f"that {' and '.join(map(str, ends))} are integers is not proved"
    backwards = high is not sp.oo and not is_at_least(high - low, -1, domain)
    return f"{low} - 1 <= {high} is not proved" if backwards else ""


def _own_index(index: sp.Symbol, low: sp.Expr, body: sp.Basic, domain: Domain) -> StandIn:
    """A symbol for the index that nothing else is called."""
    name, sign = index.name, assumed_sign(low)
    while stand_in(name, *sign) in body.free_symbols or stand_in(name, *sign) in domain.symbols:
        name += "_"
    return stand_in(name, *sign)


def series_missing(body: sp.Expr, index: sp.Symbol, domain: Domain) -> str:
    """What is missing to the absolute convergence of ``sum_k body`` over all k from some number on."""
    for term in sp.Add.make_args(expand_products(body)):
        if gap := _term_missing(term, index, domain):
            return gap
    return ""


def _term_missing(term: sp.Expr, index: sp.Symbol, domain: Domain) -> str:
    order, base = sp.Integer(0), sp.Integer(1)
    for factor in sp.Mul.make_args(term):
        growth = _growth(factor, index, domain)
        if growth is None:
            return f"the growth of {factor} in a series over {index}"
        order, base = order + growth[0], base * growth[1]
    if order.is_Rational and order < 0 or term == 0:
        return ""
    converges = order == 0 and any(is_inside_unit_disc(form, domain) for form in (base, sp.powsimp(base, force=False)))
    return not_shown(converges, f"absolute convergence of the sum of {term} over {index}")


def _growth(factor: sp.Expr, index: sp.Symbol, domain: Domain) -> tuple[sp.Expr, sp.Expr] | None:
    """w and q such that the absolute value of a factor is at most ``k^(w k) |q|^k`` times a power of k."""
    if not factor.has(index):
        return sp.Integer(0), sp.Integer(1)
    if isinstance(factor, sp.exp):
        slope = _slope(factor.exp, index)
        return None if slope is None else (sp.Integer(0), sp.exp(slope))
    base, exponent = factor.as_base_exp()
    if not base.has(index):
        slope = _slope(exponent, index)
        if slope is None or not is_real(slope, domain):
            return None
        # a power that is zero for all but one index adds nothing; others have a base that is defined
        return sp.Integer(0), base**slope
    if not exponent.is_Rational:
        return None
    if base.is_polynomial(index):
        return sp.Integer(0), sp.Integer(1)
    if isinstance(base, (sp.gamma, sp.factorial)):
        slope = _slope(base.args[0], index)
        if slope is not None and slope.is_Rational and slope > 0:
            return slope * exponent, slope ** (slope * exponent)
    return None


def _slope(expr: sp.Expr, index: sp.Symbol) -> sp.Expr | None:
    """a of ``a k + c``."""
    coefficients = sp.Poly(sp.expand(expr), index).all_coeffs() if sp.expand(expr).is_polynomial(index) else []
    return None if not 1 <= len(coefficients) <= 2 else coefficients[0] if len(coefficients) == 2 else sp.Integer(0)


# -- integrals ----------------------------------------------------------------------------------------------------


@rule(sp.Integral)
def _of_integral(node: sp.Integral, domain: Domain) -> str:
    if len(node.limits) > 1:
        return f"absolute integrability of {node} over several variables"
    variable, *ends = node.limits[0]
    if len(ends) != 2:
        return f"{node} has no ends"
    low, high = ends
    if gap := first_missing((end for end in ends if end not in (sp.oo, -sp.oo)), domain):
        return gap
    if high in (-sp.oo,) or low is sp.oo or not all(end in (sp.oo, -sp.oo) or is_real(end, domain) for end in ends):
        return f"that {low} and {high} are real ends of {node}, in this order, is not proved"
    own = stand_in_for(variable, node.function)
    while own in domain.symbols:
        own = StandIn(f"{own.name}_", real=True)
    body = node.function.xreplace({variable: own})
    if low is -sp.oo or high is sp.oo:
        return _on_half_lines(body, own, low, high, domain)
    if is_at_least(high - low, 0, domain):
        return _on_interval(body, own, low, high, domain)
    return not_shown(is_at_least(low - high, 0, domain), f"{low} <= {high}") or _on_interval(
        body, own, high, low, domain
    )


def _on_interval(body: sp.Expr, variable: sp.Symbol, low: sp.Expr, high: sp.Expr, domain: Domain) -> str:
    """Continuous on the closed interval; else continuous but for integrable powers at the ends."""
    closed = domain.with_ranges(Range(variable, low, high))
    gap = missing(body, closed) or not_continuous(body, variable, closed)
    if not gap:
        return ""
    inside = domain.with_ranges(Range(variable, low, high, "()"))
    if open_gap := missing(body, inside):
        return open_gap
    rest: list[sp.Expr] = []
    singular: list[sp.Expr] = []
    for factor in sp.Mul.make_args(body):
        whole = not (missing(factor, closed) or not_continuous(factor, variable, closed))
        (rest if whole else singular).append(factor)
    # two powers at one end might add up
    known = [_integrable_ends(factor, variable, low, high, domain) for factor in singular]
    ends = [end for found in known for end in found]
    simple = all(known) and len(set(ends)) == len(ends)
    return "" if simple else f"absolute integrability of {body} from {low} to {high} is not proved ({gap})"


def _integrable_ends(
    factor: sp.Expr, variable: sp.Symbol, low: sp.Expr, high: sp.Expr, domain: Domain
) -> tuple[str, ...]:
    """The ends at which a factor is a power above -1 of the distance, if it is that; both for a sine over its arc."""
    base, exponent = factor.as_base_exp()
    if exponent.has(variable) or not is_real(exponent, domain) or not is_positive(exponent + 1, domain):
        return ()
    if base == sp.sin(variable) and (low, high) == (0, sp.pi):
        return "low", "high"
    for name, end in (("low", low), ("high", high)):
        quotient = sp.cancel(base / (variable - end))
        if not quotient.has(variable) and is_proved_nonzero(quotient, domain):
            return (name,)
    return ()


def not_continuous(expr: sp.Expr, variable: sp.Symbol, domain: Domain) -> str:
    """What may jump in a defined expression as the variable moves; empty if it is continuous."""
    if not expr.has(variable):
        return ""
    for part in sp.preorder_traversal(expr):
        if not part.has(variable) or isinstance(part, _CONTINUOUS):
            continue
        if isinstance(part, (sp.Sum, sp.Product)) and not part.has(sp.oo):
            return f"continuity of {part} in {variable}" if any(limit.has(variable) for limit in part.limits) else ""
        base = part.base if isinstance(part, sp.Pow) else part.args[0] if isinstance(part, sp.log) else None
        if base is None:
            return f"continuity of {type(part).__name__} in {variable}"
        whole = isinstance(part, sp.Pow) and part.exp.is_integer and not part.exp.has(variable)
        if not whole and not is_at_least(base, 0, domain):
            return f"{base} >= 0, under a root or logarithm that could jump,"
        moving = isinstance(part, sp.Pow) and part.exp.has(variable)
        if moving and not is_positive(base, domain):
            return f"{base} > 0, under a power with a variable exponent,"
    return ""


def _on_half_lines(body: sp.Expr, variable: sp.Symbol, low: sp.Expr, high: sp.Expr, domain: Domain) -> str:
    inside = domain.with_ranges(Range(variable, None if low is -sp.oo else low, None if high is sp.oo else high, "()"))
    if gap := missing(body, inside):
        return gap
    for term in sp.Add.make_args(expand_products(body)):
        if gap := _tail_missing(term, variable, low, high, inside, domain):
            return f"absolute integrability of {term} from {low} to {high} is not proved ({gap})"
    return ""


def _tail_missing(
    term: sp.Expr, variable: sp.Symbol, low: sp.Expr, high: sp.Expr, inside: Domain, domain: Domain
) -> str:
    exponent, power_at_low, order = sp.Integer(0), sp.Integer(0), sp.Integer(0)
    for factor in sp.Mul.make_args(term):
        base, power = factor.as_base_exp()
        if not factor.has(variable):
            continue
        if isinstance(factor, sp.exp):
            exponent += factor.exp
        elif _is_multiple(base, variable, domain) and not power.has(variable) and low == 0 and high is sp.oo:
            power_at_low += power
        elif (size := _exponential_order(factor, variable)) is not None:
            order = max(order, size)
        elif not _is_tame(factor, variable, inside):
            return f"the growth of {factor}"
    exponent = sp.expand(exponent)
    if low == 0:
        # exp(a log t) is t^a
        logarithm = sp.log(variable)
        power_at_low += exponent.coeff(logarithm)
        exponent = sp.expand(exponent - exponent.coeff(logarithm) * logarithm)
    if power_at_low != 0 and not (is_real(power_at_low, domain) and is_above(power_at_low, -1, domain)):
        return f"{power_at_low} > -1"
    return _falling_missing(exponent, variable, low, high, domain, order)


def _exponential_order(factor: sp.Expr, variable: sp.Symbol) -> sp.Expr | None:
    """e such that ``0F1(; b; z(t))``, at most exp(c |z|^(1/2)) in size, is at most exp(c |t|^e), z a polynomial."""
    if not (isinstance(factor, sp.hyper) and not factor.ap and len(factor.bq) == 1) or factor.bq.has(variable):
        return None
    inner = sp.expand(factor.argument)
    return sp.Rational(sp.degree(inner, variable), 2) if inner.is_polynomial(variable) else None


def _is_multiple(base: sp.Expr, variable: sp.Symbol, domain: Domain) -> bool:
    """``c t`` with c > 0: its powers are those of c times those of t."""
    factor = base / variable
    return not factor.has(variable) and is_positive(factor, domain)


def _falling_missing(
    exponent: sp.Expr, variable: sp.Symbol, low: sp.Expr, high: sp.Expr, domain: Domain, order: sp.Expr
) -> str:
    """An exponent that is a polynomial and falls to minus infinity at every infinite end, faster than ``-|t|^order``."""
    to_the_left, to_the_right = low is -sp.oo, high is sp.oo
    steep = exponent.coeff(sp.exp(variable))
    if steep != 0 and sign_of(steep, domain) == NEGATIVE:
        # falls faster than every polynomial to the right, and vanishes to the left
        exponent, to_the_right = sp.expand(exponent - steep * sp.exp(variable)), False
        if exponent.is_polynomial(variable) and not to_the_left:
            return ""
    if not exponent.is_polynomial(variable) or not exponent.has(variable):
        return f"exp({exponent}) falls fast enough"
    polynomial = sp.Poly(exponent, variable)
    leading, degree = polynomial.LC(), polynomial.degree()
    if degree <= order:
        return f"exp({exponent}) falls fast enough"
    leading = leading if is_real(leading, domain) else sp.re(leading)
    signs = []
    if to_the_right:
        signs.append(leading)
    if to_the_left:
        signs.append(leading * (-1) ** degree)
    falls = all(any(sign_of(form(s), domain) == NEGATIVE for form in (lambda e: e, sp.factor)) for s in signs)
    return "" if falls else f"exp({exponent}) falls fast enough"


def _is_tame(factor: sp.Expr, variable: sp.Symbol, inside: Domain) -> bool:
    """Continuous on the closed half-line and at most a polynomial in size."""
    if factor.is_polynomial(variable):
        return True
    return isinstance(factor, BOUNDED) and all(is_real(a, inside) and a.is_polynomial(variable) for a in factor.args)
