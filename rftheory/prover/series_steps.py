"""How lines about power series are proved: in closed form, written as series, and compared term by term."""

from __future__ import annotations

from rftheory.prover.step_words import *
from rftheory.chains.chain import Chain
from rftheory.chains.reasons import Inside, Series
from rftheory.chains.series import split_function
from rftheory.prover.convergence import inside
from rftheory.prover.series import as_series, sum_value
from rftheory.prover.series_integrals import integrated_series
from rftheory.prover.translate import translate
from rftheory.rules.expectation import expand_products
from rftheory.statements.domain import Range

#: functions that are hypergeometric by the table
BESSEL = ("bessel_i", "bessel_j")
NAMED = ("cosh", "sinh", "cos", "sin", *BESSEL)


def _with_series(run: Any, context: Context, term: Term, names: Sequence[str] = NAMED) -> Theorem:
    """A term with named functions as the hypergeometric functions that they are, also inside of sums and integrals."""
    search = search_of(run)
    if term.op in names:
        with suppress(Unproved):
            return as_series(run, context, term)
        search.check_limit()
    here: Theorem = run.infer("REFL", context, term=term)
    if term.op in ("int", "sum"):
        inner, _, body = opened(search, context, term)
        places = [(inner, 2, body)]
    elif bound_tags(term.op, term.args, term.data) or term.sort != "scalar":
        return here
    else:
        places = [(context, number, arg) for number, arg in enumerate(term.args) if arg.sort == "scalar"]
    for where, number, part in places:
        found = _with_series(run, where, part, names)
        if found.judgement.args[1] is not part:
            step_ = run.infer("CONG", context, eq=found, term=here.judgement.args[1], paths=[[number]])
            here = run.infer("CHAIN", context, links=[here, step_])
            if term.op == "int" or (term.op == "sum" and term.args[1] is OO):
                search.use(context, run.infer("L1", context, of=here, term=here.judgement.args[1]))
    return here


def equal_with_bessel(walk: Walk, first: Term, second: Term) -> Theorem:
    """Two terms only one of which has Bessel functions, with these as hypergeometric ones; Unproved for others."""
    if len({any(part.op in BESSEL for part in parts_of([side])) for side in (first, second)}) == 1:
        raise Unproved("Bessel functions on both sides, or none")
    make_defined(walk.search, walk.context, first, second)
    left, right = (_with_series(walk.run, walk.context, side, BESSEL) for side in (first, second))
    middle = prove_equal(walk.search, walk.context, left.judgement.args[1], right.judgement.args[1])
    back = walk.run.infer("SYM", walk.context, of=right)
    return walk.run.infer("CHAIN", walk.context, links=[left, middle, back])


def _equal_as_series(walk: Walk, first: Term, second: Term) -> Theorem:
    """Two terms that are equal as they stand, or with named functions as hypergeometric ones on either side."""
    try:
        return walk.equal(first, second)
    except Unproved as error:
        left, right = (_with_series(walk.run, walk.context, term) for term in (first, second))
        if left.judgement.args[1] is first and right.judgement.args[1] is second:
            raise
        try:
            middle = walk.equal(left.judgement.args[1], right.judgement.args[1])
        except Unproved:
            raise error from None
        back = walk.run.infer("SYM", walk.context, of=right)
        return walk.run.infer("CHAIN", walk.context, links=[left, middle, back])


@step(Series, "sum")
def in_closed_form(walk: Walk, reason: Series, number: int) -> Theorem:
    """A series is put in closed form by the ratio of its members."""
    line, target = walk.line(number - 1), walk.line(number)
    series = walk.term(reason.of["series"])
    links = [walk.run.infer("CONG", walk.context, eq=sum_value(walk.search, walk.context, series), term=line, paths=[])]
    links.append(_equal_as_series(walk, links[0].judgement.args[1], target))
    return walk.run.infer("CHAIN", walk.context, links=links)


