"""Attacks on the kernel with values that no text has: forged theorems, numbers of another kind, terms of a monstrous size."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import flint
import pytest

from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import IMAG, MINUS_OO, ONE, OO, PI, TWO, ZERO, Term, bound, declare, make, power, rat, var
from rftheory.kernel.theorems import Kernel, Theorem
from tests.kernel.steps import Place
from tests.kernel.words import REAL, X, Y, add, fn, mul, refused, rel

# -- parameters that are not what they seem -------------------------------------------------------------------------


class Forged:
    """Speaks like a theorem, a context or a list of premises."""

    def __init__(self, judgement: Term, within: Context = EMPTY):
        self.judgement, self.context, self.axioms = judgement, within, frozenset[str]()
        self.parent, self.entry = EMPTY, judgement

    def within(self, _: Context) -> Term:
        return self.judgement

    def with_entry(self, _: Term) -> Context:
        return EMPTY

    def require(self, _: Term) -> None:
        """Lets every term pass."""

    def __hash__(self) -> int:
        return hash(EMPTY)

    def __eq__(self, other: object) -> bool:
        return True


class Changing(list[Any]):
    """Has a member for the one who counts axioms, and others for the rule."""


class Word(str):
    """A word that is equal to every other."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = str.__hash__


FALSE = rel(0, "<", 0)
FORGED = Forged(FALSE)
ROW: dict[str, Any] = {"q": Fraction(1), "h": [ONE], "signs": [], "nz": []}
LESS = rel(3, "<", PI)
PEELED = "(E ((u (ortho m d)) (w (normal d))) (sin (* (dot (at u 1) w) (dot (at u 2) w))))"
MEAN = "(E ((u (ortho 1 d)) (k (sign))) (sin (dot (at u 1) x)))"
SPACE = "(d int (closed 3)) (x (vec d)) (m int (closed 2) (closed d)) (c real)"
REALS = "(x real) (y real) (z real) (w real)"
#: the kernel's own names for what it takes out of a body
STAND_INS = (bound(0, "int"), var(10**9, "real"), var(10, "real"), make("coord", (var(10**9, "vec"), ONE)))
HIDDEN = make("sin", (make("norm2", (make("at", (var(10**9, "vecs"), ONE)),)),))
#: a mean over a law about a variable of another kind
UNKNOWN = make("E", (fn("uniform", var(1, "real"), ONE), bound(0, "real")))
DEEP = X
for _ in range(70):
    DEEP = mul(add(DEEP, ONE), add(DEEP, Y))
BITS = rat(2**3999)
for _ in range(70):
    BITS = mul(BITS, BITS)


def hidden(law: str) -> Term:
    return make("E", (Place().within(SPACE).term(f"({law} m d)"), HIDDEN))


