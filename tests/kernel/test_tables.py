"""The table of axioms: each at random complex and boundary points, broken ones are caught, directed attacks are refused."""

from __future__ import annotations

import random
import zlib
from typing import Any

import pytest

from rftheory.kernel import tables
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.tables import ENTRIES, NUMBERS, REST, TableAxiom, entry, parsed
from rftheory.kernel.terms import IMAG, ONE, PI, TWO, ZERO, Term, declare, make, power, rat, var
from rftheory.kernel.theorems import Kernel, Theorem
from tests.kernel.bench import refused
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


# -- directed ---------------------------------------------------------------------------------------------------------


def context_of(*entries: Term) -> tuple[Kernel, Context]:
    kernel, context = Kernel(), EMPTY
    for added in entries:
        context = kernel.declare(context, added)
    return kernel, context


def atom(kernel: Kernel, context: Context, schema: str, terms: Any, numbers: Any = (), premises: Any = ()) -> Theorem:
    return kernel.infer("ATOM", context, schema=schema, terms=terms, numbers=numbers, premises=premises)


REAL = declare("real")


@pytest.mark.parametrize(
    ("entries", "schema", "terms", "numbers"),
    [
        ([REAL], "log.product", [rat(-1), rat(-1)], []),
        ([REAL], "exp.log", [X], []),
        ([REAL], "log.exp", [make("*", (IMAG, X))], []),
        ([REAL], "sqrt.of_square", [IMAG], []),
        ([REAL], "sqrt.of_square", [make("*", (IMAG, X))], []),
        ([REAL], "sqrt.product", [X, X], []),
        ([REAL], "rpow.product", [X, X, rat(1)], []),
        ([REAL], "rpow.sum", [X, ONE, rat(-1)], []),
        ([declare("real", low=ZERO)], "rpow.sum", [X, ONE, rat(-1)], []),
        ([REAL], "rpow.negative", [X], [1]),
        ([REAL], "rpow.of_zero", [ZERO], []),
        ([REAL], "rpow.natural", [X], [-1]),
        ([REAL], "rpow.natural", [X], [True]),
        ([REAL], "rpow.natural", [X], [10**9]),
        ([REAL], "root.rpow", [X], [0]),
        ([REAL], "root.rpow", [X], [1]),
        ([REAL], "abs.same", [X], []),
        ([REAL], "abs.positive", [X], []),
        ([REAL], "abs.above", [IMAG], []),
        ([REAL], "cos.high", [IMAG], []),
        ([REAL], "exp.tangent", [IMAG], []),
        ([REAL], "sgn.positive", [X], []),
        ([REAL], "sgn.abs", [IMAG], []),
        ([REAL], "conj.real", [make("sqrt", (X,))], []),
        ([REAL], "conj.inverse", [X], []),
        ([REAL], "re.real", [make("log", (X,))], []),
        ([REAL], "geometric.series", [X], []),
        ([REAL], "log.series", [rat(3)], []),
        ([REAL], "gamma.next", [make("neg", (X,))], []),
        ([REAL], "gamma.integral", [ONE], []),
        ([REAL], "bessel_i.next", [ONE, ZERO], []),
        ([REAL], "bessel_i.series", [rat(-1), X], []),
        ([REAL], "bessel_i.mirror", [X, ONE], []),
        ([REAL], "tanh.high", [IMAG], []),
        ([REAL], "circle", [Y], []),
        ([REAL], "circle", [], []),
        ([REAL], "circle", [X, X], []),
        ([REAL], "conj.sum", [X], []),
        ([REAL], "circle", [make("inv", (X,))], []),
        ([REAL], "no.axiom", [X], []),
        ([REAL], "exp.prod", [X, X], [2]),
        ([REAL], "exp.prod", [X], [1]),
        ([REAL], "exp.prod", [], []),
        ([REAL], "exp.prod", [X, X, X], [1, 0]),
        ([REAL], "exp.prod", [X, X, make("inv", (X,))], [1, 1]),
        ([REAL, declare("vec", TWO), declare("vec", rat(3))], "dot.symmetric", [var(1, "vec"), var(2, "vec")], []),
        ([REAL, declare("vec", TWO)], "dot.scale", [IMAG, var(1, "vec"), var(1, "vec")], []),
        ([REAL, declare("vec", TWO)], "norm2.dot", [X], []),
        ([REAL, declare("vec", TWO)], "norm2.dot", [make("vscale", (IMAG, var(1, "vec")))], []),
        ([REAL, declare("vec", TWO)], "coord.scale", [X, var(1, "vec"), rat(3)], []),
        ([REAL, declare("vec", TWO)], "dot.coordinates", [var(1, "vec"), var(1, "vec"), rat(3)], []),
        ([REAL, declare("vec", TWO)], "dot.of_zero", [var(1, "vec"), var(1, "vec")], []),
    ],
)
def test_refused(entries: list[Term], schema: str, terms: list[Term], numbers: list[int]) -> None:
    kernel, context = context_of(*entries)
    refused(atom, kernel, context, schema, terms, numbers)


