"""Section 3.1, after (7): averages over data in the place of |x|^2, |y|^2, |x + s y|^2 in (6) and (7).

With rho = 1/(1 - 8A) and t = |x + y|^2 the second moment of one sample (real A, s = +1) is ``K^2 exp(g(rho, t))``,
``g(rho, t) = d log((1 + 1/rho)/2) + (d/2) log rho + rho t``, and g is linear in t. So the A of (7) at the average T of t over all pairs is

- the best one for the average of the logarithm of the second moment over all pairs, exactly;
- for a single pair worse than the best one for that pair by at most the factor ``exp(2 (t - T)^2/d)``: nothing is lost where t is its
  average, and little where t is tightly concentrated around it, at the scale sqrt(d).
"""

from rftheory.vocabulary import *
from rftheory.inputs.coordinates import X, Y, i, j, l, total
from rftheory.proofs.crt import eq_8
from rftheory.proofs.crt._data import DATA, over_pairs
from rftheory.proofs.crt._sums import OPRF, SUM_PAIR, SUMS, kernel, sample, v

STATEMENT = statement(
    "claim",
    "Sec. 3.1, after (7)",
    "Averages over data in (7)",
    reading="Real A, s = +1, T the average of |x_i + y_j|^2. The A of (7) at T is the best one for the average "
    "of the logarithms of the second moments of all pairs; and at a pair with |x + y|^2 = t its second "
    "moment is at most exp(2 (t - T)^2/d) times the least one.",
    notes=(
        "For s = -1, and for complex A, the second moment is a sum of two exponentials and its logarithm is not linear in the averages: "
        "nothing of this is claimed for them.",
    ),
)

#: the average of |x + y|^2, and 1/(1 - 8A)
T, rho = sp.Symbol("T", nonnegative=True), sp.Symbol("rho", positive=True)
AVERAGE = Range(T, 0, None, typical=(0, 9), awkward=(0, 100))
RHO = Range(rho, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 100), 1, 10))
DIMENSION = SUMS.ranges[3]
_t = sp.Symbol("t", nonnegative=True)
_b = sp.Symbol("b", positive=True)
_SQUARE = Range(_t, 0, None, typical=(0, 9), awkward=(0, 100))
_BEST = Range(_b, 0, 1, "(]", typical=(sp.Rational(1, 10), 1), awkward=(sp.Rational(1, 100), 1))
_TWO = Domain((AVERAGE, _SQUARE, DIMENSION))

#: OPRF at the average
AVERAGED = OptimalPositive(square=T)
_ANY = GeneralizedExponential((1 - 1 / rho) / 8)


def log_moment(rho: sp.Expr, t: sp.Expr) -> sp.Expr:
    """g, the logarithm of the second moment over K^2."""
    return d * sp.log((1 + 1 / rho) / 2) + d * sp.log(rho) / 2 + rho * t


def relative(rho: sp.Expr) -> sp.Expr:
    """exp(g) at |x + y| = v."""
    return ((1 + 1 / rho) / 2) ** d * rho ** (d / 2) * sp.exp(rho * v**2)


def _square_of(rho: sp.Expr) -> sp.Expr:
    """The t with rho*(t) = rho, for 0 < rho <= 1."""
    return d * (1 - rho) / (2 * rho * (1 + rho))


_square, _domain = _square_of(_b), Domain((RHO, _BEST, DIMENSION))
#: its derivative over rho - b
_rise = (_square * (rho + _b) + _square + d / 2) / (rho * (1 + rho))

#: g(rho, T) is least at rho*(T) = b.
_best = lemma(
    "best rho: no rho gives a smaller second moment than rho*(T) = b at T = d (1 - b)/(2 b (1 + b))",
    ge(log_moment(rho, _square), log_moment(_b, _square)),
    _domain,
    Chain(log_moment(rho, _square)).valley(rho, _b, _rise),
)


@cache
def _best_at() -> Claim:
    """The same with T as it is."""
    best, domain = optimal_rho(T), Domain((RHO, AVERAGE, DIMENSION))
    left, right = log_moment(rho, T), log_moment(best, T)

    def proof() -> Chain:
        chain = Chain(left).eq(log_moment(rho, _square_of(best))).use(_best, {_b: best})
        return chain.ge(log_moment(best, _square_of(best))).eq(right)

    return lemma(
        "best rho for T: no rho gives a smaller second moment at |x + y|^2 = T than rho*(T)",
        ge(left, right),
        domain,
        proof(),
    )


