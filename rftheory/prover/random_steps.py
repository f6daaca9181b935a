"""Bounds of means: what lemmas and facts say of every draw is used inside of the expectations, in closed forms.

A lemma at values that are random (``u = U``) says nothing outside of an expectation. It is held back until a factor of a gap
is a mean: in the context of its draws the lemma is listed, the sign of the body is proved there, and that of the mean follows.
Both sides of the line and the factors are compared in closed form, where means are linear.
"""

from __future__ import annotations

from rftheory.prover.step_words import *
from rftheory.chains.reasons import Copies, Square, Unit, Use
from rftheory.prover.atom_signs import values_of_functions
from rftheory.prover.chains import NOTES
from rftheory.prover.draws import block, uses
from rftheory.prover.expectations import closed_form, is_random
from rftheory.prover.learn import known_of
from rftheory.prover.lemma_steps import same_binder
from rftheory.prover.rewritings import alike_atoms
from rftheory.prover.translate import translate
from rftheory.rules.nodes import Expectation, GramTable
from rftheory.statements.claims import Claim

if TYPE_CHECKING:
    from rftheory.prover.chains import Walk


def closed_rows(walk: Walk, smaller: Term, larger: Term, products: Sequence[Sequence[sp.Expr]]) -> Theorem:
    """``smaller <= larger`` by the signs of factors some of which are means."""
    rows = [[signed(walk, sp.sympify(factor)) for factor in product] for product in products]
    left, right = (closed(walk, side) for side in (smaller, larger))
    order = by_rows(walk, left.judgement.args[1], right.judgement.args[1], rows)
    back = walk.run.infer("SYM", walk.context, of=right)
    return walk.search.infer("CHAIN", walk.context, links=[left, order, back])


def closed(walk: Walk, term: Term) -> Theorem:
    """``term = closed``."""
    make_defined(walk.search, walk.context, term)
    if is_random(term):
        return closed_form(walk.run, walk.context, term)
    return walk.search.infer("REFL", walk.context, term=term)


def signed(walk: Walk, factor: sp.Expr) -> Theorem:
    """``0 <= closed`` of a factor, or ``0 < closed``."""
    term = translate(factor, walk.setting)
    make_defined(walk.search, walk.context, term)
    if is_random(term):
        _use_inside(walk, factor)
    seen = (walk.search.attempt("DEF", walk.context, judgement=make(op, (ZERO, term))) for op in ("<", "<="))
    sign = next((one for one in seen if one is not None), None)
    sign = sign or by_one_order(walk, ZERO, term) or prove_sign(walk.search, walk.context, term)
    if sign is None or sign.judgement.args[0] is not ZERO:
        raise Unproved(f"a factor of a gap has no sign: {shown(term)}")
    if not is_random(term):
        return sign
    return walk.search.infer("CHAIN", walk.context, links=[sign, closed(walk, term)])


def _use_inside(walk: Walk, expr: sp.Expr) -> None:
    """List what was held back in the contexts of the draws of each mean, and the signs of their bodies that follow."""
    for node in sorted(expr.atoms(Expectation), key=str):
        inner, _, (body,) = bodies(walk.context, translate(node, walk.setting))
        if not is_well_formed(walk.search.kernel, inner):
            continue
        with suppress(Unproved):
            make_real(walk.search, inner, body)
        if not walk.held:
            continue
        drawn = block(walk.setting.scope(), node.args).scope.draws
        within = Walk(walk.prover, walk.setting.within(inner, draws=drawn), walk.chain)
        for use in walk.held:
            with suppress(Unproved, Refused):
                if isinstance(use.what, Claim):
                    _use_sign(within, body, within.lemma(use.what, use.at))
                else:
                    NOTES[type(use.what)](within, use, 0)


def _use_sign(within: Walk, body: Term, lemma: Theorem) -> None:
    """``0 <= body`` where the body is the gap of a lemma."""
    if lemma.judgement.op in ("<=", "<"):
        within.search.use(within.context, by_gap(within, ZERO, body, lemma))


# -- variates of the unit interval ----------------------------------------------------------------------------------


@note(Unit)
def in_unit_interval(walk: Walk, use: Use, number: int) -> None:
    """The mean of the variate lies between 0 and 1."""
    mean = walk.term(Expectation(use.what.variate))
    inner, draws, (value,) = bodies(walk.context, mean)
    search, context = walk.search, walk.context
    if not is_well_formed(search.kernel, inner):
        raise Unproved(f"the draws of {shown(mean)} have no context")
    for order in values_of_functions(search, inner, value):
        sides = [close(side, draws) for side in order.judgement.args]
        lower, upper = (make("E", (*mean.args[:-1], side)) for side in sides)
        bound = order.judgement.args[1 if lower is mean else 0]
        const = search.infer("CONST", context, over=mean, value=bound)
        step_ = {"lower": lower, "upper": upper, "by": order, "l1": [const], "strict": [], "at": []}
        compared = search.infer("COMPARE", context, **step_)
        back = search.infer("SYM", context, of=const)
        links = [compared, const] if lower is mean else [back, compared]
        search.use(context, search.infer("CHAIN", context, links=links))