@step(Series, "named")
def as_hypergeometric(walk: Walk, reason: Series, number: int) -> Theorem:
    """A named function as a hypergeometric one."""
    line = walk.line(number - 1)
    first = _with_series(walk.run, walk.context, line)
    return walk.run.infer(
        "CHAIN", walk.context, links=[first, _equal_as_series(walk, first.judgement.args[1], walk.line(number))]
    )


# -- term by term ---------------------------------------------------------------------------------------------------


@step(Inside, "expansion")
def term_by_term(walk: Walk, reason: Inside, number: int) -> Theorem:
    """Both lines as one series each, compared member by member."""
    how = reason.expansion
    assert how is not None and isinstance(reason.of, Chain)
    first, second = (
        Expanded.of(walk, walk.chain.lines[place].expr, how.terms, how.index) for place in (number - 1, number)
    )
    relation = walk.chain.lines[number].relation
    sides = (first, second) if relation in ("=", "<", "<=") else (second, first)
    order = _members(walk, sides, reason.of, how.index, how.low, relation)
    strict_at = how.strict_at
    if relation == "=":
        middle = inside(
            walk.search,
            walk.context,
            sides[1].series,
            sides[1].value,
            walk.search.infer("SYM", order.context, of=order),
        )
        return walk.run.infer(
            "CHAIN",
            walk.context,
            links=[sides[0].value, middle, walk.run.infer("SYM", walk.context, of=sides[1].value)],
        )
    strict, at = [], []
    if strict_at is not None and len(relation) == 1:
        at = [rat(int(strict_at))]
        members = [instantiate(side.series.args[2], at) for side in sides]
        make_defined(walk.search, walk.context, *members)
        strict = [walk.order(members[0], members[1], strict=True)]
    l1 = [walk.run.infer("L1", walk.context, of=side.value, term=side.series) for side in sides]
    found = walk.run.infer(
        "COMPARE", walk.context, lower=sides[0].series, upper=sides[1].series, by=order, l1=l1, strict=strict, at=at
    )
    back = walk.run.infer("SYM", walk.context, of=sides[1].value)
    return walk.run.infer("CHAIN", walk.context, links=[sides[0].value, found, back])


class Expanded:
    """A linear combination of functions as one power series."""

    def __init__(self, series: Term, value: Theorem):
        self.series = series
        #: ``combination = series``
        self.value = value

    @staticmethod
    def of(walk: Walk, expr: sp.Expr, terms: Mapping[sp.Expr, sp.Expr], index: sp.Symbol) -> Expanded:
        return Expanded.combined(walk, expr, terms, index, coefficients(expr, terms, index))

    @staticmethod
    def combined(
        walk: Walk,
        expr: sp.Expr,
        terms: Mapping[sp.Expr, sp.Expr],
        index: sp.Symbol,
        coefficients: Mapping[sp.Expr, sp.Expr],
    ) -> Expanded:
        """The combination with these coefficients of the functions."""
        run, context, whole = walk.run, walk.context, walk.term(expr)
        parts = coefficients or {next(iter(terms)): sp.Integer(0)}
        sums, values, front, functions = [], [], [], []
        for function, c in parts.items():
            values.append(_value(walk, function, sp.Sum(terms[function], (index, 0, sp.oo))))
            sums.append(values[-1].judgement.args[0])
            functions.append(values[-1].judgement.args[1])
            front.append(walk.term(c))
        linear = run.infer("LIN", context, terms=sums, coefficients=front, l1=values)
        combined = total([product([c, f] if c is not ONE else [f]) for c, f in zip(front, functions, strict=True)])
        first = walk.equal(whole, combined)
        eqs = [value for value in values if value.judgement.args[1].op not in ("rat",)]
        exchanged = run.infer("RING", context, lhs=combined, rhs=linear.judgement.args[1], eqs=eqs)
        back = run.infer("SYM", context, of=linear)
        found = run.infer("CHAIN", context, links=[first, exchanged, back])
        return Expanded(linear.judgement.args[0], found)


