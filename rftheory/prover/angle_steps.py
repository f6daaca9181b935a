"""How bounds on averages over an angle are proved, from bounds that hold for every sine: times the density, integrated."""

from __future__ import annotations

from rftheory.prover.step_words import *
from rftheory.chains.angles import sine
from rftheory.chains.reasons import Inside
from rftheory.inputs.kernels import d
from rftheory.prover.convergence import in_summands, value
from rftheory.prover.integrands import plain
from rftheory.rules.pair_moments import angle_density, phi
from rftheory.rules.propositions import Inequality
from rftheory.statements.claims import Claim


@step(Inside, "angle")
def by_average(walk: Walk, reason: Inside, number: int) -> Theorem:
    """Both sides of a lemma in the sine, as integrals over the angle."""
    claim = reason.of
    assert isinstance(claim, Claim) and isinstance(claim.proposition, Inequality)
    proposition = claim.proposition
    density = angle_density(d)
    left, right = (
        walk.term(sp.Integral(density * sp.sympify(side).xreplace({sine: sp.sin(phi)}), (phi, 0, sp.pi)))
        for side in (proposition.left, proposition.right)
    )
    inner, (angle,), _ = opened(walk.search, walk.context, left)
    inside = Walk(walk.prover, walk.setting.within(inner, {sine: make("sin", (angle,)), phi: angle}), None)
    order = inside.lemma(claim, None)
    sign = prove_order(walk.search, inner, ZERO, inside.term(density), False)
    rises = proposition.relation[0] == "<"
    sides = (left, right) if rises else (right, left)
    parts = [opened(walk.search, walk.context, side)[2] for side in sides]
    each = by_rows(inside, parts[0], parts[1], [[order, sign]])
    l1 = [prove_convergent(walk.search, walk.context, side) for side in sides]
    step_ = {"lower": sides[0], "upper": sides[1], "by": each, "l1": l1, "strict": [], "at": []}
    compared = walk.search.infer("COMPARE", walk.context, **step_)
    lines = [walk.line(place) for place in (number - 1, number)]
    smaller, larger = lines if rises else lines[::-1]
    first, last = same_integrals(walk, smaller, sides[0]), same_integrals(walk, sides[1], larger)
    found = walk.search.infer("CHAIN", walk.context, links=[first, compared, last])
    return weakened(walk, found, walk.chain.lines[number].relation)


def same_integrals(walk: Walk, first: Term, second: Term) -> Theorem:
    """``s = t`` with the integrals of both taken apart, those that have a value by it."""
    left, right = (_apart(walk, term) for term in (first, second))
    middle = walk.equal(left.judgement.args[1], right.judgement.args[1])
    back = walk.run.infer("SYM", walk.context, of=right)
    return walk.search.infer("CHAIN", walk.context, links=[left, middle, back])


def _apart(walk: Walk, term: Term) -> Theorem:
    """A term with its integrals as combinations of integrals of monomials, and with the values that are known."""
    make_defined(walk.search, walk.context, term)
    links = [walk.run.infer("REFL", walk.context, term=term)]

    def put(eq: Theorem) -> None:
        here = links[-1].judgement.args[1]
        links.append(walk.search.infer("CONG", walk.context, eq=eq, term=here, paths=[]))

    for find in (_simple, in_summands, value):
        for atom in atoms_of([links[-1].judgement.args[1]]):
            if atom.op == "int":
                with suppress(Unproved):
                    eq = find(walk.search, walk.context, atom)
                    if eq is not None and eq.judgement.args[1] is not atom:
                        make_defined(walk.search, walk.context, eq.judgement.args[1])
                        put(eq)
    return walk.search.infer("CHAIN", walk.context, links=links)


def _simple(search: Search, context: Context, term: Term) -> Theorem:
    """An integral with natural powers as such in its integrand."""
    inner, _, body = opened(search, context, term)
    search.use(context, prove_convergent(search, context, term))
    links = [search.infer("REFL", context, term=term)]
    for atom in atoms_of([body]):
        exponent = plain([atom.args[1]]) if atom.op == "rpow" else ONE
        if atom.op == "rpow" and exponent.op == "rat" and exponent.data.denominator == 1 and exponent.data >= 0:
            n = int(exponent.data)
            same = prove_equal(search, inner, atom, raised(atom.args[0], n) if n else ONE)
            here = links[-1].judgement.args[1]
            whole = search.infer("CONG", inner, eq=same, term=opened(search, context, here)[2], paths=[])
            links.append(search.infer("CONG", context, eq=whole, term=here, paths=[[2]]))
            search.use(context, search.infer("L1", context, of=links[-1], term=links[-1].judgement.args[1]))
    return search.infer("CHAIN", context, links=links)
