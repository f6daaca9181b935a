"""Given values as a point of the domain of a claim: complex numbers in parts, vectors as norms and angle, ties as the kernel decides."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import sympy as sp
from sympy.logic.boolalg import Boolean

from rftheory.inputs.kernels import theta, x_norm, y_norm
from rftheory.inputs.points import exact_value
from rftheory.numbers.balls import decide_relation
from rftheory.numbers.known_signs import Nonnegative
from rftheory.numbers.walker import parameters
from rftheory.rules.integrated import integrate
from rftheory.rules.propositions import Point
from rftheory.statements.claims import Claim


def point_of(claim: Claim, values: Mapping[str, Any], form: sp.Expr | None) -> Point:
    """The given values as a point of the domain of the claim, with the parameters that a form takes, by default all."""
    symbols = {symbol.name: symbol for symbol in claim.domain.symbols}
    exact = _in_parts({name: exact_value(name, value, real=False) for name, value in values.items()}, symbols)
    if {"x_norm", "y_norm", "theta"} <= symbols.keys() and {"x", "y"} <= exact.keys() - symbols.keys():
        exact |= _norms_and_angle(exact.pop("x"), exact.pop("y"), exact)
    for name in exact:
        if name not in symbols:
            allowed = ", ".join(symbols) or "none"
            raise ValueError(f"{name} is not a parameter of {claim.name}; its parameters: {allowed}")
    point = {symbols[name]: value for name, value in exact.items()}
    if form is not None and _takes_no_angle(form, point):
        point[theta] = sp.pi / 2
    refusal = claim.domain.refusal(point, None if form is None else form.free_symbols, _holds)
    if refusal:
        raise ValueError(refusal)
    return point


def _in_parts(exact: Mapping[str, sp.Basic], symbols: Collection[str]) -> dict[str, sp.Basic]:
    """Complex values as real and imaginary parts, where the domain speaks of these: ``A`` of ``A_re`` and ``A_im``."""
    found: dict[str, sp.Basic] = {}
    for name, value in exact.items():
        parts = (f"{name}_re", f"{name}_im")
        if name in symbols or not set(parts) <= set(symbols) or isinstance(value, sp.Tuple):
            found[name] = value
            continue
        if twice := sorted(exact.keys() & set(parts)):
            raise ValueError(f"{', '.join(twice)} follows from {name}; give either")
        found |= zip(parts, value.as_real_imag(), strict=True)
    return found


def _holds(relation: Boolean, point: Point) -> bool | None:
    """As balls decide it; of two numbers that no ball tells apart the kernel may prove that they are equal."""
    decided = decide_relation(relation, point)
    if decided is not None:
        return decided
    open_ones = [each for each in relation.atoms(sp.Rel) if decide_relation(each, point) is None]
    ties = {each: each.func(0, 0) for each in open_ones if is_zero(each.lhs - each.rhs, point)}
    return decide_relation(relation.xreplace(ties), point) if ties else None


def is_zero(expr: sp.Expr, point: Point) -> bool:
    """Whether the kernel proves that an expression, its expectations in closed form, is zero at a point of numbers."""
    if any(isinstance(value, sp.Tuple) for value in point.values()):
        return False
    at_point = integrate(expr.replace(Nonnegative, lambda number: number)).xreplace(dict(point))
    return proved_zero(at_point.replace(lambda part: part.is_Pow and part.exp == sp.S.Half, _denested))


def proved_zero(number: sp.Expr) -> bool:
    """Whether a number is exactly 0: SymPy sees most of them, the prover is loaded for the others."""
    if number == 0 or parameters(number):
        return bool(number == 0)
    from rftheory.prover import closed

    return closed.is_zero(number)


def _denested(root: sp.Expr) -> sp.Expr:
    """A root of roots as a sum of roots: SymPy's guess, where its square is what the root is of and balls see that it is positive."""
    if parameters(root):
        # as in a product of vectors that an expectation keeps to itself: no number
        return root
    guess = sp.sqrtdenest(root)
    if guess == root or decide_relation(sp.Gt(guess, 0, evaluate=False), {}) is not True:
        return root
    return guess if proved_zero(guess**2 - root.base) else root


def _norms_and_angle(x: sp.Basic, y: sp.Basic, given: Mapping[str, sp.Basic]) -> dict[str, sp.Basic]:
    """Norms and angle of two vectors; where one of them is zero there is no angle, and it may be given."""
    x, y = (value if isinstance(value, sp.Tuple) else sp.Tuple(value) for value in (x, y))
    if len(x) != len(y):
        raise ValueError(f"x and y must have the same number of coordinates, got {len(x)} and {len(y)}")
    x_norm, y_norm = (sp.sqrt(sum(part**2 for part in value)) for value in (x, y))
    found = {"x_norm": x_norm, "y_norm": y_norm}
    if x_norm * y_norm != 0:
        found["theta"] = sp.acos(sum(a * b for a, b in zip(x, y, strict=True)) / (x_norm * y_norm))
    twice = sorted(found.keys() & given.keys())
    if twice:
        raise ValueError(f"{', '.join(twice)} follows from x and y; give either")
    return found


def _takes_no_angle(form: sp.Expr, point: Point) -> bool:
    """Whether one of two inputs is zero, and a form is the same for every angle then."""
    return (
        theta in form.free_symbols - point.keys()
        and 0 in (point.get(x_norm), point.get(y_norm))
        and theta not in form.xreplace(dict(point)).free_symbols
    )
