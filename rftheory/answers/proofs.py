"""What the kernel replays: certificates to take away, the axioms that they rest on, and which statement rests on which."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rftheory.answers.known import Receipts, Statements, found_in, known
from rftheory.printing import Printed, paragraph
from rftheory.statements.certificates import Kept
from rftheory.statements.kernel_rules import THEOREMS, theorem_name
from rftheory.statements.ledger import Row

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True)
class Certificate:
    """The proofs of a statement as two files, the claims that they prove, of so many, and the files of the lemmas that are cited."""

    spec: bytes
    certificate: bytes
    proved: tuple[str, ...]
    claims: int

    @property
    def lemmas(self) -> dict[str, tuple[bytes, bytes]]:
        """Specification and certificate by themes, each after those that it cites itself."""
        from rftheory.prover.theory import theory

        return theory().files(self.certificate)


def certificate_of(id: str, progress: Callable[[str, str], None], statements: Statements = ()) -> Certificate:  # noqa: A002
    """The kept certificate of a statement, or a new one where none is kept.

    Args:
        progress: told of each claim that is looked for, and why it is not proved.

    Raises:
        UnknownStatement: if there is none; the message suggests the nearest ids.
        ArithmeticError: if the kernel's rules prove no claim of it.
    """
    # axioms and graphs wait for no prover
    from rftheory.chains.claims import claims_of
    from rftheory.prover.certify import certify
    from rftheory.prover.keeping import proved_by

    entry = found_in(statements).get(id)
    module = importlib.import_module(entry.module)
    claims = claims_of(module)
    kept = Kept.beside(Path(str(module.__file__)))
    if proved := list(proved_by(kept, entry.id, claims)):
        return Certificate(*kept.read(), tuple(proved), len(claims))
    made = certify(entry.id, claims, progress=progress)
    if not made.proved:
        raise ArithmeticError(f"no claim of {entry.id} is proved by the kernel's rules")
    return Certificate(made.spec, made.certificate, tuple(made.proved), len(claims))


@dataclass(frozen=True, repr=False)
class Axioms(Printed):
    """What the replayed proofs of some statements rest on, with the number of statements that use each.

    Attributes:
        uses: axioms of the kernel's tables.
        theorems: rules of the kernel that are theorems of mathematics, by their names as rules.
        lemmas: that are proved once and cited (see `theory`).
        rows: of the statements.
    """

    uses: Counter[str]
    theorems: Counter[str]
    lemmas: Counter[str]
    rows: tuple[Row, ...]

    @property
    def replayed(self) -> int:
        """Claims and corrections that are replayed."""
        return self._count("replayed")

    @property
    def claims(self) -> int:
        """Claims and corrections that are derived."""
        return self._count("claims")

    def _count(self, what: str) -> int:
        return sum(row.get("kernel", {}).get(what, 0) for row in self.rows)

    def to_json(self) -> dict[str, Any]:
        return {
            "axioms": dict(self.uses.most_common()),
            "theorems": {
                theorem_name(name): {"statements": count, "says": THEOREMS[name]}
                for name, count in self.theorems.most_common()
            },
            "lemmas": dict(self.lemmas.most_common()),
            "statements": {row["id"]: row.get("kernel", {}) for row in self.rows},
        }

    def __str__(self) -> str:
        uses, theorems, lemmas = (
            sorted(each.items(), key=lambda item: (-item[1], item[0]))
            for each in (self.uses, self.theorems, self.lemmas)
        )
        said = (
            paragraph(f"{count:4}  {theorem_name(name)}: {THEOREMS[name]}", hang=" " * (max(4, len(str(count))) + 2))
            for name, count in theorems
        )
        return "\n".join(
            [
                *(f"{count:4}  {name}" for name, count in uses),
                *said,
                *(f"{count:4}  lemma {name}" for name, count in lemmas),
                f"{len(uses)} axioms, {len(theorems)} theorems, {len(lemmas)} lemmas;",
                f"{self.replayed} of {self.claims} claims and corrections of {len(self.rows)} statements are replayed",
            ]
        )


def axioms(ids: Iterable[str] = (), statements: Statements = (), receipts: Receipts = None) -> Axioms:
    """Of a statement that is not replayed in full, the axioms of the claims that are replayed are counted.

    Raises:
        UnknownStatement: if an id or glob matches nothing.
    """
    found, ids = found_in(statements), tuple(ids)
    rows = known(found, receipts, ids=ids).rows
    chosen = tuple(rows[entry.id] for entry in found.select(ids))
    used = [row.get("kernel", {}) for row in chosen]
    axioms_of = Counter(name for one in used for name in one.get("axioms", ()))
    theorems = Counter(name for one in used for name in one.get("rules", ()) if name in THEOREMS)
    lemmas = Counter(name for one in used for name in one.get("lemmas", ()))
    return Axioms(axioms_of, theorems, lemmas, chosen)


@dataclass(frozen=True, repr=False)
class Foundations(Printed):
    """Which statement rests on which, and on which lemmas of the library (``lemma NAME``) its proofs rest.

    Attributes:
        graph: of the statements that were asked for and all that they rest on.
        states: their statuses.
        tree: the same without the rules that the derivation engine applies, which stand below everything.
        roots: where the tree begins.
        rules: these rules.
    """

    graph: nx.DiGraph
    states: dict[str, str]
    tree: nx.DiGraph
    roots: list[str]
    rules: list[str]

    def to_json(self) -> dict[str, Any]:
        nodes = [{"id": name, "status": self.states[name]} for name in sorted(self.graph.nodes)]
        return {"statements": nodes, "rests_on": sorted(self.graph.edges)}

    def __str__(self) -> str:
        from rftheory.statements.dependencies import as_tree

        lines = []
        for line in as_tree(self.tree, self.roots):
            name = line.removesuffix(" ...").lstrip("|`- ")
            lines.append(f"{line}  [{self.states[name]}]")
        # named once, so that the tree stays readable
        rules = [f"rules, on which every statement rests: {', '.join(self.rules)}"] if self.rules else []
        return "\n".join([*lines, *rules])


def foundations(ids: Iterable[str] = (), statements: Statements = (), receipts: Receipts = None) -> Foundations:
    """Read from the code of the statements, and from what their certificates cite.

    Raises:
        UnknownStatement: if an id or glob matches nothing.
    """
    found, ids = found_in(statements), tuple(ids)
    names = {entry.id for entry in found.select(ids)}
    answer = known(found, receipts, ids=ids)
    states = {name: row["status"] for name, row in answer.rows.items()}
    graph, rules = answer.graph.copy(), list(answer.applied)
    for name in list(graph.nodes):
        for lemma in answer.rows[name].get("kernel", {}).get("lemmas", ()):
            graph.add_edge(name, f"lemma {lemma}")
            states[f"lemma {lemma}"] = "proved"
    tree = graph.subgraph(set(graph.nodes).difference(set(rules) - names) or graph.nodes)
    roots = sorted(name for name in (names & set(tree.nodes)) if ids or tree.in_degree(name) == 0)
    return Foundations(graph, states, tree, roots, rules)
