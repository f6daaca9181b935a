"""What the statements on discretely-induced features share: inputs through their coordinates, variances, and points to draw at.

A count w_l takes the values 0, 1, ... with probabilities p_k > 0, independently over the coordinates l; ``0^0 = 1``.
"""

from rftheory.proofs.crt._setting import RATE, SUCCESS, M
from rftheory.vocabulary import *
from rftheory.inputs.coordinates import gaussian_kernel, x, y
from rftheory.inputs.kernels import p
from rftheory.montecarlo.estimators.discrete import Discrete
from rftheory.rules.variates import MASS

D = Range(d, 1, None, integer=True, typical=(1, 4), awkward=(1, 16))
X = Range(x.label, None, None, typical=(-2, 2), awkward=(0, 5), shape=(d,))
Y = Range(y.label, None, None, typical=(-2, 2), awkward=(0, -3), shape=(d,))
#: an outcome of the counts
w = sp.IndexedBase("w", integer=True, nonnegative=True)
DRAW = Range(w.label, 0, None, integer=True, typical=(0, 4), shape=(d,))

#: any two inputs of any dimension
INPUTS = Domain((X, Y, D))
KERNEL = gaussian_kernel(x, y)

#: the features of a law {p_k} that may be any
ANY = DiscretelyInduced(sp.Lambda(COUNT, MASS(COUNT)))

#: coordinates in general position, of mixed signs, with modest tails
_PLACES = {
    2: ((sp.Rational(3, 5), -sp.Rational(1, 2)), (sp.Rational(2, 5), sp.Rational(3, 10))),
    3: (
        (sp.Rational(1, 2), -sp.Rational(3, 10), sp.Rational(2, 5)),
        (sp.Rational(3, 10), sp.Rational(1, 2), -sp.Rational(1, 5)),
    ),
}


def point(dimension: int = 2, size: int = 1) -> dict[sp.Symbol, sp.Basic]:
    """A point at which variances are moderate: inputs of a dimension, m, the Poisson rate and the geometric p."""
    first, second = _PLACES[dimension]
    return {
        x.label: sp.Tuple(*first),
        y.label: sp.Tuple(*second),
        d: sp.Integer(dimension),
        m: sp.Integer(size),
        lam: sp.Rational(3, 5),
        p: sp.Rational(2, 3),
    }


def variance(sample: sp.Expr) -> sp.Expr:
    """E Z^2 - (E Z)^2 of a real sample (that a power of 1 - p is real follows from p < 1, not from its form)."""
    return Expectation(sample**2) - Expectation(sample) ** 2


def variance_of_one(family: DiscreteFamily) -> sp.Expr:
    """The printed variance of one sample: the second moment less the square of the kernel."""
    return family.second_moment(x, y) - KERNEL**2


def variance_claims(family: DiscreteFamily, number: str, domain: Domain) -> list[Claim]:
    """The variance of one sample, as the equation of a number prints it, and that of the mean of m."""
    counts, printed = family.counts(), variance_of_one(family)
    return [
        claim(
            f"variance: the variance of one sample, {number}",
            eq(variance(family.sample(counts, x, y)), printed),
            domain,
            location=number,
            print="restored",
        )
        .drawn(Discrete(family), "mse", point(2), name="one sample, d = 2")
        .drawn(Discrete(family), "mse", point(3), name="one sample, d = 3"),
        lemma(
            f"mean of m samples: the mean squared error of m iid samples is {number} divided by m",
            eq(mean_squared_error(family.estimator(counts, x, y, m), KERNEL), printed / m),
            domain.with_ranges(M),
        ).drawn(Discrete(family), "mse", point(2, 3), name="three samples, d = 2"),
    ]


def positive_claims(where: str, at: object, domain: Domain) -> list[Claim]:
    """The features of every law are positive at a shifted input, whatever the counts."""
    laws = (
        ("any law {p_k}", ANY, domain),
        ("a Poisson law", Poisson(), domain.with_ranges(RATE)),
        ("a geometric law", Geometric(), domain.with_ranges(SUCCESS)),
    )
    return [_positive(family, says, where, at, over) for says, family, over in laws]


def _positive(family: DiscreteFamily, says: str, where: str, at: object, domain: Domain) -> Claim:
    feature = family.feature(w, at)
    return claim(
        f"the features of {says} are positive at {where}, for every outcome w",
        gt(feature, 0),
        domain,
        Chain(feature).gt(0),
        name=f"positive, {says}",
    )
