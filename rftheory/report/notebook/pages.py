"""The pages of statements and claims: what a statement file says, derives, encloses and draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any

import sympy as sp

from rftheory.chains.claims import claims_of
from rftheory.inputs.points import exact_value
from rftheory.judges import kernel_judge, simulation_judge
from rftheory.judges.comparison import RELATIVE_RADIUS, with_free_moments
from rftheory.numbers.balls import Enclosure, compare, enclose
from rftheory.report.formulas import worded
from rftheory.report.notebook.markdown import Shown, display, domain_latex, escaped, table, together
from rftheory.rules.propositions import Derivative, Equality, Inequality, Limit, Point
from rftheory.statements.citation import page_of
from rftheory.statements.claims import Claim
from rftheory.statements.effort import check_level
from rftheory.statements.entries import Entry
from rftheory.statements.lines import ShownLine
from rftheory.statements.loading import found, load
from rftheory.statements.printing import latex, printed
from rftheory.statements.verdicts import Finding
from rftheory.statements.view import claim_view

#: what is said of a line without a reason
_ORDER = "a comparison"
#: longer lines of a chain fill the screen
_LONGEST_LINE = 2500
_SAID = {"holds": "is proved: its certificate is replayed", "undecided": "is not decided", "not run": "is not proved"}
_SIGNS = {"": "", "=": "=", "<": "<", ">": ">", "<=": r"\le", ">=": r"\ge", "->": r"\to"}


def statement(name: str) -> StatementPage:
    """A statement by its id.

    Raises:
        UnknownStatement: if there is none; the message suggests the nearest ids.
    """
    return StatementPage(found().get(name))


def derivations(*claims: str) -> Shown:
    """The derivations of claims, each given as "ID: NAME", below a link to the page of its statement on the site.

    Raises:
        UnknownStatement, ValueError: as `statement` and `StatementPage.claim`.
    """
    parts = []
    for each in claims:
        name, _, claim = each.partition(": ")
        shown = statement(name).claim(claim).derivation()
        linked = f'<a href="../report/{page_of(name)}"><code>{name}</code></a>, {escaped(claim)}'
        parts.append(Shown(shown.summary, f"{linked}\n\n{shown.markdown}"))
    return together(*parts)


@dataclass(frozen=True)
class StatementPage:
    """One statement file."""

    entry: Entry

    @cached_property
    def _claims(self) -> dict[str, ClaimPage]:
        module = load(self.entry.id)
        return {claim.name: ClaimPage(self.entry.id, claim, module) for claim in claims_of(module)}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its claims, in the order of the file."""
        return tuple(self._claims)

    def claim(self, name: str) -> ClaimPage:
        """One claim, step, correction or lemma.

        Raises:
            ValueError: if there is none of that name.
        """
        if name not in self._claims:
            raise ValueError(f"name must be one of {', '.join(self.names)}, got {name!r}")
        return self._claims[name]

    def show(self, lemmas: bool = False) -> Shown:
        """Where it is printed, how it is read, and what it claims; with the lemmas used on the way if they are wanted."""
        entry = self.entry
        head = [f"**{escaped(entry.title)}** ({escaped(entry.location)}; `{entry.id}`)"]
        head += [f"Read as: {escaped(entry.reading)}"] if entry.reading else []
        shown = {name: page.claim for name, page in self._claims.items() if lemmas or page.claim.role != "lemma"}
        rows = [(claim.role, f"`{name}`", escaped(claim.says)) for name, claim in shown.items()]
        left_out = len(self._claims) - len(shown)
        tail = [f"({left_out} lemma{'s' * (left_out > 1)} on the way.)"] if left_out else []
        summary = f"{entry.id}: {entry.title}"
        return Shown(summary, "\n\n".join([*head, table(("role", "claim", "says"), rows), *tail]))

    def draws(self, level: str = "quick", seed: int = 0) -> Shown:
        """Its simulation checks, drawn now from the definitions: each a test with two stated rates of error.

        Raises:
            ValueError: for another level than quick, standard or full, or if the statement draws nothing.
        """
        check_level(level)
        verdict = simulation_judge.judge(load(self.entry.id), level, seed)
        findings = [finding for finding in verdict.findings if "draws" in finding.data]
        if not findings:
            raise ValueError(f"{self.entry.id} has no simulation to draw at level {level}")
        columns = ("check", "at", "draws", "estimate", "theory", "would reject errors from", "answer")
        summary = f"{self.entry.id}: {', '.join(sorted({finding.answer for finding in findings}))}"
        return Shown(summary, table(columns, (_drawn(finding, self.claim(finding.claim)) for finding in findings)))

    def __repr__(self) -> str:
        return f"statement({self.entry.id!r})"

    def _repr_markdown_(self) -> str:
        return self.show().markdown


