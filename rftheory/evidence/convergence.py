"""Whether sums and products are proved to exist: what is asked of their ends and bodies.

An infinite series must converge absolutely: its terms are products of powers ``b^(s k)``, of gamma functions and factorials
of ``a k + c`` and of polynomials in k, so that ``|t(k)|`` grows like ``k^(w k) q^k`` times a power of k; it converges for
w < 0, and for w = 0 and |q| < 1 (Stirling's formula). A rational function that falls as 1/k^2 converges too.
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from rftheory.evidence.defined import first_missing, is_inside_unit_disc, missing, not_shown, rule
from rftheory.evidence.lower_bounds import is_at_least
from rftheory.evidence.sign import is_positive, is_real
from rftheory.evidence.sum_signs import StandIn, assumed_sign, stand_in
from rftheory.rules.expectation import expand_products
from rftheory.statements.domain import Domain, Range


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
    converges = converges or _falls_as_a_square(term, index)
    return not_shown(converges, f"absolute convergence of the sum of {term} over {index}")


def _falls_as_a_square(term: sp.Expr, index: sp.Symbol) -> bool:
    """Whether a term is a rational function of k of at most the size of ``1/k^2`` for large k."""
    over, under = sp.fraction(sp.together(term))
    if not (over.is_polynomial(index) and under.is_polynomial(index)):
        return False
    above, below = sp.Poly(over, index), sp.Poly(under, index)
    # a parameter could make the leading coefficient zero
    return bool(below.LC().is_Rational and below.degree() - above.degree() >= 2)


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
    # k k! + k!, multiplied out, is (k + 1) k!
    parts = [_growth(part**exponent, index, domain) for part in sp.factor_terms(base).args if base.is_Add]
    if not parts or None in parts or not sp.factor_terms(base).is_Mul:
        return None
    orders, bases = zip(*(part for part in parts if part is not None), strict=True)
    return sp.Add(*orders), sp.Mul(*bases)


def _slope(expr: sp.Expr, index: sp.Symbol) -> sp.Expr | None:
    """a of ``a k + c``."""
    coefficients = sp.Poly(sp.expand(expr), index).all_coeffs() if sp.expand(expr).is_polynomial(index) else []
    return None if not 1 <= len(coefficients) <= 2 else coefficients[0] if len(coefficients) == 2 else sp.Integer(0)
