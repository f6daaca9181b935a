r"""Definition 3.1 (10): the RF-conformity as a power series in v and in the lengths of the resultants.

    rho = Gamma(d/2)/(m(m-1)) sum_(i != j) E sum_k v^(2k) w_ij^(2k) / (2^(2k) k! Gamma(k + d/2)).

A resultant w_i + w_j of length w in a uniform direction has ``E exp((w_i + w_j).(x + y)) = Gamma(d/2) sum_k (v w)^(2k)/(2^(2k) k!
Gamma(k + d/2))``. Its length is random: with the weights p_l for the values w_l the expectation over w_ij in (10) is ``sum_l p_l``, and the
average over pairs is one more sum of this kind, over pairs and values with the weights ``p_l/(m(m-1))``. For lengths of any law all
terms are nonnegative, so that the sum over k and the mean may be exchanged (Tonelli); for two projections at an angle with chi
lengths that is `simrf.lemma-4.2-rho`. What it takes is an isotropic resultant: see `simrf.isotropy`.
"""

from rftheory.proofs.simrf._setting import *
from rftheory.proofs.rules.sphere import DIMENSION, ORDER, exponential_moment, mean_exponential
from rftheory.proofs.simrf._draws import along_directions

STATEMENT = statement(
    "identity",
    "Definition 3.1 (10), (31)-(33), (35)",
    "The RF-conformity as a power series",
    reading="For isotropic resultants w_i + w_j: the identity for each length w >= 0, and for lengths that take finitely many "
    "values, averaged over values and pairs. d >= 2. (The lengths of two projections at an angle, from two chi lengths: "
    "`simrf.lemma-4.2-rho`.)",
    notes=(
        "(31) is a Hankel transform at an imaginary argument: (i w v)^(1-d/2) J_(d/2-1)(i w v) is (w v)^(1-d/2) I_(d/2-1)(w v).",
        "For d = 1 (10) holds as well, for resultants with a symmetric law.",
    ),
)

#: the length of a resultant, and those of all resultants
w = sp.Symbol("w", positive=True)
_ALL = sp.IndexedBase("w", real=True)
#: the order of a term, which `ORDER` has another name for
_k = sp.Symbol("n", integer=True, nonnegative=True)
_W = Range(w, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 100), 8))
_V = Range(v, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 1000), 3))
LENGTHS = Domain((DIMENSION, _V, _W))
DOMAIN = LENGTHS
WITH_ORDER = Domain((*LENGTHS.ranges, ORDER))
#: lengths and their weights, over all pairs and values
_l = sp.Symbol("l", integer=True, positive=True)
_P = sp.IndexedBase("p", real=True)
_LAW = Domain(
    (
        *LENGTHS.ranges[:2],
        ORDER,
        Range(m, 1, None, integer=True, typical=(1, 5), awkward=(1,)),
        Range(_P.label, 0, 1, "[]", typical=(0, 1), awkward=(0, 1), shape=(m,)),
        Range(_ALL.label, 0, None, "()", typical=(0, 1), awkward=(sp.Rational(1, 10),), shape=(m,)),
    )
)


def term(length: sp.Expr) -> sp.Expr:
    """The k-th term of (10) for a resultant of the given length, without Gamma(d/2)."""
    return v ** (2 * _k) * length ** (2 * _k) / (2 ** (2 * _k) * sp.factorial(_k) * sp.gamma(_k + d / 2))


def series(length: sp.Expr) -> sp.Sum:
    """(10) for a resultant of the given length, without Gamma(d/2)."""
    return sp.Sum(term(length), (_k, 0, sp.oo))


def bessel_form() -> sp.Expr:
    """(31) for one length, with the series (32) of the Bessel function at an imaginary argument: all terms positive."""
    order, x = d / 2 - 1, w * v
    bessel = sp.Sum((x / 2) ** (2 * _k + order) / (sp.factorial(_k) * sp.gamma(_k + order + 1)), (_k, 0, sp.oo))
    return sp.gamma(d / 2) * 2**order * x ** (-order) * bessel


def _summed(start: sp.Expr) -> Chain:
    hypergeometric = direction_exponential(v**2 * w**2, d)
    chain = Chain(start).eq(sp.gamma(d / 2) * series(w))
    return chain.summed(series(w), hypergeometric / sp.gamma(d / 2))


#: E exp((w_i + w_j).(x + y)): a uniform direction, and the length w_l with the weight p_l.
_mean_over_law = sp.Sum(_P[_l] * mean_exponential(_ALL[_l] * v), (_l, 1, m))

#: (10): Gamma(d/2) in front, the expectation over w_ij outside of the sum over k.
_printed_over_law = sp.gamma(d / 2) * sp.Sum(_P[_l] * series(_ALL[_l]), (_l, 1, m))


def _term_by_term() -> Chain:
    index = Range(_l, 1, None, integer=True)

    def one_value() -> Chain:
        length, hypergeometric = _ALL[_l], direction_exponential(v**2 * _ALL[_l] ** 2, d)
        chain = Chain(_P[_l] * mean_exponential(length * v))
        chain = chain.inside(exponential_moment(length * v), lambda mean: _P[_l] * mean)
        back = Chain(sp.gamma(d / 2) * _P[_l] * series(length))
        back = back.summed(series(length), hypergeometric / sp.gamma(d / 2)).eq(chain.end)
        return chain.backwards(back)

    return Chain(_mean_over_law).under(one_value(), index, m).eq(_printed_over_law)


hypergeometric = direction_exponential(v**2 * w**2, d)
printed = sp.gamma(d / 2) * series(w)
CLAIMS = (
    claim(
        "series: the k-series of (10) for one length is 0F1(; d/2; v^2 w^2/4)",
        eq(printed, hypergeometric),
        proof=_summed(printed),
        print="restored",
    ),
    claim(
        "isotropic resultant: 0F1(; d/2; v^2 w^2/4) is E exp((w_i + w_j).(x + y)) for an isotropic resultant of length w",
        eq(mean_exponential(w * v), hypergeometric),
        WITH_ORDER,
        exponential_moment(w * v),
    ),
    claim(
        "random length: (10), the expectation over w_ij and the average over pairs: a uniform direction, and the "
        "length w_l with the weight p_l",
        eq(_mean_over_law, _printed_over_law),
        _LAW,
        _term_by_term(),
        print="restored",
    ),
    step(
        "Bessel function: (31) with the series (32): Gamma(d/2) 2^(d/2-1) (w v)^(1-d/2) I_(d/2-1)(w v) is the k-series "
        "of (10)",
        eq(bessel_form(), hypergeometric),
        proof=_summed(bessel_form()),
        location="(31), (32)",
    ),
)


def simulations() -> list[MomentCheck]:
    """A resultant of one length, and one with the lengths 1/2 and 2, in a uniform direction at u = (1, 2, 2)/3."""
    half = tuple(sp.Rational(c, 6) for c in (1, 2, 2))
    point = {v: sp.Integer(1), d: 3, w: sp.Integer(2), m: 2}
    weights = {sp.Rational(1, 2): sp.Rational(1, 3), sp.Integer(2): sp.Rational(2, 3)}
    one, two = (along_directions(((point[w], sp.Integer(1)),), half), along_directions(tuple(weights.items()), half))
    averaged = sp.Add(*(share * direction_exponential(v**2 * length**2, d) for length, share in weights.items()))
    cases = (("isotropic resultant", one, hypergeometric), ("random length", two, averaged))
    return [
        MomentCheck(name, drawn, "mean", expected, point, claim=name, dimension=3) for name, drawn, expected in cases
    ]
