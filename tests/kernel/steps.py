"""Steps of the kernel as text: what a rule concludes in a context, or the words with which it refuses.

A file of ``tests/kernel/steps`` is a list of sections ``== TITLE``, which are tried apart. Lines that are indented go on with the
line before. The terms are those of specifications (see `rftheory.kernel.reading`), the arguments of a rule stand in their order:

    space := (d int (closed 1)) (x (vec d))      a context by name; ends that are none may be left out
    &A = (dot x x)                               an abbreviation
    in space (E (w (normal d))) (< 0 &A)         a fresh kernel in a context: one by name (or ``-``), and further entries: variables,
                                                 facts, draws of a block ``(E (w LAW) ...)``, vectors of balls ``(max (v d RADIUS) ...)``
    space (< 0 &A) |- STEP                       the same, for one step
    at space                                     another context of the same kernel
    use (DEF (def &A))                           definedness may use a step from here on
    given (< (inv 0) 1) !! not known             no entry of the context
    $sum = RING (+ &A &A) (* 2 &A) ()            a step with a name
    SYM $sum -> (= (* 2 &A) (+ &A &A))           a conclusion, which is judged at points as well, and ``by`` the axioms that it rests on
    SYM (HYP (< 0 &A)) !! no symmetric relation  words of the refusal

Premises are steps by name, or written out: ``(RULE ARGUMENT ...)``, in another context ``(@space RULE ...)``, or in that of the line
with further entries ``(with ((< x 0)) RULE ...)``. ``%`` is the first argument of the rule; a context with it belongs to each line below.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import rftheory.kernel.rules  # noqa: F401  (registers the rules)
from rftheory.kernel.contexts import EMPTY, Context, open_binder
from rftheory.kernel.defined import require_well_formed
from rftheory.kernel.reading import parse_term
from rftheory.kernel.refused import Refused
from rftheory.kernel.schemas import INT, NAT, RATIONAL, STEP, TERM
from rftheory.kernel.terms import FACTS, Term
from rftheory.kernel.theorems import RULES, Kernel, Theorem
from rftheory.meaning.judgements import judge
from tests.kernel.points import points

FILES = sorted((Path(__file__).parent / "steps").glob("*.txt"))
Tree = Any
#: a variable that is not declared, by its place and its tag
_UNKNOWN = re.compile(r"\bV(\d+)_(\w+)")

#: where points and values are found by quadratures, which are left to the random instances
_HARD = re.compile(r"\((E|P|l1|max)\b")


def trees(text: str) -> list[Tree]:
    """The words and bracketed lists of a text."""
    stack: list[list[Tree]] = [[]]
    for token in re.findall(r'[()]|"[^"]*"|[^\s()]+', text):
        if token == "(":
            stack.append([])
        elif token == ")":
            stack[-2].append(stack.pop())
        else:
            stack[-1].append(token)
    (found,) = stack
    return found


def flat(tree: Tree) -> str:
    return tree if isinstance(tree, str) else f"({' '.join(map(flat, tree))})"


@dataclass(frozen=True)
class Place:
    """A run of the kernel, a context in it, and the names and tags of its variables."""

    kernel: Kernel = field(default_factory=Kernel)
    context: Context = EMPTY
    names: tuple[tuple[str, str], ...] = ()

    def term(self, tree: Tree) -> Term:
        text, names = flat(tree), list(self.names)
        for place, tag in _UNKNOWN.findall(text):
            names += [("", "real")] * (int(place) - len(names)) + [(f"V{place}_{tag}", tag)]
        return parse_term(text, names)

    def within(self, text: str) -> Place:
        """With further entries."""
        place = self
        for tree in trees(text):
            place = place.entered(tree)
        return place

    def infer(self, rule: str, **parameters: Any) -> Theorem:
        """A rule of this context; texts are read where the rule asks for terms."""
        schema = RULES[rule].schema
        given = {key: self._read(schema.get(key), one) for key, one in parameters.items()}
        return self.kernel.infer(rule, self.context, **given)

    def _read(self, schema: Any, value: Any) -> Any:
        if isinstance(schema, list) and type(value) is list:
            return [self._read(schema[0], one) for one in value]
        return self.term(value) if schema == TERM and isinstance(value, str) else value

    def entered(self, tree: Tree) -> Place:
        """With one entry more, or inside of a block of draws or balls."""
        word = tree[0]
        if word in ("E", "max"):
            block = [draw if word == "max" else [draw[0], *draw[1:]] for draw in tree[1:]]
            inner, variables = open_binder(self.context, self.term([word, block, "0"]))
            require_well_formed(self.kernel, inner)
            tags = [variable.data[1] for variable in variables]
            new = tuple(zip((draw[0] for draw in block), tags, strict=True))
            return replace(self, context=inner, names=(*self.names, *new))
        if word not in FACTS:
            tag = tree[1]
            ends = [*tree[2:], "none", "none"][:2] if isinstance(tag, str) else []
            entry = self.term(["decl", tag, *ends])
            new = ((word, entry.data[0]),)
            return replace(self, context=self.kernel.declare(self.context, entry), names=(*self.names, *new))
        return replace(self, context=self.kernel.declare(self.context, self.term(tree)))


@dataclass
class Section:
    """The lines of one section, and what was named before."""

    lines: list[str]
    contexts: dict[str, str] = field(default_factory=dict)
    short: dict[str, str] = field(default_factory=dict)
    steps: dict[str, Theorem] = field(default_factory=dict)
    place: Place = field(default_factory=Place)
    around: str = "-"

    def run(self) -> int:
        """Try all lines: how many there are that a rule could fail."""
        return sum(self.run_line(line) for line in self.lines)

    def run_line(self, line: str) -> bool:
        for name, text in self.short.items():
            line = line.replace(name, text)
        if found := re.match(r"(&\w+) = (.*)", line):
            self.short[found[1]] = found[2]
            return False
        if found := re.match(r"(\w+) := (.*)", line):
            self.contexts[found[1]] = found[2]
            return False
        around, turnstile, rest = line.partition(" |- ")
        if turnstile:
            self.run_line(f"in {around}")
            line = rest
        word, _, rest = line.partition(" ")
        if word in ("in", "at"):
            self.around = rest
            kernel = self.place.kernel if word == "at" else Kernel()
            if "%" not in rest:
                self.place = self.within(Place(kernel), rest)
            return False
        self._try(line)
        return True

    def _try(self, line: str) -> None:
        found = re.fullmatch(r"(?:(\$\w+) = )?(.*?)(?: (!!|->) (.*))?", line)
        assert found is not None
        name, text, sign, expected = found.groups()
        rule, *arguments = trees(text)
        first = flat(arguments[0])
        if "%" in self.around:
            self.place = self.within(Place(), self.around.replace("%", first))
        if sign == "!!":
            try:
                self.step([rule, *arguments], self.place)
            except Refused as refusal:
                assert expected in str(refusal), f"{line}\n  refused: {refusal}"
                return
            raise AssertionError(f"not refused: {line}")
        theorem = self.step([rule, *arguments], self.place)
        if name:
            self.steps[name] = theorem
        if sign:
            judgement, _, axioms = expected.replace("%", first).partition(" by ")
            wanted = (self.place.term(trees(judgement)[0]), set(axioms.split()))
            assert (theorem.judgement, theorem.axioms) == wanted, f"{line}\n  found: {theorem.judgement}"
            terms = (*theorem.context.facts, theorem.judgement)
            easy = not any(_HARD.search(repr(term)) for term in terms)
            for point in points(theorem.context, random.Random(5), 2) if easy else []:
                assert judge(theorem.judgement, theorem.context, point) is not False, line

    def within(self, place: Place, text: str | Sequence[Tree]) -> Place:
        """A place with the entries of a text, of which the first may be a context by name."""
        entries = trees(text) if isinstance(text, str) else text
        for entry in entries:
            if isinstance(entry, str):
                place = place if entry == "-" else self.within(place, self.contexts[entry])
            elif entry[0] == "?":
                with suppress(Refused):
                    place = place.entered(entry[1])
            else:
                place = place.entered(entry)
        return place

    def step(self, tree: Tree, place: Place) -> Any:
        if isinstance(tree, str):
            return self.steps[tree]
        word, *rest = tree
        if word == "given":
            return place.entered(rest[0])
        if word == "use":
            return place.kernel.use(place.context, self.step(rest[0], place))
        if word == "with":
            return self.step(rest[1:], self.within(self.place, rest[0]))
        if word.startswith("@"):
            return self.step(rest, self.within(Place(place.kernel), word[1:]))
        schema = RULES[word].schema
        values = {key: self.value(one, schema[key], place) for key, one in zip(schema, rest, strict=True)}
        return place.kernel.infer(word, place.context, **values)

    def value(self, tree: Tree, schema: Any, place: Place) -> Any:
        if isinstance(schema, list):
            return [self.value(one, schema[0], place) for one in tree]
        if isinstance(schema, dict):
            return {key: self.value(one, schema[key], place) for key, one in zip(schema, tree, strict=True)}
        if schema in (TERM, STEP):
            return place.term(tree) if schema == TERM else self.step(tree, place)
        if schema in (NAT, INT, RATIONAL):
            return Fraction(tree) if schema == RATIONAL else int(tree)
        return tree.strip('"')


def sections(file: Path) -> Iterator[tuple[str, Section]]:
    """The sections of a file by their titles; each begins with what the head of the file names."""
    lines = list[str]()
    for line in file.read_text().splitlines():
        if line.startswith("    "):
            lines[-1] += " " + line.strip()
        elif line:
            lines.append(line)
    starts = [number for number, line in enumerate(lines) if line.startswith("== ")]
    for start, end in zip(starts, [*starts[1:], None], strict=True):
        yield lines[start][3:], Section([*lines[: starts[0]], *lines[start + 1 : end]])
