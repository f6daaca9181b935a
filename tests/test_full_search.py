"""``rftheory certify --all``: it goes on where it was interrupted, and says what it finds anew, no longer, and not in time."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from house import House

from rftheory.cli import certify as command
from rftheory.execution.executors import open_executor
from rftheory.kernel.certificate import replay
from rftheory.prover import keeping, search, theory
from rftheory.prover.certify import Certified, certify
from rftheory.statements.certificates import Kept

_FILE = '''
"""A statement of the tests."""
import sympy as sp

from rftheory.chains.chain import Chain
from rftheory.rules.propositions import Equality, Inequality
from rftheory.statements.claims import Claim, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(id="fake.NAME", paper="fake", location="Lemma 1", kind="identity", title="The statement NAME")
x = sp.Symbol("x", real=True)
LINE = Domain((Range(x),))


def claims():
    gap = x**4 - x**2 + CONSTANT
    square = Chain(gap).ge(sp.Integer(0))
    return [
        Claim("quartic", "a gap", Inequality(gap, ">", sp.Integer(0)), LINE, square),
        Claim("binomial", "a square of a sum", Equality((x + 1) ** 2, x**2 + 2 * x + 1), LINE),
    ]
'''
_NAMES = ("first", "second", "third")


def _write(house: House, name: str, constant: int = 1) -> Kept:
    return Kept.beside(house.write(f"{name}.py", _FILE.replace("NAME", name).replace("CONSTANT", str(constant))))


@pytest.fixture
def three(house: House, monkeypatch: pytest.MonkeyPatch) -> dict[str, Kept]:
    # the lemmas of the library have tests of their own, and are not written here
    monkeypatch.setattr(theory, "make_theory", list)
    return {name: _write(house, name) for name in _NAMES}


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements that are searched, in a thread of this process."""
    asked: list[str] = []

    def counted(statement: str, *more: Any) -> Certified:
        asked.append(statement.removeprefix("fake."))
        return certify(statement, *more)

    monkeypatch.setattr(keeping, "certify", counted)
    monkeypatch.setattr(keeping, "open_executor", lambda *_: open_executor("threads", 1))
    return asked


def _interrupt(monkeypatch: pytest.MonkeyPatch, after: str) -> pytest.MonkeyPatch:
    """Ctrl-C as soon as a statement is done."""
    real = command._echo_search

    def echo(one: keeping.KeptSearch, number: str) -> None:
        real(one, number)
        if one.statement == f"fake.{after}":
            raise KeyboardInterrupt

    monkeypatch.setattr(command, "_echo_search", echo)
    return monkeypatch


def test_it_goes_on_where_it_was_interrupted(
    house: House, three: dict[str, Kept], searched: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        _interrupt(patch, "second")
        result = house.run("certify", "--all", "--keep")
    assert result.exit_code == 130
    assert f"2 of 3 statements are searched and recorded in {house.receipts}" in result.stderr
    assert three["second"].exists and not three["third"].exists
    result = house.run("certify", "--all", "--keep")
    assert result.exit_code == 0, result.output
    # the third may have been begun before
    assert searched[:2] == ["first", "second"] and {*searched[2:]} == {"third"}
    assert all(kept.exists for kept in three.values())
    # the whole run is told, also what was done before the interruption
    assert "6 claims proved\n6 found that were not kept:" in result.stdout


def test_what_it_rests_on_is_searched_again_when_it_changes(
    house: House, three: dict[str, Kept], searched: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert house.run("certify", "--all").exit_code == 0
    _write(house, "second", 2)
    house.run("certify", "--all")
    assert searched == [*_NAMES, "second"]
    # a search that keeps is another one: this one has nothing to keep any more
    house.run("certify", "--all", "--keep")
    assert searched[:4] == [*_NAMES, "second"] and sorted(searched[4:]) == sorted(_NAMES)
    three["third"].certificate.unlink()
    house.run("certify", "--all", "--keep")
    assert searched[-1] == "third" and len(searched) == 8 and three["third"].exists
    monkeypatch.setattr("rftheory.statements.receipts.version", lambda library: "another")
    monkeypatch.setattr("rftheory.statements.receipts.library_versions", lambda: {"sympy": "another"})
    house.run("certify", "--all", "--keep")
    assert len(searched) == 11


def test_a_claim_that_is_lost_is_named_and_its_certificate_stays(
    house: House, three: dict[str, Kept], searched: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert house.run("certify", "--all", "--keep").exit_code == 0
    before = {name: kept.digest() for name, kept in three.items()}
    # what no digest of code sees: the records of a search with other limits are elsewhere
    house.receipts = house.receipts.with_name("others")
    monkeypatch.setattr(search, "STEPS", 3)
    for _ in range(2):
        result = house.run("certify", "--all", "--keep")
        assert result.exit_code == 1
        assert "3 no longer found; the certificates that prove them stay:" in result.stdout
        assert "  fake.second: quartic: " in result.stdout
        assert {name: kept.digest() for name, kept in three.items()} == before
    assert len(searched) == 6
    assert house.run("certify", "fake.first").exit_code == 1


def test_what_the_clock_ends_is_no_failure_and_is_not_recorded(
    house: House, three: dict[str, Kept], searched: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(search, "SECONDS", -1.0)
        result = house.run("certify", "--all", "--keep")
    assert result.exit_code == 1
    assert "6 ended by the clock, not by their steps:" in result.stdout
    assert "fake.third: quartic: the clock ended this goal after" in result.stdout
    assert "no longer found" not in result.stdout
    assert not any(path.exists() for kept in three.values() for path in kept.files)
    assert house.run("certify", "--all", "--keep").exit_code == 0
    assert len(searched) == 6 and all(kept.exists and not kept.left.exists() for kept in three.values())


def test_a_search_that_stops_is_named_and_comes_again(
    house: House, three: dict[str, Kept], searched: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert house.run("certify", "--all", "--keep").exit_code == 0
    before = three["first"].digest()
    house.write("first.py", "raise ValueError('no')\n" + _FILE.replace("NAME", "first").replace("CONSTANT", "1"))
    for _ in range(2):
        result = house.run("certify", "--all", "--keep")
        assert result.exit_code == 1
        assert "1 statements whose search stopped:\n  fake.first: the search ended: ValueError: no" in result.stdout
    assert three["first"].digest() == before


def test_a_certificate_is_never_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Kept.beside(tmp_path / "one.py")
    kept.write(b"spec", b"certificate")
    monkeypatch.setattr(os, "fdopen", lambda *_: (_ for _ in ()).throw(OSError("the disk is full")))
    with pytest.raises(OSError, match="full"):
        kept.write(b"more", b"another")
    assert kept.read() == (b"spec", b"certificate")


@pytest.mark.parametrize("arguments", [(), ("--all", "fake.first"), ("--all", "-o", "one.cert")])
def test_statements_are_named_or_all_are_meant(house: House, arguments: tuple[str, ...]) -> None:
    assert house.run("certify", *arguments).exit_code == 2


def test_a_kept_certificate_is_what_was_found(house: House, three: dict[str, Kept], searched: list[str]) -> None:
    house.run("certify", "--all", "--keep")
    spec, certificate = three["first"].read()
    assert {outcome.verdict for outcome in replay(certificate, spec, {})} == {"proved"}
