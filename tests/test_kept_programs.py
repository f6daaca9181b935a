"""Feature maps by the programs that are kept: those of the components, and there without SymPy in a fraction of a second."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from feature_maps import COUPLINGS, X, Y
from tolerances import ulps

from rftheory import catalogue
from rftheory.families import programs
from rftheory.features.ready import ready

TOOLS = Path(__file__).resolve().parent.parent / "tools"
#: exponents are at most 20 and sums of 7 terms, numbers of programs are right to 8 ulps
ROUNDED = ulps(8 * 7 * 20)
CASES = [
    ("positive", {}),
    ("trig", {}),
    ("hyperbolic", {}),
    ("random-phase-cosine", {}),
    ("gerf", {"A": -0.1}),
    ("gerf", {"A": 0.1, "s": -1}),
    ("oprf", {}),
    ("oprf", {"square": 2}),
]


def test_what_is_kept_is_what_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(TOOLS))
    import programs as tool

    assert tool.text() == programs.FILE.read_text(encoding="utf-8")
    # a slip in a component shows
    monkeypatch.setitem(tool.FAMILIES, "positive", {1: catalogue.family("hyperbolic")})
    assert tool.text() != programs.FILE.read_text(encoding="utf-8")


@pytest.mark.parametrize("side", ["x", "y"])
@pytest.mark.parametrize(("name", "parameters"), CASES, ids=repr)
def test_a_kept_program_is_the_map_of_the_family(name, parameters, side) -> None:
    kept = ready(name, parameters)
    assert kept is not None
    family, drawn = kept.fit(X, Y, 5), np.random.default_rng(0).normal(size=(6, 5 + kept.auxiliary))
    found = family.parts(X, drawn, side).features(X)
    expected = family.exact(5).features(X, drawn, side)
    assert found.dtype == expected.dtype
    assert np.allclose(found, expected, rtol=0, atol=ROUNDED * np.abs(expected).max())
    assert (family.kernel, family.auxiliary) == (family.exact(5).kernel, family.exact(5).auxiliary)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("gerf", {}),
        ("gerf", {"A": 0.2}),
        ("gerf", {"A": 0.1 + 0.1j}),
        ("gerf", {"A": -0.1, "s": 2}),
        ("gerf", {"A": float("nan")}),
        ("oprf", {"square": -1}),
        ("oprf", {"d": 3}),
        ("positive", {"A": 1}),
        ("poisson", {}),
        ("absent", {}),
    ],
    ids=repr,
)
def test_all_else_is_asked_of_the_family(name, parameters) -> None:
    assert ready(name, parameters) is None


def test_extensions_may_have_any_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert ready("positive", {}) is not None
    monkeypatch.setenv("RFTHEORY_EXTENSIONS", str(tmp_path))
    assert ready("positive", {}) is None


def test_a_map_is_there_without_the_algebra() -> None:
    """Processor time of import, fit and transform, beside that of numpy: a tenth of a second, 0.5 s are allowed."""
    run = f"""
import sys, time
import numpy as np
rows = np.random.default_rng(0).normal(size=(100, 16)) / 10
start = time.process_time()
import rftheory
made = rftheory.features.make("oprf", coupling="orthogonal", kernel="gaussian", m=64, seed=0).fit_transform(rows)
spent = time.process_time() - start
for name, parameters in {CASES!r}:
    for coupling in {COUPLINGS!r}:
        rftheory.features.make(name, coupling=coupling, kernel="gaussian", m=6, seed=0, **parameters).fit(rows).transform(rows)
slow = ("sympy", "sklearn", "mpmath", "flint", "rftheory.catalogue")
print(made.shape, sorted(set(slow) & set(sys.modules)), spent < 0.5)
"""
    done = subprocess.run([sys.executable, "-c", run], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "(100, 64) [] True"
