"""Limits of which the vectors depend: what is proved is said of each dimension of the domain, or it is refused."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from rftheory.chains.claims import claims_of
from rftheory.kernel.theorems import Kernel
from rftheory.prover.failure import Unproved
from rftheory.prover.spec import entry
from rftheory.statements.claims import Claim

FILE = """
from rftheory.vocabulary import *
from rftheory.coordinates import d

STATEMENT = statement("limit", "Lemma 1", "A limit", id="mine.limit", paper="mine")
w = Projection("w")
DOMAIN = Domain(({ranges}))
CLAIMS = (claim("limit: one of pairs", tends({expr}, {variable}, 0, {value}, "+"), DOMAIN),)
"""
ANGLE = "Range(r, 0, None, '()'), Range(theta, 0, sp.pi, '()')"
CLOSED = "Range(r, 0, None, '()'), Range(theta, 0, sp.pi)"
PRODUCT = "Expectation(w.dot(EQUAL_PAIR.x) * w.dot(EQUAL_PAIR.y))"
ONE_VECTOR = "Expectation(w.dot(EQUAL_PAIR.x)**2)"


def limit_of(folder: Path, **words: str) -> Claim:
    """The claim of a statement file."""
    path = folder / "limit.py"
    path.write_text(FILE.format(**words))
    found = spec_from_file_location("limit_of_pairs", path)
    assert found is not None and found.loader is not None
    module = module_from_spec(found)
    found.loader.exec_module(module)
    (claim,) = claims_of(module)
    return claim


@pytest.mark.parametrize(
    ("ranges", "variable", "value", "reason"),
    [
        # the row would say d >= 1, and the context with two orthonormal vectors has no point with d = 1
        (f"{ANGLE}, Range(d, 1, None, '[]', integer=True)", "theta", "r**2", "fewer dimensions"),
        # of two lengths that go to 0, the angles 0 and pi are those of vectors of R^1 as well
        (CLOSED, "r", "0", "may be in a smaller space"),
        (CLOSED.replace("sp.pi", "sp.pi / 2, '[)'"), "r", "0", "may be in a smaller space"),
    ],
)
def test_a_limit_that_would_leave_out_a_dimension_is_refused(
    tmp_path: Path, ranges: str, variable: str, value: str, reason: str
) -> None:
    claim = limit_of(tmp_path, ranges=ranges, expr=PRODUCT, variable=variable, value=value)
    with pytest.raises(Unproved, match=reason):
        entry("mine.limit/limit", claim, Kernel())


@pytest.mark.parametrize(
    ("ranges", "expr", "variable", "least"),
    [
        # an angle between 0 and pi is one of vectors of at least two dimensions, whatever the ends of its range
        (ANGLE, PRODUCT, "theta", 2),
        (CLOSED, PRODUCT, "theta", 2),
        (ANGLE, PRODUCT, "r", 2),
        (f"{ANGLE}, Range(d, 2, None, '[]', integer=True)", PRODUCT, "theta", 2),
        (f"{ANGLE}, Range(d, 3, None, '[]', integer=True)", PRODUCT, "theta", 3),
        # all pairs of a space of two dimensions, also those that depend on each other
        (f"{CLOSED}, Range(d, 2, None, '[]', integer=True)", PRODUCT, "r", 2),
        # one vector has room in any dimension
        (CLOSED, ONE_VECTOR, "r", 1),
        (f"{CLOSED}, Range(d, 1, None, '[]', integer=True)", ONE_VECTOR, "r", 1),
    ],
)
def test_vectors_that_are_in_no_smaller_space_have_a_limit(
    tmp_path: Path, ranges: str, expr: str, variable: str, least: int
) -> None:
    value = "r**2" if variable == "theta" else "0"
    made = entry(
        "mine.limit/limit", limit_of(tmp_path, ranges=ranges, expr=expr, variable=variable, value=value), Kernel()
    )
    (declared,) = [one for one in made.setting.context.declarations if one.data[0] == "int"]
    assert declared.args[0].data == least and made.prop.op == "lim"
