r"""The gain of the simplex over independent and over orthogonal projections falls with v: coefficients and their quotients.

In u = v^2, with P_k and M_k as in the power series of the conformities, the gains are quotients of

    sum (1 - P_k M_k) u^k/k! over sum (2^k - 1) u^k/k!,
    sum P_k (1 - M_k) u^k/k! over sum (2^k - 1 - (m-1)(1 - P_k)) u^k/k!,   m <= d,

and both fall with u because the quotients of their coefficients fall with k. The first terms of the first one are compared by hand,
with ``1 - M_1 = E sin(phi)/(d-1) >= d/((d+1)(d-1))``.
"""

from rftheory.proofs.crt._orthogonal import k as index
from rftheory.proofs.crt._orthogonal import kummer, share, share_below_one
from rftheory.proofs.simrf._setting import *
from rftheory.proofs.simrf._angle_series import INDEX, chain, moment, series, simplex_integral, u
from rftheory.proofs.simrf._turned_moments import (
    concave_moments,
    index_below_power,
    moments_below_one,
    one_below_power,
    shares_of_moments,
    sine_above_its_square,
    square_below_power,
    used,
)
from rftheory.statements.words import by_definition, printed_words

#: two values of v^2
low, high = sp.symbols("u_1 u_2", positive=True)
_VALUES = (
    Range(low, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 1000), 4)),
    Range(high, 0, None, "()", typical=(0, 9), awkward=(5,)),
)
GAINS = Domain((D, *_VALUES)).where(sp.Gt(high, low))
FRAME_GAINS = (
    Domain((D, SEVERAL, *_VALUES))
    .where(sp.Gt(high, low), words=by_definition("the larger and the smaller of two squares of distances"))
    .where(sp.Le(m, d), words=printed_words("All w_i can be orthogonal if m ≤ d", "footnote 2"))
)

_SHIFT = sp.Symbol("j", integer=True, nonnegative=True)
_SHIFTS = Range(_SHIFT, 0, None, integer=True, typical=(0, 12), awkward=(0, 1, 40))
_FRAMES = Domain((D, SEVERAL, INDEX)).where(sp.Le(m, d))
_ZERO, _ONE = sp.Integer(0), sp.Integer(1)


# -- coefficients -----------------------------------------------------------------------------------------------------


@cache
def _later_shares() -> Claim:
    """P_k (d+3k) <= d+2k for k = j + 3, P_k over its value (d+1)/(d+4) at k = 3."""
    domain = Domain((D, _SHIFTS))
    part = sp.gamma(d + 3 + _SHIFT) * sp.gamma(d / 2 + 3) / (sp.gamma(d + 3) * sp.gamma(d / 2 + 3 + _SHIFT) * 2**_SHIFT)
    left, right = (d + 1) * (d + 9 + 3 * _SHIFT) * part, (d + 4) * (d + 6 + 2 * _SHIFT)
    ratios = (
        (d + 3 + _SHIFT) * (d + 12 + 3 * _SHIFT) / ((d + 6 + 2 * _SHIFT) * (d + 9 + 3 * _SHIFT)),
        (d + 8 + 2 * _SHIFT) / (d + 6 + 2 * _SHIFT),
    )
    return used("P_k (d+3k) <= d+2k", left, "<=", right, domain, Chain(left).induction(_SHIFT, right, ratios=ratios))


#: d + 2k - (m-1) P_k as a sum of products.
_spare = [[1 + 2 * index], [d - m], [m - 1, 1 - share]]


@cache
def bounded_gap_of_shares() -> Claim:
    """(m-1)(1 - P_k) <= 2^k - 2 for m <= d."""
    left, right = (m - 1) * (1 - share), 2**index - 2

    def step() -> Chain:
        growth = (m - 1) * share * index / (d + 2 * index)
        steps = Chain(growth).use(share_below_one).use(index_below_power())
        return steps.lt(2**index, [[2**index - index], *([index / (d + 2 * index), *part] for part in _spare)])

    return used(
        "(m-1)(1 - P_k) <= 2^k - 2", left, "<=", right, _FRAMES, Chain(left).induction(index, right, growth=step())
    )


