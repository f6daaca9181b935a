"""The exact zero test: is an expression identically zero on a domain?

The expression becomes a rational function over atoms (`atoms`), its numerator a polynomial with rational
coefficients; it is reduced by the relations of the atoms and must vanish coefficient by coefficient. Every divisor
met must be proved nonzero on the domain. "Zero" is therefore a proof. The test never answers "nonzero": atoms may be
dependent in ways it does not know, so that is left to an enclosure that excludes zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import sympy as sp

from rftheory.evidence.atoms import Atoms
from rftheory.evidence.binding import bound_symbols
from rftheory.evidence.fractions import RationalFunctions
from rftheory.evidence.sign import is_nonzero
from rftheory.rules.nodes import hidden_symbols
from rftheory.statements.domain import Domain


@dataclass(frozen=True)
class ZeroDecision:
    """The answer, with the reason for it and the conditions that the domain discharged."""

    zero: bool
    reason: str
    conditions: tuple[str, ...] = ()


def decide_zero(expr: sp.Expr, domain: Domain) -> ZeroDecision:
    """Whether ``expr`` is proved to vanish identically on ``domain``."""
    expr = sp.sympify(expr)
    if expr is sp.S.Zero:
        return ZeroDecision(True, "the two sides are the same expression")
    if expr.has(sp.Float):
        return ZeroDecision(False, "a float in the expression: nothing about it is exact")
    if not _is_finite(expr):
        return ZeroDecision(False, "the expression is not finite")
    if bound_symbols(expr) & hidden_symbols(expr):
        return ZeroDecision(False, "products of vectors depend on a bound variable")
    try:
        return _decide(expr, Atoms(domain))
    except ZeroDivisionError as error:
        return ZeroDecision(False, str(error))


def _is_finite(expr: sp.Basic) -> bool:
    """No infinite number in the expression; the upper end of a sum is none."""
    if expr in (sp.nan, sp.zoo, sp.oo, -sp.oo):
        return False
    parts = expr.args
    if isinstance(expr, sp.Sum):
        parts = (expr.function, *(end for limit in expr.limits for end in limit if end is not sp.oo))
    return all(map(_is_finite, parts))


def _decide(expr: sp.Expr, atoms: Atoms) -> ZeroDecision:
    translated = atoms.translate(expr)
    resolved = atoms.resolve()
    functions = _functions(translated, atoms, resolved)
    value = functions.evaluate(translated)
    # the relation of a generator speaks of earlier ones only
    for symbol, (degree, power) in reversed(atoms.relations.items()):
        value = functions.reduced(value, symbol, degree, power)
    if value.over:
        return ZeroDecision(False, f"a numerator of {len(value.over)} terms does not reduce to zero")
    for divisor in dict.fromkeys(atoms.divisors):
        for factor in sp.Mul.make_args(divisor):
            functions.divide_by(functions.evaluate(factor.as_base_exp()[0]))
    discharged = _discharge(functions, atoms)
    if isinstance(discharged, sp.Expr):
        return ZeroDecision(False, f"equal where defined, but {discharged} is not proved nonzero on the domain")
    generators = len(atoms.meaning)
    return ZeroDecision(True, f"numerator zero over {generators} atoms", tuple(discharged))


def _functions(expr: sp.Expr, atoms: Atoms, resolved: dict[sp.Symbol, sp.Expr]) -> RationalFunctions:
    """The rational functions that the decision calculates with."""
    parts = [expr, *atoms.divisors, *(value for _, value in atoms.relations.values())]
    symbols = {symbol for part in parts for symbol in part.free_symbols}
    inside = [resolved[symbol].free_symbols for symbol in symbols & resolved.keys()]
    return RationalFunctions((symbols - resolved.keys()).union(*inside), resolved)


def _discharge(functions: RationalFunctions, atoms: Atoms) -> list[str] | sp.Expr:
    """Prove every irreducible divisor nonzero; the first one that resists is returned instead."""
    proved: list[str] = []
    for number in functions.divided:
        factor = functions.polynomial(number)
        if factor in atoms.invertible:
            continue
        original = _original(factor, atoms)
        if not is_proved_nonzero(original, atoms.domain):
            return original
        proved.append(f"{original} != 0")
    return list(dict.fromkeys(proved))


@lru_cache(maxsize=8192)
def is_proved_nonzero(expr: sp.Expr, domain: Domain) -> bool:
    """Whether an expression is proved not to vanish on the domain, in one of several forms."""
    forms = (lambda e: e, lambda e: sp.powsimp(sp.expand(e)), sp.factor, _over_first_exponential)
    return any(is_nonzero(form(expr), domain) for form in forms)


@lru_cache(maxsize=1024)
def has_nonzero_factors(expr: sp.Expr, domain: Domain) -> bool:
    """Whether every irreducible factor of an expression, as a fraction over its atoms, is proved not to vanish."""
    atoms = Atoms(domain)
    try:
        translated = atoms.translate(expr)
        functions = _functions(translated, atoms, atoms.resolve())
        functions.divide_by(functions.evaluate(translated))
    except ZeroDivisionError:
        return False
    return not isinstance(_discharge(functions, atoms), sp.Expr)


def _over_first_exponential(expr: sp.Expr) -> sp.Expr:
    """A sum of exponentials over its first term, which cannot vanish; exponents over one denominator cancel."""
    parts = []
    for term in sp.Add.make_args(expr):
        exponents = [f.exp for f in sp.Mul.make_args(term) if isinstance(f, sp.exp)]
        rest = sp.Mul(*(f for f in sp.Mul.make_args(term) if not isinstance(f, sp.exp)))
        parts.append((rest, sp.Add(*exponents)))
    if not parts[0][0].is_Rational or parts[0][0] == 0:
        return expr
    first, shift = parts[0]
    return sp.Add(*(rest / first * sp.exp(sp.cancel(exponent - shift)) for rest, exponent in parts))


def _original(expr: sp.Expr, atoms: Atoms) -> sp.Expr:
    """The factor in terms of the original symbols."""
    while expr.free_symbols & atoms.meaning.keys():
        expr = expr.xreplace({s: atoms.meaning[s] for s in expr.free_symbols & atoms.meaning.keys()})
    return expr
