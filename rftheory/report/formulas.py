"""LaTeX of the receipts as MathML, which browsers draw without a script or a font of their own."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from math import ceil

from latex2mathml.converter import convert
from markupsafe import Markup, escape

#: longer LaTeX fills several screens and is read by nobody; its length is stated instead
LONGEST = 3000
#: LaTeX beyond this length does not fit on one line of text
WIDE = 160
#: LaTeX of a side that is repeated beyond this length is named
NAMED = 60
#: characters of LaTeX in a part of a formula of its own, if there is a place to break it; em that a sign takes at most, with its space
PART, _EM = 60, 0.75
_RELATIONS = ("=", "<", ">", r"\le", r"\ge")
_OPEN, _CLOSED = ("{", "(", "[", r"\left", r"\begin"), ("}", ")", "]", r"\right", r"\end")
_TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|[{}()\[\]=<>+-]")
#: attributes that repeat the defaults of every browser
_NOISE = re.compile(r' xmlns="[^"]*"| display="\w+"| stretchy="true"')
#: signs of the text that latex2mathml hands on as they are, which XML takes for its own
_LOOSE = re.compile(r"&(?!#?\w+;)|<(?![a-z/])")
#: how latex2mathml writes signs, a sign at the head of a formula, and what takes room in one
_CODE = re.compile(r"&#x([0-9A-F]+);")
_SIGN = re.compile(r"^(<math[^>]*>(?:<mrow>)?)<mo>(?=[+\u2212-])")
_GLYPH = re.compile(
    r"\\(?!left|right|frac|quad|begin|end|operatorname|mathbb|substack|text|limits)[a-zA-Z]+|[^\s{}\\^_&]"
)
#: characters of a clause with a formula as text that is read; what such a formula begins with, and the sign of a relation before it
CLAUSE = 80
_MACHINE, _BEFORE = re.compile(r"\S*[(*]"), re.compile(r"(?:\s\S+ =[^:]*|[\s:=+-]+)$")
#: a row around one element, which latex2mathml puts around every group
_LONE = re.compile(r"<mrow>(<m[ion]>[^<]*</m[ion]>)</mrow>")


@cache
def mathml(latex: str, display: str = "inline") -> Markup:
    """The formula as ``math`` elements, between which a browser may break the line; its length in words beyond `LONGEST` characters.

    Args:
        latex: what SymPy prints.
        display: "inline", one element; or "block" for lines of its own.
    """
    if len(latex) > LONGEST:
        return Markup(
            '<em class="long">a formula of {} characters, which <code>rftheory show</code> prints</em>'
        ).format(len(latex))
    parts = [latex] if display == "inline" else lines(latex.strip(), PART, sums=True)
    # all parts of a formula are set in one size
    widest = max(ceil(_EM * sum(1 for _ in _GLYPH.finditer(part))) for part in parts)
    style = f' displaystyle="true" style="--em:{widest}"' if display == "block" else ""
    return Markup(" ").join(_element(part, display, style, number > 0) for number, part in enumerate(parts))


def _element(latex: str, display: str, style: str, is_later: bool) -> Markup:
    """One ``math`` element; the style says about how wide the widest one is, where that may be too much for a line."""
    written = _CODE.sub(lambda sign: escape(chr(int(sign[1], 16))), convert(latex, display=display))
    written = _LONE.sub(r"\1", _NOISE.sub("", _LOOSE.sub(lambda sign: escape(sign.group()), written)))
    if is_later:
        # at the head of a part a sign would be that of one term
        written = _SIGN.sub(r'\1<mo form="infix">', written, count=1)
    return Markup(written.replace("<math", f"<math{style}", 1))


def worded(reason: str) -> str:
    """A reason as it is read: clauses that say nothing and the formulas of long ones, which `rftheory show` prints, are left out."""
    depth, starts = 0, [0]
    for place, sign in enumerate(reason):
        depth += (sign in "([") - (sign in ")]")
        if sign == ";" and not depth:
            starts.append(place + 1)
    clauses = [reason[start:end].strip("; ").removesuffix(":") for start, end in pairwise([*starts, len(reason) + 1])]
    return "; ".join(_clause(each) for each in clauses if each)


def _clause(text: str) -> str:
    if "*" in text and len(text) > CLAUSE:
        first = _MACHINE.search(text)
        assert first is not None
        return f"{_BEFORE.sub('', text[: first.start()])} \N{HORIZONTAL ELLIPSIS}".strip()
    return text.replace("**", "^")


def named(latex: str, above: str | None) -> str:
    """A relation whose long sides are named where they are those of the relation above it."""
    one, other = sides(latex), sides(above or "")
    if not one or not other:
        return latex
    names = (r"\text{left side as above}", "", r"\text{right side as above}")
    return "".join(
        f"{name} " if name and mine == its and len(mine) > NAMED else mine
        for mine, its, name in zip(one, other, names, strict=True)
    )


def sides(latex: str) -> tuple[str, str, str] | None:
    """Left side, sign and right side of a relation; None for what is no relation, or a chain of several."""
    places, _ = _breaks(latex)
    if len(places) != 1:
        return None
    sign = _TOKEN.match(latex, places[0])
    assert sign is not None
    return latex[: places[0]], f"{sign.group()} ", latex[sign.end() :].lstrip()


def lines(latex: str, width: int = WIDE, sums: bool = False) -> list[str]:
    """A formula that is too wide for a line, broken before the first sign of a relation.

    Args:
        latex: what SymPy prints.
        width: characters of LaTeX that fit on a line.
        sums: whether what is still too wide is broken before the + and - of the outermost sum.
    """
    if len(latex) <= width:
        return [latex]
    relations, terms = _breaks(latex)
    relation = relations[:1]
    places = sorted({*relation, *(terms if sums else ())})
    starts = [0]
    for here, after in pairwise([*places, len(latex)]):
        if here in relation or after - starts[-1] > width:
            starts.append(here)
    return [latex[start:end].strip() for start, end in pairwise([*starts, len(latex)])]


def _breaks(latex: str) -> tuple[list[int], list[int]]:
    """Where relations and where further terms of sums start, outside of all brackets."""
    relations, terms, depth = [], [], 0
    for match in _TOKEN.finditer(latex):
        token = match.group()
        depth += (token in _OPEN) - (token in _CLOSED)
        if depth or not match.start():
            continue
        if token in _RELATIONS:
            relations.append(match.start())
        # a sign behind a relation belongs to its term, and one behind ^ or _ is a script
        elif token in "+-" and not latex[: match.start()].rstrip().endswith((*_RELATIONS, "^", "_")):
            terms.append(match.start())
    return relations, terms
