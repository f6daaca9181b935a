"""Multiplying out by polynomial arithmetic agrees with SymPy's ``expand``, on polynomials and on everything else."""

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from rftheory.evidence import expansion
from rftheory.evidence.expansion import expanded

from rftheory.statements.printing import text

x, y = sp.symbols("x y", real=True)
p = sp.Symbol("p", positive=True)

_VARIABLES = (x, y, p, sp.pi, sp.sin(x), sp.cos(x / 2), sp.cosh(y), 1 / p, 1 / x**2, 1 / sp.sin(x))
_OTHERS = (sp.sqrt(2), sp.I, sp.exp(x), sp.exp(x * (y + 1)), sp.sqrt(p), 1 / (x + y), sp.sin(x * (y + 1)), sp.log(p))


def _trees(leaves: tuple[sp.Expr, ...]) -> st.SearchStrategy[sp.Expr]:
    numbers = st.fractions(-3, 3, max_denominator=4).map(lambda f: sp.Rational(f.numerator, f.denominator))
    few = {"min_size": 2, "max_size": 3}
    return st.recursive(
        st.sampled_from(leaves) | numbers,
        lambda part: (
            st.lists(part, **few).map(lambda parts: sp.Add(*parts))
            | st.lists(part, **few).map(lambda parts: sp.Mul(*parts))
            | st.tuples(part, st.integers(2, 3)).map(lambda pair: pair[0] ** pair[1])
        ),
        max_leaves=8,
    )


@settings(max_examples=40, deadline=None)
@given(_trees(_VARIABLES))
def test_polynomials_are_multiplied_out_as_sympy_does(expr: sp.Expr) -> None:
    assert expanded(expr) == sp.expand(expr)


@settings(max_examples=30, deadline=None)
@given(_trees(_VARIABLES + _OTHERS))
def test_everything_else_is_multiplied_out_as_sympy_does(expr: sp.Expr) -> None:
    assert expanded(expr) == sp.expand(expr)


@pytest.mark.parametrize("other", [*_OTHERS, sp.Float("0.5"), sp.Symbol("A", commutative=False), sp.oo])
def test_what_is_no_variable_is_left_to_sympy(other: sp.Expr) -> None:
    assert not expansion._collect(other * x + 1, {})


def test_polynomials_do_not_reach_sympy(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> sp.Expr:
        raise AssertionError("a polynomial was left to SymPy")

    expanded.cache_clear()
    expr = (x + sp.pi / 7 * sp.sin(y)) ** 3 * (1 / p - x)
    expected = sp.expand(expr)
    monkeypatch.setattr(expansion.sp, "expand", refuse)
    assert expanded(expr) == expected


@settings(max_examples=25, deadline=None)
@given(_trees(_VARIABLES + _OTHERS))
def test_remembered_text_is_what_str_gives(expr: sp.Expr) -> None:
    assert text(expr) == str(expr)