def _factor(number: int | None = None) -> sp.Expr:
    """What is left of a product of the terms k and k + 1 without their coefficients."""
    whole = u ** (2 * index + 1) / (sp.gamma(index + 1) * sp.gamma(index + 2))
    return whole if number is None else whole.subs(index, number)


_monomial = u**index / sp.gamma(index + 1)


# -- against independent projections ------------------------------------------------------------------------------------


def _later() -> Chain:
    """(1 - B_(k+1))(2^k - 1) <= (1 - B_k)(2^(k+1) - 1) with B_k = P_k M_k, for k >= 3."""
    now, then = share * moment(index), share * (d + index) / (d + 2 * index) * moment(index + 1)
    start, end = (1 - then) * (2**index - 1), (1 - now) * (2 ** (index + 1) - 1)
    steps = Chain(_factor() * start)
    steps = steps.use(one_below_power).use(moments_below_one).use(share_below_one)
    steps = steps.use(shares_of_moments()).use(_later_shares(), {_SHIFT: index - 3})
    known, bound = _later_shares().proposition, shares_of_moments().proposition
    room = [1 / ((d + 4) * (d + 2 * index)), (known.right - known.left).subs(_SHIFT, index - 3)]
    products = [
        [2**index - 1, *room],
        [2**index - 1, bound.right - bound.left],
        [1 - share],
        [share, 1 - moment(index)],
    ]
    return steps.le(_factor() * end, [[_factor(), *product] for product in products])


_WEIGHT = 1 - moment(_ONE)
_LEAST = d / ((d + 1) * (d - 1))
_SECOND = 1 - 2 * _WEIGHT + d / ((d + 1) * (d - 1) ** 2)
_THIRD = 1 - 3 * _WEIGHT + 3 * d / ((d + 1) * (d - 1) ** 2) - _WEIGHT * (d + 1) / ((d + 2) * (d - 1) ** 2)


def _first() -> Chain:
    """k = 1: 1 - B_2 < 3 (1 - B_1)."""
    second = 1 - (d + 1) / (d + 2) * _SECOND
    above = (4 * d + 1) / ((d + 1) * (d - 1)) + d / (d - 1) ** 2
    steps = Chain(_factor(1) * second).use(sine_above_its_square())
    products = [[d + 4, _WEIGHT - _LEAST], [above]]
    return steps.lt(_factor(1) * 3 * _WEIGHT, [[_factor(1), 1 / (d + 2), *product] for product in products])


def _next() -> Chain:
    """k = 2: 3 (1 - B_3) < 7 (1 - B_2)."""
    second, third = 1 - (d + 1) / (d + 2) * _SECOND, 1 - (d + 1) / (d + 4) * _THIRD
    q = d - 2
    slope = (d + 1) / ((d + 2) * (d + 4) * (d - 1) ** 2) * (5 * q**3 + 58 * q**2 + 98 * q + 39)
    rest = (3 * q**4 + 70 * q**3 + 226 * q**2 + 237 * q + 72) / ((d - 1) ** 3 * (d + 2) * (d + 4))
    steps = Chain(_factor(2) * 3 * third).use(sine_above_its_square())
    products = [[slope, _WEIGHT - _LEAST], [rest]]
    return steps.lt(_factor(2) * 7 * second, [[_factor(2), *product] for product in products])


@cache
def simplex_gain_falls() -> Claim:
    """(exp(u) - rho_SimRF)/(exp(2u) - exp(u)) falls."""

    def gain(square: sp.Expr) -> sp.Expr:
        return (sp.exp(square) - simplex_integral(square)) / (sp.exp(2 * square) - sp.exp(square))

    def proof() -> Chain:
        parts = sp.exp(u) - simplex_integral(u), sp.exp(2 * u) - sp.exp(u)
        from_three = Range(index, 3, None, integer=True)
        return chain(gain(high)).quotient_falls(
            parts, (high, low), series(u, u), [_monomial, 2**index - 1], from_three, _later(), {1: _first(), 2: _next()}
        )

    return used("gain over independent projections", gain(high), "<", gain(low), GAINS, proof())


