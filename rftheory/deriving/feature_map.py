"""A feature map as it was given, checked: what it may name, and one sample of its estimator."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import sympy as sp
from sympy.core.function import AppliedUndef

from rftheory.deriving.refusals import UnknownFeature
from rftheory.deriving.symbols import INPUT, is_of_input, placed, uu
from rftheory.families.discretely_induced import DiscreteFamily
from rftheory.inputs.kernels import PAIR, Vector, d, theta, x_norm, y_norm
from rftheory.rules.nodes import Expectation, Form, Phase, SquaredLength, projections, sources
from rftheory.rules.variates import COUNT, Count
from rftheory.statements import printing

#: one feature of a projection, or several
Given: TypeAlias = sp.Expr | Sequence[sp.Expr]
#: names that mean something else in a feature than a parameter
_RESERVED = frozenset({"d", "u", "w", "v", "x", "y", "b", "k", "l", "m", "cosine"})
#: functions that make large numbers of small ones, and the largest number that they take: towers of them are never computed
_EXPONENTIALS, _LARGEST = (sp.exp, sp.cosh, sp.sinh, sp.tanh), 1000


@dataclass(frozen=True)
class FeatureMap:
    """``xi_i(u, w)`` for the two sides of the kernel; one sample is ``Z = sum_i xi_i(x, w) eta_i(y, w)``.

    Args:
        first, second: the features of a projection on either side.
        law: the masses ``k -> p_k`` of the counts; None for Gaussian projections.
        real_part: whether complex samples are replaced by their real parts.
    """

    first: tuple[sp.Expr, ...]
    second: tuple[sp.Expr, ...]
    law: sp.Lambda | None = None
    real_part: bool = True

    @classmethod
    def of(cls, f1: Given, f2: Given | None, law: Any, real_part: bool) -> FeatureMap:
        """Raises:
        UnknownFeature: for what is no feature map; the message says what is wrong with it.
        """
        first = _expressions("f1", f1)
        second = first if f2 is None else _expressions("f2", f2)
        if len(first) != len(second):
            raise UnknownFeature(
                f"f1 and f2 must have as many features as each other, got {len(first)} and {len(second)}"
            )
        masses = _masses(law)
        for name, features in (("f1", first), ("f2", second)):
            for feature in features:
                _check(name, feature, masses is not None)
        made = cls(tuple(map(_with_law(masses), first)), tuple(map(_with_law(masses), second)), masses, real_part)
        if f2 is None and any(feature.has(sp.I) for feature in first):
            other = ", ".join(printing.text(feature.xreplace({sp.I: -sp.I})) for feature in first)
            raise UnknownFeature(
                f"f2 is missing, and a complex f1 leaves the sign of i open: f2 = {other} is its conjugate, as for Fourier features, "
                "whose kernel is one of x - y; f2 = f1 gives one of x + y"
            )
        if not sources(sp.Add(*made.products(PAIR.x, PAIR.y))):
            raise UnknownFeature("nothing in the features is random: they name no w, b or k")
        return made

    @property
    def is_symmetric(self) -> bool:
        """Whether both sides have the same map."""
        return self.first == self.second

    @property
    def parameters(self) -> tuple[sp.Symbol, ...]:
        """The free parameters, by name."""
        law = self.law.free_symbols if self.law is not None else set()
        found = set().union(law, *(feature.free_symbols for feature in (*self.first, *self.second)))
        known = {uu, d, INPUT.label, INPUT, COUNT} | {index for f in (*self.first, *self.second) for index in _bound(f)}
        return tuple(sorted((s for s in found - known if isinstance(s, sp.Symbol)), key=str))

    def products(self, x: Any, y: Any) -> tuple[sp.Expr, ...]:
        """``xi_i(x) eta_i(y)``."""
        return tuple(_at(f, x) * _at(g, y) for f, g in zip(self.first, self.second, strict=True))

    def complex_sample(self, x: Any, y: Any) -> sp.Expr:
        """``sum_i xi_i(x) eta_i(y)``, for formal vectors, or for coordinates of counts."""
        return sp.Add(*self.products(x, y))

    def takes_real_part(self) -> bool:
        """Whether samples are not seen to be real, and are to be."""
        return self.real_part and not self.complex_sample(PAIR.x, PAIR.y).is_extended_real and self.law is None

    def sample(self, x: Any, y: Any) -> sp.Expr:
        """One sample Z; a real part is written as half the sum of two conjugates."""
        sample = self.complex_sample(x, y)
        return (sample + sp.conjugate(sample)) / 2 if self.takes_real_part() else sample

    def coupled(self) -> bool:
        """Whether one sample depends on one Gaussian projection (and phases), so that couplings make sense."""
        return self.law is None and len(projections(self.complex_sample(PAIR.x, PAIR.y))) == 1

    def square(self, sample: sp.Expr) -> sp.Expr:
        """``|Z|^2``."""
        return sample**2 if self.law is not None or self.is_real(sample) else sample * sp.conjugate(sample)

    def is_real(self, sample: sp.Expr) -> bool:
        return bool(sample.is_extended_real) or self.takes_real_part()


def _at(feature: sp.Expr, vector: Any) -> sp.Expr:
    if isinstance(vector, Vector):
        return placed(feature, vector)
    norm = sp.Sum(vector[_INDEX] ** 2, (_INDEX, 1, d))
    return feature.xreplace({uu: norm}).replace(
        lambda e: isinstance(e, sp.Indexed) and e.base == INPUT, lambda e: vector[e.indices[0]]
    )


_INDEX = sp.Symbol("l", integer=True, positive=True)


def _bound(feature: sp.Expr) -> set[sp.Symbol]:
    return {limit[0] for node in feature.atoms(sp.Sum, sp.Product) for limit in node.limits}


def _expressions(name: str, given: Given) -> tuple[sp.Expr, ...]:
    items: Iterable[Any] = given if isinstance(given, (tuple, list, sp.Tuple)) else (given,)
    found = []
    for item in items:
        try:
            expr = sp.sympify(item) if not isinstance(item, str) else None
        except (sp.SympifyError, TypeError, AttributeError):
            expr = None
        if not isinstance(expr, sp.Expr):
            raise UnknownFeature(f"{name} must be a SymPy expression or a tuple of some, got {item!r}")
        found.append(expr)
    if not found:
        raise UnknownFeature(f"{name} must have at least one feature, got none")
    return tuple(found)


def check_towers(name: str, feature: sp.Expr) -> None:
    """Refuses exponentials of numbers that no arithmetic holds, before anything is computed of them."""
    for node in sp.postorder_traversal(feature):
        # what is inside of it is known to be no tower
        if isinstance(node, _EXPONENTIALS) and node.args[0].is_number and not sp.Abs(node.args[0]) <= _LARGEST:
            raise UnknownFeature(f"{name} has {node}: {node.func} takes numbers of at most {_LARGEST} in size")


def _check(name: str, feature: sp.Expr, counts: bool) -> None:
    """Raises:
    UnknownFeature: if the expression names what a feature may not.
    """
    if feature.has(sp.Float):
        number = next(iter(feature.atoms(sp.Float)))
        raise UnknownFeature(
            f"{name} has the float {sp.Float(number, 15)}, which is not exact: write sp.Rational({sp.nsimplify(number, rational=True)})"
        )
    if feature.atoms(Expectation) or feature.has(sp.nan, sp.zoo, sp.oo):
        raise UnknownFeature(f"{name} must be a finite expression without expectations, got {feature}")
    check_towers(name, feature)
    for form in feature.atoms(Form):
        if not is_of_input(form):
            raise UnknownFeature(f"{name} names the vector {form.vector} of {form.space.name}: write it in u")
    for length in feature.atoms(SquaredLength):
        if length.dimension != d:
            raise UnknownFeature(
                f"{name} has |w|^2 in the dimension {length.dimension}; use w.square, in the dimension d"
            )
    _check_randomness(name, feature, counts)
    undefined = feature.atoms(AppliedUndef)
    if undefined and not (counts and all(function.args == (COUNT,) for function in undefined)):
        raise UnknownFeature(f"{name} has the unknown function {next(iter(undefined))}")
    bound = _bound(feature)
    for symbol in sorted(feature.free_symbols, key=str):
        _check_symbol(name, symbol, bound, counts)


def _check_randomness(name: str, feature: sp.Expr, counts: bool) -> None:
    if counts and feature.atoms(Form, SquaredLength, Phase):
        raise UnknownFeature(f"{name} mixes w or b with counts: a feature of counts names u[l] and k[l] alone")
    if not counts and feature.atoms(Count):
        raise UnknownFeature(f"{name} has counts k: give their law, such as law='poisson'")
    if not counts and feature.atoms(sp.Indexed):
        where = next(iter(sorted(feature.atoms(sp.Indexed), key=str)))
        raise UnknownFeature(
            f"{name} depends on the coordinate {where}: with Gaussian projections only w.dot(u), u.square and w.square are "
            "known, whatever the dimension"
        )


def _check_symbol(name: str, symbol: sp.Basic, bound: set[sp.Symbol], counts: bool) -> None:
    if symbol in (uu, d, COUNT) or symbol in bound or isinstance(symbol, sp.Indexed) or symbol == INPUT.label:
        return
    if str(symbol) in _RESERVED or symbol in (theta, x_norm, y_norm):
        raise UnknownFeature(
            f"{name} has the unknown symbol {symbol}: inputs and projections are not symbols; import u, w, b, k from "
            "rftheory.deriving and write w.dot(u), u.square, w.square"
        )
    if not symbol.is_extended_real:
        raise UnknownFeature(
            f"{name} has the unknown symbol {symbol}: a parameter is declared real, such as sp.Symbol('{symbol}', real=True); a "
            "complex one is written as p + sp.I*q"
        )


def _with_law(masses: sp.Lambda | None) -> Any:
    def replaced(feature: sp.Expr) -> sp.Expr:
        if masses is None:
            return feature
        return feature.replace(lambda e: isinstance(e, Count), lambda e: Count(e.args[0], masses, e.index))

    return replaced


def _masses(law: Any) -> sp.Lambda | None:
    """The masses of a law of counts; None for Gaussian projections."""
    if isinstance(law, str):
        if law.strip().lower() == "gaussian":
            return None
        from rftheory.mechanisms import catalogue

        chosen = catalogue.family(law)
        if not isinstance(chosen, DiscreteFamily):
            raise UnknownFeature(f"law must be 'gaussian' or a law of counts, got {law!r}")
        law = chosen
    if isinstance(law, DiscreteFamily):
        law = law.law
    if not isinstance(law, sp.Lambda) or len(law.variables) != 1:
        raise UnknownFeature(f"law must be 'gaussian', a family of counts, its name, or Lambda(k, p_k), got {law!r}")
    return sp.Lambda(COUNT, law(COUNT))
