r"""FAVOR#: the real number A of dense exponential features with the least mean log-variance over data, and one number for each coordinate.

For GERF with a real A < 1/8 the second moment is, but for a factor without A, ``((1-4A) (1-8A)^(-1/2))^d exp((1 + 1/(1-8A))
v^2)``, v = |x + y|. Its logarithm over d depends on the data through V, v^2/d, alone, and the mean over data through the mean
of V. So the best A is

    A = (1 - 2V - ((2V + 1)^2 + 8V)^(1/2))/16,

for all data whose v^2/d has the mean V; it is negative. With one number a_l for each coordinate the second moment is a product
and its logarithm a sum, so that each coordinate has its own optimum by its own V_l (a diagonal covariance, as DARKFormer has
it).
"""

from rftheory.proofs.crt._setting import REAL_A
from rftheory.vocabulary import *
from rftheory.inputs.coordinates import total
from rftheory.proofs.crt._sums import SUMS, sample, v

STATEMENT = statement(
    "optimum",
    "Likhosherstov et al. 2023 (2302.00787), one number and one for each coordinate; 2603.04127",
    "The parameter of dense exponential features with the least mean log second moment over data",
    reading="Real A < 1/8, where the second moment is finite. V is the mean of |x + y|^2/d over data, or of one coordinate's; the "
    "diagonal case is a product over coordinates.",
    not_drawn="an optimum of the logarithm of a second moment, which crt.theorem-3.3 draws",
    cells=(
        (
            "favor-sharp",
            "iid",
            "A is a multiple of the identity: a symmetric matrix and different maps of both sides are not judged",
        ),
    ),
    notes=(
        "Symmetric matrices A, and different maps of the two sides, are not judged: there is no word for matrix parameters.",
    ),
)

_V = sp.Symbol("V", positive=True)
_MEAN = Range(_V, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 100), 20))
DOMAIN = Domain((REAL_A, _MEAN))
_LINE = Domain((_MEAN,))

#: statistics of n pairs
_i = sp.Symbol("i", integer=True, positive=True)
_MEANS = sp.IndexedBase("S", real=True)
_SIZE = Range(n, 1, None, integer=True, typical=(1, 4), awkward=(1,))
_DATA = Domain((REAL_A, _SIZE, Range(_MEANS.label, 0, None, "()", typical=(0, 3), shape=(n,))))
#: two coordinates with parameters and means of their own
_a, _b = sp.symbols("a b", real=True)
_W = sp.Symbol("W", positive=True)
_COORDINATES = Domain((_MEAN, replace(_MEAN, symbol=_W), replace(REAL_A, symbol=_a), replace(REAL_A, symbol=_b)))


def log_moment(parameter: sp.Expr, mean: sp.Expr = _V) -> sp.Expr:
    """The logarithm of the second moment over d, without what does not depend on A."""
    return sp.log(1 - 4 * parameter) - sp.log(1 - 8 * parameter) / 2 + (1 + 1 / (1 - 8 * parameter)) * mean


def best(mean: sp.Expr = _V) -> sp.Expr:
    """The optimum, as it is printed."""
    return (1 - 2 * mean - sp.sqrt((2 * mean + 1) ** 2 + 8 * mean)) / 16


_root = sp.sqrt((2 * _V + 1) ** 2 + 8 * _V)
#: the derivative of `log_moment` over A - best: 1/8 - A, and what the other root exceeds 1/8 by
_over = 128 * (sp.Rational(1, 8) - A + (_root - 1 - 2 * _V) / 16) / ((1 - 4 * A) * (1 - 8 * A) ** 2)
_above = lemma("root: ((2V + 1)^2 + 8V)^(1/2) > 1 + 2V", gt(_root, 1 + 2 * _V), _LINE)
_square = ((1 - 4 * A) / sp.sqrt(1 - 8 * A)) ** d * sp.exp((1 + 1 / (1 - 8 * A)) * v**2)

optimum = claim(
    "optimum: no real A < 1/8 has a smaller mean log second moment than A = (1 - 2V - ((2V + 1)^2 + 8V)^(1/2))/16",
    ge(log_moment(A), log_moment(best())),
    proof=Chain(log_moment(A)).use(_above).valley(A, best(), _over).eq(log_moment(best())),
)


def _two_coordinates() -> Chain:
    chain = Chain(log_moment(_a, _V) + log_moment(_b, _W))
    chain = chain.use(optimum, {A: _a, _V: _V}).use(optimum, {A: _b, _V: _W})
    return chain.ge(log_moment(best(_V), _V) + log_moment(_b, _W)).ge(
        log_moment(best(_V), _V) + log_moment(best(_W), _W)
    )


CLAIMS = (
    optimum,
    claim("negative: this A is negative", lt(best(), 0), _LINE),
    claim(
        "second moment: exp(-2|x|^2 - 2|y|^2) ((1-4A) (1-8A)^(-1/2))^d exp((1 + 1/(1-8A)) v^2)",
        eq(Expectation(sample(GeneralizedExponential()) ** 2), sp.exp(-2 * x_norm**2 - 2 * y_norm**2) * _square),
        SUMS.with_ranges(REAL_A),
    ),
    claim(
        "data: the mean over n pairs is that at the mean of V",
        eq(total(log_moment(A, _MEANS[_i]), _i, n) / n, log_moment(A, total(_MEANS[_i], _i, n) / n)),
        _DATA,
    ),
    claim(
        "coordinates: with a number for each coordinate, of two, the sum is least where each is at its own optimum",
        ge(log_moment(_a, _V) + log_moment(_b, _W), log_moment(best(_V), _V) + log_moment(best(_W), _W)),
        _COORDINATES,
        _two_coordinates,
    ),
    _above,
)
TWINS = (
    claim(
        "wrong constant: A = (1 - 2V - ((2V + 1)^2 + 4V)^(1/2))/16 is best",
        ge(log_moment(A), log_moment((1 - 2 * _V - sp.sqrt((2 * _V + 1) ** 2 + 4 * _V)) / 16)),
    ),
    claim(
        "one number: coordinates share the optimum of the first",
        ge(log_moment(_a, _V) + log_moment(_b, _W), log_moment(best(_V), _V) + log_moment(best(_V), _W)),
        _COORDINATES,
    ),
    claim("A = 0: nothing is gained over positive features", ge(log_moment(A), log_moment(sp.Integer(0)))),
)
