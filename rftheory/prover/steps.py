"""How orders are proved, and lines from which on something is known."""

from __future__ import annotations

from types import NoneType

from rftheory.prover.step_words import *
from rftheory.chains.computed import sides_at
from rftheory.chains.reasons import Factors, Use
from rftheory.prover.draw_ways import for_all_draws
from rftheory.prover.expectations import is_random
from rftheory.prover.gap_factors import products_of
from rftheory.prover.mean_factors import without_factor
from rftheory.prover.random_steps import by_one_order, closed_rows
from rftheory.prover.tail_steps import bound_of_probability
from rftheory.prover.translate import translate
from rftheory.rules.nodes import Expectation
from rftheory.rules.propositions import Inequality
from rftheory.statements.claims import Claim
from rftheory.statements.signs import is_nonnegative

# -- orders ---------------------------------------------------------------------------------------------------------


@step(NoneType)
def by_order(walk: Walk, _: None, number: int) -> Theorem:
    """By a lemma in use, as it stands, by factors of the gap that are looked for, or for all draws of a mean."""
    try:
        return _by_gap(walk, number)
    except Unproved:
        low, high = _expressions(walk, number)
        if not (low.has(Expectation) or high.has(Expectation)):
            raise
        with suppress(Unproved, Refused):
            found = without_factor(walk, for_all_draws, low, high)
            return weakened(walk, found, walk.chain.lines[number].relation)
        raise


def _by_gap(walk: Walk, number: int) -> Theorem:
    smaller, larger = _sides(walk, number)
    if smaller.op == "P":
        # the bound shows what it comes from
        with suppress(Unproved, Refused):
            return weakened(walk, bound_of_probability(walk, number), walk.chain.lines[number].relation)
    relation = walk.chain.lines[number].relation
    try:
        return _without_factors(walk, smaller, larger, relation)
    except Unproved:
        with suppress(Unproved):
            return _by_found_factors(walk, smaller, larger, number)
        raise


def _by_found_factors(walk: Walk, smaller: Term, larger: Term, number: int) -> Theorem:
    """By the factors that polynomials show."""
    relation, (low, high) = walk.chain.lines[number].relation, _expressions(walk, number)

    def sign(expr: sp.Expr) -> int:
        for side in (1, -1):
            if is_nonnegative(side * expr, walk.setting.domain.ranges):
                return side
        seen = walk.search.points(walk.context).signs(translate(expr, walk.setting)) or {1, -1}
        return 0 if {1, -1} <= seen else max(seen) or min(seen)

    for factors in products_of(high - low, list(_known_gaps(walk, number)), sign):
        with suppress(Unproved, Refused):
            return weakened(walk, _checked(walk, smaller, larger, [factors]), relation)
    raise Unproved("no factors with signs are found")


def _known_gaps(walk: Walk, number: int) -> Iterator[sp.Expr]:
    """Differences that are not negative by conditions of the domain, or by what is used before a line."""
    orders = [*walk.setting.domain.conditions]
    for line in walk.chain.lines[:number]:
        for use in (*line.notes, *([line.reason] if isinstance(line.reason, Use) else ())):
            said = getattr(use.what, "proposition", getattr(use.what, "order", None))
            if isinstance(said, Inequality):
                left, right = sides_at(use.what, use.at) if isinstance(use.what, Claim) else (said.left, said.right)
                orders.append(
                    sp.Le(left, right, evaluate=False)
                    if said.relation[0] == "<"
                    else sp.Ge(left, right, evaluate=False)
                )
    for order in orders:
        if isinstance(order, (sp.Le, sp.Lt)):
            yield order.rhs - order.lhs
        elif isinstance(order, (sp.Ge, sp.Gt)):
            yield order.lhs - order.rhs


@step(Factors)
def by_factors(walk: Walk, reason: Factors, number: int) -> Theorem:
    """One row of POS for each product."""
    smaller, larger = _sides(walk, number)
    relation = walk.chain.lines[number].relation
    try:
        return weakened(walk, _checked(walk, smaller, larger, reason.products), relation)
    except Unproved as first:
        try:
            return walk.order(smaller, larger, strict=len(relation) == 1)
        except Unproved:
            raise first from None


def _expressions(walk: Walk, number: int) -> tuple[sp.Expr, sp.Expr]:
    """The smaller and the larger one of a line and the one before it."""
    sides = (walk.chain.lines[number - 1].expr, walk.chain.lines[number].expr)
    return sides if walk.chain.lines[number].relation[0] == "<" else sides[::-1]


def _sides(walk: Walk, number: int) -> tuple[Term, Term]:
    smaller, larger = (walk.term(side) for side in _expressions(walk, number))
    return smaller, larger


def _without_factors(walk: Walk, smaller: Term, larger: Term, relation: str) -> Theorem:
    found = by_one_order(walk, smaller, larger)
    if found is not None:
        return weakened(walk, found, relation)
    try:
        return walk.order(smaller, larger, strict=len(relation) == 1)
    except Unproved:
        found = _by_summands(walk, smaller, larger) or _by_members(walk, smaller, larger)
        if found is None:
            raise
        return weakened(walk, found, relation)


