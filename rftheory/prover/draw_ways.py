"""Ways for orders of means without lines: what is inside is in this order for all draws, or for all numbers in their place."""

from __future__ import annotations

import sympy as sp

from rftheory.prover.words import *
from rftheory.prover.chains import Walk
from rftheory.prover.draws import block
from rftheory.prover.expectations import is_random
from rftheory.prover.signs import as_order
from rftheory.prover.sizes import size
from rftheory.prover.translate import translate
from rftheory.rules.nodes import Expectation, Form
from rftheory.rules.propositions import Inequality
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Range

#: functions with 0 at 0 or a maximum there, and how steep they are at most
_STEEPNESS = dict.fromkeys((sp.sin, sp.cos, sp.tanh, sp.atan), sp.Integer(1)) | {sp.erf: 2 / sp.sqrt(sp.pi)}


def for_all_draws(walk: Walk, smaller: sp.Expr, larger: sp.Expr) -> Theorem:
    """``E f <= E g`` from ``f <= g`` for all draws; one side may be a number."""
    search, context, sides = walk.search, walk.context, (sp.sympify(smaller), sp.sympify(larger))
    terms = [translate(side, walk.setting) for side in sides]
    means = [term for term in terms if term.op == "E"]
    if not means or any(term not in means and is_random(term) for term in terms):
        raise Unproved("no mean, or parts of one, stands alone on a side")
    links: list[list[Theorem]] = [[], []]
    for place, term in enumerate(terms):
        if term not in means:
            make_defined(search, context, term)
            constant = search.infer("CONST", context, over=means[0], value=term)
            links[place], terms[place] = [constant], constant.judgement.args[0]
            search.use(context, search.infer("L1", context, of=constant, term=terms[place]))
    if terms[0].args[:-1] != terms[1].args[:-1]:
        raise Unproved("means over other draws")
    inner, draws, _ = bodies(context, terms[0])
    order = _inside(walk, inner, sides, [instantiate(term.args[-1], draws) for term in terms])
    for term in reversed(terms):
        list_convergence(walk, term, order)
    step = {"lower": terms[0], "upper": terms[1], "by": order, "l1": [], "strict": [], "at": []}
    whole = [search.infer("SYM", context, of=link) for link in links[0]]
    return search.infer("CHAIN", context, links=[*whole, search.infer("COMPARE", context, **step), *links[1]])


def by_linear(walk: Walk, smaller: sp.Expr, larger: sp.Expr) -> Theorem:
    """``E f <= t`` by a mean between, with linear functions in the place of those in f."""
    if not isinstance(smaller, Expectation):
        raise Unproved("no mean stands alone on the smaller side")
    between = Expectation(_linear(smaller.args[0]))
    if between == smaller:
        raise Unproved("no function that is known to be less steep than a linear one")
    first = for_all_draws(walk, smaller, between)
    last = walk.order(first.judgement.args[1], walk.term(sp.sympify(larger)), False)
    return walk.search.infer("CHAIN", walk.context, links=[first, last])


def _linear(body: sp.Expr) -> sp.Expr:
    """A body with multiples of their arguments in the place of functions."""
    steep = body.replace(lambda e: type(e) in _STEEPNESS, lambda e: _STEEPNESS[type(e)] * e.args[0])
    return steep.replace(lambda e: isinstance(e, sp.Max) and e.has(Form) and e.args[0] == 0, lambda e: e.args[1])


def _inside(walk: Walk, inner: Context, sides: Sequence[sp.Expr], terms: Sequence[Term]) -> Theorem:
    """The order of two bodies: as it stands, or as that of functions of any numbers in the place of the forms."""
    search = walk.search
    make_real(search, inner, *terms)
    try:
        return as_order(search, inner, prove_order(search, inner, terms[0], terms[1], False), "<=")
    except Unproved:
        search.check_limit()
        whole = [side.args[0] if isinstance(side, Expectation) else side for side in sides]
        forms = sorted(set().union(*(body.atoms(Form) for body in whole)), key=sp.default_sort_key)
        if not forms:
            raise
    numbers = {form: sp.Symbol(f"n_{place}", real=True) for place, form in enumerate(forms)}
    domain = walk.setting.domain.with_ranges(*(Range(number, None, None) for number in numbers.values()))
    said = Inequality(whole[0].xreplace(numbers), "<=", whole[1].xreplace(numbers))
    drawn = block(walk.setting.scope(), whole).scope.draws
    within = Walk(walk.prover, walk.setting.within(inner, draws=drawn), None)
    within.lemma(Claim("of numbers", "", said, domain), {number: form for form, number in numbers.items()})
    return as_order(search, inner, prove_order(search, inner, terms[0], terms[1], False), "<=")


def list_convergence(walk: Walk, term: Term, order: Theorem) -> None:
    """List that a mean has a value: by its closed form, as its body is bounded, or not negative and below the other one."""
    search, context = walk.search, walk.context
    with suppress(Unproved):
        make_defined(search, context, term)
        return
    search.check_limit()
    inner, draws, (body,) = bodies(context, term)
    try:
        bound = size(search, inner, body, draws)
    except Unproved:
        search.use(inner, prove_order(search, inner, ZERO, body, False))
        bound = order
    search.use(context, search.infer("DOM", context, term=term, bound=bound, l1=[]))
