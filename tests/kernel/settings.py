"""Random contexts with means, sums and integrals in them."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import rftheory.kernel.rules  # noqa: F401
from rftheory.kernel.contexts import EMPTY, Context, bodies, close, open_binder
from rftheory.kernel.defined import require_well_formed
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import IMAG, ONE, TWO, ZERO, Term, declare, make, power, rat, var
from rftheory.kernel.theorems import Kernel, Theorem

Given = tuple[Kernel, Context, str, dict[str, Any]]
X, N, W, S = var(0, "real"), var(1, "int"), var(2, "vec"), var(3, "real")
GAUSS, HALF = make("gauss"), rat(Fraction(1, 2))
#: an odd number of signs: what is false at some of them is not hidden by symmetry
NUMBERS = [rat(Fraction(n, d)) for n, d in ((0, 1), (1, 1), (-1, 1), (2, 1), (1, 3), (-3, 2), (1, 2))]


class Setting:
    """A real x, n = 1 or 2, a short vector w of R^1, R^2 or R^n (longer ones leave the nodes of the evaluator), s^2 = w.w."""

    def __init__(self, rng: random.Random):
        self.rng, self.kernel = rng, Kernel()
        # the evaluator takes long over planes
        self.size = rng.choice((ONE,) * 30 + (N, TWO))
        square = make("=", (make("dot", (W, W)), make("*", (S, S))))
        context = EMPTY
        entries = (
            declare("real", low=rat(-2), high=TWO), declare("int", low=ONE, high=TWO), declare("vec", self.size),
            declare("real"), square, make("<=", (make("norm2", (W,)), rat(9))),
        )  # fmt: skip
        for entry in entries:
            context = self.kernel.declare(context, entry)
        self.context = context
        self.square = self.infer("HYP", fact=square)

    def infer(self, name: str, context: Context | None = None, **parameters: Any) -> Theorem:
        return self.kernel.infer(name, context or self.context, **parameters)

    def opened(self, term: Term, context: Context | None = None) -> tuple[Context, tuple[Term, ...], tuple[Term, ...]]:
        inner, variables, held = bodies(context or self.context, term)
        require_well_formed(self.kernel, inner)
        return inner, variables, held

    def given(self, name: str, **parameters: Any) -> Given:
        return self.kernel, self.context, name, parameters

    # -- terms ------------------------------------------------------------------------------------------------------

    def number(self, *variables: Term, real: bool = False) -> Term:
        """A small term of the variables that is defined everywhere."""
        rng = self.rng
        parts = [rng.choice([X, *NUMBERS, *variables, *variables])]
        for _ in range(rng.randrange(3)):
            other = rng.choice([*NUMBERS, *variables, *variables, X])
            parts.append(rng.choice([other, power(other, 2), make("*", (other, parts[-1])), make("neg", (other,))]))
        term = make("+", parts) if len(parts) > 1 else parts[0]
        if not real and rng.random() < 0.25:
            term = make("+", (term, make("*", (IMAG, rng.choice(NUMBERS)))))
        return make("exp", (term,)) if rng.random() < 0.15 else term

    def ratio(self, *variables: Term) -> Term:
        """A term that may be undefined at some points."""
        term = self.number(*variables)
        return make("inv", (term,)) if self.rng.random() < 0.2 else term

    def finite_law(self) -> Term:
        rng = self.rng
        if rng.random() < 0.4:
            return make("sign")
        share = rng.choice([Fraction(1, 3), Fraction(3, 4), Fraction(0), Fraction(2)])
        return make("finite", (rng.choice([X, *NUMBERS]), rat(share), rng.choice(NUMBERS), rat(1 - share)))

    def any_law(self) -> Term:
        rng = self.rng
        ends = rng.choice(NUMBERS), rng.choice(NUMBERS)
        uniform = make("uniform", ends)
        return rng.choice([
            self.finite_law(), self.finite_law(), GAUSS, uniform, uniform, make("chi2", (rat(rng.randrange(-1, 4)),)),
            make("normal", (self.size,)), make("normal", (rat(rng.randrange(2)),)),
        ])  # fmt: skip

    def over(self, laws: tuple[Term, ...], body: Callable[..., Term], context: Context | None = None) -> Term:
        shape = make("E", (*laws, ZERO))
        _, draws = open_binder(context or self.context, shape)
        return make("E", (*laws, close(body(*draws), draws)))

    def range(self) -> tuple[Term, Term]:
        rng = self.rng
        first = rng.randrange(-1, 4)
        return rat(first), rng.choice([rat(first + rng.randrange(-2, 4)), N, rat(first + 1)])

    def total(self, op: str, low: Term, high: Term, body: Callable[[Term], Term]) -> Term:
        _, (k,) = open_binder(self.context, make(op, (low, high, ZERO)))
        return make(op, (low, high, close(body(k), (k,))))

    def mean(self, law: Term | None = None) -> tuple[Term, Theorem]:
        """A mean over one law with a theorem that it converges."""
        rng = self.rng
        law = law or (self.any_law() if rng.random() < 0.2 else self.finite_law())
        if law.op in ("sign", "finite"):
            term = self.over((law,), lambda u: self.ratio(u))
            return term, self.infer("FINITE", term=term, l1=[])
        if law.op in ("gauss", "chi2", "normal") and rng.random() < 0.4:
            found = self.exponential(law)
        else:
            vectors = [W] * rng.randrange(1, 4) if law.op == "normal" else []
            order = len(vectors) or rng.randrange(1, 5)
            found = self.infer("MOMENT", law=law, order=order, vectors=vectors)
        return found.judgement.args[0], found

    def exponential(self, law: Term) -> Theorem:
        return self.infer("GAUSS", **self.exponent(law))

    def exponent(self, law: Term) -> dict[str, Any]:
        rng = self.rng
        rates = [rat(q) for q in (Fraction(1, 4), Fraction(-1), Fraction(1, 2), Fraction(2, 5), Fraction(0))]
        tilt = [W] if law.op == "normal" else [rng.choice([X, IMAG, HALF, make("*", (IMAG, X))])]
        rate, turn = ([rng.choice(rates)] if rng.random() < 0.6 else []), []
        if rate and rate[0].data > Fraction(1, 4):
            tilt = []
        if law.op == "normal" and rng.random() < 0.4:
            turn = [W]
        return {
            "law": law, "rate": rate, "tilt": tilt if law.op != "chi2" and rng.random() < 0.7 else [],
            "turn": turn if tilt else [],
            "bounds": [],
        }  # fmt: skip


def often(generator: Callable[[random.Random], Given]) -> Callable[[random.Random], Given]:
    """Premises are refused at times; then another instance is tried."""

    def generate(rng: random.Random) -> Given:
        for _ in range(20):
            try:
                return generator(rng)
            except Refused:
                continue
        raise Refused("no instance")

    return generate
