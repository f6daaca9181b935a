"""Reads certificates and replays them against a specification.

A certificate is text in lines, one JSON object each, written without spaces: a header, then terms, contexts, steps and
theorems listed for definedness, each naming earlier ones by number, then goals. What is stored are the kernel's own
objects; numbers and texts are never compared. Whatever is not exactly as described here is refused.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import rftheory.kernel.rules  # noqa: F401  (registers the rules)
from rftheory.kernel import refused
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.publication import require_publishable
from rftheory.kernel.reading import data_of, file_text, parse_spec, rational, source
from rftheory.kernel.refused import MAX_ENTRIES, MAX_LINE, Refused, demand
from rftheory.kernel.schemas import RATIONAL, STEP, TERM
from rftheory.kernel.terms import Term, make
from rftheory.kernel.text import Entry, context_entries, print_entry, print_term
from rftheory.kernel.theorems import RULES, Kernel, Theorem

VERSION = 1
#: a line of a certificate: its kind and number
Key = tuple[str, int]


@dataclass(frozen=True)
class Outcome:
    """What a certificate shows of an entry: the verdict, its theorem, and the report."""

    entry: Entry
    verdict: str
    theorem: Theorem
    report: dict[str, Any]


#: the one way in which an object is written in a certificate
written = json.JSONEncoder(separators=(",", ":")).encode


def _no_number(text: str) -> NoReturn:
    raise Refused(f"{text:.60} is no integer")


_read = json.JSONDecoder(parse_float=_no_number, parse_constant=_no_number).decode


def _parsed(line: str) -> dict[str, Any]:
    if len(line) > MAX_LINE:
        raise Refused(f"a line of more than {MAX_LINE} characters")
    record = _read(line)
    # one way to write a record: so no key is there twice, no number has two texts
    if type(record) is not dict or not record or written(record) != line:
        raise Refused("a line is one JSON object, written without spaces")
    return record


class _Replay:
    """One certificate on its way through a kernel of its own."""

    def __init__(self, spec: str, lemmas: dict[str, Theorem]):
        entries = parse_spec(spec)
        self.spec = {entry.name: (number, entry) for number, entry in enumerate(entries)}
        #: what each entry prints: the specification is exactly that, with an empty line between entries
        self.texts = dict(zip(self.spec, spec[:-1].split("\n\n"), strict=True))
        self.kernel = Kernel()
        self.kernel.lemmas = dict(lemmas)
        #: terms, contexts, theorems of steps, and the steps listed for definedness, by number
        self.known: dict[str, list[Any]] = {"t": [], "c": [EMPTY], "s": [], "u": []}
        #: rule and parameters of each step, as they are written
        self.calls: list[tuple[str, dict[str, Any]]] = []
        #: what each line needs, and the lines that list a theorem
        self.needs: dict[Key, list[Key]] = {("c", 0): []}
        self.listings: dict[Theorem, list[Key]] = {}
        self.met: set[Term | Context] = {EMPTY}
        self.outcomes: list[Outcome] = []
        self.reached: set[Key] = set()

    def read(self, record: dict[str, Any]) -> None:
        """One line after the header."""
        kind, keys = next(iter(record)), tuple(record)
        if keys not in _LINES:
            raise Refused(f"no line has the keys {keys!r:.80}")
        demand(kind in ("g", "x") or not self.outcomes, "goals come last")
        if kind in ("t", "c", "s") and (type(record[kind]) is not int or record[kind] != len(self.known[kind])):
            raise Refused(f"{kind} {record[kind]!r:.20} is not the next number, {len(self.known[kind])}")
        _LINES[keys](self, record)

    def named(self, kind: str, number: object, needs: list[Key]) -> Any:
        """An earlier term, context or theorem, by its number."""
        if type(number) is not int or not 0 <= number < len(self.known[kind]):
            raise Refused(f"{kind} {number!r:.20} is no earlier line")
        needs.append((kind, number))
        return self.known[kind][number]

    def add(self, kind: str, value: Any, needs: list[Key]) -> None:
        self.needs[kind, len(self.known[kind])] = needs
        self.known[kind].append(value)

    def _rests_on(self, theorems: Iterable[Theorem]) -> list[Key]:
        """The lines that list what definedness has used."""
        return [key for theorem in theorems for key in self.listings[theorem]]

    def term(self, record: dict[str, Any]) -> None:
        needs: list[Key] = []
        op, numbers = record["op"], record["a"]
        if type(op) is not str or type(numbers) is not list:
            raise Refused("a term has an operator and a list of arguments")
        args = [self.named("t", number, needs) for number in numbers]
        data = rational(record.get("d")) if op == "rat" else data_of(record["d"]) if "d" in record else None
        term = make(op, args, data)
        demand(term not in self.met, "a term twice")
        self.met.add(term)
        self.add("t", term, needs)

    def context(self, record: dict[str, Any]) -> None:
        needs: list[Key] = []
        base, entry = self.named("c", record["base"], needs), self.named("t", record["entry"], needs)
        if base.length >= MAX_ENTRIES:
            raise Refused(f"a context of more than {MAX_ENTRIES} entries")
        context = self.kernel.declare(base, entry)
        demand(context not in self.met, "a context twice")
        self.met.add(context)
        self.add("c", context, needs + self._rests_on(self.kernel.well_formed[context]))

    def use(self, record: dict[str, Any]) -> None:
        needs: list[Key] = []
        context, theorem = self.named("c", record["u"], needs), self.named("s", record["s"], needs)
        judgement = theorem.within(context)
        if any(judgement in self.kernel.listed.get(place, {}) for place in context.prefixes):
            raise Refused("a judgement is listed twice")
        self.kernel.use(context, theorem)
        self.listings.setdefault(theorem, []).append(("u", len(self.known["u"])))
        self.add("u", theorem, needs)

    def step(self, record: dict[str, Any]) -> None:
        needs: list[Key] = []
        name, context = record["r"], self.named("c", record["c"], needs)
        if type(name) is not str or name not in RULES:
            raise Refused(f"no rule {name!r:.40}")
        parameters = self._parameter(RULES[name].schema, record["p"], needs)
        theorem = self.kernel.infer(name, context, **parameters)
        self.calls.append((name, record["p"]))
        self.add("s", theorem, needs + self._rests_on(self.kernel.used))

    def _parameter(self, schema: Any, value: Any, needs: list[Key]) -> Any:
        """What a parameter of a step stands for; the kernel looks whether it fits."""
        if isinstance(schema, list) and type(value) is list:
            return [self._parameter(schema[0], item, needs) for item in value]
        if isinstance(schema, dict) and type(value) is dict and list(value) == list(schema):
            return {key: self._parameter(inner, value[key], needs) for key, inner in schema.items()}
        if schema in (TERM, STEP):
            return self.named("t" if schema == TERM else "s", value, needs)
        return rational(value) if schema == RATIONAL else value

    # -- goals

    def goal(self, record: dict[str, Any]) -> None:
        """``g``: the theorem of an entry in exactly its context; ``x``: with facts more, which are taken on appeal."""
        needs: list[Key] = []
        name, appeals = record.get("g", record.get("x")), record.get("n", 0)
        if type(name) is not str or name not in self.spec or any(name == held.entry.name for held in self.outcomes):
            raise Refused(f"{name!r:.60} is no entry, or a goal twice")
        place, entry = self.spec[name]
        if self.outcomes and place < self.spec[self.outcomes[-1].entry.name][0]:
            raise Refused("goals have the order of the specification")
        theorem, context, facts = self.named("s", record["s"], needs), entry.context, []
        if "x" in record and (type(appeals) is not int or not 1 <= appeals <= MAX_ENTRIES):
            raise Refused("a derived goal has facts more")
        if "x" in record:
            facts = context_entries(theorem.context)[context.length :]
            if len(facts) != appeals or any(fact.sort != "prop" for fact in facts):
                raise Refused(f"the context of {name} is not that of the entry and {appeals} facts")
            context = context.extended(*facts)
        if theorem.context is not context or theorem.judgement is not entry.judgement:
            raise Refused(f"the theorem is not the statement of {name}")
        inhabited = self.named("s", record["i"], needs) if "g" in record else None
        if inhabited and (inhabited.context is not context or inhabited.judgement.op != "inhabited"):
            raise Refused(f"the context of {name} is not shown to be inhabited")
        require_publishable(self.kernel, entry)
        reached = self._walk(needs)
        self.reached |= reached
        report = {"statement": self.texts[name] + "\n"} | self._report(theorem, inhabited, reached)
        if facts:
            report |= {"appeals": [print_term(fact, entry.names) for fact in facts]}
        # the others were proved from a specification of their own
        if any(self.spec[lemma][0] >= place for lemma in report["lemmas"] if lemma in self.spec):
            raise Refused(f"{name} cites an entry that is not before it")
        if inhabited:
            report["inhabited_at"] = self._values(record["i"])
        self.outcomes.append(Outcome(entry, "derived" if facts else "proved", theorem, report))

    def _walk(self, needs: Iterable[Key]) -> set[Key]:
        """Everything that some lines rest on."""
        reached, waiting = set(needs), list(needs)
        while waiting:
            for key in self.needs[waiting.pop()]:
                if key not in reached:
                    reached.add(key)
                    waiting.append(key)
        return reached

    def _report(self, theorem: Theorem, inhabited: Theorem | None, reached: set[Key]) -> dict[str, Any]:
        calls = [self.calls[number] for kind, number in sorted(reached) if kind == "s"]
        precisions = [call["prec"] for _, call in calls if "prec" in call]
        used = [self.known["t"][number] for kind, number in reached if kind == "t"]
        axioms = theorem.axioms | (inhabited.axioms if inhabited else frozenset())
        return {
            "rules": dict(sorted(Counter(name for name, _ in calls).items())),
            "axioms": sorted(axioms),
            "lemmas": sorted({call["claim"] for name, call in calls if name == "LEMMA"}),
            "zero_power": any(term.op == "pow" and term.data == 0 for term in used),
            "num": {"calls": len(precisions), "max_prec": max(precisions, default=0)},
            "steps": len(calls),
        }

    def _values(self, number: int) -> list[str]:
        """The point at which a context is shown to be inhabited."""
        values = self.calls[number][1].get("values", [])
        return [print_term(self.known["t"][value]) for value in values]

    def finish(self) -> None:
        demand(bool(self.outcomes), "a certificate without a goal")
        unused = sorted(set(self.needs) - self.reached - {("c", 0)})
        if unused:
            raise Refused(f"{len(unused)} lines that nothing uses; the first is {unused[0][0]} {unused[0][1]}")


_LINES: dict[tuple[str, ...], Callable[[_Replay, dict[str, Any]], None]] = {
    ("t", "op", "a"): _Replay.term, ("t", "op", "a", "d"): _Replay.term, ("c", "base", "entry"): _Replay.context,
    ("u", "s"): _Replay.use, ("s", "r", "c", "p"): _Replay.step, ("g", "s", "i"): _Replay.goal, ("x", "s", "n"): _Replay.goal,
}  # fmt: skip


# -- files ----------------------------------------------------------------------------------------------------------


def replay(certificate: bytes, spec: bytes, lemmas: dict[str, Theorem]) -> list[Outcome]:
    """What a certificate shows; it is refused as a whole if a single line is not in order."""
    run = _Replay(file_text(spec), lemmas)
    header, *lines = file_text(certificate)[:-1].split("\n")
    if header != written({"v": VERSION, "spec": hashlib.sha256(spec).hexdigest()}):
        raise Refused("the header names another version or specification")
    for number, line in enumerate(lines, start=2):
        try:
            run.read(_parsed(line))
        except Refused as reason:
            raise Refused(f"line {number}: {reason}") from reason
    run.finish()
    return run.outcomes


def _theorems(found: dict[str, Outcome]) -> dict[str, Theorem]:
    return {name: held.theorem for name, held in found.items() if held.verdict == "proved"}


def check(
    spec: bytes, certificates: Sequence[bytes], claims: Sequence[str] = (), lemmas: Sequence[Sequence[bytes]] = ()
) -> dict[str, Any]:
    """Replay certificates in turn; a later one may cite what the earlier ones proved. The answer is the report.

    ``lemmas`` are specifications with their certificates, which are replayed before and may be cited, too.
    """
    found: dict[str, Outcome] = {}
    for other, certificate in lemmas:
        found |= {held.entry.name: held for held in replay(certificate, other, _theorems(found))}
    entries = {entry.name: entry for entry in parse_spec(file_text(spec))}
    demand(not found.keys() & entries.keys(), "an entry has the name of a lemma")
    asked = list(dict.fromkeys(claims or entries))
    if set(asked) - set(entries):
        raise Refused(f"not in the specification: {sorted(set(asked) - set(entries))!r:.200}")
    rejected = []
    for number, certificate in enumerate(certificates):
        try:
            outcomes = replay(certificate, spec, _theorems(found))
            demand(not any(outcome.entry.name in found for outcome in outcomes), "an entry is proved twice")
            found |= {outcome.entry.name: outcome for outcome in outcomes}
        except Exception as error:  # whatever goes wrong in a replay, nothing is proved by it
            kind = "" if isinstance(error, Refused) else f"{type(error).__name__}: "
            rejected.append({"certificate": number, "reason": f"{kind}{error}"})
    common = {"spec": hashlib.sha256(spec).hexdigest(), "checker": source()}
    reports = [
        {"claim": name, "verdict": found[name].verdict, **found[name].report, **common}
        if name in found
        else {"claim": name, "verdict": "open", "statement": print_entry(entries[name]), **common}
        for name in asked
    ]
    limits = {name: value for name, value in vars(refused).items() if name.startswith("MAX_")}
    accepted = bool(asked) and not rejected and all(report["verdict"] == "proved" for report in reports)
    return {"accepted": accepted, "claims": reports, "rejected": rejected, "limits": limits}