# -- against orthogonal projections -------------------------------------------------------------------------------------


#: The coefficient of the error of orthogonal projections.
_size = 2**index - 1 - (m - 1) * (1 - share)


def _later_frames() -> Chain:
    now, then = share, share * (d + index) / (d + 2 * index)
    next_size = 2 ** (index + 1) - 1 - (m - 1) * (1 - then)
    start = then * (1 - moment(index + 1)) * _size
    end = now * (1 - moment(index)) * next_size
    steps = Chain(_factor() * start)
    for fact in (share_below_one, moments_below_one, concave_moments(), square_below_power(), bounded_gap_of_shares()):
        steps = steps.use(fact)
    steps = steps.use(_positive_size)
    # k (b_(k+1) - (1 + 1/k) b_k) as a sum of products
    growth = [
        [2**index * (index - 1) + 1 - index**2],
        *([index**2 / (d + 2 * index), *part] for part in _spare),
        [m - 1, 1 - share],
    ]
    slack = -concave_moments().proposition.left
    products = [
        *([(1 - moment(index)), 1 / index, *part] for part in growth),
        [1 - moment(index), (index + 1) / (d + 2 * index), _size],
        [(d + index) / ((d + 2 * index) * index), slack, _size],
    ]
    return steps.le(_factor() * end, [[_factor(), share, *product] for product in products])


_positive_size = used(
    "2^k - 1 > (m-1)(1 - P_k)",
    _size,
    ">",
    _ZERO,
    _FRAMES,
    Chain(_size).use(bounded_gap_of_shares()).gt(_ZERO, [[2**index - 2 - (m - 1) * (1 - share)], [_ONE]]),
)


@cache
def positive_error() -> Claim:
    """B(rho_ORF) > 0."""
    domain = Domain((Range(u, 0, None, "()", typical=(0, 4), awkward=(9,)), D, SEVERAL)).where(sp.Le(m, d))
    error = orthogonal_error(u)

    def terms() -> Chain:
        return Chain(_ZERO).use(_positive_size).lt(_monomial * _size)

    def proof() -> Chain:
        known = {
            function: term for function, term in series(u, u).terms.items() if not isinstance(function, sp.Integral)
        }
        return Chain(_ZERO).termwise(error, INDEX, known, terms(), strict_at=1)

    return used("the MSE of ORF is positive", error, ">", _ZERO, domain, proof())


def orthogonal_error(square: sp.Expr) -> sp.Expr:
    """B(rho_ORF)."""
    return sp.exp(2 * square) - sp.exp(square) + (m - 1) * (kummer(square) - sp.exp(square))


def _first_frame() -> Chain:
    """k = 1, where the comparison is strict."""
    one = (d + 1) / (d + 2) * (1 - _SECOND)
    two = _WEIGHT * (3 - (m - 1) / (d + 2))
    steps = Chain(_factor(1) * one).use(sine_above_its_square())
    products = [[spare, part] for spare in (sp.Integer(5), d - m) for part in (_WEIGHT - _LEAST, _LEAST)]
    products.append([d / (d - 1) ** 2])
    return steps.lt(_factor(1) * two, [[_factor(1), 1 / (d + 2), *product] for product in products])


@cache
def simplex_gain_over_frames_falls() -> Claim:
    """(rho_ORF - rho_SimRF)/B(rho_ORF) falls."""

    def gain(square: sp.Expr) -> sp.Expr:
        return (kummer(square) - simplex_integral(square)) / orthogonal_error(square)

    def proof() -> Chain:
        parts = kummer(u) - simplex_integral(u), orthogonal_error(u)
        from_two = Range(index, 2, None, integer=True)
        steps = chain(gain(high))
        for place in (low, high):
            steps = steps.use(positive_error(), {u: place})
        return steps.quotient_falls(
            parts, (high, low), series(u, u), [_monomial, _size], from_two, _later_frames(), {1: _first_frame()}
        )

    return used("gain over orthogonal projections", gain(high), "<", gain(low), FRAME_GAINS, proof())
