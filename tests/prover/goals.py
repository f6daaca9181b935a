"""True and false statements for a prover that may have a fault: as terms of one context, and as claims with chains."""

from __future__ import annotations

import random
from collections.abc import Mapping

import sympy as sp

import rftheory.prover.all_steps  # noqa: F401  (registers the steps of chains)
from rftheory.chains.chain import Chain
from rftheory.coordinates import d
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.reading import parse_term
from rftheory.kernel.terms import Term
from rftheory.kernel.text import Entry, print_term
from rftheory.kernel.theorems import Theorem
from rftheory.kernels import PAIR, theta, x_norm, y_norm
from rftheory.meaning.judgements import judge
from rftheory.propositions import Equality, Inequality
from rftheory.prover.definite import make_defined, make_real
from rftheory.prover.equal import prove_equal
from rftheory.prover.expectations import closed_form, is_random
from rftheory.prover.nonzero import prove_nonzero
from rftheory.prover.signs import prove_order
from rftheory.prover.trace import Trace
from rftheory.rules.nodes import Expectation, Projection
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from tests.kernel.points import points

#: the context: its entries and the names and tags of its variables
ENTRIES = (
    "(decl real (open 0) none)", "(decl real (closed 1) none)", "(decl real none none)", "(decl real (closed 0) (closed 1))",
    "(decl int (closed 1) none)", "(decl (vec d))",
)  # fmt: skip
NAMES = (("x", "real"), ("y", "real"), ("z", "real"), ("u", "real"), ("d", "int"), ("v", "vec"))
TRUE = (
    "(= (* (exp x) (exp y)) (exp (+ x y)))",
    "(= (sqrt (* x (pow y 3))) (* y (sqrt (* x y))))",
    "(= (+ (pow (sin z) 2) (pow (cos z) 2)) 1)",
    "(= (sin (* 2 z)) (* 2 (sin z) (cos z)))",
    "(= (log (* x y)) (+ (log x) (log y)))",
    "(= (gamma (+ x 2)) (* x (+ x 1) (gamma x)))",
    "(= (abs (* x z)) (* x (abs z)))",
    "(= (abs (+ x (neg z))) (abs (+ z (neg x))))",
    "(= (re (exp (* imag z))) (cos z))",
    "(= (inv (+ x y)) (* x (inv (+ (pow x 2) (* x y)))))",
    "(<= 0 (+ (pow y 3) (neg y)))",
    "(<= (* 2 x z) (+ (pow x 2) (pow z 2)))",
    "(<= 0 (* u (+ 1 (neg u))))",
    "(< 0 (+ (pow x 2) (neg (* x z)) (pow z 2)))",
    "(<= (+ 1 z) (exp z))",
    "(< (exp z) (exp (+ x z)))",
    "(< x (sqrt (+ (pow x 2) y)))",
    "(< (log x) (log (+ x y)))",
    "(< (inv (+ x y)) (inv x))",
    "(!= (+ 1 (* -2 (exp (neg x))) (exp (* -2 x))) 0)",
    "(!= (+ x (* imag z)) 0)",
    "(= (E ((w1 (normal d))) (exp (dot w1 v))) (exp (* 1/2 (norm2 v))))",
    "(= (E ((w1 (normal d))) (pow (dot w1 v) 2)) (norm2 v))",
    "(= (E ((w1 (normal d))) (+ 2 (* 3 (exp (dot w1 v))))) (+ 2 (* 3 (exp (* 1/2 (norm2 v))))))",
)
FALSE = (
    "(= (* (exp x) (exp y)) (exp (+ x (* 2 y))))",
    "(= (sqrt (pow z 2)) z)",
    "(= (+ (pow (sin z) 2) (pow (cos z) 2)) 2)",
    "(= (log (* x y)) (+ (log x) (neg (log y))))",
    "(= (gamma (+ x 2)) (* x (gamma x)))",
    "(= (abs z) z)",
    "(= (abs (+ x (neg z))) (abs (+ x z)))",
    "(= (* z (inv z)) 1)",
    "(< 0 (+ (pow y 3) (neg y)))",
    "(<= (* 3 x z) (+ (pow x 2) (pow z 2)))",
    "(<= (exp z) (+ 1 z))",
    "(< (sqrt (+ (pow x 2) y)) x)",
    "(< (exp (+ x z)) (exp z))",
    "(<= (inv x) (inv (+ x y)))",
    "(!= z 0)",
    "(!= (+ y -1) 0)",
    "(= (E ((w1 (normal d))) (exp (dot w1 v))) (exp (norm2 v)))",
    "(= (E ((w1 (normal d))) (dot w1 v)) (E ((w1 (normal d))) (pow (dot w1 v) 2)))",
)