@pytest.mark.parametrize(
    ("context", "rule", "parameters"),
    [
        ("", "CHAIN", {"links": [FORGED]}),
        ("", "CHAIN", {"links": Changing()}),
        ("", "CHAIN", {"links": ONE}),
        ("", "ABSURD", {"of": FORGED, "judgement": FALSE}),
        ("", "CASES", {"of": [Forged(FALSE, EMPTY.with_entry(rel(0, "=", 0)))]}),
        ("", "TRANSPORT", {"of": FORGED, "eqs": [Forged(rel(0, "=", 1))], "paths": []}),
        ("", "ALL", {"of": Forged(FALSE, EMPTY.with_entry(REAL))}),
        ("", "REFL", {"term": FORGED}),
        ("", "REFL", {"term": None}),
        ("", "REFL", {"term": ONE, "further": ONE}),
        ("", "REFL", {}),
        *(
            ("", "POS", {"lhs": ONE, "rhs": ZERO, "rows": [{**ROW, "q": q}], "eqs": []})
            for q in (1, -1, 1.0, True, "1")
        ),
        ("", "POS", {"lhs": ZERO, "rhs": ONE, "rows": [{**ROW, "more": []}], "eqs": []}),
        ("", "POS", {"lhs": ZERO, "rhs": ONE, "rows": [{**ROW, "nz": iter(())}], "eqs": []}),
        *(("", "NUM", {"judgement": LESS, "prec": prec}) for prec in (True, -64, 64.0)),
        ("", "LEMMA", {"claim": Word("anything")}),
        ("", "WEAKEN", {"of": FORGED, "to": Word("<=")}),
        ("(x real)", "ATOM", {"schema": "rpow.natural", "terms": [X], "numbers": [True], "premises": []}),
        # variables of another kind or context, draws, and terms that are bound nowhere
        ("(x real (closed 0))", "DEF", {"judgement": rel(0, "<=", var(0, "int"))}),
        ("(x real (closed 0))", "DEF", {"judgement": fn("int?", var(0, "int"))}),
        ("(x real (closed 0))", "DEF", {"judgement": rel(0, "<=", var(1, "real"))}),
        ("(x real (closed 0))", "DEF", {"judgement": rel(0, "<=", bound(0, "real"))}),
        ("(x real (closed 0))", "HYP", {"fact": rel(0, "<=", var(0, "int"))}),
        ("(x real)", "HYP", {"fact": rel(Y, "=", Y)}),
        ("(x real)", "HYP", {"fact": rel(0, "<=", Y)}),
        ("(x real)", "REFL", {"term": Y}),
        ("(x real)", "REFL", {"term": var(0, "int")}),
        ("(x real)", "REFL", {"term": fn("exp", bound(0, "real"))}),
        *((REALS, "RING", {"lhs": side, "rhs": side, "eqs": []}) for side in (var(4, "real"), bound(0, "real"), OO)),
        ("(x real)", "RING", {"lhs": var(0, "int"), "rhs": var(0, "int"), "eqs": []}),
        (REALS + " (v (vec 2))", "RING", {"lhs": var(4, "vec"), "rhs": var(4, "vec"), "eqs": []}),
        *((SPACE, "TURN", {"term": MEAN, "member": 0, "table": [[one]], "orth": [], "l1": []}) for one in STAND_INS),
        *(
            (SPACE, "PEEL", {"term": PEELED, "member": 0, "vector": vector, "fewer": ONE, "l1": []})
            for vector in (make("at", (var(10**9, "vecs"), ONE)), var(10**9, "vec"), bound(0, "vec"), var(5, "vec"))
        ),
        (SPACE, "INDEP", {"first": "(E ((g (gauss))) g)", "second": UNKNOWN, "l1": []}),
        (SPACE, "TURN", {"term": hidden("ortho"), "member": 0, "table": [["c"]], "orth": [], "l1": []}),
        (SPACE, "SUBFRAME", {"term": hidden("ortho"), "member": 0, "indices": ["1"], "differ": [], "l1": []}),
        (SPACE, "FRAME", {"term": hidden("frame"), "member": 0, "l1": []}),
        # terms that only sharing makes small
        (REALS, "RING", {"lhs": DEEP, "rhs": ZERO, "eqs": []}),
        (REALS, "RING", {"lhs": BITS, "rhs": ZERO, "eqs": []}),
    ],
)
def test_parameters_are_of_their_kind(context: str, rule: str, parameters: dict[str, Any]) -> None:
    place = Place().within(context)
    if type(term := parameters.get("term")) is str:
        place = place.within(f"(l1 {term})")
    with pytest.raises((Refused, IndexError)):
        place.infer(rule, **parameters)


def test_the_precision_of_balls_is_as_before() -> None:
    before = flint.ctx.prec
    assert Kernel().infer("NUM", EMPTY, judgement=LESS, prec=300)
    refused(Kernel().infer, "NUM", EMPTY, judgement=rel(PI, "<", 3), prec=300)
    assert flint.ctx.prec == before


def test_contexts_and_listed_theorems_are_of_their_kind() -> None:
    kernel, forged, anything = Kernel(), FORGED, rel(X, "=", Y)
    attempts: list[Callable[[], object]] = [
        lambda: kernel.use(EMPTY, forged),  # type: ignore[arg-type]
        lambda: kernel.use(forged, kernel.infer("REFL", EMPTY, term=ONE)),  # type: ignore[arg-type]
        lambda: kernel.declare(forged, REAL),  # type: ignore[arg-type]
        lambda: kernel.declare(EMPTY, forged),  # type: ignore[arg-type]
        lambda: kernel.infer("ABSURD", forged, of=kernel.infer("REFL", EMPTY, term=ONE), judgement=anything),  # type: ignore[arg-type]
        lambda: kernel.infer("REFL", EMPTY.with_entry(rel(fn("inv", ZERO), "=", 0)), term=ONE),
        lambda: Theorem(object(), EMPTY, FALSE, frozenset()),
    ]
    for attempt in attempts:
        refused(attempt)