@dataclass(frozen=True)
class ClaimPage:
    """One claim of a statement file."""

    statement: str
    claim: Claim
    #: the file, whose certificate is asked; that of the claim's proof by default
    module: ModuleType | None = None

    def show(self) -> Shown:
        """The formula, what it says in words, and its domain."""
        claim = self.claim
        parts = [f"`{claim.name}`: {escaped(claim.says)}", display(printed(claim.proposition)["latex"])]
        parts.append(f"for ${domain_latex(claim.domain)}$")
        if claim.flaw:
            parts.append(f"**Wrong in print:** {escaped(claim.flaw)}")
        return Shown(f"{self.statement}, {claim.name}: {claim.says}", "\n\n".join(parts))

    def right_side(self) -> Shown:
        """What is claimed, without the definition, which may fill the line: words, and the right side.

        Raises:
            ValueError: if the claim is a limit or a derivative.
        """
        proposition = self._sides()
        sign = "=" if isinstance(proposition, Equality) else proposition.relation
        formula = display(rf"\cdots {_SIGNS[sign]} {latex(proposition.right)}")
        return Shown(
            f"{self.statement}, {self.claim.name}: {self.claim.says}",
            f"`{self.claim.name}`: {escaped(self.claim.says)}\n\n{formula}",
        )

    def _sides(self) -> Equality | Inequality:
        proposition = self.claim.proposition
        if isinstance(proposition, Limit | Derivative):
            raise ValueError(f"{self.claim.name!r} is a {type(proposition).__name__.lower()}: it has no two sides")
        return proposition

    def derivation(self) -> Shown:
        """The chain from the definition to the claim, line by line, each with a tick if the kernel has replayed it."""
        found = kernel_judge.judge_claim(self.claim, self.module)
        chain = claim_view(found, is_proved=found.answer == "holds").chain
        said = f"the claim {_SAID[found.answer]}"
        summary = f"{self.statement}, {self.claim.name}: {said}"
        why = "" if found.answer == "holds" else f" {escaped(worded(found.reason))}"
        ending = f"**{said[0].upper()}{said[1:]}.**{why}"
        left_out = [f"({escaped(worded(chain.left_out))})"] if chain.left_out else []
        return Shown(summary, "\n\n".join([*_chain(chain.lines), *left_out, ending]))

    def at(self, **values: Any) -> Shown:
        """Both sides at a point, in rigorous ball arithmetic: the definition, and the form that is claimed for it.

        Args:
            values: exact values by the names of the parameters: integers, SymPy numbers, or texts such as "1/7".

        Raises:
            ValueError: for values that are not exact or outside of the domain, or if the claim is a limit or a
                derivative.
        """
        symbols = {symbol.name: symbol for symbol in self.claim.domain.symbols}
        unknown = values.keys() - symbols.keys()
        if unknown:
            raise ValueError(f"{sorted(unknown)[0]} is not a parameter; the parameters are {', '.join(symbols)}")
        return self._enclosed({symbols[name]: exact_value(name, value) for name, value in values.items()})

    def counterexample(self) -> Shown:
        """Both sides in rigorous ball arithmetic at the point that the statement file names.

        Raises:
            ValueError: if it names none.
        """
        if self.claim.counterexample is None:
            raise ValueError(f"{self.statement} names no counterexample to {self.claim.name!r}")
        return self._enclosed(self.claim.counterexample)

    def _enclosed(self, point: Point) -> Shown:
        proposition = self._sides()
        refusal = self.claim.domain.refusal(point)
        if refusal:
            raise ValueError(refusal)
        left, right = with_free_moments(proposition.left, proposition.right)
        balls = [enclose(side, point, RELATIVE_RADIUS) for side in (left, right)]
        rows = [(side, f"`{ball}`") for side, ball in zip(("left", "right"), balls, strict=True)]
        place = ", ".join(rf"{latex(symbol)} = {latex(sp.sympify(value))}" for symbol, value in point.items())
        if isinstance(proposition, Equality):
            answer = _equal(*balls)
        else:
            answer = _ordered(compare(left, right, point), proposition.relation)
        return Shown(
            f"{self.statement}, {self.claim.name}: left {balls[0]}, right {balls[1]}",
            "\n\n".join([f"At ${place}$:", table(("side", "value"), rows), answer]),
        )

    def __repr__(self) -> str:
        return f"statement({self.statement!r}).claim({self.claim.name!r})"

    def _repr_markdown_(self) -> str:
        return self.show().markdown


def _equal(left: Enclosure, right: Enclosure) -> str:
    if left.overlaps(right):
        return "The balls overlap: no difference to these digits."
    return "The balls are disjoint: **the two sides differ**."


def _ordered(order: str, relation: str) -> str:
    if order == "overlap":
        return "The balls overlap: the order is not decided."
    answer = "holds" if order in relation else "**fails**"
    return f"The left side is certainly {'less' if order == '<' else 'greater'}: `{relation}` {answer} here."


def _chain(lines: Sequence[ShownLine]) -> Iterator[str]:
    before = ""
    for number, line in enumerate(lines):
        here, mark = line.latex, f" **({escaped(worded(line.mark))})**" if line.mark else ""
        yield (
            f"**{number}.** {escaped(worded(line.reason) or _ORDER)}{mark}"
            if number
            else f"**Start.** The left side, as it is defined:{mark}"
        )
        if number and here == before:
            continue
        if len(here) > _LONGEST_LINE:
            yield f"(an expression of {len(here)} characters, which `rftheory show` prints)"
        else:
            yield display(f"{_SIGNS[line.relation]} {here}".strip())
        before = here


def _drawn(finding: Finding, page: ClaimPage) -> tuple[str, ...]:
    data = finding.data
    own = {symbol.name for symbol in page.claim.domain.symbols}
    point = ", ".join(f"{name} = {value}" for name, value in data["point"].items() if name in own)
    what, quantity = data["check"], data["quantity"]
    of_claim = "" if finding.claim in what else f"{finding.claim}: "
    return (
        escaped(f"{of_claim}{what}" + (f" ({quantity})" if quantity.replace("_", " ") not in what else "")),
        escaped(point),
        f"{data['draws']:,}",
        f"{data['estimate']:.4g}",
        f"{data['expected']:.4g}",
        # heavy tails may leave no interval
        f"{data['minimum_detectable_error']:.0%}" if "minimum_detectable_error" in data else "no interval",
        finding.answer,
    )
