"""The table of axioms: each at random complex and boundary points, broken ones are caught, directed attacks are refused."""

from __future__ import annotations

import random
import zlib
from typing import Any

import pytest

from rftheory.kernel import tables
from rftheory.kernel.tables import ENTRIES, NUMBERS, REST, TableAxiom, entry, parsed
from rftheory.kernel.terms import var
from tests.kernel.fuzz_tables import an_instance
from tests.kernel.harness import Counts, FalseTheorem, check

X, Y = var(0, "real"), var(1, "real")


def tried(entry: TableAxiom, count: int) -> Counts:
    return check(lambda rng: an_instance(rng, entry), random.Random(zlib.crc32(entry.name.encode())), count, 3)


#: their integrals are found by quadrature
SLOW = {"gamma.integral", "erf.integral", "beta.integral"}


@pytest.mark.parametrize("name", ENTRIES)
def test_an_axiom_holds(name: str) -> None:
    given = ENTRIES[name]
    counts = tried(given, 2 if name in SLOW else 8 if given.variables else 1)
    assert counts.true, counts


@pytest.mark.parametrize(
    "line",
    [
        "false.sqrt a ; ; (= (sqrt (pow a 2)) (abs a))",
        "false.log a b ; (!= a 0) (!= b 0) ; (= (log (* a b)) (+ (log a) (log b)))",
        "false.power a b e ; (real e) ; (= (rpow (* a b) e) (* (rpow a e) (rpow b e)))",
        "false.twice a e f ; (!= a 0) (real e) (real f) ; (= (rpow (rpow a e) f) (rpow a (* e f)))",
        "false.root a q ; (real a) ; (= (root q (pow a q)) a)",
        "false.inverse a ; (!= a 0) ; (= (sqrt (inv a)) (inv (sqrt a)))",
        "false.exp a ; ; (= (log (exp a)) a)",
        "false.conj a ; ; (= (conj a) a)",
        "false.conj_root a ; ; (= (conj (sqrt a)) (sqrt (conj a)))",
        "false.abs a ; (real a) ; (= (abs a) a)",
        "false.abs_strict a ; ; (< 0 (abs a))",
        "false.triangle ... ; ; (<= (+ (abs ...)) (abs (+ ...)))",
        "false.sin a ; ; (<= (sin a) 1)",
        "false.cos.sum a b ; ; (= (cos (+ a b)) (+ (* (cos a) (cos b)) (* (sin a) (sin b))))",
        "false.sgn a ; (real a) ; (= (pow (sgn a) 2) 1)",
        "false.cauchy v w ; ; (< (pow (dot v w) 2) (* (norm2 v) (norm2 w)))",
        "false.dot v w ; ; (<= (dot v w) (norm2 v))",
        "false.gamma a ; (< 0 a) ; (<= 1 (gamma a))",
        "false.bessel k z ; (int? k) ; (= (bessel_j (neg k) z) (bessel_j k z))",
        "false.binomial a z ; (real a) (< (abs z) 1) ; (= (pfq 1 0 a z) (rpow (+ 1 (neg z)) a))",
        "false.erf a ; (real a) ; (< 0 (erf a))",
        "false.atan a ; (real a) (!= a 0) ; (= (+ (atan a) (atan (inv a))) (* 1/2 pi))",
        "false.exp.low a ; (real a) ; (< (+ 1 a) (exp a))",
        "false.zero a ; (!= a 0) ; (= (* a (inv a)) 0)",
        "false.coordinates v w d ; (dim v d) ; (= (dot v w) (sum 1 d (* (coord v @k) (coord v @k))))",
        "false.beta.integral a b ; (< 0 a) (< 0 b) ; (= (* (gamma a) (gamma b)) "
        "(* (gamma (+ a b)) (int 0 (* 1/2 pi) (* (rpow (sin @r) (+ (* 2 a) -1)) (rpow (cos @r) (+ (* 2 b) -1))))))",
        "false.erf.integral a ; (<= 0 a) ; (= (erf a) (int 0 a (exp (neg (pow @r 2)))))",
    ],
)
def test_a_false_axiom_is_caught(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    false = entry(line)
    monkeypatch.setitem(tables.ENTRIES, false.name, false)
    with pytest.raises(FalseTheorem):
        tried(false, 30 if "int" in line else 300)


def test_every_line_has_its_variables() -> None:
    def words(pattern: Any) -> set[str]:
        return {pattern} if isinstance(pattern, str) else set().union(*map(words, pattern[1:]))

    assert len(ENTRIES) == len([line for line in tables.TABLE.splitlines() if line])
    for found in ENTRIES.values():
        used = set().union(*(words(pattern) for pattern in (*found.conditions, found.conclusion)))
        letters = {word for word in used if word == REST or (word.isalpha() and word not in ("pi", "imag", "oo"))}
        letters |= {word[-1] for word in used if word[-1] in NUMBERS}
        assert letters - {"imag"} == set(found.variables), found.name


def test_the_parser() -> None:
    assert parsed("(= (pow (root q b) q) b)") == [("=", ("pow", ("root", "q", "b"), "q"), "b")]
