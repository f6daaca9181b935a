"""How the lines of chains of bounds are proved: gaps, lemmas, inner chains, parts that are rewritten."""

from __future__ import annotations

from rftheory.prover.step_words import *
from rftheory.prover.atom_signs import mono
from rftheory.prover.chains import holding_back
from rftheory.prover.expectations import is_random
from rftheory.prover.gap_factors import factors_of
from rftheory.prover.random_steps import by_one_order, closed_rows, is_drawn, rewritten_inside, signed
from rftheory.prover.translate import translate
from rftheory.rules.nodes import Expectation
from rftheory.statements.claims import Claim

# -- gaps -----------------------------------------------------------------------------------------------------------


@step("at_most", "at_least")
def by_gap(walk: Walk, call: Call, number: int) -> Theorem:
    """One row of POS: the product of the factors of the gap, as they are given, or as the chain found them."""
    gap, rises = argument(call, 1, "gap"), call.name == "at_most"
    if gap is not None:
        return _by_products(walk, number, [list(gap)], rises)
    try:
        return _by_products(walk, number, None, rises)
    except Unproved:
        before, after = (walk.chain.steps[place].expr for place in (number - 1, number))
        found = factors_of(after - before if rises else before - after, call.facts)
        if len(found) == 1:
            raise
        return _by_products(walk, number, [found], rises)


@step("up_by", "down_by")
def by_gaps(walk: Walk, call: Call, number: int) -> Theorem:
    """One row of POS for each product."""
    products = argument(call, 1, "products")
    return _by_products(walk, number, [list(product) for product in products], call.name == "up_by")


def _by_products(walk: Walk, number: int, products: Sequence[Sequence[sp.Expr]] | None, rises: bool) -> Theorem:
    sides = (walk.line(number - 1), walk.line(number))
    smaller, larger = sides if rises else sides[::-1]
    strict = len(walk.chain.steps[number].relation) == 1
    if products is None:
        found = by_one_order(walk, smaller, larger)
        if found is not None:
            return weakened(walk, found, walk.chain.steps[number].relation)
        try:
            return walk.order(smaller, larger, strict)
        except Unproved:
            found = _by_summands(walk, smaller, larger) or _by_members(walk, smaller, larger)
            if found is None or (strict and found.judgement.op != "<"):
                raise
            return weakened(walk, found, walk.chain.steps[number].relation)
    try:
        return _checked(walk, smaller, larger, products)
    except Unproved as first:
        try:
            return walk.order(smaller, larger, strict)
        except Unproved:
            raise first from None


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


# -- lemmas and inner chains ----------------------------------------------------------------------------------------


@step("given")
def by_lemma(walk: Walk, call: Call, number: int) -> Theorem:
    """The line stays; the lemma may be used from here on."""
    at = argument(call, 1, "at")
    claim = argument(call, 0, "lemma")
    indices = indices_of(walk, at)
    with holding_back(walk, call):
        if len(indices) == 1:
            at_members(walk, claim, at or {}, indices[0], number)
        else:
            walk.lemma(claim, at)
    try:
        return walk.generic(number)
    except Unproved:
        # the line may need the lemmas that come next as well: they say nothing else of it
        if not _next_lemmas(walk, call):
            raise
        return walk.generic(number)


def _next_lemmas(walk: Walk, call: Call) -> int:
    """Use the lemmas that are given right after this one; their number."""
    count, after = 0, call.after
    for other in walk.chain.calls:
        if other.name == "given" and other.steps == after < other.after:
            walk.lemma(argument(other, 0, "lemma"), argument(other, 1, "at"))
            count, after = count + 1, other.after
    return count


@step("through")
def by_monotone_function(walk: Walk, call: Call, number: int) -> Theorem:
    """A function of both ends of an inner chain, which is listed first."""
    inner = walk.inner(call.args[0])
    walk.search.use(walk.context, inner)
    if walk.chain.steps[number].relation == "=":
        return _of_equation(walk, call, inner, number)
    found = _of_function(walk, call, inner, number)
    return walk.generic(number) if found is None else found


def _of_equation(walk: Walk, call: Call, inner: Theorem, number: int) -> Theorem:
    """The function of the one end is that of the other; SymPy may have written the end together with what is around it."""
    line, first = walk.line(number - 1), inner.judgement.args[0]
    if any(part is first for part in parts_of([line])):
        return _in_place(walk, inner, number)
    variable = sp.Dummy("t", real=True)
    with suppress(Unproved, Refused):
        whole = translate(sp.sympify(call.args[1](variable)), walk.setting, {variable: first})
        make_defined(walk.search, walk.context, whole)
        replaced = walk.search.infer("CONG", walk.context, eq=inner, term=whole, paths=[])
        links = [walk.equal(line, whole), replaced, walk.equal(replaced.judgement.args[1], walk.line(number))]
        return walk.search.infer("CHAIN", walk.context, links=links)
    return _in_place(walk, inner, number)


