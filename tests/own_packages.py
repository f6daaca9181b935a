"""Packages of a user's statements, written and judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent

from rftheory.judges import pipeline
from rftheory.judges.pipeline import RunOutcome
from rftheory.statements import discovery
from rftheory.statements.receipts import ReceiptStore

_HEAD = """
    import sympy as sp
    from rftheory.rules.propositions import Equality
    from rftheory.statements.claims import Claim, Statement
    from rftheory.statements.domain import Domain, Range

    X = sp.Symbol("x", real=True)
    STATEMENT = Statement(id="{id}", paper="mine", location="here", kind="identity", title="one of mine")


    def claims():
        return [Claim("c", "says", Equality({left}, {right}), Domain((Range(X),)))]
"""


@dataclass
class Mine:
    """Packages of a user, judged by the enclosure judge alone in one worker process after the other."""

    folder: Path
    packages: list[Path] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def add(
        self, package: str, name: str, more: str = "", left: str = "(X + 1)**2", right: str = "X**2 + 2*X + 1"
    ) -> None:
        self.write(package, name, dedent(_HEAD.format(id=f"{package}.{name}", left=left, right=right)) + dedent(more))

    def write(self, package: str, name: str, text: str) -> None:
        place = self.folder / package
        place.mkdir(exist_ok=True)
        if place not in self.packages:
            self.packages.append(place)
        (place / f"{name}.py").write_text(dedent(text))

    def store(self) -> ReceiptStore:
        return ReceiptStore(self.folder / "receipts")

    def judge(self, executor: str = "processes", jobs: int = 1) -> RunOutcome:
        watching = pipeline.Observer()
        watching.warn = self.warnings.append  # type: ignore[method-assign]
        found = discovery.discover(self.packages)
        return pipeline.verify(found, store=self.store(), jobs=jobs, executor=executor, observer=watching)

    def answers(self, executor: str = "processes") -> Mapping[str, str]:
        outcome = self.judge(executor)
        return {name: verdicts["enclosure"].answer for name, verdicts in outcome.verdicts.items()}

    def kept(self) -> set[str]:
        return {path.parent.name for path in self.store().directory.glob("*/*.json")}
