"""Signs from parts: products and sums as they are written, and the factors of the fraction that a term is."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.atom_signs import mono
from rftheory.prover.columns import order_of
from rftheory.prover.learn import Known
from rftheory.prover.ring import Form

_ONE = make("<", (ZERO, ONE))
#: steps for the question whether a square vanishes somewhere
_BRIEFLY = 2_000
#: factors with their exponents
Powers = list[tuple[Term, int]]


# -- products -------------------------------------------------------------------------------------------------------


def sign_by_product(search: Search, context: Context, term: Term) -> Theorem | None:
    """The sign of a product as it is written, from the signs of its factors."""
    if term.op not in ("*", "neg", "inv", "pow"):
        return None
    factors: dict[Term, int] = {}
    q = collect_factors(term, 1, factors)
    parts = [(part, exponent) for part, exponent in factors.items() if exponent]
    for part, exponent in parts:
        guess = search.points(context).signs(part)
        if exponent % 2 and guess is not None and {1, -1} <= guess:
            return None
    row = q and row_of(search, context, q, parts)
    return by_row(search, context, term, row, None) if row else None


def collect_factors(term: Term, exponent: int, found: dict[Term, int]) -> Fraction:
    """The factors of a term with their exponents; the rational one is returned."""
    if term.op == "*":
        q = Fraction(1)
        for arg in term.args:
            q *= collect_factors(arg, exponent, found)
        return q
    if term.op == "neg":
        return (-1) ** exponent * collect_factors(term.args[0], exponent, found)
    if term.op == "inv":
        return collect_factors(term.args[0], -exponent, found)
    if term.op == "pow" and term.data:
        return collect_factors(term.args[0], exponent * term.data, found)
    if term.op == "rat" and (term.data or exponent > 0):
        return Fraction(term.data**exponent)
    found[term] = found.get(term, 0) + exponent
    return Fraction(1)


def row_of(search: Search, context: Context, q: Fraction, parts: Powers) -> dict[str, Any] | None:
    """One row of POS for ``q prod part^exponent``: squares, and factors with a sign, which turns that of q."""
    h: list[Term] = []
    signs: list[Theorem] = []
    apart: list[Theorem | None] = []
    for part, exponent in parts:
        if exponent % 2:
            sign = prove_sign(search, context, part)
            if sign is None:
                return None
            q = q if sign.judgement.args[0] is ZERO else -q
            signs.append(sign)
        # an odd power below: 1/d = d (1/d)^2
        half = exponent // 2
        if half:
            h.append(raised(part, half))
            apart.append(_nonzero_power(search, context, part, h[-1], needed=half < 0))
            if not is_real(search, context, h[-1]):
                return None
    nz = [] if None in apart else apart
    return {"q": q, "h": h, "signs": signs, "nz": nz}


def _nonzero_power(search: Search, context: Context, part: Term, power: Term, *, needed: bool) -> Theorem | None:
    """That a power is not zero, if that is known; a divisor needs it."""
    try:
        if needed:
            search.use(context, prove_nonzero(search, context, part))
        else:
            with search.briefly(_BRIEFLY):
                search.use(context, prove_nonzero(search, context, part))
    except Unproved:
        if needed:
            raise
        return None
    return search.attempt("DEF", context, judgement=make("!=", (power, ZERO)))


def by_row(search: Search, context: Context, term: Term, row: dict[str, Any], known: Known | None) -> Theorem:
    """The sign of a term that is one row."""
    sides = (ZERO, term) if row["q"] > 0 else (term, ZERO)
    return _order_by_row(search, context, sides, {**row, "q": abs(row["q"])}, known)


def _order_by_row(
    search: Search, context: Context, sides: tuple[Term, Term], row: dict[str, Any], known: Known | None
) -> Theorem:
    terms = [*sides, *row["h"], *(side for sign in row["signs"] for side in sign.judgement.args)]
    is_real(search, context, sides[0])
    eqs = known.equations(terms) if known is not None else []
    return search.infer("POS", context, lhs=sides[0], rhs=sides[1], rows=[row], eqs=eqs)


# -- sums -----------------------------------------------------------------------------------------------------------


def sign_by_summands(search: Search, context: Context, term: Term) -> Theorem | None:
    """The sign of a sum whose summands, as they are written, have one sign; equal ones cancel first."""
    if term.op not in ("+", "neg"):
        return None
    summands: dict[Term, Fraction] = {}
    _collect(term, Fraction(1), summands)
    parts = [(part, q) for part, q in summands.items() if q]
    for part, _ in parts:
        guess = search.points(context).signs(part)
        if guess is not None and {1, -1} <= guess:
            return None
    rows, direction = [], 0
    for part, q in parts:
        one = part is ONE
        sign = search.infer("DEF", context, judgement=_ONE) if one else prove_sign(search, context, part)
        if sign is None:
            return None
        here = (1 if q > 0 else -1) * (1 if sign.judgement.args[0] is ZERO else -1)
        if direction * here < 0:
            return None
        direction = here
        rows.append(row(sign, q=abs(q)))
    sides = (ZERO, term) if direction > 0 else (term, ZERO)
    return search.infer("POS", context, lhs=sides[0], rhs=sides[1], rows=rows, eqs=[])


def _collect(term: Term, q: Fraction, found: dict[Term, Fraction]) -> None:
    """The summands of a term, with rational multiples."""
    if term.op == "+":
        for arg in term.args:
            _collect(arg, q, found)
    elif term.op == "neg":
        _collect(term.args[0], -q, found)
    elif term.op == "rat":
        found[ONE] = found.get(ONE, Fraction(0)) + q * term.data
    elif term.op == "*" and term.args[0].op == "rat":
        _collect(product(list(term.args[1:])), q * term.args[0].data, found)
    elif term.op == "*" and len(term.args) == 2 and term.args[1].op == "rat":
        _collect(term.args[0], q * term.args[1].data, found)
    else:
        found[term] = found.get(term, Fraction(0)) + q


def sign_of_exponential_gap(search: Search, context: Context, term: Term) -> Theorem | None:
    """The sign of ``p exp(a) - q exp(b)``, as it is written, from that of ``a + log(p/q) - b``."""
    if term.op not in ("+", "neg"):
        return None
    summands: dict[Term, Fraction] = {}
    _collect(term, Fraction(1), summands)
    parts = [(_exponent(part), q) for part, q in summands.items() if q]
    if len(parts) != 2 or parts[0][1] * parts[1][1] > 0:
        return None
    (a, p), (b, q) = sorted(parts, key=lambda item: -item[1])
    if a is None or b is None:
        return None
    first = a if p == -q else total([part for part in (a, make("log", (rat(-p / q),))) if part is not ZERO])
    order = mono(search, context, order_of(search, context, first, b), "exp")
    smaller, larger = order.judgement.args
    sides = (ZERO, term) if smaller.args[0] is b else (term, ZERO)
    rows, eqs = [row(order, q=-q)], [prove_equal(search, context, make("exp", (ZERO,)), ONE)]
    # large powers of exponentials of logarithms are met only where the exponentials have to be multiplied
    found = search.attempt("POS", context, lhs=sides[0], rhs=sides[1], rows=rows, eqs=eqs)
    if found is None:
        eqs = Known(search, context, [term, smaller, larger]).equations([term, smaller, larger])
        found = search.infer("POS", context, lhs=sides[0], rhs=sides[1], rows=rows, eqs=eqs)
    return found


def _exponent(part: Term) -> Term | None:
    """The exponent of a product of exponentials; None for other terms."""
    factors: dict[Term, int] = {}
    if collect_factors(part, 1, factors) != 1 or any(factor.op != "exp" for factor in factors):
        return None
    return total([f.args[0] if k == 1 else make("*", (rat(k), f.args[0])) for f, k in factors.items() if k])


# -- factors --------------------------------------------------------------------------------------------------------


def _powers(known: Known, form: Form) -> tuple[Fraction, Powers]:
    """The content and the irreducible factors of a fraction."""
    content, over = known.ring.factors(form.num)
    lead, under = known.ring.factors(form.den)
    parts = [(known.ring.term(poly), m) for poly, m in over] + [(known.ring.term(poly), -m) for poly, m in under]
    return content / lead, parts


def sign_by_factors(search: Search, context: Context, term: Term) -> Theorem | None:
    """The sign of a term from the factors of the fraction that it is, if there are several; of 0, that it is not negative."""
    known = Known(search, context, [term])
    form = known.ring.form(term)
    if not form.num:
        zero = search.infer("RING", context, lhs=ZERO, rhs=term, eqs=known.equations([term]))
        return search.infer("WEAKEN", context, of=zero, to="<=")
    q, parts = _powers(known, form)
    if parts == [(term, 1)]:
        return None
    row = row_of(search, context, q, parts)
    return by_row(search, context, term, row, known) if row else None


def order_by_factors(search: Search, context: Context, smaller: Term, larger: Term) -> Theorem:
    """An order from the signs of the factors of the gap; a weak one of sides that are equal."""
    known = Known(search, context, [smaller, larger])
    form = known.ring.form(minus(larger, smaller))
    if not form.num:
        is_real(search, context, smaller)
        return search.infer("WEAKEN", context, of=known.ring_equation(smaller, larger), to="<=")
    row = row_of(search, context, *_powers(known, form))
    if row is None or row["q"] < 0:
        raise Unproved(f"no sign of the gap of {shown(smaller)} and {shown(larger)}")
    return _order_by_row(search, context, (smaller, larger), row, known)
