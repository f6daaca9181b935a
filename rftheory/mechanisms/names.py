"""Mechanisms by name: ``gerf(A=-1/10, s=1) x simplex``, ``angular(hyperbolic, trigonometric) x orthogonal``.

A part is a name of `catalogue`, with what its fields are where they are not the default ones. A hybrid is its coefficient with the
two bases first. Numbers are exact; they are read without evaluating anything but arithmetic, I, pi, exp and sqrt.
"""

from __future__ import annotations

import re
from dataclasses import MISSING, fields
from typing import Any

from rftheory import catalogue
from rftheory.hybrids.bipolar import Hybrid
from rftheory.points import parts

_PART = re.compile(r"\s*([A-Za-z][\w+-]*)\s*(?:\((.*)\))?\s*", re.DOTALL)
_WORDS = {"None": None, "True": True, "False": False}


def of(family: Any, coupling: Any, hybrid: Hybrid | None) -> str:
    """The name of a mechanism without a proposal."""
    return f"{_named(family) if hybrid is None else _of_hybrid(hybrid)} x {_named(coupling)}"


def parse(text: str) -> tuple[Any, Any, Hybrid | None]:
    """The family (or None), the coupling and the hybrid of a name.

    Raises:
        ValueError: for text of another form, unknown names and parameters that are refused.
    """
    both = re.split(r"\sx\s", text)
    if len(both) > 2:
        raise ValueError(f"a mechanism is named 'family x coupling', got {text!r}")
    first, arguments = _call(both[0])
    coupling = _made("coupling", *_call(both[1])) if len(both) == 2 else catalogue.coupling("iid")
    if not catalogue.is_coefficient(first):
        return _made("family", first, arguments), coupling, None
    bases = [_made("family", *_call(each)) for each in arguments if not _is_parameter(each)] or catalogue.BASES
    values = dict(_parameter(each) for each in arguments if _is_parameter(each))
    shared = bool(values.pop("shared", False))
    return None, coupling, catalogue.hybrid_of(catalogue.coefficient(first, **values), bases, shared)


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
            given.append(f"{entry.name}={value}")
    return given


def _call(text: str) -> tuple[str, list[str]]:
    """Name and arguments; commas within brackets belong to an argument."""
    matched = _PART.fullmatch(text)
    if matched is None:
        raise ValueError(f"a name with parameters in brackets is wanted, got {text.strip()!r}")
    name, inside = matched.groups()
    return name.lower(), [each for each in (parts(inside) if inside else []) if each]


def _made(what: str, name: str, arguments: list[str]) -> Any:
    wrong = [each for each in arguments if not _is_parameter(each)]
    if wrong:
        raise ValueError(f"parameters of {name!r} are given as name=value, got {wrong[0]!r}")
    make = catalogue.family if what == "family" else catalogue.coupling
    return make(name, **dict(_parameter(each) for each in arguments))


def _is_parameter(argument: str) -> bool:
    return re.match(r"\w+\s*=", argument) is not None


def _parameter(argument: str) -> tuple[str, Any]:
    key, _, text = (part.strip() for part in argument.partition("="))
    # numbers are read where they are used, as is the name of a family, a geometry, ...
    return key, _WORDS.get(text, text)