def _by_summands(walk: Walk, smaller: Term, larger: Term) -> Theorem | None:
    """The larger side has all summands of the smaller one, and others that are not negative."""
    more = list(larger.args if larger.op == "+" else [larger])
    for part in smaller.args if smaller.op == "+" else [smaller]:
        if part in more:
            more.remove(part)
        elif part is not ZERO:
            return None
    signs = [prove_sign(walk.search, walk.context, part) for part in more]
    rows = [[sign] for sign in signs if sign is not None and sign.judgement.args[0] is ZERO]
    return by_rows(walk, smaller, larger, rows) if len(rows) == len(more) else None


def _by_members(walk: Walk, smaller: Term, larger: Term) -> Theorem | None:
    """Two finite sums over one range, member by member."""
    if smaller.op != "sum" or larger.op != "sum" or smaller.args[:2] != larger.args[:2] or smaller.args[1] is OO:
        return None
    inner, _, first = opened(walk.search, walk.context, smaller)
    _, _, second = opened(walk.search, walk.context, larger)
    order = prove_order(walk.search, inner, first, second, strict=False)
    return walk.run.infer("COMPARE", walk.context, lower=smaller, upper=larger, by=order, l1=[], strict=[], at=[])


def _checked(walk: Walk, smaller: Term, larger: Term, products: Sequence[Sequence[sp.Expr]]) -> Theorem:
    if is_random(smaller) or is_random(larger) or any(sp.sympify(f).has(Expectation) for p in products for f in p):
        return closed_rows(walk, smaller, larger, products)
    rows = [[_nonnegative(walk, walk.term(sp.sympify(factor))) for factor in product] for product in products]
    return by_rows(walk, smaller, larger, rows)


def _nonnegative(walk: Walk, factor: Term) -> Theorem:
    sign = prove_sign(walk.search, walk.context, factor)
    if sign is None or sign.judgement.args[0] is not ZERO:
        raise Unproved(f"a factor of a gap has no sign: {shown(factor)}")
    return sign


# -- what is known from a line on ---------------------------------------------------------------------------------------


@step(Use)
def by_use(walk: Walk, use: Use, number: int) -> Theorem:
    """The line stays; what is used is known from here on."""
    walk.use(use, number)
    try:
        return walk.generic(number)
    except Unproved:
        # the line may need the lemmas that come next as well: they say nothing else of it
        more = list(_uses_after(walk, number))
        if not more:
            raise
        for other in more:
            walk.use(other, number)
        return walk.generic(number)


def _uses_after(walk: Walk, number: int) -> Iterator[Use]:
    for line in walk.chain.lines[number + 1 :]:
        if not isinstance(line.reason, Use):
            return
        yield line.reason


@note(Claim)
def by_lemma(walk: Walk, use: Use, number: int) -> None:
    """A claim at values of its parameters; at the members of sums, where one of the values has their index."""
    indices = indices_of(walk, use.at)
    if len(indices) == 1:
        at_members(walk, use.what, use.at or {}, indices[0], number)
    else:
        walk.lemma(use.what, use.at)


# -- lemmas at the members of finite sums ----------------------------------------------------------------------------


def indices_of(walk: Walk, at: Mapping[sp.Symbol, sp.Expr] | None) -> list[sp.Symbol]:
    """The integer symbols in the values of parameters that the domain of the chain does not have."""
    known = {*walk.setting.symbols, *walk.setting.domain.symbols}
    symbols = {symbol for value in (at or {}).values() for symbol in sp.sympify(value).free_symbols}
    return sorted((s for s in symbols - known if isinstance(s, sp.Symbol) and s.is_integer), key=str)


def at_members(walk: Walk, claim: Claim, at: Mapping[sp.Symbol, sp.Expr], index: sp.Symbol, number: int) -> None:
    """List a lemma inside of each finite sum of the lines about a step."""
    reasons = []
    lines = range(number - 1, len(walk.chain.lines))
    found = False
    # the lines may be defined by what the lemma says
    terms = [translate(walk.chain.lines[line].expr, walk.setting) for line in lines]
    for term in dict.fromkeys(part for line in terms for part in _sums(line)):
        inner, (k,) = open_binder(walk.context, term)
        if not is_well_formed(walk.search.kernel, inner):
            continue
        base = walk.context
        for entry in (*inner.declarations[base.size :], *inner.facts[len(base.facts) :]):
            base = walk.run.declare(base, entry)
        inside = Walk(walk.prover, walk.setting.within(base, {index: k}), walk.chain)
        try:
            inside.lemma(claim, at)
            found = True
        except (Unproved, Refused) as error:
            reasons.append(str(error))
    if not found:
        raise Unproved(f"a lemma at the members of no sum: {'; '.join(reasons)}")


def _sums(term: Term) -> Iterator[Term]:
    """The outermost finite sums and products of a term."""
    if term.op in ("sum", "prod") and term.args[1] is not OO:
        yield term
    elif not bound_tags(term.op, term.args, term.data):
        for arg in term.args:
            with suppress(Unproved):
                yield from _sums(arg)