def _of_function(walk: Walk, call: Call, inner: Theorem, number: int) -> Theorem | None:
    """One row of POS from the order of the ends of an inner chain; None if no order of the function follows."""
    variable = sp.Dummy("t", real=True)
    relation = walk.chain.steps[number].relation
    if inner.judgement.op not in ("<=", "<"):
        return None
    sides = (walk.line(number - 1), walk.line(number))
    try:
        signs = _rising(walk, sp.sympify(call.args[1](variable)), variable, inner)
        return weakened(walk, by_rows(walk, *(sides if relation[0] == "<" else sides[::-1]), [signs]), relation)
    except (Unproved, Refused):
        return None


def _rising(walk: Walk, form: sp.Expr, variable: sp.Symbol, inner: Theorem) -> list[Theorem]:
    """An order and a sign whose gaps have the product ``f(b) - f(a)``, up to the sign; ``inner`` says ``a <= b``.

    The function is linear in its variable, or in an exponential or a root of such a function.
    """
    slope = sp.diff(form, variable)
    if not slope.has(variable):
        return [inner, _sign_of_factor(walk, slope)]
    for part in sorted((e for e in form.atoms(sp.exp, sp.Pow) if e.has(variable)), key=sp.default_sort_key):
        value = sp.Dummy("value", real=True)
        linear = form.xreplace({part: value})
        slope = sp.diff(linear, value)
        if linear.has(variable) or slope.has(value) or not (isinstance(part, sp.exp) or part.exp == sp.S.Half):
            continue
        order = _of_argument(walk, part.args[0], variable, inner)
        if isinstance(part, sp.Pow):
            walk.search.use(
                walk.context, prove_order(walk.search, walk.context, ZERO, order.judgement.args[0], strict=False)
            )
        through = mono(walk.search, walk.context, order, "exp" if isinstance(part, sp.exp) else "sqrt")
        return [through, _sign_of_factor(walk, slope)]
    raise Unproved(f"no function of one exponential or root: {form}")


def _of_argument(walk: Walk, form: sp.Expr, variable: sp.Symbol, inner: Theorem) -> Theorem:
    """``f(a) <= f(b)`` from ``a <= b``, or ``f(b) <= f(a)`` for a function that falls."""
    if form == variable:
        return inner
    signs = _rising(walk, form, variable, inner)
    ends = inner.judgement.args if signs[-1].judgement.args[0] is ZERO else inner.judgement.args[::-1]
    smaller, larger = (translate(form, walk.setting, {variable: end}) for end in ends)
    return by_rows(walk, smaller, larger, [signs])


def _sign_of_factor(walk: Walk, factor: sp.Expr) -> Theorem:
    term = translate(factor, walk.setting)
    if is_random(term):
        return signed(walk, factor)
    make_defined(walk.search, walk.context, term)
    sign = prove_sign(walk.search, walk.context, term)
    if sign is None:
        raise Unproved(f"no sign of the factor {shown(term)}")
    return sign


@step("backwards")
def backwards(walk: Walk, call: Call, number: int) -> Theorem:
    """A chain of equalities that ends where this one stands, read from its end."""
    inner = walk.inner(call.args[0])
    first = walk.equal(walk.line(number - 1), inner.judgement.args[1])
    back = walk.run.infer("SYM", walk.context, of=inner)
    ending = walk.equal(inner.judgement.args[0], walk.line(number))
    return walk.run.infer("CHAIN", walk.context, links=[first, back, ending])


@step("rewrite")
def rewritten(walk: Walk, call: Call, number: int) -> Theorem:
    """A part that is replaced by an equal one; a random one inside of the expectations where it stands."""
    if any(is_drawn(sp.sympify(part)) for part in call.args[:2]):
        return rewritten_inside(walk, number)
    old, new = (walk.term(sp.sympify(part)) for part in call.args[:2])
    return _in_place(walk, walk.equal(old, new), number)


def _in_place(walk: Walk, equality: Theorem, number: int) -> Theorem:
    """From a line to the next one, by an equality of parts of them."""
    line, target = walk.line(number - 1), walk.line(number)
    replaced = walk.search.infer("CONG", walk.context, eq=equality, term=line, paths=[])
    ending = walk.equal(replaced.judgement.args[1], target)
    return walk.run.infer("CHAIN", walk.context, links=[replaced, ending])


# -- lemmas at the members of finite sums ----------------------------------------------------------------------------


def indices_of(walk: Walk, at: Mapping[sp.Symbol, sp.Expr] | None) -> list[sp.Symbol]:
    """The integer symbols in the values of parameters that the domain of the chain does not have."""
    known = {*walk.setting.symbols, *walk.chain.domain.symbols}
    symbols = {symbol for value in (at or {}).values() for symbol in sp.sympify(value).free_symbols}
    return sorted((s for s in symbols - known if isinstance(s, sp.Symbol) and s.is_integer), key=str)


def at_members(walk: Walk, claim: Claim, at: Mapping[sp.Symbol, sp.Expr], index: sp.Symbol, number: int) -> None:
    """List a lemma inside of each finite sum of the lines about a step.

    Raises:
        Unproved: if it holds inside of none.
    """
    reasons = []
    lines = range(number - 1, len(walk.chain.steps))
    found = False
    # the lines may be defined by what the lemma says
    terms = [translate(walk.chain.steps[line].expr, walk.setting) for line in lines]
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
