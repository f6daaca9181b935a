r"""Moments ``M_k = E (1 - sin(phi)/(d-1))^k`` of the angle between the lengths of two simplex projections, and bounds on them.

    k (1 - M_(k+1)) <= (k+1)(1 - M_k),   2 P_k M_k - P_(k+1) M_(k+1) <= P_k (d+3k)/(d+2k),   M_k <= 1

are averages of bounds that follow from ``(1-x)^k (1 + kx) <= 1`` at ``x = sin(phi)/(d-1)``.
"""

from collections.abc import Callable

from rftheory.proofs.crt._orthogonal import k as index
from rftheory.proofs.crt._orthogonal import share
from rftheory.proofs.simrf._setting import *
from rftheory.chains.angles import SINE, sine
from rftheory.proofs.simrf._angle_series import INDEX, chain, moment
from rftheory.rules.propositions import Relation

_x = sp.Symbol("x", positive=True)
_X = Range(_x, 0, 1, "(]", typical=(0, 1), awkward=(sp.Rational(1, 1000), sp.Rational(999, 1000), 1))
_TURN = sine / (d - 1)
INDICES = Domain((INDEX,))
_COEFFICIENTS = Domain((D, INDEX))
_ANGLES = _COEFFICIENTS.with_ranges(SINE)
_ZERO, _ONE = sp.Integer(0), sp.Integer(1)


def used(
    name: str, left: sp.Expr, relation: Relation, right: sp.Expr, domain: Domain, proof: Callable[[], Chain]
) -> Claim:
    """An inequality that is used on the way."""
    return lemma(name, Inequality(left, relation, right), domain, proof=proof, name=name)


# -- numbers --------------------------------------------------------------------------------------------------------


#: 2 <= 2^k.
power_of_two = used(
    "2 <= 2^k",
    sp.Integer(2),
    "<=",
    2**index,
    INDICES,
    Chain(sp.Integer(2)).induction(index, 2**index, ratios=(_ONE, sp.Integer(2))),
)

#: 1 < 2^k.
one_below_power = used(
    "1 < 2^k", _ONE, "<", 2**index, INDICES, Chain(_ONE).use(power_of_two).lt(sp.Integer(2)).le(2**index)
)


@cache
def index_below_power() -> Claim:
    """k <= 2^k."""

    def step() -> Chain:
        return Chain(_ONE).use(power_of_two).lt(sp.Integer(2)).le(2**index)

    return used("k <= 2^k", index, "<=", 2**index, INDICES, Chain(index).induction(index, 2**index, growth=step()))


@cache
def square_below_power() -> Claim:
    """k^2 <= 2^k (k-1) + 1."""
    right = 2**index * (index - 1) + 1

    def step() -> Chain:
        steps = Chain(2 * index + 1).use(power_of_two)
        return steps.lt(2**index * (index + 1), [(index + 1) * (2**index - 2) + 1])

    return used(
        "k^2 <= 2^k (k-1) + 1", index**2, "<=", right, INDICES, Chain(index**2).induction(index, right, growth=step())
    )


# -- what holds for every sine ----------------------------------------------------------------------------------------


@cache
def bernoulli() -> Claim:
    """(1-x)^k (1 + kx) <= 1."""
    domain = Domain((_X, INDEX))
    left = (1 - _x) ** index * (1 + index * _x)
    ratio = (1 - _x) * (1 + (index + 1) * _x) / (1 + index * _x)
    return used(
        "(1-x)^k (1 + kx) <= 1", left, "<=", _ONE, domain, Chain(left).induction(index, _ONE, ratios=(ratio, _ONE))
    )


def _turned(order: sp.Expr) -> sp.Expr:
    return (1 - _TURN) ** order


#: 1 - (1-x)^k (1 + kx) at x = sin(phi)/(d-1).
_excess = 1 - _turned(index) * (1 + index * _TURN)


def _averaged(name: str, of: sp.Expr, bare: sp.Expr, *bounds: tuple[sp.Expr, list[sp.Expr]]) -> Claim:
    """A bound on a combination of averages, from the same bounds on what is averaged, with their gaps."""
    bound = bounds[-1][0]

    def pointwise() -> Chain:
        steps = Chain(bare).use(bernoulli(), {_x: _TURN})
        for target, gap in bounds:
            steps = steps.le(target, gap)
        return steps

    for_every_sine = used(f"{name}, for every sine", bare, "<=", bound, _ANGLES, pointwise())
    return used(name, of, "<=", bound, _COEFFICIENTS, chain(of).for_each(for_every_sine))


@cache
def concave_moments() -> Claim:
    """k (1 - M_(k+1)) <= (k+1)(1 - M_k)."""

    def form(of: Callable[[sp.Expr], sp.Expr]) -> sp.Expr:
        return index * (1 - of(index + 1)) - (index + 1) * (1 - of(index))

    return _averaged("k (1 - M_(k+1)) <= (k+1)(1 - M_k)", form(moment), form(_turned), (_ZERO, [_excess]))


@cache
def shares_of_moments() -> Claim:
    """2 P_k M_k - P_(k+1) M_(k+1) <= P_k (d+3k)/(d+2k)."""

    def form(of: Callable[[sp.Expr], sp.Expr]) -> sp.Expr:
        return share * (2 * of(index) - (d + index) / (d + 2 * index) * of(index + 1))

    rest = _turned(index) * _TURN * ((index - 1) * d + index * (3 * index - 1))
    bound = share * (d + 3 * index) / (d + 2 * index)
    gap = [share / (d + 2 * index), (d + 3 * index) * _excess + rest]
    return _averaged("2 P_k M_k - P_(k+1) M_(k+1)", form(moment), form(_turned), (bound, gap))


_above = _turned(index) * (1 + index * _TURN), [_turned(index), index, _TURN]
#: M_k <= 1.
moments_below_one = _averaged("M_k <= 1", moment(index), _turned(index), _above, (_ONE, [_excess]))


@cache
def sine_above_its_square() -> Claim:
    """d/((d+1)(d-1)) <= 1 - M_1."""
    domain = Domain((D,))
    whole, least = 1 - moment(_ONE), d / ((d + 1) * (d - 1))
    angles = domain.with_ranges(SINE)
    square = sine**2 / (d - 1)
    pointwise = used("s^2 <= s", _TURN, ">=", square, angles, Chain(_TURN).ge(square))
    return used("E sin >= E sin^2", whole, ">=", least, domain, chain(whole).for_each(pointwise).eq(least))
