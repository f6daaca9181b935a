"""Claims as lines of text, false and true ones, each with the sentence that says why.

    on x in [-3, 3]                          the domain of what follows
    let c = cos(dot(w, X))                   a name in this file
    false abs(x) = x    -- |-1| = 1
    true abs(x) = x for x in [0, 3]          a domain of its own
    open sin(x)/x -> 1 as x -> 0+            true, and not found

    each Z in                                what follows and has the name is said of each of these
        log(2) + log(3) - log(6)    -- log 2 + log 3 = log 6
    false Z > 0    -- 0 > 0 is false

A line that is indented goes on with the one before it. Formulas are SymPy's and of `rftheory.vocabulary`, ``^`` is a power, numbers are
exact; ``X`` and ``Y`` are the vectors of a pair, ``w`` is a projection. Parameters of a domain stand between semicolons, ``x`` alone is any
number, ``integer k`` any integer, ``integer k >= 1`` those from 1 on, ``v in (0, oo)^(3)`` a vector; anything else is a condition.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sympy as sp
from sympy.parsing.sympy_parser import auto_number, convert_xor, parse_expr

import rftheory.vocabulary
from rftheory.inputs.coordinates import i, l
from rftheory.inputs.kernels import EQUAL_PAIR, PAIR, Space, Vector
from rftheory.rules.angles import AngleExpectation
from rftheory.rules.chi_square import NoncentralChiSquare
from rftheory.rules.frames import FrameExpectation, OrthogonalMean
from rftheory.rules.nodes import Expectation, Probability, Projection, SampleMean
from rftheory.rules.propositions import Equality, Inequality, Limit, Proposition
from rftheory.rules.tables import Coordinate
from rftheory.rules.variates import Counts, UnitVariate, Variate
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

FOLDER = Path(__file__).resolve().parent / "statements"
KINDS = ("false", "true", "open")
#: what building a claim may raise: it is then refused before it is judged; anything else is a mistake in the file
REFUSALS = (ValueError,)
_SENTENCE, _DOMAIN = " -- ", re.compile(" for(?: |$)")
_RELATION = re.compile(r" (=|<=|>=|<|>|->) ")
_RANGE = re.compile(r"(integer )?(\w+)(?: >= (.+?)| in ([(\[])(.*), (.*?)([)\]])(?:\^\((.*)\))?)?")


def _gram(name: str, **products: Any) -> Space:
    """Vectors with these products, called by their two names in the order of the alphabet."""
    return Space(name, lambda a, b: sp.sympify(products["".join(sorted(a + b))]))


def _total(space: Space, names: str, *signs: int) -> Vector:
    return Vector(space, {name: sp.Integer(sign) for name, sign in zip(names, signs or (1,) * len(names), strict=True)})


def _names() -> dict[str, Any]:
    real = {name: sp.Symbol(name, real=True) for name in ["x", "y", "t", "a", "b", "v"]}
    positive = {name: sp.Symbol(name, positive=True) for name in ["u", "s", "p"]} | {
        "eps": sp.Symbol("epsilon", positive=True)
    }
    integers = {name: sp.Symbol(name, integer=True, nonnegative=True) for name in ["k", "n"]}
    return {
        **vars(rftheory.vocabulary), **vars(sp), **real, **positive, **integers, "__builtins__": {"abs": abs},
        "q": sp.Symbol("q", nonnegative=True), "j": sp.Symbol("j", integer=True), "i": i, "l": l, "vec": sp.IndexedBase("vec", real=True),
        "X": PAIR.x, "Y": PAIR.y, "EQUAL_PAIR": EQUAL_PAIR,
        "w": Projection("w"), "E": Expectation, "P": Probability, "mean": SampleMean, "sgn": sp.sign, "gram": _gram, "total": _total,
        "dot": lambda projection, vector: projection.dot(vector), "norm2": lambda projection, size: projection.squared_length(size),
        "members": FrameExpectation, "frame_mean": OrthogonalMean, "at_cosine": AngleExpectation, "Variate": Variate,
        "UnitVariate": UnitVariate, "Coordinate": Coordinate, "NoncentralChiSquare": NoncentralChiSquare,
        "count": lambda name, mass, at=1, *finite: Counts(name, sp.Lambda(integers["k"], mass), *finite)[at],
    }  # fmt: skip


@dataclass(frozen=True)
class Said:
    """A line: its kind, what it says, why, and where it stands."""

    kind: str
    text: str
    why: str
    place: str
    build: Callable[[], Claim]


def groups() -> list[str]:
    """The names of the files."""
    return sorted(path.stem for path in FOLDER.glob("*.txt"))


def read(group: str) -> list[Said]:
    """The lines of a file.

    Raises:
        ValueError: for a line that is none of those that there are.
    """
    path = FOLDER / f"{group}.txt"
    return list(_File(group).lines(path.read_text(encoding="utf-8")))


class _File:
    """What is known at a line of a file."""

    def __init__(self, group: str):
        self.group, self.names, self.domain = group, _names(), ""
        #: the name of "each", and what it stands for, with its sentence
        self.each, self.members = "", list[str]()

    def lines(self, text: str) -> Iterator[Said]:
        for number, line in _joined(text):
            word, _, rest = line.partition(" ")
            if word == "on":
                self.domain = rest
            elif word == "let":
                name, _, value = rest.partition(" = ")
                self.names[name] = self.expression(value)
            elif word == "each":
                self.each, _, rest = rest.partition(" in ")
                self.members = [member.strip() for member in rest.split(" ;; ")]
            elif word in KINDS:
                for said in self.instances(rest):
                    yield self.said(word, said, f"{self.group}.txt:{number}")
            else:
                raise ValueError(
                    f"{self.group}.txt:{number}: a line must begin with on, let, each, {', '.join(KINDS)}, got {line!r}"
                )

    def instances(self, rest: str) -> Iterator[str]:
        name = re.compile(rf"\b{self.each}\b") if self.each else None
        if name is None or not name.search(rest):
            yield rest
            return
        claim, _, why = rest.partition(_SENTENCE)
        claim, *domain = _DOMAIN.split(claim.strip())
        for member in self.members:
            form, _, because = member.partition(_SENTENCE)
            form, *own = _DOMAIN.split(form.strip())
            ranges = "; ".join(part for part in (*(own or [self.domain]), *domain) if part)
            said = name.sub(lambda _, form=form: f"({form})", claim)  # type: ignore[misc]
            yield f"{said} for {ranges}{_SENTENCE}{': '.join(filter(None, (because.strip(), why.strip())))}"

    def said(self, kind: str, line: str, place: str) -> Said:
        text, _, why = line.partition(_SENTENCE)
        claim, *own = _DOMAIN.split(text.strip(), maxsplit=1)
        ranges = own[0] if own else self.domain
        names = dict(self.names)
        return Said(kind, text.strip(), why.strip(), place, lambda: _File._claim(names, claim, ranges))

    def expression(self, text: str) -> Any:
        return _expression(self.names, text)

    @staticmethod
    def _claim(names: dict[str, Any], claim: str, ranges: str) -> Claim:
        return Claim("claim", claim, _proposition(names, claim), _domain(names, ranges))


def _joined(text: str) -> Iterator[tuple[int, str]]:
    """Lines with what goes on with them, and their numbers; members of "each" come apart by two semicolons."""
    lines: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if line[0].isspace():
            first, before = lines[-1]
            gap = "" if before.endswith(" in") or not before.startswith("each ") else " ;;"
            lines[-1] = first, f"{before}{gap} {line.strip()}"
        else:
            lines.append((number, line.rstrip()))
    return iter(lines)


def _expression(names: dict[str, Any], text: str) -> Any:
    return parse_expr(text, local_dict={}, transformations=(auto_number, convert_xor), global_dict=names)


def _proposition(names: dict[str, Any], text: str) -> Proposition:
    approach, _, variable = text.partition(" as ")
    left, relation, right = _split(approach)
    if relation == "=":
        return Equality(_expression(names, left), _expression(names, right))
    if relation != "->":
        return Inequality(_expression(names, left), relation, _expression(names, right))  # type: ignore[arg-type]
    symbol, _, point = variable.partition(" -> ")
    side = point[-1] if point[-1] in "+-" else "+"
    return Limit(*(_expression(names, part) for part in (left, symbol, point.rstrip("+-"), right)), side)  # type: ignore[misc, arg-type]


def _split(text: str) -> tuple[str, str, str]:
    """Two sides and the relation between them: the one that stands in no brackets."""
    for found in _RELATION.finditer(text):
        before = text[: found.start()]
        if all(before.count(a) == before.count(b) for a, b in ("()", "[]")):
            return before, found[1], text[found.end() :]
    raise SyntaxError(f"no relation in {text!r}")


def _domain(names: dict[str, Any], text: str) -> Domain:
    ranges, conditions = list[Range](), list[Any]()
    for part in filter(None, (part.strip() for part in text.split(";"))):
        found = _RANGE.fullmatch(part)
        if found is None or (found[3] and not found[1]):
            conditions.append(_expression(names, part))
        else:
            ranges.append(_range(names, *found.groups()))
    return Domain(tuple(ranges), tuple(conditions))


def _range(
    names: dict[str, Any], integer: str | None, name: str, least: str | None, opened: str | None, low: str | None, high: str | None,
    closed: str | None, shape: str | None,
) -> Range:  # fmt: skip
    """A range; numbers are tried from its ends, so that some lie in it whatever it is."""
    symbol = names[name] if not shape else names[name].label
    ends = [
        None if end in (None, none) else _expression(names, end) for end, none in ((least or low, "-oo"), (high, "oo"))
    ]
    first, last = (end if end is not None and end.is_number and end.is_real else None for end in ends)
    if shape:
        typical: tuple[Any, ...] = ()
    elif first is not None:
        typical = (first, last if last is not None else first + 3)
    else:
        typical = (last - 3, last) if last is not None else ()
    sizes = tuple(_expression(names, size) for size in shape.split(" x ")) if shape else ()
    return Range(symbol, *ends, f"{opened or '['}{closed or ']'}", bool(integer), typical, (), sizes)