def _value(walk: Walk, function: sp.Expr, series: sp.Sum) -> Theorem:
    """``sum_k t_k = f``."""
    own = walk.term(function)
    if own.op == "int":
        members = translate(series, walk.setting)
        return walk.run.infer("SYM", walk.context, of=integrated_series(walk.search, walk.context, own, members))
    value = sum_value(walk.run, walk.context, walk.term(series))
    ending = _equal_as_series(walk, value.judgement.args[1], own)
    return walk.run.infer("CHAIN", walk.context, links=[value, ending])


def coefficients(expr: sp.Expr, terms: Mapping[sp.Expr, sp.Expr], index: sp.Symbol) -> dict[sp.Expr, sp.Expr]:
    """The coefficients of a linear combination of functions (of two that fit, the one with more factors is meant)."""
    found: dict[sp.Expr, sp.Expr] = {}
    functions = sorted(terms, key=lambda f: -len(sp.Mul.make_args(f)))
    kernels = {split_function(function)[1] for function in functions}
    for part in sp.Add.make_args(expand_products(expr)):
        if part == 0:
            continue
        factors = set(sp.Mul.make_args(part))
        fits = (f for f in functions if {g for g in sp.Mul.make_args(f) if not g.is_number} <= factors)
        function = next((f for f in fits if not (part / f).has(index, *kernels)), None)
        if function is None:
            raise Unproved(f"no series of {part}")
        found[function] = found.get(function, sp.Integer(0)) + part / function
    return found


def _members(
    walk: Walk, sides: tuple[Expanded, Expanded], chain: Chain, index: sp.Symbol, low: int, relation: str
) -> Theorem:
    """The relation of the members, for each index from 0 on."""
    run = walk.run
    inner, (k,), _ = opened(walk.search, walk.context, sides[0].series)
    bodies_ = (instantiate(sides[0].series.args[2], (k,)), instantiate(sides[1].series.args[2], (k,)))
    relation = "=" if relation == "=" else "<="
    domain = walk.setting.domain.with_ranges(Range(index, low, None, integer=True))
    if low == 0:
        return _by_chain(
            Walk(walk.prover, walk.setting.within(inner, {index: k}, domain=domain), chain), bodies_, relation
        )
    last = rat(low - 1)
    beyond = run.declare(inner, make("<", (last, k)))
    setting = walk.setting.within(beyond, {index: k}, domain=domain)
    large = _by_chain(Walk(walk.prover, setting, chain), bodies_, relation)
    few = run.declare(inner, make("<=", (k, last)))
    cases = [_at(walk, run.declare(few, make("=", (k, rat(n)))), k, n, bodies_, relation) for n in range(low)]
    small = run.infer("CASES", few, of=cases)
    return run.infer("CASES", inner, of=[small, large])


def _by_chain(inner: Walk, sides: tuple[Term, Term], relation: str) -> Theorem:
    found = inner.whole()
    found = between(inner, sides[0], found, sides[1])
    if found.judgement.op == "=" and relation == "<=":
        make_real(inner.search, inner.context, sides[0])
    return found if found.judgement.op == relation else inner.run.infer("WEAKEN", inner.context, of=found, to=relation)


def _at(walk: Walk, context: Context, k: Term, n: int, sides: tuple[Term, Term], relation: str) -> Theorem:
    """The relation at one index."""
    run = walk.run
    fact = run.infer("HYP", context, fact=make("=", (k, rat(n))))
    links = []
    for side in sides:
        make_defined(run, context, side)
        links.append(run.infer("CONG", context, eq=fact, term=side, paths=[]))
    values = [link.judgement.args[1] for link in links]
    make_defined(run, walk.context, *values)
    middle = walk.equal(*values) if relation == "=" else _weak(walk, *values)
    back = run.infer("SYM", context, of=links[1])
    return run.infer("CHAIN", context, links=[links[0], middle, back])


def _weak(walk: Walk, smaller: Term, larger: Term) -> Theorem:
    try:
        same = walk.equal(smaller, larger)
    except Unproved:
        return walk.order(smaller, larger, strict=False)
    make_real(walk.search, walk.context, smaller)
    return walk.run.infer("WEAKEN", walk.context, of=same, to="<=")
