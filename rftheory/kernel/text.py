"""The language of specifications: s-expressions that an auditor reads, printed from the kernel's terms and parsed back.

A specification is a list of entries ``(theorem NAME (ctx ...) JUDGEMENT flag ...)``. There is one text for each list of
entries: bound variables are named by the printer, and a specification that differs from what its own terms print is
refused. So what is read is what is proved.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.refused import MAX_DEPTH, MAX_ENTRIES, MAX_PRINT, Refused
from rftheory.kernel.terms import (
    FIXED,
    KINDS,
    LITERAL,
    SIDES,
    TAG_SORTS,
    Term,
    bound,
    bound_tags,
    draw_tag,
    inside,
    make,
    rat,
    var,
)  # fmt: skip

Tree = Any  # a word, or a list of trees

ATOMS = ("pi", "imag", "oo", "-oo")
#: binders written ``(op (NAME first last) body)``, ``(op ((NAME ...) ...) body)``
RANGES, BALLS, BLOCKS = ("int", "sum", "prod", "rootof", "mass", "D"), ("max", "cont_balls"), ("E", "P", "mix", "image")
FLAGS = ("corrects", "point", "identity")
RESERVED = {*FIXED, *LITERAL, *TAG_SORTS, *KINDS, *SIDES, *RANGES, *BALLS, *BLOCKS, *FLAGS} | {
    "i", "I", "e", "pfq", "list", "finite", "cont", "lim", "tends", "all", "decl", "at", "theorem", "ctx", "rat", "var",
}  # fmt: skip
_LETTERS = {
    "real": "x", "int": "k", "vec": "w", "seq": "a", "fun": "f", "mat": "A", "law": "L", "reals": "u", "ints": "j",
    "vecs": "v",
}  # fmt: skip
_NAME, _NATURAL = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,199}"), re.compile(r"0|[1-9][0-9]{0,5}")
_RATIONAL = re.compile(r"0|-?[1-9][0-9]*(/[1-9][0-9]*)?")
_WIDTH, _DIGITS = 110, 800


def rational(text: object) -> Fraction:
    """The number with this text; there is one text for each number."""
    if type(text) is str and len(text) <= 2 * _DIGITS and _RATIONAL.fullmatch(text):
        above, _, below = text.partition("/")
        value = Fraction(int(above), int(below or 1))
        if str(value) == text:
            return value
    raise Refused(f"{text!r:.60} is not how a rational number is written")


def require_name(name: object, taken: Sequence[str] = ()) -> str:
    if type(name) is not str or not _NAME.fullmatch(name) or name in RESERVED or name in taken:
        raise Refused(f"{name!r:.60} cannot be a name here")
    return name


def _fresh(tags: Sequence[str], taken: Sequence[str]) -> list[str]:
    """Names for new variables: the letter of the tag and the first number that is free."""
    names: list[str] = []
    for tag in tags:
        number = 1
        while f"{_LETTERS[tag]}{number}" in taken or f"{_LETTERS[tag]}{number}" in names:
            number += 1
        names.append(f"{_LETTERS[tag]}{number}")
    return names


def default_names(context: Context) -> list[str]:
    """Names for the variables of a context that come from no specification."""
    return _fresh([declaration.data[0] for declaration in context.declarations], ())


# -- printing -------------------------------------------------------------------------------------------------------


def _size(term: Term, memo: dict[Term, int]) -> int:
    """How many nodes a term has when it is written out."""
    if term not in memo:
        memo[term] = 1 + sum(_size(arg, memo) for arg in term.args)
    return memo[term]


def _written(term: Term, names: Sequence[str], within: tuple[str, ...] = ()) -> Tree:
    """The tree of a term: ``names`` of the variables of its context, ``within`` of the binders around it."""
    op, args, data = term.op, term.args, term.data
    if op in ("rat", *ATOMS):
        return str(data) if op == "rat" else op
    if op in ("var", "bound"):
        known: Sequence[str] = names if op == "var" else within[::-1]
        return known[data[0]] if data[0] < len(known) else f"_{data[0]}"
    if op == "decl":
        return ["decl", *_declared(term, names, within)]
    tags = bound_tags(op, args, data)
    new = _fresh(tags, (*names, *within))
    first = len(args) - inside(op) if tags else len(args)
    held = [_written(arg, names, (*within, *new)) for arg in args[first:]]
    if op == "all":
        return [op, [*new, *_declared(args[0], names, within)], *held]
    out = [_written(arg, names, within) for arg in args[:first]]
    if op in RANGES:
        return [op, [*new, *out], *held]
    if op in BALLS:
        return [op, [list(ball) for ball in zip(new, out[::2], out[1::2], strict=True)], *held]
    if op in BLOCKS:
        block = [list(draw) for draw in zip(new, out, strict=True)]
        return [op, block, [data, *held] if op == "P" else held[0]]
    if op == "cont":
        return [op, [*new, [data[0], out[0]], [data[1], out[1]]], *held]
    if op in ("lim", "tends"):
        return [op, [*new, out[0] if data in ATOMS else [data, out[0]]], *held, out[1]]
    if op == "pfq":
        return [op, ["list", *out[: data[0]]], ["list", *out[data[0] : -1]], out[-1]]
    if op == "finite":
        return [op, *(list(pair) for pair in zip(out[::2], out[1::2], strict=True))]
    return [op, *out, str(data)] if op == "pow" else [op, str(data), *out] if op == "root" else [op, *out]


def _declared(term: Term, names: Sequence[str], within: tuple[str, ...]) -> list[Tree]:
    """A declaration: ``real LOW HIGH`` with ends ``none``, ``(open t)``, ``(closed t)``; ``(vec d)``."""
    tag, *kinds = term.data
    out = [_written(arg, names, within) for arg in term.args]
    if tag not in ("real", "int", "fun"):
        return [[tag, *out]]
    return [tag, *("none" if kind == "none" else [kind, out.pop(0)] for kind in kinds)]


def _flat(tree: Tree) -> str:
    return tree if isinstance(tree, str) else f"({' '.join(map(_flat, tree))})"


def _laid_out(tree: Tree, indent: int) -> str:
    flat = _flat(tree)
    if isinstance(tree, str) or indent + len(flat) <= _WIDTH:
        return flat
    return "(" + f"\n{' ' * (indent + 2)}".join(_laid_out(part, indent + 2) for part in tree) + ")"


def print_term(term: Term, names: Sequence[str] = ()) -> str:
    """A term on one line."""
    if _size(term, {}) > MAX_PRINT:
        raise Refused(f"a term of more than {MAX_PRINT} nodes is not written out")
    return _flat(_written(term, names))


# -- parsing --------------------------------------------------------------------------------------------------------


def _trees(text: str) -> list[Tree]:
    """The trees that a text is made of."""
    stack: list[list[Tree]] = [[]]
    for token in re.findall(r"[()]|[^\s()]+", text):
        if token == "(":
            stack.append([])
        elif token == ")":
            if len(stack) < 2:
                raise Refused("a bracket is closed that was not opened")
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
        if len(stack) > 3 * MAX_DEPTH:
            raise Refused("too many brackets inside each other")
    if len(stack) > 1:
        raise Refused("a bracket is not closed")
    return stack[0]


def _literal(tree: Tree) -> int:
    if type(tree) is not str or not _NATURAL.fullmatch(tree):
        raise Refused(f"{tree!r:.60} is no natural number")
    return int(tree)


def _read(tree: Tree, names: Sequence[tuple[str, str]], within: tuple[tuple[str, str], ...] = ()) -> Term:
    """The term of a tree; variables are pairs of a name and a tag."""
    if isinstance(tree, str):
        return _read_word(tree, names, within)
    if not tree or not isinstance(tree[0], str):
        raise Refused("a term starts with its operator")
    op, *rest = tree

    def outside(part: Tree) -> Term:
        return _read(part, names, within)

    def new(*pairs: tuple[Tree, str]) -> tuple[tuple[str, str], ...]:
        taken = [name for name, _ in (*names, *within)]
        for name, _ in pairs:
            taken.append(require_name(name, taken))
        return (*within, *pairs)

    if op in RANGES:
        (name, *ends), *held = rest
        inner = new((name, "int" if op in ("sum", "prod", "mass") else "real"))
        return make(op, [*map(outside, ends), *(_read(part, names, inner) for part in held)])
    if op in BALLS:
        balls, body = rest
        parts = [outside(part) for _, *ball in balls for part in ball]
        inner = new(*((ball[0], "vec") for ball in balls))
        return make(op, [*parts, _read(body, names, inner)], len(balls))
    if op in BLOCKS:
        block, body = rest
        laws = [outside(law) for _, law in block]
        inner = new(*((draw[0], draw_tag(law)) for draw, law in zip(block, laws, strict=True)))
        data, held = (body[0], body[1:]) if op == "P" else (None, [body])
        return make(op, [*laws, *(_read(part, names, inner) for part in held)], data)
    if op == "cont":
        (name, low, high), body = rest
        inner = new((name, "real"))
        return make(op, [outside(low[1]), outside(high[1]), _read(body, names, inner)], (low[0], high[0]))
    if op in ("lim", "tends"):
        (name, point), body, limit = rest
        inner = new((name, "real"))
        side, place = (point, point) if isinstance(point, str) else point
        return make(op, [outside(place), outside(limit), _read(body, names, inner)], side)
    if op == "all":
        (name, *declared), body = rest
        declaration = _declaration(declared, names, within)
        return make(op, [declaration, _read(body, names, new((name, declaration.data[0])))])
    if op == "decl":
        return _declaration(rest, names, within)
    if op == "pfq":
        (_, *above), (_, *below), place = rest
        return make(op, [outside(part) for part in (*above, *below, place)], (len(above), len(below)))
    if op in LITERAL:
        base, n = rest if op == "pow" else reversed(rest)
        return make(op, [outside(base)], _literal(n))
    if op == "finite":
        return make(op, [outside(part) for point, mass in rest for part in (point, mass)])
    return make(op, [outside(part) for part in rest])


def _read_word(word: str, names: Sequence[tuple[str, str]], within: tuple[tuple[str, str], ...]) -> Term:
    for index, (name, tag) in enumerate(reversed(within)):
        if name == word:
            return bound(index, tag)
    for place, (name, tag) in enumerate(names):
        if name == word:
            return var(place, tag)
    return make(word) if word in ATOMS else rat(rational(word))


def _declaration(trees: list[Tree], names: Sequence[tuple[str, str]], within: tuple[tuple[str, str], ...]) -> Term:
    if len(trees) == 1:
        tag, *params = trees[0]
        return make("decl", [_read(part, names, within) for part in params], (tag, "none", "none"))
    tag, *ends = trees
    found = [(end, None) if isinstance(end, str) else (end[0], _read(end[1], names, within)) for end in ends]
    return make("decl", [end for _, end in found if end is not None], (tag, *(kind for kind, _ in found)))


def parse_term(text: str, names: Sequence[tuple[str, str]] = ()) -> Term:
    """The term with this text; variables of its context are given as pairs of a name and a tag."""
    try:
        (tree,) = _trees(text)
        return _read(tree, names)
    except (ValueError, TypeError, IndexError) as error:
        raise Refused(f"not a term: {text:.60}") from error


# -- specifications -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Entry:
    """One statement: its name, the names of its variables, context and judgement, and flags."""

    name: str
    names: tuple[str, ...]
    context: Context
    judgement: Term
    flags: tuple[tuple[str, ...], ...] = ()

    def flagged(self, word: str) -> bool:
        return any(flag[0] == word for flag in self.flags)


def context_entries(context: Context) -> list[Term]:
    """The entries of a context, in order."""
    return [place.entry for place in context.prefixes if place.entry]


def print_entry(entry: Entry) -> str:
    """The text of an entry; nothing but its terms and names enters."""
    lines, names = [f"(theorem {entry.name}", "  (ctx"], iter(entry.names)
    memo: dict[Term, int] = {}
    parts = [*context_entries(entry.context), entry.judgement]
    if sum(_size(part, memo) for part in parts) > MAX_PRINT:
        raise Refused(f"an entry of more than {MAX_PRINT} nodes is not written out")
    for part in parts[:-1]:
        declared = part.sort == "decl"
        tree = ["var", next(names), *_declared(part, entry.names, ())] if declared else _written(part, entry.names)
        lines.append(f"    {_laid_out(tree, 4)}")
    lines[-1] += ")"
    lines.append(f"  {_laid_out(_written(entry.judgement, entry.names), 2)}")
    return "\n".join([*lines, *(f"  {_flat(list(flag))}" for flag in entry.flags)]) + ")\n"


def print_spec(entries: Sequence[Entry]) -> str:
    return "\n".join(print_entry(entry) for entry in entries)


def _entry(tree: Tree) -> Entry:
    word, name, (ctx, *parts), prop, *flags = tree
    if word != "theorem" or ctx != "ctx" or len(parts) > MAX_ENTRIES:
        raise Refused("an entry is (theorem NAME (ctx ...) JUDGEMENT flag ...)")
    names: list[tuple[str, str]] = []
    context = EMPTY
    for part in parts:
        if part[0] == "var":
            require_name(part[1], [known for known, _ in names])
            declaration = _declaration(part[2:], names, ())
            names.append((part[1], declaration.data[0]))
            context = context.with_entry(declaration)
        else:
            fact = _read(part, names)
            if fact.sort != "prop":
                raise Refused("an entry of a context is a variable with a name, or a fact")
            context = context.with_entry(fact)
    judgement = _read(prop, names)
    context.require(judgement)
    if judgement.sort != "prop" or judgement.op == "inhabited":
        raise Refused(f"{judgement.op} is no statement")
    held = tuple(tuple(flag) for flag in flags)
    order = [FLAGS.index(flag[0]) for flag in held]
    if order != sorted(set(order)) or any(len(flag) != (2 if flag[0] == "corrects" else 1) for flag in held):
        raise Refused("the flags of an entry are (corrects NAME) (point) (identity)")
    require_name(name)
    for flag in held:
        require_name(flag[1]) if len(flag) == 2 else None
    return Entry(name, tuple(known for known, _ in names), context, judgement, held)


def parse_spec(text: str) -> list[Entry]:
    """The entries of a specification, which is exactly what they print."""
    try:
        entries = [_entry(tree) for tree in _trees(text)]
    except (ValueError, TypeError, IndexError, AttributeError) as error:
        raise Refused(f"not a specification: {error}") from error
    names = [entry.name for entry in entries]
    if len(set(names)) < len(names):
        raise Refused("two entries of one name")
    if print_spec(entries) != text:
        raise Refused("the specification is not written as its own terms print")
    return entries
