"""Random instances of rules from templates: sections of text (see `steps`) with choices in them.

``{a|b|c}`` is one of the alternatives. ``<T>`` is one of those that the head of the file lists for T, in lines ``<T> = a | b``;
``<T:2>`` allows two such terms inside each other, ``<T>`` one. An abbreviation ``&a = ...`` is chosen once for the whole section,
``&a[x/&p y/&q]`` is it with other words. An entry ``(? FACT)`` is left out where the fact has no meaning. The last line is the
instance; sections with one title take turns.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

from rftheory.kernel.refused import Refused
from rftheory.kernel.theorems import RULES
from tests.kernel.harness import Generator, Instance
from tests.kernel.points import points
from tests.kernel.steps import Place, Section, sections, trees

FOLDER = Path(__file__).parent / "templates"
_TERM, _CHOICE = re.compile(r"<([A-Z]\w*)(?::(\d))?>"), re.compile(r"\{([^{}]*)\}")
_CHANGED = re.compile(r"(&\w+)\[([^\]]*)\]")
#: how often a template is tried whose premises are refused, or whose context seems to have no points
TRIES, POINTLESS = 200, 8


def expanded(text: str, grammar: dict[str, list[str]], rng: random.Random, depth: int | None = None) -> str:
    """A text without choices."""

    def term(found: re.Match[str]) -> str:
        allowed = int(found[2] or 1) if depth is None else depth
        some = grammar[found[1]]
        if allowed == 0 or rng.random() < 0.3:
            some = [one for one in some if "<" not in one.strip("<= ")] or some
        return expanded(rng.choice(some), grammar, rng, max(0, allowed - 1))

    while _CHOICE.search(text):
        text = _CHOICE.sub(lambda found: rng.choice(found[1].split("|")), text, count=1)
    return _TERM.sub(term, text)


def _instance(lines: list[str], grammar: dict[str, list[str]], rng: random.Random) -> Instance:
    section = Section([])
    for number, line in enumerate(lines):
        line = expanded(_CHANGED.sub(lambda found: _changed(section, found), line), grammar, rng)
        for name, text in section.short.items():
            line = re.sub(rf"{name}\b", lambda _, text=text: text, line)  # type: ignore[misc]
        if number + 1 < len(lines):
            section.run_line(line)
            continue
        around, turnstile, step = line.partition(" |- ")
        if turnstile:
            section.run_line(f"in {around}")
        rule, *rest = trees(step if turnstile else line)
        place = section.place
        schema = RULES[rule].schema
        values = {key: section.value(one, schema[key], place) for key, one in zip(schema, rest, strict=True)}
        return place.kernel, place.context, rule, values
    raise AssertionError("a template without lines")


def _changed(section: Section, found: re.Match[str]) -> str:
    text, pairs = section.short[found[1]], dict(pair.split("/") for pair in found[2].split())
    return re.sub(r"[A-Za-z]\w*", lambda word: pairs.get(word[0], word[0]), text)


def _generator(templates: list[list[str]], grammar: dict[str, list[str]]) -> Generator:
    def generate(rng: random.Random) -> Instance:
        pointless = 0
        for _ in range(TRIES):
            try:
                found = _instance(rng.choice(templates), grammar, rng)
            except Refused:
                continue
            pointless += 1
            if pointless == POINTLESS or points(found[1], rng, 1):
                return found
        raise Refused("no instance")

    return generate


def _read(stem: str) -> tuple[dict[str, list[str]], list[tuple[str, list[str]]]]:
    grammar, found = dict[str, list[str]](), list[tuple[str, list[str]]]()
    for title, section in sections(FOLDER / f"{stem}.txt"):
        for line in section.lines:
            if line.startswith("<"):
                name, _, some = line.partition(" = ")
                grammar[name[1:-1]] = [one.strip() for one in some.split(" | ")]
        found.append((title, [line for line in section.lines if not line.startswith("<")]))
    return grammar, found


def generators(stem: str) -> dict[str, Generator]:
    """The generators of one file, by the titles of its sections."""
    grammar, found = _read(stem)
    titles = dict.fromkeys(title for title, _ in found)
    return {title: _generator([lines for other, lines in found if other == title], grammar) for title in titles}


def some_place(stem: str, text: str, rng: random.Random) -> Place:
    """A place with random entries, in the grammar of a file."""
    return Section([]).within(Place(), expanded(text, _read(stem)[0], rng))