@cache
def _loss() -> Claim:
    """g(rho*(T), t) - g(rho*(t), t) <= 2 (t - T)^2/d."""
    here, there = optimal_rho(_t), optimal_rho(T)
    left = 2 * (_t - T) ** 2 / d + log_moment(here, _t) - log_moment(there, _t)

    def proof() -> Chain:
        # rho*(t) - rho*(T) = -2 (t - T) rho*(T) (1 + rho*(T))/(d + 2 t sum), and d (1 - rho*(T)) = 2 T rho*(T) (1 + rho*(T))
        above = 1 + here + there
        slope = (8 * _t * above + 4 * T * there * (1 + there) * (2 + there)) / (d * (d + 2 * _t * above))
        return Chain(left).valley(_t, T, slope).eq(0)

    return lemma(
        "loss in logarithms: g(rho*(T), t) - g(rho*(t), t) is at most 2 (t - T)^2/d", ge(left, 0), _TWO, proof()
    )


def _lost() -> Chain:
    """exp of the lemma, times the least second moment."""
    inner = Chain(log_moment(optimal_rho(T), v**2)).use(_loss(), {_t: v**2})
    inner = inner.le(2 * (v**2 - T) ** 2 / d + log_moment(optimal_rho(v**2), v**2))
    chain = Chain(Expectation(sample(AVERAGED) ** 2)).eq(kernel**2 * relative(optimal_rho(T)))
    chain = chain.eq(kernel**2 * sp.exp(inner.start))
    chain = chain.inside(inner, lambda e: kernel**2 * sp.exp(e))
    factor = sp.exp(2 * (v**2 - T) ** 2 / d)
    return chain.eq(factor * kernel**2 * relative(optimal_rho(v**2))).eq(factor * Expectation(sample(OPRF) ** 2))


#: data, and one rho for all pairs
DOMAIN = DATA.with_ranges(RHO)
_PAIR_SQUARE = total((X[i, l] + Y[j, l]) ** 2)


def _mean_logarithm(rho: sp.Expr) -> sp.Expr:
    """The average of g over all pairs of rows."""
    return over_pairs(log_moment(rho, _PAIR_SQUARE))


def _of_all() -> Chain:
    """g is linear in |x + y|^2, so its average is g at the average."""
    average = eq_8.average(1)
    chain = Chain(_mean_logarithm(rho)).eq(log_moment(rho, average)).use(_best_at(), {T: average})
    return chain.ge(log_moment(optimal_rho(average), average))


of_average, of_pair = Expectation(sample(AVERAGED) ** 2), Expectation(sample(OPRF) ** 2)
factor = sp.exp(2 * (v**2 - T) ** 2 / d)
average = eq_8.average(1)
of_all, best = _mean_logarithm(rho), log_moment(optimal_rho(average), average)
CLAIMS = (
    claim(
        "linear: for every real A the average of log (E Z^2/K^2) over all pairs is its value at the average of |x_i + y_j|^2",
        eq(of_all, log_moment(rho, average)),
    ),
    claim(
        "all pairs: no real A gives a smaller average of log E Z^2 over all pairs than the A of (7) at the average of "
        "|x_i + y_j|^2",
        ge(of_all, best),
        proof=_of_all(),
    ),
    claim(
        "one pair: at |x + y|^2 = t the A of (7) at T gives a second moment of at most exp(2 (t - T)^2/d) times the "
        "least one",
        le(of_average, factor * of_pair),
        SUMS.with_ranges(AVERAGE),
        _lost(),
    ),
    lemma(
        "second moment: E Z^2 is K^2 exp(g(rho, |x + y|^2)) for rho = 1/(1 - 8A)",
        eq(Expectation(sample(_ANY) ** 2), kernel**2 * relative(rho)),
        SUMS.with_ranges(RHO),
    ),
    _best,
    _best_at(),
    _loss(),
)


def simulations() -> list[MomentCheck]:
    """The second moment at the A of the average, and at that of the pair."""
    point = {x_norm: sp.Rational(1, 2), y_norm: sp.Rational(2, 3), v: sp.Rational(3, 4), d: 3, T: 2}
    families = (("average", AVERAGED, optimal_rho(T)), ("pair", OPRF, optimal_rho(v**2)))
    return [
        MomentCheck(
            f"second moment at the A of the {name}",
            Regular(family),
            "second_moment",
            kernel**2 * relative(rho),
            point,
            claim="one pair",
            pair=SUM_PAIR,
        )
        for name, family, rho in families
    ]
