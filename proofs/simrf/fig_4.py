r"""Fig. 4: for one draw of lengths, d = 6 and v = 1, the conformity falls from IID over ORF and SimRF to SimRF+, which is near the best.

The figure keeps the lengths r_i fixed (independent directions are averaged). With ``F(t) = 0F1(; d/2; v^2 t/4)`` a pair then contributes
``F(r_i^2) F(r_j^2)`` (independent), ``F(r_i^2 + r_j^2)`` (orthogonal) and ``F(r_i^2 + r_j^2 - 2 r_i r_j/(d-1))`` (simplex): the first two
inequalities hold pair by pair, for all lengths, dimensions and v. No arrangement of vectors of lengths r_i has less than
``F(2(n-2) sum_i r_i^2 / (n(n-1)))`` on average over pairs. SimRF+ is the iteration (17) from the simplex (`_iteration`): for the
lengths 2, 2, 2, 2, 2, 3 two of its steps leave 1/100 of the resultant, and a conformity that is nearer to that bound than to SimRF.
"""

from rftheory.proofs.simrf._directions import LENGTHS, a, b, conformity, regular_square, vertex
from rftheory.proofs.simrf._setting import *
from rftheory.chains.pairs import first, pair_sum, second
from rftheory.chains.series import AboveTangent, BelowProduct, slope
from rftheory.proofs.simrf._iteration import TYPICAL, Steps, simplex_squares

STATEMENT = statement(
    "claim",
    "Fig. 4",
    "Conformity: IID > ORF > SimRF > SimRF+, which is close to optimal",
    reading="Lengths are given, as in the figure. The first two inequalities: for all lengths, d >= 2, v > 0. "
    "SimRF+, two steps of (17) from the simplex: for the lengths 2, 2, 2, 2, 2, 3, of the size of a draw "
    "of chi_6, at d = 6, v = 1. Close to optimal ('numerically optimised'): nearer to the least "
    "conformity of any directions than to that of SimRF. The lengths of the figure are not given in the "
    "paper.",
    not_drawn="lengths are given, and nothing else is random; independent directions are averaged in closed form",
    notes=(
        "How close further passes come, and for which lengths, is no matter of one draw: see `simrf.marginal`; means over draws of the "
        "lengths, after each pass, are in `rftheory plot conformity-iteration`.",
    ),
)

_l = sp.Symbol("l", integer=True, positive=True)
_W = sp.IndexedBase("w", real=True)
_D = Range(d, 2, None, integer=True, typical=(2, 12), awkward=(2, 6, 64))
DOMAIN = Domain((_D, V, *LENGTHS))
_M = Range(m, 2, None, integer=True, typical=(2, 3), awkward=(2, 4))
_SPACE = Range(d, 2, None, integer=True, typical=(2, 3), awkward=(2, 3))
_VECTORS = Domain((_M, _SPACE, V, Range(_W.label, None, None, shape=(m, d), typical=(-2, 2), awkward=(0,))))
_SIX = sp.Integer(len(TYPICAL))
_NUMBERS = Domain(())

#: Averaged over independent directions.
independent = conformity(a**2) * conformity(b**2)

orthogonal = conformity(a**2 + b**2)

simplex = conformity(a**2 + b**2 - 2 * a * b / (d - 1))


def _obtuse() -> Chain:
    low = regular_square(a, b, d)
    chain = Chain(orthogonal).by(AboveTangent(v**2 / 4 * low))
    chain = chain.use(sp.hyper([], [d / 2 + 1], v**2 / 4 * low))
    return chain.gt(conformity(low)).eq(simplex)


# -- any arrangement ------------------------------------------------------------------------------------------------


#: ``sum_i r_i^2``.
_squares = sp.Sum(sp.Sum(_W[vertex, _l] ** 2, (_l, 1, d)), (vertex, 1, m))

#: ``2(n-2)/(n(n-1)) sum_i r_i^2``.
_least_square = 2 * (m - 2) / (m * (m - 1)) * _squares

_of_vectors = pair_sum(conformity(sp.Sum((_W[first, _l] + _W[second, _l]) ** 2, (_l, 1, d))), m)


def _best_possible() -> Chain:
    point = v**2 / 4 * _least_square
    square = sp.Sum((_W[first, _l] + _W[second, _l]) ** 2, (_l, 1, d))
    value = sp.hyper([], [d / 2], point)
    rise = slope(value, point)

    def linear(argument: sp.Expr) -> sp.Expr:
        return value + rise * (v**2 / 4 * argument - point)

    chain = Chain(_of_vectors)
    chain = chain.under(Chain(conformity(square)).by(AboveTangent(point)).eq(linear(square)), pairs=m)
    chain = chain.symmetry(m, linear(4 * sp.Sum(_W[first, _l] ** 2, (_l, 1, d))))
    chain = chain.use(sp.hyper([], [d / 2 + 1], point))
    resultant = sp.Sum(sp.Sum(_W[first, _l], (first, 1, m)) ** 2, (_l, 1, d))
    return chain.ge(m * (m - 1) / 2 * conformity(_least_square), [rise, v**2 / 4, resultant])


# -- one draw of the lengths ----------------------------------------------------------------------------------------


def _mean(squares: list[sp.Expr]) -> sp.Expr:
    """The mean conformity of pairs with the given |w_i + w_j|^2, v = 1."""
    return sp.Add(*(_value(square) for square in squares)) / len(squares)


def _value(square: sp.Expr) -> sp.Expr:
    return conformity(square, _SIX).subs(v, 1)


#: SimRF.
along_simplex = _mean(simplex_squares(TYPICAL))

#: SimRF+.
after_steps = _mean(Steps(TYPICAL, 2).squares())

#: No arrangement of six vectors of these lengths is below.
least = _value(2 * (_SIX - 2) / (_SIX * (_SIX - 1)) * sp.Add(*(r**2 for r in TYPICAL)))


def _compared(left: sp.Expr, right: sp.Expr) -> Chain:
    return Chain(left).lt(right)


plus, regular = after_steps, along_simplex
bound = m * (m - 1) / 2 * conformity(_least_square)
CLAIMS = (
    claim(
        "IID above ORF: for every two lengths, independent directions have on average more conformity than orthogonal ones",
        lt(orthogonal, independent),
        proof=Chain(orthogonal).by(BelowProduct((v**2 / 4 * a**2, v**2 / 4 * b**2), strict=True)).eq(independent),
    ),
    claim(
        "ORF above SimRF: for every two lengths, orthogonal directions have more conformity than those of the simplex",
        gt(orthogonal, simplex),
        proof=_obtuse(),
    ),
    claim(
        "SimRF above SimRF+: d = 6, v = 1, lengths 2, 2, 2, 2, 2, 3: two steps of (17) lead to less conformity than SimRF",
        lt(plus, regular),
        _NUMBERS,
        _compared(plus, regular),
    ),
    claim(
        "near optimal: and it is nearer to the least of all arrangements than to SimRF",
        lt(plus - least, regular - plus),
        _NUMBERS,
        _compared(plus - least, regular - plus),
    ),
    lemma(
        "any arrangement: n vectors of R^d: the mean over pairs is at least F(2(n-2)/(n(n-1)) sum r_i^2)",
        ge(_of_vectors, bound),
        _VECTORS,
        _best_possible(),
    ),
)
