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
from sympy.polys.rings import PolyElement, ring

from rftheory.evidence.atoms import Atoms
from rftheory.evidence.sign import is_nonzero
from rftheory.statements.domain import Domain


@dataclass(frozen=True)
class Decision:
    """The answer, with the reason for it and the conditions that the domain discharged."""

    zero: bool
    reason: str
    conditions: tuple[str, ...] = ()


def decide_zero(expr: sp.Expr, domain: Domain) -> Decision:
    """Whether ``expr`` is proved to vanish identically on ``domain``."""
    expr = sp.sympify(expr)
    if expr is sp.S.Zero:
        return Decision(True, "the two sides are the same expression")
    if expr.has(sp.Float):
        return Decision(False, "a float in the expression: nothing about it is exact")
    if expr.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
        return Decision(False, "the expression is not finite")
    atoms = Atoms(domain)
    translated = atoms.translate(expr)
    resolved = atoms.resolve()
    numerator, denominators = _over_one_denominator(translated.xreplace(resolved))
    numerator = _reduce(numerator, atoms, resolved, denominators)
    if numerator != 0:
        return Decision(False, f"a numerator of {len(numerator.terms())} terms does not reduce to zero")
    divisors = [sp.sympify(d).xreplace(resolved) for d in [*atoms.divisors, *denominators]]
    discharged = _discharge(divisors, atoms)
    if isinstance(discharged, sp.Expr):
        return Decision(False, f"equal where defined, but {discharged} is not proved nonzero on the domain")
    generators = len(atoms.meaning)
    return Decision(True, f"numerator zero over {generators} atoms", tuple(discharged))


def _over_one_denominator(expr: sp.Expr) -> tuple[PolyElement, list[sp.Expr]]:
    """The numerator as a polynomial over QQ, and the denominator factors."""
    numerator, denominator = _fraction(expr)
    symbols = sorted(expr.free_symbols, key=lambda s: (s.name, s.sort_key()))
    polynomials = ring([*symbols, sp.pi], sp.QQ)[0]
    return polynomials.from_expr(sp.expand(numerator)), [denominator] if denominator != 1 else []


def _fraction(expr: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """Numerator and denominator without any cancellation beyond equal powers of the same base."""
    terms = [_split_term(term) for term in sp.Add.make_args(sp.expand_mul(expr, deep=False))]
    common: dict[sp.Expr, int] = {}
    for _, below in terms:
        for base, power in below.items():
            common[base] = max(common.get(base, 0), power)
    parts = [
        above * sp.Mul(*(base ** (power - below.get(base, 0)) for base, power in common.items()))
        for above, below in terms
    ]
    numerator = sp.Add(*parts)
    denominator = sp.Mul(*(base**power for base, power in common.items()))
    if _has_nested_division(numerator):
        inner, more = sp.fraction(sp.together(numerator))
        return inner, denominator * more
    return numerator, denominator


def _split_term(term: sp.Expr) -> tuple[sp.Expr, dict[sp.Expr, int]]:
    above: list[sp.Expr] = []
    below: dict[sp.Expr, int] = {}
    for factor in sp.Mul.make_args(term):
        base, power = factor.as_base_exp()
        if power.is_Integer and power < 0 and not base.is_Rational:
            below[base] = below.get(base, 0) - int(power)
        else:
            above.append(factor)
    return sp.Mul(*above), below


def _has_nested_division(expr: sp.Expr) -> bool:
    return any(p.exp.is_negative and not p.base.is_Rational for p in expr.atoms(sp.Pow))


def _reduce(
    numerator: PolyElement, atoms: Atoms, resolved: dict[sp.Symbol, sp.Expr], denominators: list[sp.Expr]
) -> PolyElement:
    """Lower the powers of algebraic generators by their relations, the latest generator first."""
    for symbol in reversed(list(atoms.relations)):
        degree, value = atoms.relations[symbol]
        expr = numerator.as_expr()
        if symbol not in expr.free_symbols:
            continue
        powers = sp.Poly(expr, symbol).all_coeffs()[::-1]
        if len(powers) <= degree:
            continue
        value = sp.sympify(value).xreplace(resolved)
        lowered = sp.Add(*(c * value ** (k // degree) * symbol ** (k % degree) for k, c in enumerate(powers)))
        numerator, more = _over_one_denominator(lowered)
        denominators.extend(more)
    return numerator


def _discharge(divisors: list[sp.Expr], atoms: Atoms) -> list[str] | sp.Expr:
    """Prove every divisor nonzero, factor by factor; the first one that resists is returned instead."""
    proved: dict[str, None] = {}
    seen = {*atoms.invertible}
    for divisor in dict.fromkeys(divisors):
        for factor in _factors(divisor):
            if factor in seen or factor.is_Rational:
                continue
            seen.add(factor)
            original = _original(factor, atoms)
            if not _nonzero(original, atoms.domain):
                return original
            proved[f"{original} != 0"] = None
    return list(proved)


@lru_cache(maxsize=8192)
def _nonzero(expr: sp.Expr, domain: Domain) -> bool:
    forms = (lambda e: e, lambda e: sp.powsimp(sp.expand(e)), sp.factor)
    return any(is_nonzero(form(expr), domain) for form in forms)


def _factors(divisor: sp.Expr) -> list[sp.Expr]:
    numerator, denominator = sp.fraction(sp.together(divisor))
    found: list[sp.Expr] = []
    for factor in (*sp.Mul.make_args(numerator), *sp.Mul.make_args(denominator)):
        # generators may carry huge powers: only what is not one is factored
        base = factor.as_base_exp()[0] if not isinstance(factor, sp.exp) else factor
        if base.is_Symbol:
            found.append(base)
        elif not base.is_Rational:
            found.extend(part for part, _ in sp.factor_list(base)[1])
    return found


def _original(expr: sp.Expr, atoms: Atoms) -> sp.Expr:
    """The factor in terms of the original symbols."""
    while expr.free_symbols & atoms.meaning.keys():
        expr = expr.xreplace({s: atoms.meaning[s] for s in expr.free_symbols & atoms.meaning.keys()})
    return expr
