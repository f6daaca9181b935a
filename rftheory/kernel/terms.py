"""Inert terms: what is written stays as it is written.

A term denotes a partial function of the values of its variables: a complex number, a vector, or nothing. Nothing is
evaluated, flattened or sorted. Equal terms are one object. Judgements are terms of the sort ``prop``, laws and the
declarations of variables are terms as well, so that one substitution serves everything. Of judgements, facts alone stand
inside of another (``all``). That a context has a point (``inhabited``) is no ``prop``, so that no rule takes it for one.

Variables of a context are numbered by their place in it; bound variables by de Bruijn indices (0 is the last variable of
the innermost binder). Both carry a tag, the kind of their values; functions are Borel functions, and laws Borel probability
measures. In the term of a binder the last arguments are inside, the others outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any
from weakref import WeakValueDictionary

from rftheory.kernel.refused import MAX_BITS, MAX_DEPTH, MAX_EXPONENT, MAX_TERMS, Refused, demand

#: the sort of a variable with each tag: "reals", "ints", "vecs" are indexed families
TAG_SORTS = {
    "real": "scalar", "int": "scalar", "vec": "vec", "seq": "seq", "fun": "fun", "law": "law",
    "reals": "reals", "ints": "ints", "vecs": "vecs",
}  # fmt: skip
_S, _V, _L = "scalar", "vec", "law"
UNARY = (
    "neg", "inv", "exp", "log", "sqrt", "abs", "re", "im", "conj", "sgn", "sin", "cos", "sinh", "cosh", "tanh", "atan",
    "erf", "gamma",
)  # fmt: skip
#: operators with a fixed number of arguments: their sorts, and the sort of the result
FIXED: dict[str, tuple[tuple[str, ...], str]] = {
    **{op: ((_S,), _S) for op in UNARY},
    "pi": ((), _S), "imag": ((), _S), "oo": ((), "end"), "-oo": ((), "end"),
    "rpow": ((_S, _S), _S), "bessel_i": ((_S, _S), _S), "bessel_j": ((_S, _S), _S),
    "dot": ((_V, _V), _S), "norm2": ((_V,), _S), "vadd": ((_V, _V), _V), "vscale": ((_S, _V), _V), "coord": ((_V, _S), _S),
    "ap": (("fun", _S), _S),
    "normal": ((_S,), _L), "gauss": ((), _L), "uniform": ((_S, _S), _L), "chi": ((_S,), _L), "chi2": ((_S,), _L),
    "sign": ((), _L), "sphere": ((_S,), _L), "iid": ((_S, _L), _L), "ortho": ((_S, _S), _L), "frame": ((_S, _S), _L),
    "def": ((_S,), "prop"), "real": ((_S,), "prop"), "int?": ((_S,), "prop"), "l1": ((_S,), "prop"),
    "=": ((_S, _S), "prop"), "!=": ((_S, _S), "prop"), "<=": ((_S, _S), "prop"), "<": ((_S, _S), "prop"),
    "dim": ((_V, _S), "prop"), "samelaw": ((_L, _L), "prop"), "inhabited": ((), "point"),
}  # fmt: skip
#: operators with a literal natural number in a slot of its own
LITERAL = {"pow": (0, MAX_EXPONENT), "root": (2, MAX_EXPONENT)}
SIDES = ("above", "below", "both", "oo", "-oo")
KINDS = ("none", "open", "closed")
RELATIONS = ("=", "!=", "<=", "<")
#: the judgements that a context may list, and that `all` may hold
FACTS = frozenset({*RELATIONS, "def", "real", "int?", "l1", "all"})


class Term:
    """One node; made by `make` and the functions below it only."""

    __slots__ = ("__weakref__", "args", "data", "depth", "loose", "op", "sort", "variables")

    op: str
    args: tuple[Term, ...]
    data: Any
    sort: str
    #: bound variables that no binder inside binds: (index, tag); variables of the context: (place, tag)
    loose: frozenset[tuple[int, str]]
    variables: frozenset[tuple[int, str]]
    depth: int

    def __repr__(self) -> str:
        data = "" if self.data is None else f":{self.data}"
        return f"({self.op}{data}{''.join(f' {arg!r}' for arg in self.args)})"


#: by operator, data and arguments, which a term keeps alive; a term that nothing holds is forgotten
_known: WeakValueDictionary[tuple[Any, ...], Term] = WeakValueDictionary()
_NONE: frozenset[tuple[int, str]] = frozenset()


def make(op: str, args: Sequence[Term] = (), data: Any = None) -> Term:
    """The term with this operator; refused if numbers or sorts of arguments do not fit."""
    args = tuple(args)
    key = (op, data, args)
    found = _known.get(key)
    if found is not None:
        return found
    sort = _sort_of(op, args, data)
    if len(_known) >= MAX_TERMS:
        raise Refused(f"more than {MAX_TERMS} terms")
    term = Term()
    term.op, term.args, term.data, term.sort = op, args, data, sort
    term.depth = 1 + max((arg.depth for arg in args), default=0)
    if term.depth > MAX_DEPTH:
        raise Refused(f"more than {MAX_DEPTH} terms inside each other")
    term.variables = _NONE.union(*[arg.variables for arg in args])
    term.loose = _loose(op, args, data)
    if op == "var":
        term.variables = frozenset({data})
    _known[key] = term
    return term


def held(op: str, args: tuple[Term, ...]) -> Term | None:
    """The term with this operator and these arguments if anything holds it; it is made by `make` alone."""
    return _known.get((op, None, args))


def bound_tags(op: str, args: Sequence[Term], data: Any) -> tuple[str, ...]:
    """The tags of the variables that a term binds; empty if it is no binder."""
    if op in FIXED or op in ("+", "*", "pow", "rat", "var"):
        return ()
    if op in ("int", "D", "cont", "lim", "tends"):
        return ("real",)
    if op in ("sum", "prod", "mass"):
        return ("int",)
    if op in ("max", "cont_balls"):
        return ("vec",) * data
    if op in ("E", "image"):
        return tuple(draw_tag(law) for law in args[:-1])
    if op == "P":
        return tuple(draw_tag(law) for law in args[:-2])
    if op == "all":
        return (args[0].data[0],)
    return ()


def inside(op: str) -> int:
    """How many of the last arguments of a binder are inside of it."""
    return 2 if op in ("D", "P") else 1


def draw_tag(law: Term) -> str:
    """What a draw of a law is."""
    if law.op in ("normal", "sphere") or law.sort == _L and law.op in ("var", "bound"):
        return "vec"
    if law.op in ("mass", "sign"):
        return "int"
    if law.op in ("ortho", "frame"):
        return "vecs"
    if law.op == "iid":
        family = draw_tag(law.args[1]) + "s"
        demand(family in TAG_SORTS, "a family of families is no law")
        return family
    return "real"


def _loose(op: str, args: Sequence[Term], data: Any) -> frozenset[tuple[int, str]]:
    if op == "bound":
        return frozenset({data})
    tags = bound_tags(op, args, data)
    if not tags:
        return _NONE.union(*[arg.loose for arg in args])
    first, count = len(args) - inside(op), len(tags)
    result = _NONE.union(*[arg.loose for arg in args[:first]])
    for body in args[first:]:
        for index, tag in body.loose:
            if index < count and tags[count - 1 - index] != tag:
                raise Refused(f"a bound variable of {op} is taken for {tag}, it is {tags[count - 1 - index]}")
        result |= {(index - count, tag) for index, tag in body.loose if index >= count}
    return result


def _sort_of(op: str, args: tuple[Term, ...], data: Any) -> str:
    sorts = tuple([arg.sort for arg in args])
    if op in FIXED:
        wanted, sort = FIXED[op]
        if sorts != wanted or data is not None:
            raise Refused(f"{op} takes {wanted}, not {sorts}")
        return sort
    if op in ("+", "*"):
        _require(len(args) >= 2 and set(sorts) == {_S} and data is None, op, sorts)
        return _S
    if op in LITERAL:
        low, high = LITERAL[op]
        _require(sorts == (_S,) and type(data) is int and low <= data <= high, op, (*sorts, data))
        return _S
    if op in ("var", "bound"):
        place, tag = data
        _require(not args and type(place) is int and place >= 0 and tag in TAG_SORTS, op, data)
        return TAG_SORTS[tag]
    if op == "rat":
        _require(not args and type(data) is Fraction, op, data)
        _require(max(data.numerator.bit_length(), data.denominator.bit_length()) <= MAX_BITS, op, "a longer number")
        return _S
    return _sort_of_shaped(op, args, sorts, data)


def _sort_of_shaped(op: str, args: tuple[Term, ...], sorts: tuple[str, ...], data: Any) -> str:
    """The sorts of binders, laws, judgements about functions, and declarations."""
    held, sort, plain, count, all_scalars = False, _S, data is None, len(args), {*sorts} == {_S}
    ends = count > 2 and _is_end(args[0], "-oo") and _is_end(args[1], "oo")
    laws = count > 1 and {*sorts[:-1]} == {_L}
    if op == "at":
        held = plain and count == 2 and sorts[1] == _S and sorts[0] in ("seq", "reals", "ints", "vecs")
        sort = _V if sorts[:1] == ("vecs",) else _S
    elif op == "pfq":
        held = type(data) is tuple and len(data) == 2 and all(type(n) is int and n >= 0 for n in data)
        held = held and all_scalars and count == sum(data) + 1 and data[0] <= data[1] + 1
    elif op in ("int", "sum", "mass"):
        held = plain and count == 3 and ends and sorts[2] == _S and (op == "int" or sorts[0] == _S)
        sort = _L if op == "mass" else _S
    elif op == "D":
        held, sort = plain and count == 4 and ends and sorts[2:] == (_S, _S), "prop"
    elif op == "cont":
        kinds = [(one, other) for one in KINDS[1:] for other in KINDS[1:]]
        held, sort = count == 3 and ends and sorts[2] == _S and data in kinds, "prop"
        held = held and all(end.sort == _S for end, kind in zip(args, data, strict=False) if kind == "closed")
    elif op == "prod":
        held = plain and count == 3 and all_scalars
    elif op in ("max", "cont_balls"):
        held = type(data) is int and data >= 1 and all_scalars and count == 2 * data + 1
        sort = _S if op == "max" else "prop"
    elif op in ("E", "image"):
        held, sort = plain and laws and sorts[-1] == _S, _S if op == "E" else _L
    elif op == "P":
        held = count > 2 and {*sorts[:-2]} == {_L} and sorts[-2:] == (_S, _S) and data in RELATIONS
    elif op == "finite":
        held, sort = plain and all_scalars and count % 2 == 0, _L
    elif op in ("lim", "tends"):
        held = count == 3 and data in SIDES and sorts[1:] == (_S if op == "lim" else "end", _S)
        held, sort = held and (args[0].op == data if data in ("oo", "-oo") else sorts[0] == _S), "prop"
    elif op == "all":
        held = plain and sorts == ("decl", "prop") and args[0].data[0] in ("int", "real", "vec")
        held, sort = held and args[1].op in FACTS, "prop"
    elif op == "decl":
        return _sort_of_declaration(sorts, data)
    _require(held, op, (*sorts, data))
    return sort


def _sort_of_declaration(sorts: tuple[str, ...], data: Any) -> str:
    """``decl``: (tag, kind of the lower end, kind of the upper end), with the parameters and the finite ends."""
    _require(type(data) is tuple and len(data) == 3 and data[0] in TAG_SORTS and {*data[1:]} <= {*KINDS}, "decl", data)
    tag, *kinds = data
    ends = sum(kind != "none" for kind in kinds)
    sizes = {"real": 0, "int": 0, "fun": 0, "vecs": 2}.get(tag, 1)
    _require((not sizes or not ends) and sorts == (_S,) * (sizes + ends), "decl", sorts)
    return "decl"


def _is_end(arg: Term, infinite: str) -> bool:
    return arg.sort == _S or arg.op == infinite


def _require(held: bool, op: str, found: object) -> None:
    if not held:
        raise Refused(f"{op} does not take {found}")


# -- making terms ---------------------------------------------------------------------------------------------------


def rat(value: int | Fraction) -> Term:
    return make("rat", (), Fraction(value))


def var(place: int, tag: str) -> Term:
    return make("var", (), (place, tag))


def bound(index: int, tag: str) -> Term:
    return make("bound", (), (index, tag))


def power(base: Term, exponent: int) -> Term:
    return make("pow", (base,), exponent)


PI, IMAG, ZERO, ONE, TWO = make("pi"), make("imag"), rat(0), rat(1), rat(2)
OO, MINUS_OO = make("oo"), make("-oo")


def declare(tag: str, *params: Term, low: Term | None = None, high: Term | None = None, closed: str = "[]") -> Term:
    """The declaration of a variable; ``closed`` as in "[)" says which of the finite ends belong to it."""
    kinds = [
        "none" if end is None else "closed" if sign in "[]" else "open"
        for end, sign in ((low, closed[0]), (high, closed[1]))
    ]
    return make("decl", (*params, *(end for end in (low, high) if end is not None)), (tag, *kinds))