def by_one_order(walk: Walk, smaller: Term, larger: Term) -> Theorem | None:
    """``smaller <= larger`` where the gap is that of a lemma in use, or its sides are equal to those of one."""
    orders = [theorem for theorem in walk.lemmas[::-1] if theorem.judgement.op in ("<=", "<")]
    if not orders:
        return None
    make_defined(walk.search, walk.context, smaller, larger)
    make_real(walk.search, walk.context, smaller)
    for prove in (by_gap, _by_sides):
        for theorem in orders:
            with suppress(Unproved):
                return prove(walk, smaller, larger, theorem)
    return None


def _by_sides(walk: Walk, smaller: Term, larger: Term, order: Theorem) -> Theorem:
    """Its sides are equal to those of another order; one of them is the same as it stands."""
    low, high = order.judgement.args
    if smaller is not low and larger is not high:
        raise Unproved("another order")
    links = [walk.equal(smaller, low), order, walk.equal(high, larger)]
    return walk.search.infer("CHAIN", walk.context, links=links)


def by_gap(walk: Walk, smaller: Term, larger: Term, order: Theorem) -> Theorem:
    """The gap is that of another order."""
    search, context = walk.search, walk.context
    if search.points(context).differ(minus(larger, smaller), minus(*order.judgement.args[::-1])):
        raise Unproved("another gap")
    rows = [row(order)]
    eqs = alike_atoms(search, context, [smaller, larger], order.judgement.args)
    found = search.attempt("POS", context, lhs=smaller, rhs=larger, rows=rows, eqs=eqs)
    if found is None:
        terms = [smaller, larger, *order.judgement.args]
        eqs = known_of(search, context, terms).equations(terms)
        found = search.infer("POS", context, lhs=smaller, rhs=larger, rows=rows, eqs=eqs)
    return found


# -- independent copies ---------------------------------------------------------------------------------------------


@note(Copies)
def by_copies(walk: Walk, use: Use, number: int) -> None:
    """The mean of a body that is not negative for two draws of one law is not negative either."""
    body, copy, original = use.what.body, use.what.copy, use.what.original
    scope = walk.setting.scope()
    functions = {**scope.functions, copy.name: scope.functions[original.name]}
    mean = scope.having(functions=functions).term(Expectation(body))
    make_defined(walk.search, walk.context, mean)
    sign = prove_sign(walk.search, walk.context, mean)
    if sign is None or sign.judgement.args[0] is not ZERO:
        raise Unproved(f"no sign of {shown(mean)}")
    found = walk.run.infer("CHAIN", walk.context, links=[sign, closed_form(walk.run, walk.context, mean)])
    walk.search.use(walk.context, found)


# -- squares of distances -------------------------------------------------------------------------------------------


@note(Square)
def by_square(walk: Walk, use: Use, number: int) -> None:
    """``0 <= |w - u|^2``, multiplied out; in the context of the draws if w is one of those."""
    projection, shift, dimension = use.what.projection, use.what.shift, use.what.dimension
    scope, search, context = walk.setting.scope(), walk.search, walk.context
    if projection.name not in scope.draws:
        raise Unproved(f"{projection.name} is random outside of an expectation")
    vector = scope.draws[projection.name].at(None, None)
    for name, coefficient in shift.coefficients.items():
        factor = walk.term(-coefficient)
        make_real(walk.search, context, factor)
        vector = make("vadd", (vector, make("vscale", (factor, scope.vector((GramTable(shift.space), name))))))
    square = make("norm2", (vector,))
    expanded = walk.term(projection.squared_length(dimension) - 2 * projection.dot(shift) + shift.square)
    sign = search.infer("DEF", context, judgement=make("<=", (ZERO, square)))
    search.use(context, search.infer("CHAIN", context, links=[sign, walk.equal(square, expanded)]))


# -- lines that change what is random --------------------------------------------------------------------------------


def is_drawn(expr: sp.Basic) -> bool:
    """Whether an expression depends on a draw outside of expectations."""
    return next(uses(expr), None) is not None


def rewritten_inside(walk: Walk, number: int) -> Theorem:
    """From a line to the next one, by equality of the bodies of expectations over the same laws."""
    line = walk.line(number - 1)
    target = translate(walk.chain.lines[number].expr, walk.setting)
    before, after = (list(dict.fromkeys(_means(side))) for side in (line, target))
    links, here = list[Theorem](), line
    for mean in after:
        if mean in before:
            continue
        same = _equal_to_one(walk, mean, [known for known in before if known not in after])
        links.append(walk.run.infer("CONG", walk.context, eq=same, term=here, paths=[]))
        here = links[-1].judgement.args[1]
    make_defined(walk.search, walk.context, target)
    links.append(walk.equal(here, target))
    return walk.search.infer("CHAIN", walk.context, links=links)


def _equal_to_one(walk: Walk, mean: Term, known: list[Term]) -> Theorem:
    """``known = mean`` for one of the means that are known."""
    reason = f"no mean of the line before is seen to be {shown(mean)}"
    for one in known:
        try:
            found: Theorem = walk.run.infer("SYM", walk.context, of=same_binder(walk.run, walk, mean, one))
        except (Unproved, Refused) as error:
            reason = str(error)
            continue
        return found
    raise Unproved(reason)


def _means(term: Term) -> Iterator[Term]:
    """The expectations outside of other binders."""
    if term.op == "E":
        yield term
    elif not bound_tags(term.op, term.args, term.data):
        for arg in term.args:
            yield from _means(arg)
