"""What the prover says of a formula, in the symbols and the notation of the file that it comes from.

Messages name terms as the kernel writes them, ``(* 1/2 (inv (pow x 2)))``, cut where they get long. They are read back as
expressions of SymPy that are not evaluated, and printed as everything else is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import sympy as sp

from rftheory.kernel.text import BALLS, BLOCKS, RANGES
from rftheory.statements.printing import text

Tree = str | list[Any]

_TOKEN = re.compile(r"[()]|[^\s(),;]+")
#: what stands where a term was cut
_CUT = "..."


def _kept(kind: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *args: kind(*args, evaluate=False)


def _series(above: list[Any], below: list[Any], at: Any) -> Any:
    return sp.Function("hyper")(sp.Tuple(*above), sp.Tuple(*below), at)


#: operators that have a notation of their own; the others are functions with their names
_OF_OP: dict[str, Callable[..., Any]] = {
    "+": _kept(sp.Add), "*": _kept(sp.Mul), "pow": _kept(sp.Pow), "rpow": _kept(sp.Pow), "pfq": _series,
    "neg": lambda x: sp.Mul(-1, x, evaluate=False), "inv": lambda x: sp.Pow(x, -1, evaluate=False),
    "sqrt": _kept(sp.sqrt), "abs": lambda x: sp.Function("Abs")(x), "bessel_i": sp.Function("besseli"),
    "bessel_j": sp.Function("besselj"), "coord": lambda v, k: sp.Function(f"{v}_")(k), "list": lambda *parts: [*parts],
}  # fmt: skip
_NAMED = ("exp", "log", "re", "im", "conj", "sgn", "sin", "cos", "sinh", "cosh", "tanh", "atan", "erf", "gamma", "dot",
          "norm2", "vadd", "vscale", "ap", "at", "l1", "def", "real", "int?")  # fmt: skip
_RELATIONS = ("=", "!=", "<=", "<")
_BINDERS = {"int": "Integral", "sum": "Sum", "prod": "Product", "mass": "mass", "D": "derivative"}
#: the name of the rule that refused a step
_RULE = re.compile(r"\b(?:[A-Z][A-Z0-9]+_?[A-Z0-9]*): ")
_KNOWN = {"root", *_OF_OP, *_NAMED, *_RELATIONS, *RANGES, *BALLS, *BLOCKS}


def readable(message: str) -> str:
    """A message of the prover with its terms as formulas, without the rules that refused; whatever is no term stays as it is."""
    return _RULE.sub("", "".join(_parts(message)))


def _parts(message: str) -> Iterator[str]:
    place = 0
    while (start := message.find("(", place)) >= 0:
        word = _TOKEN.match(message, start + 1)
        # prose stands in parentheses as well
        if word is None or word[0] not in _KNOWN or not message[word.end() : word.end() + 1].isspace():
            yield message[place : start + 1]
            place = start + 1
            continue
        tree, end = _read(message, start)
        try:
            shown = _written(tree)
        except (TypeError, ValueError, IndexError, AttributeError, sp.SympifyError):
            shown = message[start:end]
        # what was cut says so, also where what is left of it is a whole
        cut = message[start:end].endswith(_CUT) and _CUT not in shown
        yield message[place:start] + shown + (_CUT if cut else "")
        place = end
    yield message[place:]


def _read(message: str, start: int) -> tuple[Tree, int]:
    """The tree that begins here, and where it ends; one that was cut ends with the message, and says so."""
    open_lists: list[list[Any]] = []
    for token in _TOKEN.finditer(message, start):
        if token[0] == "(":
            open_lists.append([])
        elif token[0] == ")":
            done = open_lists.pop()
            if not open_lists:
                return done, token.end()
            open_lists[-1].append(done)
        else:
            # the last word may be the half of one
            open_lists[-1].append(_CUT if token[0].endswith(_CUT) else token[0])
            if token[0].endswith(_CUT):
                end = token.end()
                break
    else:
        end = len(message)
    while len(open_lists) > 1:
        done = open_lists.pop()
        open_lists[-1].append(done)
    return open_lists[0], end


def _written(tree: Tree) -> str:
    if isinstance(tree, list) and tree[0] in _RELATIONS and len(tree) == 3:
        return f"{_written(tree[1])} {tree[0]} {_written(tree[2])}"
    return text(_formula(tree))


def _formula(tree: Tree) -> Any:
    if isinstance(tree, str):
        return _word(tree)
    op, *args = tree
    if op == _CUT:
        return sp.Symbol(_CUT)
    if op in _BINDERS and len(args) == 2 and len(args[0]) == 3:
        name, *ends = args[0]
        limits = sp.Tuple(sp.Symbol(name), *map(_formula, ends))
        return sp.Function(_BINDERS[op])(_formula(args[1]), limits)
    if op in BLOCKS and len(args) == 2:
        # the laws of the draws are those of the file
        return sp.Function(op)(_formula(args[1]) if op != "P" else sp.Symbol(_written(args[1])))
    if op == "root":
        return sp.Pow(_formula(args[1]), sp.Rational(1, int(args[0])), evaluate=False)
    if op in _RELATIONS:
        return sp.Symbol(_written(tree))
    if _CUT in args and op in ("pow", "rpow", "coord"):
        # of two parts one is cut off
        return sp.Symbol(_CUT)
    return _OF_OP.get(op, sp.Function(str(op)))(*map(_formula, args))


def _word(word: str) -> Any:
    if re.fullmatch(r"-?\d+(/\d+)?", word):
        number = Fraction(word)
        return sp.Rational(number.numerator, number.denominator)
    return {"pi": sp.pi, "imag": sp.I, "oo": sp.oo, "-oo": -sp.oo}.get(word) or sp.Symbol(word)
