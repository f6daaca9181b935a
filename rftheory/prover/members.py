"""The members of power series: what their ratio tells, and how their powers and gamma functions step."""

from __future__ import annotations

from dataclasses import field

from rftheory.prover.words import *
from rftheory.kernel.values import positive

#: the step of a gamma function
MAX_STEP = 8


class Later(Exception):
    """The members vanish before this index."""

    def __init__(self, start: int):
        self.start = start


def _linear_in(term: Term, k: Term) -> tuple[Term, Term] | None:
    """``(a, b)`` with ``term = a k + b``; None if it is not linear."""
    ring = Ring([*atoms_of([term]), k])
    parts = ring.coefficients(ring.form(term), k, 1)
    if parts is None or any(k.data in g.variables for g in ring.generators if g is not k):
        return None
    b, a = parts
    return a, b


@dataclass
class Members:
    """The members t(k) of a sum, as far as their ratio tells: parameters above and below, and the argument."""

    search: Search
    inner: Context
    k: Term
    above: list[Term] = field(default_factory=list)
    below: list[Term] = field(default_factory=list)
    argument: list[Term] = field(default_factory=list)
    #: powers and gamma functions that change, with their step
    moving: dict[Term, int] = field(default_factory=dict)

    def free(self, term: Term) -> bool:
        return self.k.data not in term.variables

    def read(self, term: Term, times: int = 1) -> None:
        """Take up a factor that occurs so many times (negative: below)."""
        op, args = term.op, term.args
        if self.free(term):
            return
        if op == "*":
            for arg in args:
                self.read(arg, times)
        elif op in ("neg", "inv", "pow"):
            self.read(args[0], times * {"neg": 1, "inv": -1, "pow": term.data}[op])
        elif op == "rpow" and self.free(args[0]):
            self._power(term, times)
        elif op == "exp":
            self._exponential(term, times)
        elif op == "gamma":
            self._gamma(term, times)
        elif op in ("+", "var"):
            self._rational(term, times)
        else:
            raise Unproved(f"no ratio of members with {shown(term)}")

    def _power(self, term: Term, times: int) -> None:
        found = _linear_in(term.args[1], self.k)
        if found is None or found[0].op != "rat" or found[0].data.denominator != 1:
            raise Unproved(f"an exponent that grows by no integer: {shown(term)}")
        step = int(found[0].data)
        self.moving[term] = step
        if step:
            self.argument.append(raised(term.args[0], step * times))

    def _exponential(self, term: Term, times: int) -> None:
        found = _linear_in(term.args[0], self.k)
        if found is None:
            raise Unproved(f"an exponent that is not linear: {shown(term)}")
        self.moving[term] = 1
        self.argument.append(raised(make("exp", (found[0],)), times))

    def _gamma(self, term: Term, times: int) -> None:
        found = _linear_in(term.args[0], self.k)
        if found is None or found[0].op != "rat" or found[0].data not in range(1, MAX_STEP):
            raise Unproved(f"an argument that grows by no integer: {shown(term)}")
        step = int(found[0].data)
        self.moving[term] = step
        if step > 1:
            self.argument.append(raised(rat(step**step), times))
        for number in range(step):
            self._place(_shifted(found[1], number, step), times)

    def _rational(self, term: Term, times: int) -> None:
        ring = Ring(atoms_of([term]))
        form = ring.form(term)
        for side, poly in ((1, form.num), (-1, form.den)):
            for factor, multiplicity in ring.factors(poly)[1]:
                part = ring.term(factor)
                if part.op not in ("+", "var"):
                    self.read(part, side * times * multiplicity)
                if self.free(part) or part.op not in ("+", "var"):
                    continue
                found = _linear_in(part, self.k)
                if found is None:
                    raise Unproved(f"no linear factor: {shown(part)}")
                root = product([found[1], make("inv", (found[0],))]) if found[0] is not ONE else found[1]
                root = plain(root)
                if root.op == "rat" and root.data <= 0 and root.data.denominator == 1 and side * times > 0:
                    raise Later(1 - int(root.data))
                self._place(plain(make("+", (root, ONE))), side * times * multiplicity)
                self._place(root, -side * times * multiplicity)

    def _place(self, parameter: Term, times: int) -> None:
        """A factor ``k + parameter`` of the ratio."""
        here, there = (self.above, self.below) if times > 0 else (self.below, self.above)
        for _ in range(abs(times)):
            if parameter in there:
                there.remove(parameter)
            else:
                here.append(parameter)


