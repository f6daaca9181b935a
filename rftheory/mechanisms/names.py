"""Mechanisms by name: ``gerf(A=-1/10, s=1) x simplex``, ``angular(hyperbolic, trigonometric) x orthogonal``.

A part is a name of `catalogue`, with what its fields are where they are not the default ones. A hybrid is its coefficient with the
two bases first. Numbers are exact; they are read without evaluating anything but arithmetic, I, pi, exp and sqrt.

Feature maps take what is open from data, so that their names (`asked`) say less or more: ``oprf x simplex``, ``geometric+ x iid`` for
geometric features of inputs that are shifted below all rows, ``positive x optimal proposal``, ``angular(n=4) x orthogonal``.
"""

from __future__ import annotations

import re
from dataclasses import MISSING, fields
from typing import Any, NamedTuple

import numpy as np
import sympy as sp

from rftheory.couplings.names import OPTIMAL_PROPOSAL, is_optimal_proposal
from rftheory.extensions.naming import one_of
from rftheory.families.hybrids.bipolar import Hybrid
from rftheory.inputs.arrays import check_count
from rftheory.inputs.points import parse_number, parts
from rftheory.mechanisms import catalogue

_PART = re.compile(r"\s*([A-Za-z][\w+-]*)\s*(?:\((.*)\))?\s*", re.DOTALL)
_FORM = "a mechanism is named 'family x coupling', such as 'oprf x simplex'"
_WORDS = {"None": None, "True": True, "False": False}
#: letters of a name that is written out
_LONG = len("complex-exponential")
#: what positive features of counts have beside the parameters of the family
_SHIFTS = ("epsilon", "shift")


def of(family: Any, coupling: Any, hybrid: Hybrid | None) -> str:
    """The name of a mechanism without a proposal."""
    return f"{_named(family) if hybrid is None else _of_hybrid(hybrid)} x {_named(getattr(coupling, 'base', coupling))}"


class Named(NamedTuple):
    """What a name says: the family (None of a hybrid), the coupling (None where it is left out), the hybrid, and n of its coefficient."""

    family: Any
    coupling: Any
    hybrid: Hybrid | None
    n: int | None


def parse(text: str) -> Named:
    """The parts of a mechanism by its name."""
    first, second = _halves(text)
    name, arguments = _call(first)
    if is_optimal_proposal(second) or name.endswith("+"):
        what = OPTIMAL_PROPOSAL if is_optimal_proposal(second) else "shift"
        raise ValueError(f"mechanism {text!r} is one of rows, from which features.make takes the {what}")
    chosen = None if second is None else coupling(second)
    families = catalogue.family_classes()
    known = {each for kind in families.values() for each in catalogue.names_of(kind)}
    if name.replace("_", "-") in known:
        return Named(_made("family", name, arguments), chosen, None, None)
    # hybrids are loaded where one is asked for
    if catalogue.is_coefficient(name):
        return Named(None, chosen, *_hybrid(name, arguments))
    raise one_of("family", [*families, *catalogue.coefficient_classes()], name, known)


def coupling(text: str) -> Any:
    """A coupling by its name: ``hadamard(k=3)``; ValueError as `parse`."""
    return _made("coupling", *_call(text))


def hybrid(text: str, bases: Any) -> Hybrid:
    """A hybrid by its coefficient ``gaussian(sigma=1, r=2)``, of two bases, by name or object; ValueError as `parse`."""
    name, arguments = _call(text)
    values = dict(_parameter(_as_parameter(name, each)) for each in arguments)
    both = [_made("family", *_call(each)) if isinstance(each, str) else each for each in bases]
    return catalogue.hybrid_of(catalogue.coefficient(name, **values), both)


def asked(text: str) -> tuple[Any, Any, dict[str, Any]]:
    """The family by name (a hybrid whole), the coupling or `OPTIMAL_PROPOSAL`, and the parameters, without open ones."""
    first, second = _halves(text)
    name, arguments = _call(first)
    chosen: Any = OPTIMAL_PROPOSAL if is_optimal_proposal(second) else coupling(second or "iid")
    if catalogue.is_coefficient(name):
        found, n = _hybrid(name, arguments)
        return found, chosen, {} if n is None else {"n": n}
    values = dict(_parameter(_as_parameter(name, each)) for each in arguments)
    values = {key: _in_float64(key, each) for key, each in values.items()}
    if not name.endswith("+"):
        return name, chosen, values
    shifts = {key: values.pop(key) for key in _SHIFTS if key in values}
    return "shifted", chosen, {"family": catalogue.family(name[:-1], **values), **shifts}