@pytest.mark.parametrize("kind", [list, tuple])
def test_no_way_to_hold_premises_loses_their_axioms(kind: Callable[[Any], Any]) -> None:
    kernel = Kernel()
    axiom = kernel.infer("ATOM", EMPTY, schema="log.one", terms=[], numbers=[], premises=[])
    assert kernel.infer("CHAIN", EMPTY, links=kind([axiom])).axioms == {"atom.log.one"}
    for hidden in ({axiom}, frozenset([axiom]), iter([axiom]), {0: axiom}, {axiom: axiom}.keys(), Changing([axiom])):
        refused(kernel.infer, "CHAIN", EMPTY, links=hidden)


@pytest.mark.parametrize("paths", [[[0]], [[1, 1]], [[2]], [[-1]], [[0, 0, 0]], [[True, False]], [[]]])
def test_paths_lead_to_the_part(paths: list[list[int]]) -> None:
    place = Place().within("(x real) (y real) (= x y)")
    eq = place.infer("HYP", fact="(= x y)")
    assert place.infer("CONG", eq=eq, term="(+ (exp x) (* x y))", paths=[[1, 0], [0, 0]])
    refused(place.infer, "CONG", eq=eq, term="(+ (exp x) (* x y))", paths=paths)


def test_an_instance_has_values_of_its_context() -> None:
    """(29): INST acts on the variables of the context; a draw is none."""
    of = Place().within("(x real) (= x x)").infer("REFL", term="x")
    for value in (bound(0, "real"), X):
        refused(Place().infer, "INST", of=of, values=[value], premises=[])


def test_there_are_few_cases() -> None:
    place = Place().within("(n int (closed 0) (closed 99)) (< n 100)")
    cases = [place.within(f"(= n {value})").infer("HYP", fact="(< n 100)") for value in range(100)]
    with pytest.raises(Refused, match="1 to 64 cases"):
        place.infer("CASES", of=cases)


# -- terms ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("op", "args", "data"),
    [
        ("rat", (), True),
        ("rat", (), 0.1),
        ("pow", (X,), True),
        ("pow", (IMAG,), 2.0),
        ("pow", (X,), -1),
        ("root", (X,), 1),
        ("var", (), (True, "law")),
        ("var", (), (0.0, "vec")),
        ("pfq", (X, X, X), (2, 0)),
        ("sum", (MINUS_OO, ZERO, X), None),
        ("mass", (ZERO, MINUS_OO, X), None),
        ("int", (OO, OO, X), None),
        ("cont", (MINUS_OO, ONE, X), ("closed", "open")),
        ("E", (make("gauss"), make("gauss")), None),
        ("P", (make("gauss"), X, X), ">="),
        ("lim", (OO, ZERO, X), "above"),
        ("lim", (OO, OO, X), "oo"),
        ("tends", (ZERO, ONE, X), "above"),
        ("all", (declare("seq", ZERO), rel(0, "=", 0)), None),
        ("decl", (ONE, ONE), ("vec", "closed", "none")),
        ("decl", (), ("vec", "none", "none")),
        ("finite", (ONE, ONE, TWO), None),
        ("E", (make("sign"), bound(0, "real")), None),
    ],
)
def test_no_such_term(op: str, args: tuple[Term, ...], data: Any) -> None:
    """Also where an equal number is known as data of a term already: a term of another kind does not come back."""
    try:
        found = make(op, args, data)
    except Refused:
        return
    assert found is make(op, args, {True: 1, 2.0: 2}.get(data, data))
    assert type(found.data) is (Fraction if op == "rat" else tuple if op == "var" else int)


def test_what_is_not_seen_is_not_sought_forever() -> None:
    place, term = Place().within("(x real)"), X
    for _ in range(120):
        term = make("*", (term, term))
    start = time.process_time()
    for judgement in (rel(0, "<=", term), fn("def", fn("log", term)), fn("int?", fn("gamma", term))):
        refused(place.infer, "DEF", judgement=judgement)
    refused(place.infer, "ATOM", schema="log.inverse", terms=[term], numbers=[], premises=[])
    assert time.process_time() - start < 5
    # what was not seen in one step may be seen after a theorem is listed
    square = rel(0, "<=", power(X, 2))
    place.kernel.use(place.context, place.infer("POS", lhs=ZERO, rhs=power(X, 2), rows=[{**ROW, "h": [X]}], eqs=[]))
    assert place.infer("DEF", judgement=square)
