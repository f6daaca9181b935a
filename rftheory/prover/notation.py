"""Terms in the notation of texts: ``u + i*v``, ``a^n``, ``sum(0, oo, lambda k: ...)``, ``E(sphere(d), lambda w: ...)``.

Terms are inert, so the notation says which one is meant: ``a + b + c`` is one sum, ``(a + b) + c`` a sum in a sum; ``a - b`` adds
``neg(b)``, and ``a/b`` multiplies with ``inv(b)``; a number with a sign, or divided by a number, is a rational. A power with a
written natural number is an integer power; any other is a real one.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from rftheory.kernel.contexts import Context, close, open_binder
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import IMAG, MINUS_OO, OO, PI, ZERO, Term, bound_tags, declare, make, power, rat
from rftheory.prover.failure import Unproved
from rftheory.prover.terms import add, inv, neg, product

_WORDS = {"i": IMAG, "pi": PI, "oo": OO}
_SIGNS: dict[type[ast.cmpop], str] = {ast.Eq: "=", ast.NotEq: "!=", ast.LtE: "<=", ast.Lt: "<"}
_TURNED: dict[type[ast.cmpop], str] = {ast.Gt: "<", ast.GtE: "<="}


def parsed(text: str) -> ast.expr:
    """The tree of an expression; the sign of an equation has spaces around it, that of a parameter has none."""
    try:
        return ast.parse(text.strip().replace("^", "**").replace(" = ", " == "), mode="eval").body
    except SyntaxError as error:
        raise Unproved(f"no expression: {text.strip()} ({error.msg})") from error


@dataclass(frozen=True)
class Names:
    """What names mean in a context: terms, and abbreviations with parameters, whose other names are read where they stand."""

    context: Context
    terms: Mapping[str, Term]
    short: Mapping[str, tuple[tuple[str, ...], ast.expr]]
    #: what a function of theorems means, as ``rate(slope, x)``
    derived: Callable[[ast.Call, Names], Term | None] = lambda _, __: None

    def term(self, tree: ast.expr | str) -> Term:
        """The term, or the judgement, of an expression."""
        node = parsed(tree) if isinstance(tree, str) else tree
        try:
            return self._term(node)
        except Refused as error:
            raise Unproved(f"{error}: {shown_source(node)}") from error

    def _term(self, node: ast.expr) -> Term:
        match node:
            case ast.Constant(value=int() as value):
                return rat(value)
            case ast.Name(id=name) if name in self.terms:
                return self.terms[name]
            case ast.Name(id=name) if name in self.short and not self.short[name][0]:
                return self._unfolded(name, [])
            case ast.Name(id=name) if name in _WORDS:
                return _WORDS[name]
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return MINUS_OO if (held := self._term(operand)) is OO else _negative(held)
            case ast.BinOp(op=ast.Add() | ast.Sub()):
                return add(*self._chain(node, (ast.Add, ast.Sub), _negative))
            case ast.BinOp(op=ast.Mult() | ast.Div()):
                return self._product(node)
            case ast.BinOp(left=base, op=ast.Pow(), right=ast.Constant(value=int() as n)) if n > 1:
                return power(self._term(base), n)
            case ast.BinOp(left=base, op=ast.Pow(), right=exponent):
                return make("rpow", (self._term(base), self._term(exponent)))
            case ast.Compare(left=left, ops=[sign], comparators=[right]):
                sides = self._term(left), self._term(right)
                return (
                    make(_SIGNS[type(sign)], sides) if type(sign) in _SIGNS else make(_TURNED[type(sign)], sides[::-1])
                )
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                return self._call(name, node, args)
        raise Unproved(f"no term: {shown_source(node)}")

    def _chain(self, node: ast.expr, kinds: tuple[type, type], turned: Callable[[Term], Term]) -> list[Term]:
        """The parts of a sum or a product; one in brackets is one part."""
        if not (isinstance(node, ast.BinOp) and isinstance(node.op, kinds)):
            return [self._term(node)]
        within = node.left.col_offset == node.col_offset
        first = self._chain(node.left, kinds, turned) if within else [self._term(node.left)]
        last = self._term(node.right)
        return [*first, turned(last) if isinstance(node.op, kinds[1]) else last]

    def _product(self, node: ast.BinOp) -> Term:
        parts = self._chain(node, (ast.Mult, ast.Div), inv)
        if len(parts) > 1 and parts[0].op == "rat" and parts[1].op == "inv" and parts[1].args[0].op == "rat":
            parts = [rat(Fraction(parts[0].data) / parts[1].args[0].data), *parts[2:]]
        elif parts[0] is rat(1) and parts[1].op == "inv":
            parts = parts[1:]
        return product(parts)

    def _call(self, name: str, node: ast.Call, args: list[ast.expr]) -> Term:
        if name in self.short:
            return self._unfolded(name, [self._term(arg) for arg in args])
        if (found := self.derived(node, self)) is not None:
            return found
        if name == "F" and isinstance(args[0], ast.List) and isinstance(args[1], ast.List):
            above, below = ([self._term(part) for part in held.elts] for held in args[:2] if isinstance(held, ast.List))
            return make("pfq", (*above, *below, self._term(args[2])), (len(above), len(below)))
        if args and isinstance(args[-1], ast.Lambda):
            words = tuple(arg.value for arg in args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))
            outside = [self._term(arg) for arg in args[len(words) : -1]]
            if name == "all" and words:
                return self._binder(name, None, [declare(words[0], low=outside[0])], args[-1])
            return self._binder(name, words or None, outside, args[-1])
        return make(name, [self._term(arg) for arg in args])

    def _unfolded(self, name: str, values: list[Term]) -> Term:
        parameters, body = self.short[name]
        if len(parameters) != len(values):
            raise Unproved(f"{name} takes {len(parameters)} arguments")
        return replace(self, terms={**self.terms, **dict(zip(parameters, values, strict=True))})._term(body)

    def _binder(self, name: str, words: tuple[str, ...] | None, outside: list[Term], held: ast.Lambda) -> Term:
        nothing = make("=", (ZERO, ZERO)) if name == "all" else ZERO
        tags = bound_tags(name, (*outside, nothing), words)
        names = [arg.arg for arg in held.args.args]
        if len(tags) != len(names):
            raise Unproved(f"{name} binds {len(tags)} variables, not {len(names)}")
        inner, variables = open_binder(self.context, make(name, (*outside, nothing), words))
        there = replace(self, context=inner, terms={**self.terms, **dict(zip(names, variables, strict=True))})
        return make(name, (*outside, close(there._term(held.body), variables)), words)


def shown_source(node: ast.expr) -> str:
    """An expression as it is written."""
    return ast.unparse(node).replace("**", "^").replace("==", "=")


def _negative(term: Term) -> Term:
    return rat(-term.data) if term.op == "rat" else neg(term)


def operands(node: ast.expr, kind: type[ast.operator]) -> list[ast.expr]:
    """The parts of a sum, or of a product."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, kind):
        return [*operands(node.left, kind), *operands(node.right, kind)]
    return [node]
