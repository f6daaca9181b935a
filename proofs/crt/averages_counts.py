"""Sections 3.2.1, 3.2.2: averages over data in the place of sum_l x_l^2 y_l^2 in the rate, and of |x_l y_l| in (13).

*Poisson features.* The logarithm of the second moment is ``lam d + S/lam - |x|^2 - |y|^2``, linear in S = sum_l x_l^2 y_l^2: the
printed rate at the average of S is the best one for the average of the logarithm over all pairs. At a single pair with the best
rate lam* any rate loses the factor ``exp(d (lam - lam*)^2/lam)``.

*Geometric features.* The logarithm, ``-d log p + sum_l log I_0(2 (1-p)^(-1/2) |x_l y_l|) - |x|^2 - |y|^2``, is not linear in the
|x_l y_l|. But the slopes of log I_0 are between 0 and 1: for every p the averages m_l give it with an error of at most
``2 (1-p)^(-1/2) sum_l ||x_l y_l| - m_l|``.
"""

from rftheory.proofs.crt._setting import *
from rftheory.families.poisson import optimal_rate
from rftheory.inputs.coordinates import X, Y, i, j, l, total, x, y
from rftheory.proofs.crt import eq_12
from rftheory.proofs.crt._data import DATA, over_pairs
from rftheory.proofs.crt._discrete import INPUTS, Discrete, point
from rftheory.proofs.rules.bessel import first, zeroth

STATEMENT = statement(
    "claim",
    "Sec. 3.2.1, 3.2.2",
    "Averages over data in the parameters of Poisson and geometric features",
    reading="Poisson: the rate at the average of sum_l x_l^2 y_l^2 is the best one for the average of the "
    "logarithms of the second moments of all pairs, and what it loses at a pair is said. Geometric: what "
    "the averages m_l of |x_l y_l| change in the logarithm of the second moment of a pair, for every p.",
    notes=("If all products vanish the printed formula gives the rate 0, as for one pair (crt.theorem-3.4-optimum).",),
)

_NORMS = squared_norm(x) + squared_norm(y)
#: the averages m_l
_m = sp.IndexedBase("m", real=True)
_AVERAGES = Range(_m.label, 0, None, typical=(0, 2), awkward=(0, 5), shape=(d,))
_RATES, _PAIRS = DATA.with_ranges(RATE), INPUTS.with_ranges(RATE)
DOMAIN = _RATES
_ONE = INPUTS.with_ranges(SUCCESS)
_AVERAGED = _ONE.with_ranges(_AVERAGES)
_a, _b, _e = sp.symbols("a b e", nonnegative=True)
_TWO = Domain(tuple(Range(s, 0, None, typical=(0, 3), awkward=(0, 20)) for s in (_b, _a)))

_MORE = Range(_e, 0, None, typical=(0, 3), awkward=(0, 20))


def _square(family: DiscreteFamily) -> sp.Expr:
    """E Z^2 of one sample."""
    return Expectation(family.sample(family.counts(), x, y) ** 2)


# -- Poisson ----------------------------------------------------------------------------------------------------


def _mean_exponent(rate: sp.Expr) -> sp.Expr:
    """The average of lam d + S/lam over all pairs of rows."""
    return over_pairs(rate * d + total(X[i, l] ** 2 * Y[j, l] ** 2) / rate)


def _of_all() -> Chain:
    """The average is lam d + T/lam, T the average of S."""
    average = eq_12.average()
    chain = Chain(_mean_exponent(lam)).eq(lam * d + average / lam)
    return chain.ge(2 * sp.sqrt(d) * sp.sqrt(average))


# -- geometric --------------------------------------------------------------------------------------------------


def _argument(product: sp.Expr) -> sp.Expr:
    """2 (1-p)^(-1/2) |x_l y_l|."""
    return 2 * (1 - p) ** sp.Rational(-1, 2) * product


@cache
def _rise() -> Claim:
    """log I_0(b + e) - log I_0(b) <= e."""
    gap, domain = sp.log(zeroth(_b)) + _e - sp.log(zeroth(_b + _e)), Domain((_TWO.ranges[0], _MORE))

    def proof() -> Chain:
        return Chain(gap).valley(_e, sp.Integer(0), (1 - first(_b + _e) / zeroth(_b + _e)) / _e).eq(0)

    return lemma("log I_0 rises slowly: log I_0(b + e) - log I_0(b) is at most e", ge(gap, 0), domain, proof())


_gap, _domain = sp.log(zeroth(_b + _e)) + _e - sp.log(zeroth(_b)), Domain((_TWO.ranges[0], _MORE))
#: log I_0(b) - log I_0(b + e) <= e.
_fall = lemma(
    "log I_0 falls slowly: log I_0(b) - log I_0(b + e) is at most e",
    ge(_gap, 0),
    _domain,
    Chain(_gap).valley(_e, sp.Integer(0), (1 + first(_b + _e) / zeroth(_b + _e)) / _e).eq(0),
)


