"""One law of counts for all coordinates: the fixed point of the stationarity equation is the best law.

Rows ``e_lk = a_lk^2/p_k > 0`` of n counts, l = 1, ..., d, have the sums F_l, and the law p is a fixed point if
``p_k = (1/d) sum_l e_lk/F_l``. Another law q has the rows ``e_lk p_k/q_k``. With u - 1 - log u >= 0, first at
``u = (p_k F_l)/(q_k G_l)``, G_l the sum of the new row, then at ``u = q_k/p_k``,

    sum_l log G_l >= sum_l log F_l + d sum_k p_k (log p_k - log q_k) >= sum_l log F_l + d (1 - sum_k q_k),

and the last bracket is 0 for a law. The number of counts is finite here; q need not be a law. The products |x_l y_l| enter through
a_lk = |x_l y_l|^k/k!, and it is the same for their averages over data.
"""

from rftheory.vocabulary import *
from rftheory.inputs.coordinates import i, j, k, l
from rftheory.proofs.crt._open_laws import RATIO, phi_is_nonnegative

_E, _Q = sp.IndexedBase("e", real=True), sp.IndexedBase("q", real=True)
_h = sp.Symbol("h", integer=True)
_FACTORS = tuple(sp.symbols("p_0 f_0 q_0 g_0", positive=True))
_ROWS = Domain(
    (
        Range(_E.label, 0, None, "()", typical=(0, 2), shape=(d, n)),
        Range(_Q.label, 0, None, "()", typical=(0, 1), shape=(n,)),
        Range(n, 1, None, integer=True, typical=(1, 4), awkward=(2,)),
        Range(d, 1, None, integer=True, typical=(1, 3), awkward=(1,)),
    )
)
_NUMBERS = Domain(tuple(Range(number, 0, None, "()", typical=(0, 3)) for number in _FACTORS))
_TWO = Domain(_NUMBERS.ranges[::2])


def _index(symbol: sp.Symbol) -> Range:
    return Range(symbol, 1, None, integer=True, typical=(1, 3), awkward=(1,))


def _before(row: sp.Symbol) -> sp.Expr:
    """F_l."""
    return sp.Sum(_E[row, k], (k, 1, n))


def _law(count: sp.Symbol) -> sp.Expr:
    """p_k."""
    return sp.Sum(_E[j, count] / sp.Sum(_E[j, _h], (_h, 1, n)), (j, 1, d)) / d


def _after(row: sp.Symbol) -> sp.Expr:
    """G_l."""
    return sp.Sum(_E[row, k] * _law(k) / _Q[k], (k, 1, n))


def _logarithms(row: sp.Expr) -> sp.Expr:
    return sp.Sum(sp.log(row), (i, 1, d))


#: ``log p - log q``.
_excess = sp.log(_law(l)) - sp.log(_Q[l])


@cache
def quotient() -> Claim:
    """u - 1 - log u >= 0 at a quotient of products."""
    p, f, q, g = _FACTORS
    u = p * f / (q * g)
    value = u - 1 - sp.log(p) - sp.log(f) + sp.log(q) + sp.log(g)
    return lemma(
        "u - 1 - log u is nonnegative, for a quotient u of products",
        ge(value, 0),
        _NUMBERS,
        Chain(value).use(phi_is_nonnegative, {RATIO: u}).ge(0),
        name="laws: quotient",
        mutants=[u / 10],
    )


@cache
def one_count() -> Claim:
    """p (log p - log q) >= p - q."""
    p, q = _TWO.symbols
    value = p * (sp.log(p) - sp.log(q))

    def proof() -> Chain:
        chain = Chain(value).use(phi_is_nonnegative, {RATIO: q / p})
        return chain.ge(p - q, [p, q / p - 1 - sp.log(q / p)])

    return lemma(
        "p (log p - log q) is at least p - q",
        ge(value, p - q),
        _TWO,
        proof(),
        name="laws: one count",
        mutants=[p - q / 2],
    )


def _one_row() -> Chain:
    values = dict(zip(_FACTORS, (_law(l), _before(i), _Q[l], _after(i)), strict=True))
    phi = quotient().proposition.left.subs(values, simultaneous=True)
    chain = Chain(sp.log(_after(i))).use(quotient(), values)
    target = sp.log(_before(i)) + sp.Sum(_E[i, l] * _excess, (l, 1, n)) / _before(i)
    return chain.ge(target, [sp.Sum(_E[i, l] * phi, (l, 1, n)), 1 / _before(i)])


def _mass() -> Chain:
    """The masses p_k sum to 1."""
    one = Chain(sp.Sum(_E[j, l], (l, 1, n)) / sp.Sum(_E[j, _h], (_h, 1, n)) / d).eq(1 / d)
    return Chain(sp.Sum(_law(l), (l, 1, n))).under(one, _index(j), d).eq(sp.Integer(1))


def _divergence() -> Chain:
    values = dict(zip(_TWO.symbols, (_law(l), _Q[l]), strict=True))
    one = Chain(_law(l) * _excess).use(one_count(), values).ge(_law(l) - _Q[l])
    masses = sp.Sum(_Q[l], (l, 1, n))
    chain = Chain(sp.Sum(one.start, (l, 1, n))).under(one, _index(l), n)
    chain = chain.eq(sp.Sum(_law(l), (l, 1, n)) - masses)
    return chain.inside(_mass(), lambda t: t - masses)


def _fixed_point() -> Chain:
    chain = Chain(_logarithms(_after(i))).under(_one_row(), _index(i), d)
    chain = chain.eq(_logarithms(_before(i)) + d * sp.Sum(_law(l) * _excess, (l, 1, n)), "rows added up")
    return chain.inside(_divergence(), lambda t: _logarithms(_before(i)) + d * t)


left, right = _logarithms(_after(i)), _logarithms(_before(i))
slack = d * (1 - sp.Sum(_Q[k], (k, 1, n)))
CLAIMS = (
    lemma(
        "no other law q has a smaller second moment than a fixed point p (for a law the last bracket vanishes)",
        ge(left, right + slack),
        _ROWS,
        _fixed_point().eq(right + slack),
        name="laws: fixed point",
        mutants=[right + slack / 2, le(left, right + slack)],
    ),
    quotient(),
    one_count(),
)
