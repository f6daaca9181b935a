"""Statement files of tests: claims that are given, claims with lines, true or false, and certificates in a folder."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from pathlib import Path
from types import ModuleType
from typing import Any

import sympy as sp

from rftheory.chains.chain import Chain
from rftheory.judges import kernel_judge
from rftheory.kernel.reading import parse_spec
from rftheory.kernel.text import Entry
from rftheory.prover.certify import Certified, certify
from rftheory.rules.propositions import Equality
from rftheory.statements.certificates import Kept, Left
from rftheory.statements.claims import Claim, Statement
from rftheory.statements.domain import Domain, Range

X, Y = sp.Symbol("x", positive=True), sp.Symbol("y", real=True)
HALF, LINE = Domain((Range(X, 0, None, "()"),)), Domain((Range(Y),))
LEFT, RIGHT = (X + 1) ** 2, X**2 + 2 * X + 1


def equal(*lines: sp.Expr) -> Chain:
    """A chain of equalities, true or false."""
    return reduce(lambda chain, line: chain.eq(line, "a hint"), lines, Chain(LEFT))


def square(*lines: sp.Expr, name: str = "c") -> Claim:
    return Claim(name, "a square", Equality(LEFT, RIGHT), HALF, equal(*lines))


TRUE, OTHER, FALSE = X * (X + 2) + 1, X * (X + 1) + X + 1, X + 7


def file_of(*claims: Any, name: str = "mine.one") -> ModuleType:
    """A statement file of a user, with claims that are given."""
    made = ModuleType(name)
    made.STATEMENT = Statement(name, name.partition(".")[0], "nowhere", "identity", "A statement")  # type: ignore[attr-defined]
    made.claims = lambda: list(claims)  # type: ignore[attr-defined]
    return made


def module(folder: Path, *claims: Claim, package: str = "rftheory.proofs.fake") -> ModuleType:
    """A statement file ``fake.one`` of the ledger, whose certificate is in a folder."""
    made = file_of(*claims, name="fake.one")
    made.__name__, made.__file__ = package, str(folder / "one.py")
    return made


def keep(folder: Path, *claims: Claim) -> Certified:
    made = certify("fake.one", claims)
    kept = Kept.beside(folder / "one.py")
    kept.write(made.spec, made.certificate)
    kept.write_reasons(Left(made.failed, made.open_lines))
    return made


def lines_of(file: ModuleType) -> dict[str, Mapping[str, str]]:
    verdict = kernel_judge.judge(file, "standard", 0)
    return {finding.claim: finding.data.get("lines", {}) for finding in verdict.findings}


def entries_of(made: Certified) -> dict[str, Entry]:
    return {entry.name: entry for entry in parse_spec(made.spec.decode())}
