"""A formula of MathML in pieces between which a browser may break the line: it breaks none inside of a ``math`` element.

Places are looked for from the outside inwards, as long as a piece has no room on a phone: before relations, before the terms of sums,
behind commas, before factors, inside of brackets. What cannot be broken and is very wide is written otherwise: a fraction as a
quotient, ``e`` with an exponent as exp, a root as a power, the rows of a case distinction one behind the other, a long number by its ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from xml.etree.ElementTree import Element

#: em: what a piece may take, and what one that is written otherwise takes at least
ROOM, WIDEST = 16.0, 20.0
#: a number with more digits is told by its ends
DIGITS = 24
_RELATIONS = set("=<>≤≥≠∈→⇒∝")
_SIGNS = set("+−-±")
#: sizes of display, text, scripts and their scripts
_SIZES = (1.0, 1.0, 0.77, 0.62)
_LETTERS = {"mn": 0.53, "mi": 0.63, "mtext": 0.5, "mo": 0.53}
#: em of operators with the space around them
_OPERATORS = {**dict.fromkeys(_RELATIONS, 1.35), **dict.fromkeys(_SIGNS, 1.2), "∑": 1.5, "∏": 1.5, "∫": 0.9, ",": 0.5}
_HEADS = set("∑∏∫𝔼")

Row = list[Element]


def pieces(row: Sequence[Element]) -> list[Row]:
    """The elements of a row in as few pieces as have room each, as far as there are places to break."""
    flat = _flat(row)
    if width(flat) <= ROOM:
        return [flat]
    for starts in (_relation_starts, _term_starts, _behind_commas):
        parts = _cut(flat, starts(flat))
        if len(parts) > 1:
            return _joined([piece for part in parts for piece in pieces(part)])
    return _joined(_factors(flat))


def width(row: Iterable[Element], level: int = 0) -> float:
    """About how wide elements are beside each other, in em of the formula's size.

    Args:
        level: 0 in display, 1 in the text of a fraction, 2 and more in scripts.
    """
    return sum(_width(element, level) for element in row)


def _width(element: Element, level: int) -> float:
    tag, parts, script = element.tag, list(element), max(level, 1) + 1
    size = _SIZES[min(level, 3)]
    if tag in _LETTERS:
        text = element.text or ""
        return size * _OPERATORS.get(text, _LETTERS[tag] * len(text) + (0.2 if len(text) > 1 else 0.0))
    if tag == "mspace":
        return size * float(element.get("width", "0em").removesuffix("em"))
    if tag == "mfrac":
        return max(_width(part, level + 1) for part in parts) + 0.2 * size
    if tag in ("msup", "msub"):
        return _width(parts[0], level) + _width(parts[1], script) + 0.05 * size
    if tag == "msubsup":
        return _width(parts[0], level) + max(_width(part, script) for part in parts[1:]) + 0.05 * size
    if tag in ("munder", "mover", "munderover"):
        return max(_width(parts[0], level), *(_width(part, script) for part in parts[1:]))
    if tag == "mtable":
        rows = [[_width(cell, max(level, 1)) for cell in line] for line in parts]
        return sum(max(column, default=0.0) for column in zip(*rows, strict=False)) + 0.8 * size * (len(rows[0]) - 1)
    return width(parts, level) + (0.9 * size if tag == "msqrt" else 0.0)


def _flat(row: Iterable[Element]) -> Row:
    """The elements with those of rows that only group, which brackets do not."""
    found: Row = []
    for element in row:
        inside = list(element)
        if element.tag == "mrow" and not _is_bracket(element):
            found += _flat(inside)
        elif element.tag in ("mn", "mi") and len(element.text or "") > DIGITS:
            text = element.text or ""
            found += [_made(element.tag, f"{text[:6]}…{text[-6:]}"), _made("mtext", f"({len(text)} digits)")]
        elif element.tag == "mtext" and width([element]) > ROOM:
            found += [_made("mtext", f"{word}\N{NO-BREAK SPACE}") for word in (element.text or "").split()]
        else:
            found.append(element)
    return found


def _is_bracket(element: Element) -> bool:
    return element.tag == "mrow" and len(element) > 1 and element[0].get("form") == "prefix"


def _cut(row: Row, starts: Iterable[int]) -> list[Row]:
    return [row[start:end] for start, end in pairwise(sorted({0, *starts, len(row)}))]


def _relation_starts(row: Row) -> list[int]:
    return [place for place, element in enumerate(row) if element.tag == "mo" and element.text in _RELATIONS]


def _term_starts(row: Row) -> list[int]:
    """Where signs stand between two terms; they are marked as such, since at the head of a piece they would be those of one term."""
    found = []
    for place, (before, element) in enumerate(pairwise(row), 1):
        if element.tag == "mo" and element.text in _SIGNS and not (before.tag == "mo" and before.text in _OPERATORS):
            element.set("form", "infix")
            found.append(place)
    return found


def _behind_commas(row: Row) -> list[int]:
    return [place for place, element in enumerate(row, 1) if element.tag == "mo" and element.text in (",", ";")]


def _joined(parts: Iterable[Row]) -> list[Row]:
    """Neighbours in one piece as long as there is room."""
    found: list[Row] = []
    for part in parts:
        if found and (not part or width(found[-1]) + width(part) <= ROOM):
            found[-1] = [*found[-1], *part]
        else:
            found.append(part)
    return found


def _factors(row: Row) -> list[Row]:
    """One term in pieces: each starts with a factor that no name or sign before it belongs to."""
    found: list[Row] = [[]]
    for element in row:
        if found[-1] and _starts_factor(element, found[-1][-1]):
            found.append([])
        head, *rest = (_opened(element) if width([element]) > _limit(element) else None) or [[element]]
        found[-1] += head
        found += rest
    return found


def _limit(element: Element) -> float:
    """A bracket is the same wherever it is broken; what would be written otherwise keeps its form for longer."""
    base = _base(element)
    return ROOM if base.tag == "mrow" and any(map(_is_bracket, base.iter("mrow"))) else WIDEST


def _starts_factor(element: Element, before: Element) -> bool:
    if _binds(before):
        return False
    # a bracket may be the argument of what stands before it, but not of these
    ended = before.tag in ("mfrac", "msqrt") or (
        before.tag == "msup" and (before[0].text == "e" or before[0].tag == "mrow")
    )
    if ended or element.tag in ("mfrac", "msqrt", "munderover", "munder", "mtext"):
        return True
    base = _base(element)
    scripted = base is not element and (base.tag == "mi" or _is_empty(base))
    return _is_name(base) or base.text in _HEADS or scripted


def _binds(element: Element) -> bool:
    """Whether what follows an element belongs to it: signs, names, sums, and brackets that are open."""
    base = _base(element)
    if element.tag in ("munderover", "munder") or _is_name(base) or _is_empty(base):
        return True
    return element.tag == "mo" and element.get("form") != "postfix"


def _base(element: Element) -> Element:
    return element[0] if element.tag in ("msup", "msub", "msubsup") else element


def _is_empty(element: Element) -> bool:
    """What indices are written at that stand before their letter."""
    return element.tag == "mrow" and not len(element)


def _is_name(element: Element) -> bool:
    return element.tag in ("mi", "mo") and len(element.text or "") > 1


def _opened(element: Element) -> list[Row] | None:
    """A wide element as pieces; None for one that cannot be broken."""
    return _OPENED.get(element.tag, lambda _: None)(element)


def _bracketed(inside: Sequence[Element], opening: str = "(", closing: str = ")") -> list[Row]:
    """Pieces in brackets that do not grow, since they stand on several lines."""
    first = _made("mo", opening, form="prefix", stretchy="false")
    last = _made("mo", closing, form="postfix", stretchy="false")
    head, *rest = pieces(inside)
    found = [[first, *head], *rest]
    found[-1] = [*found[-1], last]
    return found


def _open_row(element: Element) -> list[Row] | None:
    if not _is_bracket(element):
        return None
    inside = list(element)
    closing = inside.pop().text or "" if inside[-1].get("form") == "postfix" else ""
    return _bracketed(inside[1:], inside[0].text or "", closing)


def _open_fraction(element: Element) -> list[Row]:
    above, below = (
        [[part]] if width([part]) <= WIDEST / 2 and _is_one(part) else _bracketed([part]) for part in element
    )
    return [*above, [_made("mo", "/", form="infix"), *below[0]], *below[1:]]


def _is_one(element: Element) -> bool:
    """Whether an element needs no brackets in a quotient."""
    flat = _flat([element])
    return len(flat) == 1 and flat[0].tag in ("mi", "mn", "msup", "msub", "msubsup")


def _open_script(element: Element) -> list[Row] | None:
    base, script = element[0], element[-1]
    if element.tag == "msup" and base.text == "e" and width([script], 2) > ROOM / 2:
        head, *rest = _bracketed([script], "[", "]")
        return [[_made("mi", "exp"), *head], *rest]
    found = _opened(_flat([base])[0])
    if found is None:
        return None
    # the scripts of a bracket are those of its end
    closed = Element(element.tag)
    closed.extend([found[-1][-1], *element[1:]])
    return [*found[:-1], [*found[-1][:-1], closed]]


def _open_root(element: Element) -> list[Row]:
    found = _bracketed(list(element))
    half = Element("msup")
    power = Element("mrow")
    power.extend([_made("mn", "1"), _made("mo", "/", form="infix", lspace="0", rspace="0"), _made("mn", "2")])
    half.extend([found[-1][-1], power])
    return [*found[:-1], [*found[-1][:-1], half]]


def _open_table(element: Element) -> list[Row]:
    """The rows of a case distinction, each with a semicolon behind it."""
    lines = [[part for cell in line for part in (*cell, _made("mspace", width="0.5em"))] for line in element]
    ends = [[_made("mo", ";")] for _ in lines[1:]] + [[]]
    return [piece for line, end in zip(lines, ends, strict=True) for piece in pieces([*line, *end])]


def _made(tag: str, text: str | None = None, **attributes: str) -> Element:
    element = Element(tag, attributes)
    element.text = text
    return element


_OPENED: dict[str, Callable[[Element], list[Row] | None]] = {
    "mrow": _open_row,
    "mfrac": _open_fraction,
    "msup": _open_script,
    "msub": _open_script,
    "msubsup": _open_script,
    "msqrt": _open_root,
    "mtable": _open_table,
}
