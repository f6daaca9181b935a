"""Mutants and harmless rewritings of a printed form: what the judges must refuse, and what they must accept.

Mutants are single slips of the kind that papers make: a sign, a coefficient, an exponent, a dropped or doubled term or
factor. They are generated from the expression tree, so every identity gets its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import sympy as sp
from sympy.core.traversal import preorder_traversal

from rftheory.rules.nodes import Form, Phase, SquaredLength
from rftheory.rules.propositions import Inequality, Relation
from rftheory.rules.tables import Drawn, Member
from rftheory.rules.variates import Count, Variate


@dataclass(frozen=True)
class SlipWords:
    """What a slip is, written out only if somebody asks: printing a long expression takes longer than refusing it."""

    form: str
    parts: tuple[object, ...]

    def __str__(self) -> str:
        return self.form.format(*self.parts)


def words(form: str, *parts: object) -> SlipWords:
    return SlipWords(form, parts)


Slips = Iterator[tuple[SlipWords, sp.Expr]]

#: what is drawn: a slip in its law says something else of the law, or is no law
_DRAWN = (Count, Drawn, Form, Member, Phase, SquaredLength, Variate)
#: a mutant slips in one place; this many places of each kind are tried, spread over the tree
_PLACES = 2


def mutants(expr: sp.Expr, limit: int = 8) -> list[tuple[SlipWords, sp.Expr]]:
    """At most ``limit`` different mutants of an expression, as (description, mutant), of all kinds in turn."""
    kinds = [
        _signs(expr),
        _coefficients(expr),
        _exponents(expr),
        _dropped_terms(expr),
        _dropped_factors(expr),
        _whole(expr),
    ]
    found: dict[sp.Expr, SlipWords] = {}
    while kinds and len(found) < limit:
        for kind in list(kinds):
            item = _next(kind)
            if item is None:
                kinds.remove(kind)
            elif item[1] != expr and item[1] not in found and len(found) < limit and not _has_pole(item[1]):
                found[item[1]] = item[0]
    return [(what, mutant) for mutant, what in found.items()]


def _next(kind: Slips) -> tuple[SlipWords, sp.Expr] | None:
    """The next mutant of a kind; none where it cannot be written (a mean over a frame needs something drawn, for example)."""
    try:
        return next(kind, None)
    except (ValueError, TypeError):
        return None


def _has_pole(expr: sp.Expr) -> bool:
    """Whether something that is integrated over stands in a denominator: the integral may be no number to compare with."""
    return any(
        isinstance(power, sp.Pow)
        and not isinstance(power, sp.exp)
        and power.exp.is_negative
        and power.base.has(variable)
        for node in expr.atoms(sp.Integral)
        for power in node.function.atoms(sp.Pow)
        for variable in node.variables
    )


def _places(expr: sp.Expr, wanted: type | tuple[type, ...]) -> list[sp.Expr]:
    nodes = preorder_traversal(expr)
    unique: dict[sp.Expr, None] = {}
    for node in nodes:
        if isinstance(node, _DRAWN):
            nodes.skip()
        elif isinstance(node, wanted):
            unique[node] = None
    step = max(1, len(unique) // _PLACES)
    return list(unique)[::step][:_PLACES]


def _replace(expr: sp.Expr, old: sp.Expr, new: sp.Expr) -> sp.Expr:
    """The expression with one part replaced wherever it occurs, but not in the laws of what is drawn."""
    known: dict[sp.Basic, sp.Basic] = {old: new}

    def of(part: sp.Basic) -> sp.Basic:
        if part not in known:
            args = () if isinstance(part, _DRAWN) else tuple(map(of, part.args))
            known[part] = part.func(*args) if args and args != part.args else part
        return known[part]

    return of(expr)


def _signs(expr: sp.Expr) -> Slips:
    for total in _places(expr, sp.Add):
        first, *rest = total.args
        yield words("sign of {} in {}", first, total), _replace(expr, total, -first + sp.Add(*rest))
    for exponential in _places(expr, sp.exp):
        yield words("sign of the exponent of {}", exponential), _replace(expr, exponential, sp.exp(-exponential.exp))


def _coefficients(expr: sp.Expr) -> Slips:
    for term in _places(expr, sp.Mul):
        coefficient, rest = term.as_coeff_Mul()
        slipped = 2 * coefficient if coefficient != 1 else sp.Rational(1, 2)
        yield words("coefficient of {}", term), _replace(expr, term, slipped * rest)


def _exponents(expr: sp.Expr) -> Slips:
    for power in _places(expr, sp.Pow):
        if isinstance(power, sp.exp):
            yield words("exponent of {} doubled", power), _replace(expr, power, sp.exp(2 * power.exp))
        elif power.exp.is_Rational:
            slipped = 1 if power.exp == 2 else power.exp + 1
            yield words("exponent of {}", power), _replace(expr, power, power.base**slipped)


def _dropped_terms(expr: sp.Expr) -> Slips:
    for total in _places(expr, sp.Add):
        yield words("{} dropped from {}", total.args[-1], total), _replace(expr, total, sp.Add(*total.args[:-1]))


def _dropped_factors(expr: sp.Expr) -> Slips:
    for product in _places(expr, sp.Mul):
        factors = [f for f in product.args if f.free_symbols]
        if len(factors) > 1:
            yield words("{} dropped from {}", factors[0], product), _replace(expr, product, product / factors[0])


def _whole(expr: sp.Expr) -> Slips:
    """Slips that every expression has room for."""
    yield words("the whole doubled"), 2 * expr
    yield words("the whole with the other sign"), -expr
    yield words("one added"), expr + 1
    yield words("one taken away"), expr - 1
    yield words("a thousandth added"), expr + sp.Rational(1, 1000)
    yield words("a millionth taken away"), expr - sp.Rational(1, 10**6)
    yield words("two per cent too much"), expr * sp.Rational(51, 50)
    yield words("two per cent too little"), expr * sp.Rational(49, 50)


#: the relation that an inequality is turned into
TURNED: dict[Relation, Relation] = {"<=": ">=", "<": ">=", ">=": "<=", ">": "<="}
#: by which part of itself, or of one, a bound is sharpened, the least first
_SHARPER = tuple(sp.Rational(*part) for part in ((1, 1000), (1, 50), (1, 10), (1, 2), (2, 1), (20, 1)))


def sharpened(said: Inequality) -> Iterator[Inequality]:
    """Inequalities that say more and more."""
    sign, size = (1 if said.relation in (">", ">=") else -1), sp.Abs(said.right) or sp.Integer(1)
    yield from (replace(said, right=said.right + sign * part * size) for part in _SHARPER)


#: powers of sums up to this exponent are multiplied out
_LARGEST_EXPONENT = 16


def rewritings(expr: sp.Expr) -> list[tuple[str, sp.Expr]]:
    """Equal forms that look different: at least two for every expression."""
    candidates = [
        ("multiplied out", _multiplied_out(expr)),
        ("cos and cosh through exponentials", expr.replace(_is_circular, lambda e: e.rewrite(sp.exp))),
        (
            "squares of sines for squares of cosines",
            expr.replace(_is_squared_cosine, lambda e: 1 - sp.sin(e.base.args[0]) ** 2),
        ),
        ("a product and quotient by 1 + e^2", sp.Mul(expr, 1 + sp.exp(2), 1 / (1 + sp.exp(2)), evaluate=False)),
        ("a term added and taken away", sp.Add(expr, sp.exp(1), -sp.exp(1), evaluate=False)),
    ]
    different = [(what, form) for what, form in candidates if form != expr]
    return different[:3]


def _multiplied_out(expr: sp.Expr) -> sp.Expr:
    """The expression as a sum of products; powers of sums with a high exponent stay, whose terms would be thousands."""
    high = any(power.exp.is_Integer and power.exp > _LARGEST_EXPONENT for power in expr.atoms(sp.Pow))
    return sp.expand(expr, trig=False, multinomial=not high)


def _is_circular(expr: sp.Expr) -> bool:
    return isinstance(expr, (sp.cos, sp.sin, sp.cosh, sp.sinh))


def _is_squared_cosine(expr: sp.Expr) -> bool:
    return isinstance(expr, sp.Pow) and expr.exp == 2 and isinstance(expr.base, sp.cos)
