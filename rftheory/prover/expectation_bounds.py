"""Convergence of means that have no closed form.

Signs and turns are at most 1, a power is at most 1 and its square, ``|log(1 - q exp(-s))|`` is at most ``-log(1 - q)`` for q < 1, and
1/s for q = 1.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover import table
from rftheory.prover.ring import rational, rows_of
from rftheory.prover.texts import lemma

if TYPE_CHECKING:
    from rftheory.prover.expectation_terms import Factor
    from rftheory.prover.expectations import Integrator

#: rows of POS
Rows = list[dict[str, Any]]


def convergent(integrator: Integrator, context: Context, term: Term, factor: Factor) -> Theorem:
    """``l1 (E f)``."""
    inner, draws = integrator.opened(context, term)
    body = instantiate(term.args[-1], draws)
    if not factor.exponent and body.op == "log":
        bound, means = _of_logarithm(integrator, context, inner, term, draws, body)
    elif not factor.exponent and len(factor.parts) == 1:
        bound, means = _by_power(integrator, context, inner, term, draws, *next(iter(factor.parts.items())))
    elif factor.exponent and not factor.parts:
        bound, means = turning(integrator.search, inner, body), []
    else:
        raise Unproved(f"not known to converge: {shown(term)}")
    return integrator.infer("DOM", context, term=term, bound=bound, l1=means)


# -- signs ----------------------------------------------------------------------------------------------------------


def sign_at_most_one(integrator: Integrator, context: Context, sign: Term) -> Theorem:
    """``(sgn a)^2 <= 1``."""
    search = integrator.search
    return instantiated(search, context, lemma(search, "sign_means__square_at_most_one"), list(sign.args))


def within_one_and_square(
    integrator: Integrator,
    context: Context,
    term: Term,
    square: Theorem,
    gaps: Callable[[Context, Sequence[Term]], Rows],
) -> None:
    """List that ``E f`` has a value, as ``|f| <= 1 + p^2``: the gap is ``(|f| - 1/2)^2 + 3/4`` and what is ``>= 0`` besides.

    Args:
        square: ``E p^2 = closed``.
        gaps: the rest of the gap, as rows of POS, in the context of the body with these draws.
    """
    it = integrator
    unit = it.infer("CONST", context, over=term, value=ONE)
    means = [unit, square]
    linear = it.infer(
        "LIN", context, terms=[one.judgement.args[0] for one in means], coefficients=[ONE, ONE], l1=means
    )  # fmt: skip
    inner, draws = it.opened(context, term)
    body = instantiate(term.args[-1], draws)
    size = make("abs", (body,))
    rows = [row(h=[make("+", (size, neg(HALF)))]), row(q=Fraction(3, 4)), *gaps(inner, draws)]
    bound = instantiate(linear.judgement.args[0].args[-1], draws)
    eqs = [table.axiom(it.search, inner, "abs.real", body)]
    found = it.infer("POS", inner, lhs=size, rhs=bound, rows=rows, eqs=eqs)
    it.search.use(context, it.infer("DOM", context, term=term, bound=found, l1=[linear]))


# -- turns --------------------------------------------------------------------------------------------------------


def turning(search: Search, inner: Context, body: Term) -> Theorem:
    """``|exp(i t)| <= 1``."""
    if body.op != "exp":
        raise Unproved("no exponential")
    real_part = make("re", body.args)
    still = prove_equal(search, inner, real_part, ZERO)
    size = table.axiom(search, inner, "abs.exp", *body.args)
    moved = search.infer("CONG", inner, eq=still, term=size.judgement.args[1], paths=[[0]])
    unit = table.axiom(search, inner, "exp.prod", ZERO)
    found = search.infer("CHAIN", inner, links=[size, moved, unit])
    return search.infer("WEAKEN", inner, of=found, to="<=")


# -- powers ---------------------------------------------------------------------------------------------------------


def _by_power(
    integrator: Integrator, context: Context, inner: Context, term: Term, draws: tuple[Term, ...], base: Term, k: int
) -> tuple[Theorem, list[Theorem]]:
    """``|b| <= 1 + b^2`` where the mean of ``b^2`` is known to converge."""
    higher = make("E", (*term.args[:-1], close(power(base, 2), draws)))
    if k != 1 or make("l1", (higher,)) not in context.facts:
        raise Unproved(f"not known to converge: {shown(term)}")
    search = integrator.search
    given = search.infer("HYP", context, fact=make("l1", (higher,)))
    unit = search.infer("CONST", context, over=higher, value=ONE)
    linear = search.infer(
        "LIN", context, terms=[unit.judgement.args[0], higher], coefficients=[ONE, ONE], l1=[unit, given]
    )
    size = make("abs", (base,))
    square = table.axiom(search, inner, "abs.real", base)
    half = rat(Fraction(-1, 2))
    rows = [row(h=[make("+", (size, half))]), row(q=Fraction(3, 4))]
    bound = search.infer("POS", inner, lhs=size, rhs=make("+", (ONE, power(base, 2))), rows=rows, eqs=[square])
    return bound, [linear]


# -- logarithms of 1 - q exp(-s) ------------------------------------------------------------------------------------


def _of_logarithm(
    integrator: Integrator, context: Context, inner: Context, term: Term, draws: tuple[Term, ...], body: Term
) -> tuple[Theorem, list[Theorem]]:
    """``|log t| <= -log(1 - q)`` for ``t = 1 - q exp(-s)``, s >= 0 and q < 1; for q = 1 at most 1/a for a summand a of s."""
    search, (t,) = integrator.search, body.args
    ring = Ring(atoms_of([t]))
    rows = dict(rows_of(ring.form(t).num))
    exponentials = [atom for atom in ring.generators if atom.op == "exp"]
    if len(exponentials) != 1 or len(rows) != 2 or rows.pop((0,) * len(ring.generators), None) != 1:
        raise Unproved(f"not known to converge: {shown(term)}")
    ((monomial, q),) = rows.items()
    if not -1 <= q < 0 or sum(monomial) != 1:
        raise Unproved(f"not known to converge: {shown(term)}")
    sign = prove_sign(search, inner, body)
    if sign is None or sign.judgement.args[1] is not ZERO:
        raise Unproved(f"not known to converge: {shown(term)}")
    size = table.absolute(search, inner, body, sign)
    if q > -1:
        low = rat(1 + q)
        order = prove_order(search, inner, low, t, False)
        through = search.infer("MONO", inner, order=order, function="log", number=0, exponent=[], premises=[])
        bound, above, means = make("neg", (make("log", (low,)),)), through, list[Theorem]()
    else:
        bound, above, means = _by_summand(integrator, context, inner, term, draws, exponentials[0])
    found = search.infer("POS", inner, lhs=make("abs", (body,)), rhs=bound, rows=[row(above)], eqs=[size])
    return (found if found.judgement.op == "<=" else search.infer("WEAKEN", inner, of=found, to="<=")), means


def _by_summand(
    integrator: Integrator, context: Context, inner: Context, term: Term, draws: tuple[Term, ...], exponential: Term
) -> tuple[Term, Theorem, list[Theorem]]:
    """``-log(1 - exp(-s)) <= 1/s <= 1/a``, where the mean of 1/a has a value."""
    search, body = integrator.search, instantiate(term.args[-1], draws)
    s = make("neg", exponential.args)
    search.use(inner, prove_order(search, inner, ZERO, s, True))
    first = instantiated(search, inner, lemma(search, "expectation_bounds__logarithm_below_inverse"), [s])
    make_defined(search, inner, *first.judgement.args)
    same = prove_equal(search, inner, body, make("neg", (first.judgement.args[0],)))
    ring = Ring(atoms_of([s]))
    for monomial, q in rows_of(ring.form(s).num):
        a = ring.monomial(monomial, rational(q))
        bound = product([rat(1 / q), make("inv", (ring.monomial(monomial, rational(Fraction(1))),))])
        with suppress(Unproved):
            search.use(inner, prove_order(search, inner, ZERO, a, True))
            make_defined(search, inner, bound, make("inv", (a,)))
            order = prove_order(search, inner, a, s, False)
            turned = search.infer("MONO", inner, order=order, function="inv", number=0, exponent=[], premises=[])
            mean = integrator.mean(context, make("E", (*term.args[:-1], close(bound, draws))))
            negative = search.infer(
                "POS", inner, lhs=make("neg", (body,)), rhs=bound, rows=[row(first), row(turned)], eqs=[same]
            )
            return bound, negative, [mean]
    raise Unproved(f"not known to converge: {shown(term)}")