def test_premises_serve_conditions_and_no_other() -> None:
    """A premise is a condition or plainly stronger, in the context or a prefix; an idle one is refused."""
    kernel, context = context_of(REAL, declare("real"), make("<=", (ZERO, Y)), make("=", (power(Y, 2), X)))
    root = atom(kernel, context, "sqrt.unique", [X, Y])
    assert root.judgement is make("=", (make("sqrt", (X,)), Y))
    assert root.axioms == {"atom.sqrt.unique"}
    # a premise that no condition asks for
    refused(atom, kernel, context, "circle", [X], premises=[root])
    # a premise from a context that goes another way
    other = kernel.declare(kernel.declare(EMPTY, REAL), make("!=", (X, ZERO)))
    positive = atom(kernel, other, "abs.positive", [X])
    plain = kernel.declare(EMPTY, REAL)
    refused(atom, kernel, plain, "log.inverse", [make("abs", (X,))], premises=[positive])
    inverse = atom(kernel, other, "log.inverse", [make("abs", (X,))], premises=[positive])
    assert inverse.axioms == {"atom.abs.positive", "atom.log.inverse"}
    # < serves for <=
    refused(atom, kernel, plain, "abs.same", [make("sinh", (X,))])


def test_exponents_of_sums() -> None:
    kernel, context = context_of(REAL, declare("real"))
    total = make("+", (make("*", (TWO, X)), make("neg", (Y,))))
    found = atom(kernel, context, "exp.prod", [total, X, Y], [2, -1])
    factors = (power(make("exp", (X,)), 2), make("inv", (make("exp", (Y,)),)))
    assert found.judgement is make("=", (make("exp", (total,)), make("*", factors)))
    empty = atom(kernel, context, "exp.prod", [make("+", (X, make("neg", (X,))))])
    assert empty.judgement.args[1] is ONE


def maximum(kernel: Kernel, context: Context, body: Term, radius: Term = X) -> tuple[Context, Term]:
    """The maximum over one ball of R^2, its continuity listed by way of CONT."""
    found = make("max", (TWO, radius, body), 1)
    theorem = kernel.infer("CONT_BALLS_OF_TEST", context, term=found)
    kernel.use(context, theorem)
    return context, found


@pytest.fixture
def continuous() -> Any:
    from rftheory.kernel.schemas import TERM
    from rftheory.kernel.theorems import RULES, rule

    @rule("CONT_BALLS_OF_TEST", term=TERM)
    def listed(kernel: Kernel, context: Context, term: Term) -> Term:
        return make("cont_balls", term.args, term.data)

    yield
    del RULES["CONT_BALLS_OF_TEST"]


def test_maxima(continuous: None) -> None:
    from rftheory.kernel.contexts import open_binder
    from rftheory.kernel.terms import bound

    kernel, context = context_of(REAL, declare("vec", TWO), make("<=", (make("norm2", (var(1, "vec"),)), power(X, 2))))
    _, largest = maximum(kernel, context, make("norm2", (bound(0, "vec"),)))
    v = var(1, "vec")
    inside = make("<=", (make("norm2", (v,)), power(X, 2)))
    from rftheory.kernel.rules import structure  # noqa: F401

    fact = kernel.infer("HYP", context, fact=inside)
    member = atom(kernel, context, "max.member", [largest, v], premises=[fact])
    assert member.judgement is make("<=", (make("norm2", (v,)), largest))
    inner, (w,) = open_binder(context, largest)
    for step in (inner.parent, inner):
        assert step is not None and step.parent is not None and step.entry is not None
        kernel.declare(step.parent, step.entry)
    held = kernel.infer("HYP", inner, fact=make("<=", (make("norm2", (w,)), power(X, 2))))
    above = atom(kernel, context, "max.bound", [largest, power(X, 2)], premises=[held])
    assert above.judgement is make("<=", (largest, power(X, 2)))
    for terms, premises in (
        ([largest, v], []),
        ([largest], []),
        ([largest, v], [held]),
        ([largest, make("vadd", (v, v))], [fact]),
        ([make("max", (TWO, ONE, largest.args[-1]), 1), v], [fact]),
    ):
        refused(atom, kernel, context, "max.member", terms, premises=premises)
    for terms, premises in (
        ([largest, power(X, 2)], [fact]),
        ([largest, make("norm2", (w,))], [held]),
        ([largest, ONE], [held]),
        ([largest, power(X, 2)], []),
    ):
        refused(atom, kernel, context, "max.bound", terms, premises=premises)


def test_the_parser() -> None:
    assert parsed("(= (pow (root q b) q) b)") == [("=", ("pow", ("root", "q", "b"), "q"), "b")]
    assert PI.op == "pi"
