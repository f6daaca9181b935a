"""The table of what helps: its page, that it answers every message of the prover, and formulas in the notation of the file."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
import sympy as sp
from hypothesis import example, given
from hypothesis import strategies as st

from rftheory import vocabulary
from rftheory.answers.infix import readable
from rftheory.answers.messages import HELPS, OTHER, Help, help_for, page
from rftheory.chains.chain import Chain
from rftheory.judges.comparison import RELATIVE_RADIUS
from rftheory.kernel.text import print_term
from rftheory.numbers.balls import enclose
from rftheory.prover.setting import Setting
from rftheory.prover.trace import Trace
from rftheory.prover.translate import translate
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from rftheory.statements.printing import text

_ROOT = Path(__file__).parent.parent


def _messages() -> frozenset[str]:
    """What the prover, the kernel and the check say; a number stands for what is put in."""
    found = set()
    for room in ("prover", "kernel", "answers"):
        for file in (_ROOT / "rftheory" / room).glob("*.py"):
            if file.stem == "messages":
                continue
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant | ast.JoinedStr):
                    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
                    found.add("".join(str(part.value) if isinstance(part, ast.Constant) else "0" for part in parts))
    return frozenset(found)


# -- the table --------------------------------------------------------------------------------------------------------


def test_the_page_is_that_of_the_table() -> None:
    assert (_ROOT / "docs" / "messages.md").read_text(encoding="utf-8") == page()


def test_every_row_is_of_a_message_that_is_said_and_answers_what_it_shows() -> None:
    answered = {help_for(message) for message in _messages()}
    assert [one.says for one in HELPS if one not in answered] == []
    assert [one.shown for one in HELPS if help_for(one.shown) is not one] == []


def test_what_no_row_is_of_is_answered_too() -> None:
    assert help_for("") is OTHER and OTHER.do


@pytest.mark.parametrize("one", [*HELPS, OTHER], ids=lambda one: one.shown)
def test_what_helps_exists(one: Help) -> None:
    """Methods of chains and of claims, and words of statement files."""
    named = re.findall(r"`[^`]*`", one.do)
    for method in re.findall(r"(?:`|\))\.(\w+)\(", " ".join(named)):
        assert hasattr(Chain, method) or hasattr(Claim, method), method
    for word in re.findall(r"(?<![.\w])([A-Za-z]\w*)\(", " ".join(named)):
        assert hasattr(vocabulary, word) or hasattr(Domain, word), word
    for other in re.findall(r"docs/\w+\.md", one.do):
        assert (_ROOT / other).is_file()


# -- formulas ---------------------------------------------------------------------------------------------------------

X, Y = sp.symbols("x y", positive=True)
_LEAVES = st.sampled_from([X, Y, sp.Integer(2), sp.Rational(1, 3), sp.pi])
_FORMULAS = st.recursive(
    _LEAVES,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda two: two[0] + two[1]),
        st.tuples(inner, inner).map(lambda two: two[0] * two[1]),
        st.tuples(inner, inner).map(lambda two: two[0] / (1 + two[1] ** 2)),
        inner.map(sp.exp),
        inner.map(lambda one: sp.sqrt(1 + one**2)),
        inner.map(lambda one: -one),
        inner.map(lambda one: one ** sp.Rational(1, 3)),
    ),
    max_leaves=6,
)


def _kernel(expr: sp.Expr) -> str:
    setting = Setting(Trace(), Domain((Range(X, 0, None, "()"), Range(Y, 0, None, "()"))), (expr,))
    return print_term(translate(expr, setting), setting.names)


@given(_FORMULAS)
def test_a_formula_is_told_as_the_file_has_it(expr: sp.Expr) -> None:
    """Read back it is the same expression: no part of it is lost, and it is none of the kernel's lists."""
    said = readable(f"no sign of {_kernel(expr)} (because)")
    assert said.startswith("no sign of ") and said.endswith(" (because)")
    read = sp.sympify(said.removeprefix("no sign of ").removesuffix(" (because)"), locals={"x": X, "y": Y})
    first, second = (
        enclose(each, {X: sp.Rational(2, 7), Y: sp.Rational(5, 3)}, RELATIVE_RADIUS) for each in (read, expr)
    )
    assert first.overlaps(second)


@example((X**2 + 2) ** sp.Rational(1, 6), 23)
@given(_FORMULAS, st.integers(1, 60))
def test_a_formula_that_was_cut_ends_with_dots_and_no_message_is_lost(expr: sp.Expr, length: int) -> None:
    whole = _kernel(expr)
    said = readable(f"no sign of {whole[:length]}...")
    assert said.startswith("no sign of ") and "..." in said


@pytest.mark.parametrize(
    "message",
    [
        "",
        "plain words",
        "words (in parentheses), and (more (of them))",
        "(",
        ")(",
        "f(x) = (a, b)",
        "an end ((",
        "[1, 2]",
    ],
)
def test_prose_stays_as_it_is(message: str) -> None:
    assert readable(message) == message


def test_binders_and_relations_have_the_notation_of_the_file() -> None:
    k = sp.Symbol("k1", integer=True)
    assert readable("(sum (k1 0 oo) (* k1 x))") == text(sp.Sum(k * X, (k, 0, sp.oo)))
    assert readable("(<= x (+ y 1)) fails") == "x <= y + 1 fails"
    cut = text(sp.Symbol("...") + 1)
    assert readable("(+ 1 (pow x_... <= (exp x)") == f"{cut} <= exp(x)"
