"""Steps that all means take: from equal bodies to equal means, and what is listed on the way."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.kernel.defined import defined
from rftheory.kernel.known import known
from rftheory.prover.expectation_terms import Factor
from rftheory.prover.learn import known_of


class Steps:
    """The kernel's steps on one search."""

    def __init__(self, search: Search):
        self.search = search

    def expanded(self, context: Context, term: Term, by: Theorem, identity: Theorem | None) -> list[Theorem]:
        """``E f = E g`` from ``f = g`` inside and a theorem about ``E g``."""
        if identity is None:
            return []
        other = by.judgement.args[0]
        self.kept(context, by)
        back = self.infer("SYM", identity.context, of=identity)
        path = [[len(other.args) - 1]]
        same = self.infer("CONG", context, eq=back, term=other, paths=path)
        if same.judgement.args[1] is not term:
            raise Unproved("the body of an expectation is not what was expanded")
        return [self.infer("SYM", context, of=same)]

    def infer(self, name: str, context: Context, **parameters: Any) -> Theorem:
        return self.search.infer(name, context, **parameters)

    def chain(self, context: Context, links: Sequence[Theorem]) -> Theorem:
        return links[0] if len(links) == 1 else self.infer("CHAIN", context, links=list(links))

    def kept(self, context: Context, found: Theorem) -> Theorem:
        """An equality ``E f = closed``, with the convergence of its left side listed."""
        term = found.judgement.args[0]
        if not known(self.search.kernel, context, make("l1", (term,))):
            self.search.use(context, self.infer("L1", context, of=found, term=term))
        self.define(context, found.judgement.args[1], found)
        return found

    def define(self, context: Context, term: Term, by: Theorem | None = None) -> None:
        """List what shows that a term is defined; an equality with a defined left side shows it as well."""
        if defined(self.search.kernel, context, term):
            return
        try:
            make_defined(self.search, context, term)
        except Unproved:
            if by is None:
                raise
            held = self.infer("DEF", context, judgement=make("def", by.judgement.args[:1]))
            self.search.use(context, self.infer("VALUE", context, eq=by, of=held))

    def ring(self, context: Context, left: Term, right: Term, equations: Sequence[Theorem]) -> Theorem:
        for equation in equations:
            self.kept(context, equation)
        proper = [eq for eq in equations if eq.judgement.args[0] is not eq.judgement.args[1]]
        return self.infer("RING", context, lhs=left, rhs=right, eqs=list(dict.fromkeys(proper)))

    def opened(self, context: Context, term: Term) -> tuple[Context, tuple[Term, ...]]:
        """The context inside of a binder, well-formed, and its variables."""
        inner, variables = open_binder(context, term)
        if not is_well_formed(self.search.kernel, inner):
            raise Unproved(f"the inside of {term.op} is not known to be well-formed: {shown(term)}")
        if term.op == "E":
            _list_units(self.search, inner, term.args[:-1], variables)
        return inner, variables

    def by_rule(self, name: str, context: Context, term: Term, **parameters: Any) -> Theorem:
        return self.moved(context, term, self.infer(name, context, **parameters))

    def moved(self, context: Context, term: Term, found: Theorem, equations: Sequence[Theorem] = ()) -> Theorem:
        """A rule's mean, as the mean of a body that is equal inside."""
        other = found.judgement.args[0]
        if other is term:
            return found
        inner, draws = self.opened(context, term)
        body, written = (instantiate(side.args[-1], draws) for side in (term, other))
        make_defined(self.search, inner, body)
        if body.op == written.op == "exp":
            known_here = known_of(self.search, inner, [body.args[0], written.args[0]])
            eqs = [*equations, *known_here.equations([body.args[0], written.args[0]])]
            same = self.infer("RING", inner, lhs=body.args[0], rhs=written.args[0], eqs=eqs)
            identity = self.infer("CONG", inner, eq=same, term=body, paths=[[0]])
        else:
            identity = self.infer("RING", inner, lhs=body, rhs=written, eqs=list(equations))
        return self.chain(context, [*self.expanded(context, term, found, identity), found])


def _list_units(search: Search, inner: Context, laws: Sequence[Term], draws: Sequence[Term]) -> None:
    """List that few directions of a block are orthonormal."""
    for law, draw in zip(laws, draws, strict=True):
        if law.op != "ortho" or law.args[0].op != "rat" or law.args[0].data > 3:
            continue
        members = [make("at", (draw, rat(place))) for place in range(1, int(law.args[0].data) + 1)]
        for number, first in enumerate(members):
            for second in members[number:]:
                pair = (first, second)
                equation = make("=", (make("norm2", (first,)), ONE) if second is first else (make("dot", pair), ZERO))
                if not known(search.kernel, inner, equation):
                    search.use(inner, _unit(search, inner, equation))


def _unit(search: Search, inner: Context, equation: Term) -> Theorem:
    """``norm2 u_i = 1`` or ``dot u_i u_j = 0`` from what is known of all members."""
    indices = [arg.args[1] for arg in equation.args[0].args]
    for fact in inner.facts:
        if fact.op != "all":
            continue
        found: Theorem | None = search.infer("HYP", inner, fact=fact)
        for index in indices:
            if found is not None and found.judgement.op == "all":
                found = search.attempt("ALLUSE", inner, of=found, value=index, premises=[])
        if found is None or found.judgement.op != "=":
            continue
        same = search.attempt("RING", inner, lhs=equation.args[0], rhs=equation.args[1], eqs=[found])
        if same is not None:
            return same
    raise Unproved(f"directions that are not seen to be orthonormal: {shown(equation)}")


def home(context: Context, term: Term) -> Context:
    """The shortest context that goes on with nothing but facts and variables that a term has no use for."""
    while context.parent is not None and context.entry is not None:
        entry = context.entry
        if entry.sort != "decl" or any(place >= context.parent.size for place, _ in term.variables):
            return context
        context = context.parent
    return context


def renamed(factor: Factor, draws: Mapping[Term, Term]) -> Factor:
    """A factor with other variables for its draws."""
    values = {old.data[0]: new for old, new in draws.items() if old is not new}
    if not values:
        return factor
    change: Callable[[Term], Term] = lambda term: substitute(term, values)  # noqa: E731
    return Factor(
        frozenset(new.data[0] for new in draws.values()),
        {change(m): c for m, c in factor.exponent.items()},
        {change(p): k for p, k in factor.parts.items()},
    )
