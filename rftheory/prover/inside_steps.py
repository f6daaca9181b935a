"""How lines are proved in which a part changes: below a function, in place, read backwards, in the mean over draws.

Where the part stands says what is needed, and `_kind` alone says where it stands. A part below a sum, an integral or a mean that
names its bound variable is of the kind "binder"; "expansion" compares power series; a claim holds for each of the "draws" of a
mean, for all "lengths" of two projections, or for each "angle" between them.
"""

from __future__ import annotations

from rftheory.prover.step_words import *
from rftheory.chains.angles import sine
from rftheory.chains.binding import bound_symbols
from rftheory.chains.chain import Chain
from rftheory.chains.lengths import LENGTHS
from rftheory.chains.reasons import Inside
from rftheory.prover.atom_signs import mono
from rftheory.prover.chains import STEPS
from rftheory.prover.draw_ways import list_convergence
from rftheory.prover.draws import block
from rftheory.prover.expectations import is_random
from rftheory.prover.random_steps import by_gap, is_drawn, rewritten_inside, signed
from rftheory.prover.translate import translate
from rftheory.rules.nodes import Expectation
from rftheory.statements.claims import Claim


@step(Inside)
def inside(walk: Walk, reason: Inside, number: int) -> Theorem:
    """By the place of the part."""
    return STEPS[Inside, _kind(walk, reason, number)](walk, reason, number)


def _kind(walk: Walk, reason: Inside, number: int) -> str:
    if isinstance(reason.of, Claim):
        symbols, before = reason.of.domain.symbols, walk.chain.lines[number - 1].expr
        if {item.symbol for item in LENGTHS} <= {*symbols}:
            return "lengths"
        return "angle" if sine in symbols and not isinstance(before, Expectation) else "draws"
    if reason.expansion is not None:
        return "expansion"
    if reason.backwards:
        return "backwards"
    if reason.outer is not None:
        return "outer"
    if reason.node is not None or walk.chain.lines[number].relation != "=":
        return "binder"
    unknown = (reason.of.start.free_symbols | reason.of.end.free_symbols) - walk.setting.symbols.keys()
    bound = [bound_symbols(walk.chain.lines[place].expr) for place in (number - 1, number)]
    return "place" if unknown.isdisjoint(frozenset().union(*bound)) else "binder"


def _chain(reason: Inside) -> Chain:
    assert isinstance(reason.of, Chain)
    return reason.of


def _claim(reason: Inside) -> Claim:
    assert isinstance(reason.of, Claim)
    return reason.of


def _outer(reason: Inside, variable: sp.Symbol) -> sp.Expr:
    assert reason.outer is not None
    return sp.sympify(reason.outer(variable))


# -- below a function -------------------------------------------------------------------------------------------------


@step(Inside, "outer")
def below_function(walk: Walk, reason: Inside, number: int) -> Theorem:
    """A function of both ends of an inner chain, which is listed first."""
    inner = walk.inner(_chain(reason))
    walk.search.use(walk.context, inner)
    if walk.chain.lines[number].relation == "=":
        return _of_equation(walk, reason, inner, number)
    found = _of_function(walk, reason, inner, number)
    return walk.generic(number) if found is None else found


def _of_equation(walk: Walk, reason: Inside, inner: Theorem, number: int) -> Theorem:
    """The function of the one end is that of the other; SymPy may have written the end together with what is around it."""
    line, first = walk.line(number - 1), inner.judgement.args[0]
    if any(part is first for part in parts_of([line])):
        return put(walk, number, inner)
    variable = sp.Dummy("t", real=True)
    with suppress(Unproved, Refused):
        whole = translate(_outer(reason, variable), walk.setting, {variable: first})
        make_defined(walk.search, walk.context, whole)
        replaced = walk.search.infer("CONG", walk.context, eq=inner, term=whole, paths=[])
        links = [walk.equal(line, whole), replaced, walk.equal(replaced.judgement.args[1], walk.line(number))]
        return walk.search.infer("CHAIN", walk.context, links=links)
    return put(walk, number, inner)


def _of_function(walk: Walk, reason: Inside, inner: Theorem, number: int) -> Theorem | None:
    """One row of POS from the order of the ends of an inner chain; None if no order of the function follows."""
    variable = sp.Dummy("t", real=True)
    relation = walk.chain.lines[number].relation
    if inner.judgement.op not in ("<=", "<"):
        return None
    sides = (walk.line(number - 1), walk.line(number))
    try:
        signs = _rising(walk, _outer(reason, variable), variable, inner)
        return weakened(walk, by_rows(walk, *(sides if relation[0] == "<" else sides[::-1]), [signs]), relation)
    except (Unproved, Refused):
        return None


