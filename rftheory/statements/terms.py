"""What the expressions of a claim may be made of.

A formula speaks of the parameters of its domain and of exact numbers, in functions that have a meaning here. Whatever else
SymPy can write down (floats, symbols that no range knows, two symbols of one name, infinities as values, case
distinctions, functions that nothing defines) is refused by name.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import Boolean
from sympy.matrices.matrixbase import MatrixBase

from rftheory.numbers.balls import UnsupportedExpression, ball
from rftheory.rules.nodes import Form, Probability
from rftheory.rules.variates import DRAW, MASS, Variate

#: bits with which a number is looked at
_PRECISION = 128
#: kinds of SymPy objects that are no numbers, and what they are called
_FOREIGN = (
    (sp.Float, "the float {0}: numbers are exact, as Rational(1, 10)"),
    (sp.Piecewise, "the case distinction {0}: state the cases as claims with domains of their own"),
    (sp.Derivative, "the derivative {0}: state it as derivative(function, variable, value)"),
    (sp.Subs, "the substitution {0}: write the value out"),
    (sp.Limit, "the limit {0}: state it as tends(expression, variable, point, value)"),
    (sp.Wild, "the pattern {0}"),
    (sp.Order, "the order {0}"),
    (sp.AccumBounds, "the interval {0}"),
    (sp.Set, "the set {0}"),
    (sp.MatrixExpr, "the matrix {0}"),
    (MatrixBase, "the matrix {0}"),
)  # fmt: skip
#: bounds at which a sum, product or integral may end
_INFINITE_ENDS = (sp.oo, -sp.oo)


def exact(value: Any) -> sp.Expr | None:
    """An integer or a SymPy expression as such; None for anything else (floats, texts, truth values)."""
    if isinstance(value, sp.Expr):
        return value
    return sp.Integer(value) if isinstance(value, int) and not isinstance(value, bool) else None


def is_exact_number(value: Any) -> bool:
    """Whether a value is a finite real number without floats, by its ball."""
    number = exact(value)
    if number is None or not number.is_number or number.has(sp.Float, sp.oo, -sp.oo, sp.zoo, sp.nan):
        return False
    if number.is_Rational:
        return True
    try:
        found = ball(number, {}, _PRECISION)
    except (UnsupportedExpression, ValueError, ArithmeticError):
        return False
    real = not hasattr(found, "imag") or found.imag.is_zero() or bool(number.is_real)
    return bool(found.is_finite()) and real


def foreign_parts(expr: sp.Basic) -> Iterator[str]:
    """What an expression must not contain, in words."""
    for node in _nodes(expr):
        for kind, words in _FOREIGN:
            if isinstance(node, kind):
                yield words.format(node)
        if isinstance(node, Boolean) and not isinstance(node, sp.Symbol):
            yield f"the truth value {node}: relations stand in propositions, conditions and events only"
        elif node in (sp.oo, -sp.oo, sp.zoo, sp.nan):
            yield f"{node} as a value: an infinity may only end a sum, a product or an integral"
        elif isinstance(node, AppliedUndef) and not _has_meaning(node):
            yield (
                f"the function {node.func} of {', '.join(map(str, node.args))}, which nothing defines: "
                "allowed are masses p(k) of a count k and real functions of a Variate"
            )
        elif isinstance(node, sp.hyper) and not (node.ap or node.bq):
            # SymPy cancels equal ones while the file is loaded, whatever their values are
            yield f"{node}, the parameters of which have cancelled, and with them what is asked of them: write exp({node.argument})"
        elif isinstance(node, sp.Symbol) and not node.is_commutative:
            yield f"the symbol {node}, which does not commute"


def _has_meaning(node: AppliedUndef) -> bool:
    """The mass of a number of events, or any real function of random quantities of unknown law (or of one, in its moments)."""
    if node.func == MASS:
        return all(arg.is_integer and arg.is_nonnegative for arg in node.args)
    return bool(node.is_real) and all(arg == DRAW or isinstance(arg, Variate) for arg in node.args)


def _nodes(expr: sp.Basic) -> Iterator[sp.Basic]:
    """All parts, each once, but for infinite ends of sums, products and integrals, the relation of an event, and the label
    of an array of which an entry is meant."""
    waiting, seen = [expr], set[sp.Basic]()
    while waiting:
        node = waiting.pop()
        if node in seen or not isinstance(node, sp.Basic):
            continue
        seen.add(node)
        yield node
        if isinstance(node, Probability):
            waiting.extend(node.event.args)
        elif isinstance(node, sp.Indexed):
            waiting.extend(node.indices)
        elif isinstance(node, (sp.Sum, sp.Product, sp.Integral)):
            waiting.append(node.function)
            waiting.extend(end for limit in node.limits for end in limit if end not in _INFINITE_ENDS)
        else:
            waiting.extend(node.args)


def misplaced_indices(expr: sp.Basic, ranks: Mapping[sp.Symbol, int]) -> Iterator[str]:
    """Arrays without all of their indices, and numbers with some, by the number of indices that each parameter takes."""
    for node in _nodes(expr):
        if isinstance(node, sp.Indexed):
            label = getattr(node.base, "label", node.base)
            if len(node.indices) != ranks.get(label, len(node.indices)):
                yield f"{node} with {len(node.indices)} indices: {label} takes {ranks[label]}"
        elif ranks.get(node, 0) > 0:
            yield f"{node} without its {ranks[node]} indices"


def symbols_of(expr: sp.Basic) -> dict[sp.Basic, str]:
    """What an expression depends on, with the place where that does not show in its form.

    Vectors and data sets count by their labels; the products of named vectors are looked up in their space.
    """
    found: dict[sp.Basic, str] = {s: "" for s in expr.free_symbols if not isinstance(s, sp.Indexed)}
    forms = sorted(expr.atoms(Form), key=lambda form: form.sort_key())
    for f, g in itertools.combinations_with_replacement(forms, 2):
        if f.space == g.space:
            place = f" (in the product {f.vector}.{g.vector} of the space {f.space.name!r})"
            for symbol in f.space.gram(f.vector, g.vector).free_symbols:
                found.setdefault(symbol, place)
    return found


def bound_names(expr: sp.Basic) -> set[sp.Basic]:
    """All symbols that occur anywhere, bound ones included, but for nameless (`Dummy`) ones."""
    return {symbol for symbol in expr.atoms(sp.Symbol) if not isinstance(symbol, sp.Dummy)}


def namesakes(symbols: Iterable[sp.Basic]) -> Iterator[str]:
    """Names that stand for two different symbols, with what tells them apart."""
    by_name: dict[str, sp.Basic] = {}
    for symbol in sorted(set(symbols), key=lambda s: (str(s), s.sort_key())):
        other = by_name.setdefault(str(symbol), symbol)
        if other != symbol:
            yield f"{symbol} is the name of two symbols: one {_assumed(other)}, one {_assumed(symbol)}"


def _assumed(symbol: sp.Basic) -> str:
    said = [name if value else f"not {name}" for name, value in getattr(symbol, "_assumptions_orig", {}).items()]
    return " and ".join(said) or "without assumptions"