def plain(term: Term) -> Term:
    """A term in the form in which the ring writes it."""
    ring = Ring(atoms_of([term]))
    return ring.fraction(ring.form(term))


def _shifted(term: Term, number: int, step: int) -> Term:
    return plain(make("*", (rat(Fraction(1, step)), make("+", (term, rat(number))))))


# -- steps of powers and gamma functions ----------------------------------------------------------------------------


def steps_of(search: Search, inner: Context, atom: Term, k: Term, step: int, times: int = 1) -> Iterator[Theorem]:
    """The atom at k + n by the atom at k, as equations in the order in which RING learns them."""
    later = substitute(atom, {k.data[0]: make("+", (k, rat(times)))})
    step = step * times
    if atom.op == "gamma":
        yield from _gamma_steps(search, inner, atom.args[0], later, step)
        return
    if atom.op == "exp":
        found = _linear_in(atom.args[0], k)
        assert found is not None
        terms = [later.args[0], atom.args[0], found[0]]
        yield search.infer("ATOM", inner, schema="exp.prod", terms=terms, numbers=[1, step], premises=[])
        return
    base, exponent = atom.args
    grown = make("+", (exponent, rat(step))) if step else exponent
    same = search.infer("RING", inner, lhs=later.args[1], rhs=grown, eqs=[])
    links = [search.infer("CONG", inner, eq=same, term=later, paths=[[1]])]
    if step:
        yield literal_power(search, inner, base, step)
        links.append(search.infer("SYM", inner, of=_power_sum(search, inner, base, exponent, rat(step))))
    yield search.infer("CHAIN", inner, links=links)


def _gamma_steps(search: Search, context: Context, argument: Term, later: Term, step: int) -> Iterator[Theorem]:
    """``gamma(a + n)``, written as ``later``, down to ``gamma a``."""
    here = argument
    for _ in range(step):
        if not positive(search.kernel, context, here):
            search.use(context, prove_order(search, context, ZERO, here, True))
        yield axiom(search, context, "gamma.next", here)
        here = make("+", (here, ONE))
    if later.args[0] is not here:
        same = search.infer("RING", context, lhs=later.args[0], rhs=here, eqs=[])
        yield search.infer("CONG", context, eq=same, term=later, paths=[[0]])


def literal_power(search: Search, context: Context, base: Term, exponent: int) -> Theorem:
    """``rpow b n = pow b n``."""
    if exponent >= 0:
        return axiom(search, context, "rpow.natural", base, numbers=[exponent])
    search.use(context, prove_nonzero(search, context, base))
    return axiom(search, context, "rpow.negative", base, numbers=[-exponent])


def _power_sum(search: Search, context: Context, base: Term, first: Term, second: Term) -> Theorem:
    """``b^e b^f = b^(e + f)``."""
    make_defined(search, context, make("rpow", (base, second)))
    return axiom(search, context, "rpow.sum", base, first, second)


def beginning(search: Search, context: Context, members: Members, first: Term) -> Theorem:
    """``t(0)``, with literal powers and simple arguments."""
    here = search.infer("REFL", context, term=first)
    for atom in members.moving:
        start = substitute(atom, {members.k.data[0]: ZERO})
        number = 1 if atom.op == "rpow" else 0
        simple = plain(start.args[number])
        links = []
        if simple is not start.args[number]:
            same = search.infer("RING", context, lhs=start.args[number], rhs=simple, eqs=[])
            links.append(search.infer("CONG", context, eq=same, term=start, paths=[[number]]))
        if atom.op == "rpow" and simple.op == "rat" and simple.data.denominator == 1:
            links.append(literal_power(search, context, atom.args[0], int(simple.data)))
        if links:
            eq = search.infer("CHAIN", context, links=links)
            step = search.infer("CONG", context, eq=eq, term=here.judgement.args[1], paths=[])
            here = search.infer("CHAIN", context, links=[here, step])
    return here


def growth(run: Any, context: Context, term: Term, k: Term, ratio: Term, steps: int = 1) -> Theorem:
    """``t(k + n) = ratio t(k)`` by the steps of the powers and gamma functions in t."""

    search = search_of(run)
    later = substitute(term, {k.data[0]: make("+", (k, rat(steps)))})
    grown = make("*", (ratio, term))
    make_defined(run, context, later, grown)
    try:
        members = Members(search, context, k)
        members.read(term)
        eqs = [eq for atom, step in members.moving.items() for eq in steps_of(search, context, atom, k, step, steps)]
        return search.infer("RING", context, lhs=later, rhs=grown, eqs=eqs)
    except (Unproved, Later):
        return prove_equal(run, context, later, grown)