@cache
def _slope() -> Claim:
    """log I_0(a) - log I_0(b) <= |a - b|."""
    gap = sp.log(zeroth(_b)) + sp.Abs(_a - _b) - sp.log(zeroth(_a))

    def on_one_side(above: bool) -> Chain:
        lemma, low, more = (_rise(), _b, _a - _b) if above else (_fall, _a, _b - _a)
        return Chain(gap).eq(gap.subs(sp.Abs(_a - _b), more)).use(lemma, {_b: low, _e: more}).ge(0)

    return lemma(
        "slopes of log I_0: log I_0(a) - log I_0(b) is at most |a - b|",
        ge(gap, 0),
        _TWO,
        proof=Chain(gap).cases(_a, _b, on_one_side(False), on_one_side(True)),
    )


def _between(name: str, says: str, start: sp.Expr, end: sp.Expr) -> Claim:
    """sum log I_0(start_l) <= sum log I_0(end_l) + sum |start_l - end_l|."""
    left, right = (total(sp.log(zeroth(argument))) for argument in (start, end))
    bound = total(sp.log(zeroth(end)) + sp.Abs(start - end))
    return claim(says, le(left, bound), _AVERAGED, Chain(left).use(_slope(), {_a: start, _b: end}).le(bound), name=name)


_average, _best = eq_12.average(), optimal_rate(x, y)
_least = 2 * sp.sqrt(d) * sp.sqrt(_average)
_loss = sp.exp(d * (lam - _best) ** 2 / lam)
_of_pair, _of_average = _argument(sp.Abs(x[l] * y[l])), _argument(_m[l])
_factors = sp.Product(zeroth(_of_pair), (l, 1, d))
_error = "2 (1-p)^(-1/2) sum_l ||x_l y_l| - m_l|"

printed_11 = step(
    "(11) with respect to p: the variance that is evaluated from the averages (14), and minimised with respect to "
    "p, is (11)",
    eq(_square(Geometric()), Poisson(p).second_moment(x, y)),
    _ONE,
    location="Sec. 3.2.2, after (14)",
    tex=r"\text{evaluation of (11) takes } O(d) \text{ time; minimize (11) with respect to } p",
    quote="A numerical optimization can be used to minimize (11) with respect to p.",
).false(
    at={d: 1, p: sp.Rational(1, 2), x.label: sp.Tuple(1), y.label: sp.Tuple(1)},
    because="(11) is the variance of Poisson features, and has no p: (13) is meant, and (11) with p for lambda is another number",
    error="misprint",
    survives="yes, with (13) in the place of (11)",
)
CLAIMS = (
    claim(
        "rate, all pairs: no rate gives a smaller average of log E Z^2 + |x|^2 + |y|^2 than 2 (d T)^(1/2), as the "
        "printed rate at T does",
        ge(_mean_exponent(lam), _least),
        proof=_of_all(),
    ),
    claim(
        "rate, linear: the average of log E Z^2 + |x|^2 + |y|^2 over all pairs is lam d + T/lam",
        eq(_mean_exponent(lam), lam * d + _average / lam),
    ),
    claim(
        "rate, one pair: at any rate lam E Z^2 of a pair is exp(d (lam - lam*)^2/lam) times its infimum, exp(2 d lam* "
        "- |x|^2 - |y|^2)",
        eq(_square(Poisson()), _loss * sp.exp(2 * d * _best - _NORMS)),
        _PAIRS,
    )
    .drawn(Discrete(Poisson()), "second_moment", point(2), name="Poisson, d = 2")
    .drawn(Discrete(Poisson()), "second_moment", point(3), name="Poisson, d = 3"),
    printed_11,
    printed_11.corrected(
        "second moment: it is (13): E Z^2 = p^-d exp(-|x|^2 - |y|^2) prod_l I_0(2 (1-p)^(-1/2) |x_l y_l|)",
        eq(_square(Geometric()), p**-d * sp.exp(-_NORMS) * _factors),
        tex=r"\text{evaluation of (13) takes } O(d) \text{ time; minimize (13) with respect to } p",
    ).drawn(Discrete(Geometric()), "second_moment", point()),
    _between(
        "p, from above", f"the averages give sum_l log I_0 of a pair up to {_error}, from above", _of_pair, _of_average
    ),
    _between(
        "p, from below", f"the averages give sum_l log I_0 of a pair up to {_error}, from below", _of_average, _of_pair
    ),
    _rise(),
    _fall,
    _slope(),
)
