"""What SymPy evaluates while a statement file is loaded is refused, wherever it is asked for; proofs and the library may ask."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from textwrap import dedent

import pytest
import sympy as sp

from rftheory.judges import kernel_judge
from rftheory.judges.workers import Check
from rftheory.statements import evaluated
from rftheory.statements.evaluated import EvaluatedWhileLoading
from rftheory.statements.files import listed
from rftheory.statements.verdicts import Verdict

_HEAD = """
    from rftheory.vocabulary import *
    from {package}._helper import *

    STATEMENT = statement("inequality", "-", "a derivative that does not exist", id="mine.one", paper="mine")
    x = sp.Symbol("x", real=True)
    k = sp.Symbol("k", integer=True, nonnegative=True)
    f = sp.Piecewise((x, x < 1), (x + 5, True))
    DOMAIN = Domain((Range(x, 0, 2),))
"""
#: "f has a derivative on [0, 2], and f'(x) x^2 + 1 >= 1": there is none at 1
_CLAIM = """
    CLAIMS = (
        claim("c: about f'", ge(claimed, 1), DOMAIN, Chain(claimed).ge(1)),
    )
"""
_HELPER = """
    import sympy as sp

    def hidden(function, variable):
        return sp.Derivative(function, variable).doit()

    def twice(function, variable):
        return [part.diff(variable) for part in (function, function)][0]
"""
#: how the side is made; each is the line after the head
_ASKED = {
    "diff": "claimed = sp.diff(f, x) * x**2 + 1",
    "the method": "claimed = f.diff(x) * x**2 + 1",
    "doit": "claimed = sp.Derivative(f, x).doit() * x**2 + 1",
    "a flag": "claimed = sp.Derivative(f, x, evaluate=True) * x**2 + 1",
    "a helper": "claimed = hidden(f, x) * x**2 + 1",
    "a comprehension in a helper": "claimed = twice(f, x) * x**2 + 1",
    "a name of its own": "from sympy import diff as slope; claimed = slope(f, x) * x**2 + 1",
    "the defining module": "from sympy.core.function import diff; claimed = diff(f, x) * x**2 + 1",
    "a name looked up": "claimed = getattr(f, 'di' + 'ff')(x) * x**2 + 1",
    "map": "claimed = next(map(sp.diff, [f], [x])) * x**2 + 1",
    "a method of a class": "claimed = sp.Expr.diff(f, x) * x**2 + 1",
    "a matrix": "claimed = sp.Matrix([f]).diff(x)[0] * x**2 + 1",
    "limit": "claimed = sp.limit(sp.sin(x) / x, x, 0) * x**2 + 1",
    "series": "claimed = sp.series(sp.exp(x**2), x, 0, 2).removeO() * x**2 + 1",
    "integrate": "claimed = sp.integrate(x, (x, 0, 1)) * x**2 + 1",
    "a sum": "claimed = sp.summation(2**-k, (k, 0, sp.oo)) * x**2 + 1",
    "a sum by doit": "claimed = sp.Sum(2**-k, (k, 0, sp.oo)).doit() * x**2 + 1",
    "simplify": "claimed = sp.simplify(sp.Derivative(f, x)) * x**2 + 1",
    "a root": "claimed = sp.solve(x**2 - 4, x)[1] * x**2 + 1",
    "a domain": "claimed, DOMAIN = x**2 + 1, DOMAIN.where(sp.Ge(sp.diff(x**2, x), 0))",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package of a user, whose modules are forgotten afterwards."""
    folder = tmp_path / "mine_evaluated"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "_helper.py").write_text(dedent(_HELPER))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(evaluated, "_packages", {*evaluated._packages, folder.name})
    yield folder
    for name in [name for name in sys.modules if name.split(".")[0] == folder.name]:
        sys.modules.pop(name)


def _write(package: Path, *parts: str) -> None:
    head = dedent(_HEAD).format(package=package.name)
    (package / "one.py").write_text(head + "".join(dedent(part) for part in parts))