def declared(run: Trace) -> Context:
    context = EMPTY
    for text in ENTRIES:
        context = run.declare(context, parse_term(text, NAMES[: context.size]))
    return context


def tried(run: Trace, context: Context, goal: Term) -> Theorem | None:
    """The theorem that a chain of one line would have; None where the prover gives up or has another one."""
    try:
        found = _line(run, context, goal)
    except Exception:  # Unproved, Refused, or a search that a fault has broken
        return None
    return found if found.judgement is goal else None


def _line(run: Trace, context: Context, goal: Term) -> Theorem:
    first, second = goal.args
    for side in goal.args:
        make_defined(run, context, side)
        if goal.op in ("<", "<="):
            make_real(run, context, side)
    if goal.op == "!=":
        return prove_nonzero(run, context, first)
    if goal.op != "=":
        return prove_order(run, context, first, second, goal.op == "<")
    if not any(map(is_random, goal.args)):
        return prove_equal(run, context, first, second)
    left, right = (closed_form(run, context, side) for side in goal.args)
    middle = prove_equal(run, context, left.judgement.args[1], right.judgement.args[1])
    return run.infer("CHAIN", context, links=[left, middle, run.infer("SYM", context, of=right)])


def require_true(held: Theorem | Entry, rng: random.Random, count: int = 2) -> None:
    """Fail if a judgement is false at one of some points of its context."""
    for point in points(held.context, rng, count):
        found = judge(held.judgement, held.context, point)
        assert found is not False, f"{print_term(held.judgement)} is false at {point}"


# -- claims -----------------------------------------------------------------------------------------------------------

a, b, c = sp.symbols("a b c", real=True)
_PLANE = Domain((Range(a), Range(b)))
_ABOVE = Domain((Range(a, 1), Range(b)))
_LENGTHS = (Range(x_norm, 0, None, "()"), Range(y_norm, 0, None, "()"))
_PAIRS = Domain((*_LENGTHS, Range(theta, 0, sp.pi), Range(d, 2, integer=True)))
_w = Projection("w")
MEAN = Expectation(sp.exp(_w.dot(PAIR.x)))


def _lemma() -> Claim:
    domain = Domain((Range(c, 1),))
    return Claim("lemma", "", Inequality(c**3, ">=", c), domain, Chain(c**3).ge(c, [c, c - 1, c + 1]))


def _by_lemma() -> Chain:
    return Chain(a**3 + b**2).use(_lemma(), {c: a}).ge(a + b**2, [a**3 - a])


def claims() -> Mapping[str, Claim]:
    """Claims that are true, with their chains."""
    square = Inequality(2 * a * b, "<=", a**2 + b**2)
    found = [
        Claim("gap", "", square, _PLANE, Chain(2 * a * b).le(a**2 + b**2, [(a - b) ** 2])),
        Claim("lemma used", "", Inequality(a**3 + b**2, ">=", a + b**2), _ABOVE, _by_lemma),
        Claim("tangent", "", Inequality(sp.exp(a), ">=", 1 + a), _PLANE, Chain(sp.exp(a)).tangent(a, sp.Integer(0))),
        Claim(
            "root", "", Equality(sp.sqrt(a**2 + 2 * a * b**2 + b**4), a + b**2), _ABOVE,
            Chain(sp.sqrt(a**2 + 2 * a * b**2 + b**4)).eq(a + b**2),
        ),
        Claim(
            "mean", "", Equality(MEAN, sp.exp(x_norm**2 / 2)), _PAIRS,
            Chain(MEAN).eq(sp.exp(x_norm**2 / 2)),
        ),
    ]  # fmt: skip
    return {claim.name: claim for claim in found}
