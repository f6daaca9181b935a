"""The language of specifications: s-expressions that an auditor reads, printed from the kernel's terms (see `reading`).

A specification is a list of entries ``(theorem NAME (ctx ...) JUDGEMENT flag ...)``. Nothing but terms and the names of their
variables enters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rftheory.kernel.contexts import Context
from rftheory.kernel.refused import MAX_PRINT, Refused
from rftheory.kernel.terms import Term, bound_tags, inside

Tree = Any  # a word, or a list of trees

ATOMS = ("pi", "imag", "oo", "-oo")
#: binders written ``(op (NAME first last) body)``, ``(op ((NAME ...) ...) body)``
RANGES, BALLS, BLOCKS = ("int", "sum", "prod", "mass", "D"), ("max", "cont_balls"), ("E", "P", "image")
FLAGS = ("corrects", "point", "identity")
_LETTERS = {
    "real": "x", "int": "k", "vec": "w", "seq": "a", "fun": "f", "law": "L", "reals": "u", "ints": "j", "vecs": "v",
}  # fmt: skip
_WIDTH = 110


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


def _flat(tree: Tree) -> tuple[str, list[Any]]:
    """A tree on one line, with its parts in the same form."""
    if isinstance(tree, str):
        return tree, []
    parts = [_flat(part) for part in tree]
    return f"({' '.join([line for line, _ in parts])})", parts


def _laid_out(flat: tuple[str, list[Any]], indent: int) -> str:
    line, parts = flat
    if not parts or indent + len(line) <= _WIDTH:
        return line
    return "(" + f"\n{' ' * (indent + 2)}".join([_laid_out(part, indent + 2) for part in parts]) + ")"


def print_term(term: Term, names: Sequence[str] = ()) -> str:
    """A term on one line."""
    if _size(term, {}) > MAX_PRINT:
        raise Refused(f"a term of more than {MAX_PRINT} nodes is not written out")
    return _flat(_written(term, names))[0]


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
        lines.append(f"    {_laid_out(_flat(tree), 4)}")
    lines[-1] += ")"
    lines.append(f"  {_laid_out(_flat(_written(entry.judgement, entry.names)), 2)}")
    return "\n".join([*lines, *(f"  {_flat(list(flag))[0]}" for flag in entry.flags)]) + ")\n"


def print_spec(entries: Sequence[Entry]) -> str:
    return "\n".join(print_entry(entry) for entry in entries)