def _rising(walk: Walk, form: sp.Expr, variable: sp.Symbol, inner: Theorem) -> list[Theorem]:
    """An order and a sign whose gaps have the product ``f(b) - f(a)``, up to the sign; ``inner`` says ``a <= b``.

    The function is linear in its variable, or in an exponential or a power of such a function.
    """
    slope = sp.diff(form, variable)
    if not slope.has(variable):
        return [inner, _sign_of_factor(walk, slope)]
    for part in sorted((e for e in form.atoms(sp.exp, sp.Pow) if e.has(variable)), key=sp.default_sort_key):
        value = sp.Dummy("value", real=True)
        linear = form.xreplace({part: value})
        slope = sp.diff(linear, value)
        if linear.has(variable) or slope.has(value) or (isinstance(part, sp.Pow) and part.exp.has(variable)):
            continue
        order = _of_argument(walk, part.args[0], variable, inner)
        return [_of_rising(walk, part, order), _sign_of_factor(walk, slope)]
    raise Unproved(f"no function of one exponential or power: {form}")


def _of_rising(walk: Walk, part: sp.Expr, order: Theorem) -> Theorem:
    """The order of two exponentials or powers, from that of their arguments."""
    search, context = walk.search, walk.context
    if isinstance(part, sp.exp):
        return mono(search, context, order, "exp")
    least = prove_order(search, context, ZERO, order.judgement.args[0], strict=False)
    search.use(context, least)
    if part.exp == sp.S.Half:
        return mono(search, context, order, "sqrt")
    exponent = walk.term(part.exp)
    make_real(search, context, exponent)
    premises = [prove_order(search, context, ZERO, exponent, strict=True), least]
    return search.infer("MONO", context, order=order, function="rpow", number=0, exponent=[exponent], premises=premises)


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


# -- in place ---------------------------------------------------------------------------------------------------------


@step(Inside, "backwards")
def backwards(walk: Walk, reason: Inside, number: int) -> Theorem:
    """A chain of equalities that ends where this one stands, read from its end."""
    inner = walk.inner(_chain(reason))
    back = walk.run.infer("SYM", walk.context, of=inner)
    return between(walk, walk.line(number - 1), back, walk.line(number))


@step(Inside, "place")
def replaced(walk: Walk, reason: Inside, number: int) -> Theorem:
    """A part that is replaced by an equal one; a random one inside of the expectations where it stands."""
    if is_drawn(_chain(reason).start) or is_drawn(_chain(reason).end):
        return rewritten_inside(walk, number)
    return put(walk, number, walk.inner(_chain(reason)))


# -- for each draw ----------------------------------------------------------------------------------------------------


@step(Inside, "draws")
def for_each_draw(walk: Walk, reason: Inside, number: int) -> Theorem:
    """From ``E f`` to ``E g`` by a lemma that relates f and g at each draw; both converge."""
    before, after = (walk.chain.lines[place] for place in (number - 1, number))
    means = [translate(line.expr, walk.setting) for line in (before, after)]
    if any(mean.op != "E" for mean in means) or means[0].args[:-1] != means[1].args[:-1]:
        raise Unproved("two means over other laws")
    for mean in means:
        with suppress(Unproved):  # it may follow from the order
            make_defined(walk.search, walk.context, mean)
    inner, _, (first,) = bodies(walk.context, means[0])
    (second,) = bodies(walk.context, means[1])[2]
    drawn = block(walk.setting.scope(), sp.sympify(before.expr).args).scope.draws
    within = Walk(walk.prover, walk.setting.within(inner, draws=drawn), walk.chain)
    falls = after.relation[0] == ">"
    sides, whole = ((second, first), means[::-1]) if falls else ((first, second), means)
    make_real(walk.search, inner, first, second)
    order = by_gap(within, *sides, within.lemma(_claim(reason), reason.at))
    for mean in reversed(whole):
        list_convergence(walk, mean, order)
    step_ = {"lower": whole[0], "upper": whole[1], "by": order, "l1": [], "strict": [], "at": []}
    return weakened(walk, walk.search.infer("COMPARE", walk.context, **step_), after.relation)
