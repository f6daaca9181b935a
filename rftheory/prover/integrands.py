"""Integrands as products: powers of the variable, its sine and cosine, exponentials, and constants."""

from __future__ import annotations

from dataclasses import field

from rftheory.prover.words import *
from rftheory.prover.ring import Form


@dataclass
class Monomial:
    """Factors of an integrand: constants, powers of x, the exponent, powers of sine and cosine."""

    x: Term
    constants: list[Term] = field(default_factory=list)
    powers: dict[Term, list[Term]] = field(default_factory=dict)
    exponents: list[Term] = field(default_factory=list)

    def free(self, term: Term) -> bool:
        return self.x.data not in term.variables

    def read(self, term: Term, times: Term = ONE) -> None:
        op, args = term.op, term.args
        if self.free(term):
            self.constants.append(_power(term, times))
        elif op == "*":
            for arg in args:
                self.read(arg, times)
        elif op == "neg":
            self.constants.append(_power(rat(-1), times))
            self.read(args[0], times)
        elif op == "inv":
            self.read(args[0], _product(rat(-1), times))
        elif op == "pow":
            self.read(args[0], _product(rat(term.data), times))
        elif op in ("sqrt", "root"):
            self.read(args[0], _product(rat(Fraction(1, 2 if op == "sqrt" else term.data)), times))
        elif op == "rpow" and self.free(args[1]):
            self.read(args[0], _product(args[1], times))
        elif op == "exp":
            self.exponents.append(_product(args[0], times))
        elif term is self.x or (op in ("sin", "cos") and args[0] is self.x):
            self.powers.setdefault(term, []).append(times)
        elif op == "+" and (simple := plain([term])).op != "+":
            # a sum of which one summand is left
            self.read(simple, times)
        else:
            raise Unproved(f"no factor of Euler's integrals: {shown(term)}")


def _product(first: Term, second: Term) -> Term:
    if first is ONE or second is ONE:
        return second if first is ONE else first
    if first.op == second.op == "rat":
        return rat(first.data * second.data)
    return make("*", (first, second))


def _power(base: Term, exponent: Term) -> Term:
    if exponent.op == "rat" and exponent.data.denominator == 1:
        return raised(base, int(exponent.data)) if exponent.data else ONE
    return make("rpow", (base, exponent))


def plain(parts: list[Term]) -> Term:
    """A sum in the form in which the ring writes it."""
    ring = Ring(atoms_of(parts))
    return ring.fraction(ring.form(total(parts)))


def decay_of(x: Term, exponents: list[Term]) -> tuple[Term, Term, Term]:
    """The constant part of an exponent, and q and r of its other part ``-q x^r``."""
    whole = total(exponents)
    ring = Ring([*atoms_of([whole]), x])
    form = ring.form(whole)
    if any(x.data in g.variables for g in ring.generators_of(form.den)):
        raise Unproved(f"an exponent with the variable in a divisor: {shown(whole)}")
    constant: dict[tuple[int, ...], Any] = {}
    rates: dict[Term, dict[tuple[int, ...], Any]] = {}
    for exponents_, c in form.num.to_dict().items():
        moving = [i for i, e in enumerate(exponents_) if e and x.data in ring.generators[i].variables]
        if not moving:
            constant[exponents_] = c
            continue
        (place,) = moving if len(moving) == 1 else (None,)
        degree = _degree(x, ring.generators[place], int(exponents_[place])) if place is not None else None
        if degree is None:
            raise Unproved(f"no constant and one power of the variable: {shown(whole)}")
        key = tuple(0 if i == place else e for i, e in enumerate(exponents_))
        rates.setdefault(degree, {})[key] = -c
    if len(rates) != 1:
        raise Unproved(f"no constant and one power of the variable: {shown(whole)}")
    ((degree, rate),) = rates.items()
    fixed, q = (ring.fraction(ring.lowest(Form(ring.ctx.from_dict(rows), form.den))) for rows in (constant, rate))
    return fixed, q, degree


def _degree(x: Term, generator: Term, times: int) -> Term | None:
    if generator is x:
        return rat(times)
    if generator.op == "rpow" and generator.args[0] is x and x.data not in generator.args[1].variables:
        return _product(rat(times), generator.args[1])
    return None
