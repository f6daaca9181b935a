"""Reading the text of terms and specifications back; there is one text for each list of entries.

Bound variables are named by the printer, and a specification that differs from what its own terms print is refused. So what
is read is what is proved.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from rftheory.kernel.contexts import EMPTY
from rftheory.kernel.refused import MAX_DEPTH, MAX_ENTRIES, MAX_FILE, Refused, demand
from rftheory.kernel.terms import FIXED, KINDS, LITERAL, SIDES, TAG_SORTS, Term, bound, draw_tag, make, rat, var
from rftheory.kernel.text import ATOMS, BALLS, BLOCKS, FLAGS, RANGES, Entry, Tree, print_spec

RESERVED = {*FIXED, *LITERAL, *TAG_SORTS, *KINDS, *SIDES, *RANGES, *BALLS, *BLOCKS, *FLAGS} | {
    "i", "I", "e", "pfq", "list", "finite", "cont", "lim", "tends", "all", "decl", "at", "theorem", "ctx", "rat", "var",
}  # fmt: skip
_NAME, _NATURAL = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,199}"), re.compile(r"0|[1-9][0-9]{0,5}")
_RATIONAL = re.compile(r"0|-?[1-9][0-9]*(/[1-9][0-9]*)?")
_DIGITS = 800


def rational(text: object) -> Fraction:
    """The number with this text; there is one text for each number."""
    if type(text) is str and len(text) <= 2 * _DIGITS and _RATIONAL.fullmatch(text):
        above, _, below = text.partition("/")
        value = Fraction(int(above), int(below or 1))
        if str(value) == text:
            return value
    raise Refused(f"{text!r:.60} is not how a rational number is written")


def data_of(value: object) -> Any:
    """What a term holds besides its arguments: a number, a word, or a few of them."""
    if type(value) is list:
        return tuple(data_of(item) for item in value)
    if type(value) not in (int, str):
        raise Refused(f"{value!r:.40} is not held by a term")
    return value


def require_name(name: object, taken: Sequence[str] = ()) -> str:
    if type(name) is not str or not _NAME.fullmatch(name) or name in RESERVED or name in taken:
        raise Refused(f"{name!r:.60} cannot be a name here")
    return name


# -- parsing --------------------------------------------------------------------------------------------------------


def file_text(content: bytes) -> str:
    """The text of a file: ASCII, with lines that end in LF."""
    if len(content) > MAX_FILE:
        raise Refused(f"a file of more than {MAX_FILE} bytes")
    if not content.isascii() or b"\r" in content or b"\t" in content or not content.endswith(b"\n"):
        raise Refused("a file is ASCII without tabs, its lines end in LF")
    return content.decode("ascii")


def source() -> str:
    """The hash of the kernel's source."""
    folder, total = Path(__file__).parent, hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        total.update(f"{path.relative_to(folder).as_posix()}\n".encode() + path.read_bytes() + b"\0")
    return total.hexdigest()


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
            demand(fact.sort == "prop", "an entry of a context is a variable with a name, or a fact")
            context = context.with_entry(fact)
    judgement = _read(prop, names)
    context.require(judgement)
    if judgement.sort != "prop":
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
    demand(print_spec(entries) == text, "the specification is not written as its own terms print")
    return entries