def of_map(mechanism: Any, n: int = 1, epsilon: float | None = None) -> str:
    """The name that `asked` reads, with parameters in float64; arrays are left to rows, a shift by how far below all of them it is."""
    if mechanism.proposal is not None:
        return f"positive x {OPTIMAL_PROPOSAL}"
    coupling = _named(getattr(mechanism.coupling, "base", mechanism.coupling))
    if mechanism.hybrid is not None:
        name, inside = _call(_of_hybrid(mechanism.hybrid))
        return f"{_with(name, [*inside, f'n={n}'])} x {coupling}"
    family, more = mechanism.family, []
    if epsilon is not None:
        family, more = family.family, [f"epsilon={epsilon!r}"]
    own = [
        f"{key}={each}".replace("j", "*I") for key, each in family.numbers().items() if not isinstance(each, np.ndarray)
    ]
    plus = "+" * (epsilon is not None)
    name = next(each for each in catalogue.names_of(type(family)) if len(each) <= _LONG)
    return f"{_with(name + plus, [*own, *more])} x {coupling}"


def _halves(text: str) -> tuple[str, str | None]:
    """The family and the coupling, None where it is left out."""
    both = re.split(r"\sx\s", text)
    if len(both) > 2:
        raise ValueError(f"{_FORM}, got {text!r}")
    return both[0], both[1] if len(both) == 2 else None


def _hybrid(name: str, arguments: list[str]) -> tuple[Hybrid, int | None]:
    """The hybrid, and the number n of projections of its coefficient if it is said."""
    bases = [_made("family", *_call(each)) for each in arguments if not _is_parameter(each)] or catalogue.BASES
    values = dict(_parameter(each) for each in arguments if _is_parameter(each))
    shared, n = bool(values.pop("shared", False)), values.pop("n", None)
    count = None if n is None else check_count("n", _in_float64("n", n))
    return catalogue.hybrid_of(catalogue.coefficient(name, **values), bases, shared), count


def _named(thing: Any) -> str:
    return _with(catalogue.names_of(type(thing))[0], _given(thing))


def _of_hybrid(hybrid: Hybrid) -> str:
    (coefficient, *others) = hybrid.coefficients
    if others:
        return str(hybrid)
    shared = ["shared=True"] if hybrid.shared else []
    own = [_named(base) for base in hybrid.bases]
    return _with(catalogue.names_of(type(coefficient))[0], [*own, *_given(coefficient), *shared])


def _with(name: str, arguments: list[str]) -> str:
    return f"{name}({', '.join(arguments)})" if arguments else name


def _given(thing: Any) -> list[str]:
    """``field=value`` for each field that is not at its default."""
    given = []
    for entry in fields(thing):
        value = getattr(thing, entry.name)
        if entry.init and entry.repr and (entry.default is MISSING or value != entry.default):
            given.append(f"{entry.name}={_named(value) if isinstance(value, catalogue.AnyFamily) else value}")
    return given


def _call(text: str) -> tuple[str, list[str]]:
    """Name and arguments; commas within brackets belong to an argument."""
    matched = _PART.fullmatch(text)
    if matched is None:
        raise ValueError(f"{_FORM}, each a name with parameters in brackets, got {text.strip()!r}")
    name, inside = matched.groups()
    return name.lower(), [each for each in (parts(inside) if inside else []) if each]


def _made(what: str, name: str, arguments: list[str]) -> Any:
    make = catalogue.family if what == "family" else catalogue.coupling
    return make(name, **dict(_parameter(_as_parameter(name, each)) for each in arguments))


def _as_parameter(name: str, argument: str) -> str:
    if not _is_parameter(argument):
        raise ValueError(f"parameters of {name!r} are given as name=value, got {argument!r}")
    return argument


def _is_parameter(argument: str) -> bool:
    return re.match(r"\w+\s*=", argument) is not None


def _parameter(argument: str) -> tuple[str, Any]:
    key, _, text = (part.strip() for part in argument.partition("="))
    called = _PART.fullmatch(text)
    if called and called[2] is not None and called[1].lower() in catalogue.family_classes():
        # a family that is made of another one
        return key, _made("family", *_call(text))
    # numbers are read where they are used, as is the name of a family, a geometry, ...
    return key, _WORDS.get(text, text)


def _in_float64(key: str, value: Any) -> Any:
    """A number as maps compute with it: an integer, or in float64 where it is real; what is no number as it is."""
    try:
        number = parse_number(key, value, real=False)
    except (ValueError, TypeError, AttributeError):
        return value
    return int(number) if number.is_Integer else float(number) if isinstance(number, sp.Number) else number