@pytest.mark.parametrize("name", _ASKED)
def test_a_side_that_sympy_evaluates_is_refused_with_file_and_line(name: str, package: Path) -> None:
    _write(package, _ASKED[name], _CLAIM)
    with pytest.raises(EvaluatedWhileLoading) as refused:
        import_module(f"{package.name}.one")
    where = "_helper.py, line " if "helper" in name else f"one.py, line {len(dedent(_HEAD).splitlines()) + 1}:"
    assert str(package / where) in str(refused.value) and "Write " in str(refused.value)


def test_a_function_of_claims_is_watched_and_so_is_each_module(package: Path) -> None:
    _write(package, "def claims():\n    return [claim('c: c', eq(hidden(x**2, x), 2 * x), DOMAIN)]\n")
    with pytest.raises(EvaluatedWhileLoading, match="doit"):
        listed(import_module(f"{package.name}.one"))
    (package / "_helper.py").write_text("import sympy as sp\nx = sp.Symbol('x')\nslope = sp.diff(x**2, x)\n")
    (package / "two.py").write_text(f"from {package.name}._helper import *\n")
    sys.modules.pop(f"{package.name}._helper")
    for _ in range(2):
        with pytest.raises(EvaluatedWhileLoading, match=r"_helper\.py, line 3: SymPy's diff"):
            import_module(f"{package.name}.two")


def test_proofs_and_the_library_and_algebra_may_evaluate(package: Path) -> None:
    _write(
        package,
        """
        function, slope = sp.log(1 + x**2), 2 * x / (1 + x**2)
        OPEN = Domain((Range(x, 0, 2, "()"),))
        made = optimal_rho(x).subs(x, x**2).expand()
        CLAIMS = (
            claim("c: c", derivative(function, x, slope), OPEN, lambda: Chain(sp.diff(function, x)).eq(slope)),
            claim("h: h", derivative(x**3, x, 3 * x**2), OPEN, lambda: Chain(hidden(x**3, x))),
        )
        """,
    )
    module = import_module(f"{package.name}.one")
    assert [finding.answer for finding in kernel_judge.judge(module, "quick", 0).findings] == ["holds", "holds"]


def test_a_helper_of_no_package_of_statements_is_watched_as_well(package: Path) -> None:
    (package.parent / "mine_elsewhere.py").write_text(dedent(_HELPER))
    _write(package, "from mine_elsewhere import twice; claimed = twice(f, x) * x**2 + 1", _CLAIM)
    with pytest.raises(EvaluatedWhileLoading, match=r"mine_elsewhere\.py, line 8: SymPy's diff"):
        import_module(f"{package.name}.one")
    assert import_module("mine_elsewhere").twice(sp.Symbol("x") ** 2, sp.Symbol("x")) == 2 * sp.Symbol("x")
    sys.modules.pop("mine_elsewhere")


def test_sympy_is_as_it_was_afterwards(package: Path) -> None:
    before = (sp.diff, sp.Expr.diff, sp.Basic.doit, sp.Sum.doit, sp.limit, vars(sp.Derivative)["__new__"])
    _write(package, _ASKED["diff"], _CLAIM)
    with pytest.raises(EvaluatedWhileLoading):
        import_module(f"{package.name}.one")
    assert before == (sp.diff, sp.Expr.diff, sp.Basic.doit, sp.Sum.doit, sp.limit, vars(sp.Derivative)["__new__"])
    assert sp.diff(sp.Symbol("x") ** 2, sp.Symbol("x")) == 2 * sp.Symbol("x")


@pytest.mark.parametrize("name", ["diff", "a helper"])
def test_a_worker_refuses_such_a_file(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / f"mine_run_{len(name)}"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "_helper.py").write_text(dedent(_HELPER))
    _write(folder, _ASKED[name], _CLAIM)
    monkeypatch.setattr(evaluated, "_packages", {*evaluated._packages})
    monkeypatch.setattr(sys, "path", [*sys.path])
    judge = ("kernel", f"{folder.name}.one", "rftheory.judges.kernel_judge", "quick", 0)
    answer, _ = Check("mine.one", *judge, import_paths=(str(tmp_path),), packages=(folder.name,))(0)
    verdict = Verdict.from_json(answer)
    assert "EvaluatedWhileLoading" in verdict.error and verdict.answer == "undecided"
