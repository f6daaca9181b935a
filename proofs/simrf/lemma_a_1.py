r"""Lemma A.1, (36)-(40): among unit vectors with equal lengths w the simplex has the least conformity.

With ``f(t) = 0F1(; d/2; v^2 w^2 t/4)``, the f of (37) without the constant 1/(m(m-1)),

    sum_(i != j) f(|u_i + u_j|^2) >= m(m-1) f(2(m-2)/(m-1)),

because f lies above its tangent at ``2(m-2)/(m-1)``, has a positive slope there, and ``sum_(i != j) |u_i + u_j|^2 = 2m(m-2) +
2|sum_i u_i|^2``. The bound holds for any number m >= 2 of unit vectors, and for vectors that are drawn at random as it holds for
every draw. It is attained by the simplex of m vertices and by nothing else: the distance to it is at least a constant times
``sum_(i != j) (u_i.u_j + 1/(m-1))^2``. Where m > d + 1 there is no such simplex in R^d.
"""

from rftheory.proofs.simrf._directions import *
from rftheory.chains.pairs import pair_sum
from rftheory.chains.series import AboveTangent, slope

STATEMENT = statement(
    "inequality",
    "Lemma A.1, (36)-(40)",
    "Equal lengths: the simplex has the least conformity",
    id="simrf.lemma-A.1",
    reading="Any m >= 2 unit vectors of R^d, d >= 2, not only m = d; v, w > 0. Directions drawn at random: for "
    "every draw.",
    not_drawn="a bound for all directions, whatever their law: no draws can find the worst of them",
    notes=(
        "f increasing and convex on [0, oo) is all that the proof asks of f; the f of (37) is both. The prefactor 1/(m(m-1)) "
        "of (36) is part of f.",
        "The bound is attained for m <= d + 1 only: more unit vectors of R^d cannot have the same negative cosine pairwise.",
    ),
)

_w = sp.Symbol("w", positive=True)
_t, _REAL = sp.Symbol("t", nonnegative=True), sp.Symbol("t", real=True)
_W = Range(_w, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 100), 3))
_T = Range(_t, 0, 4, "[]", typical=(0, 4), awkward=(0, 4))
_D = Range(d, 2, None, integer=True, typical=(2, 12), awkward=(2, 64))
_M = Range(m, 2, None, integer=True, typical=(2, 12), awkward=(2, 30))
_FUNCTION = Domain((_D, V, _W, _T))
DOMAIN = ANY_COUNT.with_ranges(_W)
_NUMBERS = Domain((_D, _M, V, _W))


def f(square: sp.Expr) -> sp.hyper:
    """f(t)."""
    return conformity(_w**2 * square)


#: The right side of (40).
printed_bound = m * (m - 1) * f(2 * (m - 2) / (m - 1))

#: ``2m(m-2) + 2|sum_i u_i|^2``.
squares = 2 * m * (m - 2) + 2 * squared_resultant(m)


def _jensen() -> Chain:
    """The tangent at the mean of |u_i + u_j|^2, written by (39)."""
    mean = squares / (m * (m - 1))
    at_mean = v**2 / 4 * _w**2 * mean
    value = sp.hyper([], [d / 2], at_mean)

    def linear(product: sp.Expr) -> sp.Expr:
        return value + slope(value, at_mean) * v**2 / 4 * _w**2 * (2 + 2 * product - mean)

    def of_one_pair() -> Chain:
        chain = Chain(conformity(squared_sum(_w, _w))).by(AboveTangent(at_mean))
        return chain.eq(linear(cosine()), "|u_i| = 1")

    inner = Chain(pair_sum(conformity(squared_sum(_w, _w)), m)).under(of_one_pair(), pairs=m)
    inner = inner.symmetry(m, linear(sp.Integer(1))).eq(m * (m - 1) / 2 * value)
    return Chain(of_pairs(_w, _w, m)).inside(inner, lambda t: 2 * t).eq(m * (m - 1) * f(mean))


def _resultant() -> Chain:
    one = sp.Integer(1)
    inner = Chain(pair_sum(squared_sum(one, one), m))
    inner = inner.under(Chain(squared_sum(one, one)).eq(2 + 2 * cosine(), "|u_i| = 1"), pairs=m)
    inner = inner.symmetry(m, sp.Integer(4)).eq(squares / 2)
    return Chain(2 * inner.start).inside(inner, lambda t: 2 * t)


def _derivative(order: int, square: sp.Expr) -> sp.Expr:
    """f, its first or its second derivative, these as positive multiples of other series."""
    series = sp.hyper([], [d / 2 + order], v**2 / 4 * _w**2 * square)
    factor = (v**2 * _w**2 / 4) ** order / (d / 2 * (d / 2 + 1) if order == 2 else d / 2)
    return factor * series if order else f(square)


@cache
def _rises(order: int) -> tuple[Claim, Claim]:
    """That it is the derivative, at every real number, and its sign where |u_i + u_j|^2 is."""
    name, of, slope = {1: ("increasing", "f", "f'"), 2: ("convex", "f'", "f''")}[order]
    form = _derivative(order, _t)
    series = next(iter(form.atoms(sp.hyper)))
    return (
        lemma(
            f"{slope}, the derivative of {of}",
            derivative(_derivative(order - 1, _REAL), _REAL, _derivative(order, _REAL)),
            Domain((_D, V, _W, Range(_REAL, typical=(-2, 4), awkward=(0, 4)))),
            name=f"{name}: derivative",
            location="(37)",
        ),
        step(
            f"{slope} > 0 on [0, 4], where |u_i + u_j|^2 is",
            gt(form, 0),
            _FUNCTION,
            Chain(form).use(series).gt(0),
            name=name,
            location="(37)",
        ),
    )


every, simplex = of_pairs(_w, _w, m), 2 * pair_sum(conformity(regular_square(_w, _w, m)), m)
sum_of_squares = 2 * pair_sum(squared_sum(sp.Integer(1), sp.Integer(1)), m)
CLAIMS = (
    claim(
        "bound: (40): the sum over i != j of f(|u_i + u_j|^2) is at least m(m-1) f(2(m-2)/(m-1))",
        ge(every, printed_bound),
        proof=above_simplex(_w, _w, m).eq(printed_bound),
        print="restored",
    ),
    claim(
        "equality: the simplex of m vertices, cosines -1/(m-1), attains it",
        eq(simplex, printed_bound),
        _NUMBERS,
        lambda: _attained(),
    ),
    *_rises(1),
    *_rises(2),
    step(
        "Jensen: (38): it is at least m(m-1) f(mean of |u_i + u_j|^2), the mean as in (39)",
        ge(every, m * (m - 1) * f(squares / (m * (m - 1)))),
        proof=_jensen(),
        location="(38)",
    ),
    step(
        "squares: (39): sum_(i != j) |u_i + u_j|^2 = 2m(m-2) + 2|sum_i u_i|^2",
        eq(sum_of_squares, squares),
        proof=_resultant(),
        location="(39)",
    ),
    step(
        "least squares: (39): this is at least 2m(m-2)",
        ge(squares, 2 * m * (m - 2)),
        proof=Chain(squares).ge(2 * m * (m - 2)),
        location="(39)",
    ),
)


def _attained() -> Chain:
    value = conformity(regular_square(_w, _w, m))
    inner = Chain(pair_sum(value, m)).symmetry(m, value)
    return Chain(2 * inner.start).inside(inner, lambda t: 2 * t)
