"""Section 4: "Boundedness of OPRFs is due to A = (1 - 1/rho*)/8 < 0 even when |x + y|^2 is substituted by average (8) in (7)".

The average of |x_i + y_j|^2 over all pairs of rows is a number t > 0 unless all rows of one set are one vector and all of the other its
opposite; (7) divides by it, and Theorem 3.3 asks for t > 0. With any t > 0 in (7), 0 < rho* < 1, so A < 0; and features with A < 0 are
bounded, for every input, of the data or not.
"""

from rftheory.proofs.crt._setting import *
from rftheory.proofs.crt import eq_8
from rftheory.proofs.crt import theorem_3_3_bounded as one_pair
from rftheory.proofs.crt._data import DATA
from rftheory.proofs.crt._sums import v
from rftheory.proofs.crt.theorem_3_3 import printed_parameter
from rftheory.statements.words import by_definition

STATEMENT = statement(
    "property",
    "Sec. 4",
    "OPRF with averages of the data are bounded",
    reading="For two data sets of L rows, L >= 1, whose average (8) for s = +1 is positive, as (7) needs it; "
    "bounded: for every input x, the feature is at most D exp(|x|^2/(4|A|)) for every w.",
    not_drawn="A is a number, and the bound holds for every outcome: nothing is estimated",
)

_t = sp.Symbol("t", positive=True)
DOMAIN = Domain((D, Range(_t, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 1000), 100))))
_AVERAGE = eq_8.average(1)
_DATA = DATA.where(sp.Gt(_AVERAGE, 0), words=by_definition("some x_i + y_j is not 0, as x + y of one pair is not"))


def parameter(square: sp.Expr) -> sp.Expr:
    """A of (7) with a number in the place of |x + y|^2."""
    return printed_parameter.subs(v, sp.sqrt(square))


_root, _rest = sp.sqrt((2 * _t + d) ** 2 + 8 * d * _t), 2 * _t + d
#: The numerator of rho* is positive, so that (7) is defined.
numerator = lemma(
    "numerator of rho: the numerator of rho* is positive",
    gt(_root - _rest, 0),
    proof=Chain(_root - _rest).eq(8 * d * _t / (_root + _rest)).gt(0),
)

_left = parameter(_t)
#: A of (7) for any number.
negative = lemma(
    "A of a number: A of (7) is negative for every positive number in the place of |x + y|^2",
    lt(_left, 0),
    proof=Chain(_left).eq(optimal_parameter(_t)).lt(0),
)


@cache
def averaged() -> Claim:
    """A < 0 for data."""
    left = parameter(_AVERAGE)
    return claim(
        "A negative: A < 0 with the average of |x_i + y_j|^2 in (7)",
        lt(left, 0),
        _DATA,
        Chain(left).use(numerator, {_t: _AVERAGE}).use(negative, {_t: _AVERAGE}).lt(0),
        print="restored",
    )


def _bounded() -> Claim:
    known = one_pair.bounded
    decay = next(item for item in known.domain.ranges if item.symbol.name == "a").symbol
    values = {decay: -parameter(_AVERAGE)}
    left, right = (side.subs(values) for side in (known.proposition.left, known.proposition.right))
    rest = tuple(item for item in known.domain.ranges if item.symbol not in (decay, *DATA.symbols))
    domain = replace(_DATA, ranges=(*DATA.ranges, *rest))
    return claim(
        "bounded: the features of every input x are at most D exp(|x|^2/(4|A|))",
        le(left, right),
        domain,
        proof=Chain(left).use(numerator, {_t: _AVERAGE}).use(averaged()).use(known, values).le(right),
    )


CLAIMS = (averaged(), _bounded(), numerator, negative)
