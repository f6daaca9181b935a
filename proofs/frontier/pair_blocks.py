r"""The moment law for several blocks: the pair moment of the whole estimator is the average over all pairs of projections.

For independent blocks of b_1, ..., b_n projections, m = b_1 + ... + b_n, with the pair moment R within a block,

    MSE = (E Z^2 - K^2)/m + ((b_1^2 + ... + b_n^2 - m)/m^2) (R - K^2):

of the m^2 - m ordered pairs ``sum_l b_l (b_l - 1)`` lie within one block, the others are independent and have the moment K^2. So a
coupling acts through R and through the number of pairs within blocks alone. For m = n d + r projections, n full blocks of d and one
of r, 0 < r <= d, that number is ``n d (d - 1) + r (r - 1)``.
"""

from rftheory.proofs.crt._setting import REAL_A
from rftheory.vocabulary import *
from rftheory.inputs.kernels import gaussian_kernel
from rftheory.proofs.frontier._pairs import PAIRS, W

STATEMENT = statement(
    "identity",
    "moment law, several blocks",
    "The mean squared error of several blocks of projections",
    reading="An unbiased estimator with blocks that are independent of each other and exchangeable within; any "
    "numbers b_l of members. From the definition for orthogonal blocks of GERF, real A < 1/8, of which "
    "the last one is not full.",
)

_FAMILY = GeneralizedExponential()
_LAST = Projection("w_last")
#: members of the last block; E Z^2, the pair moment and the kernel
rest = sp.Symbol("rest", integer=True, positive=True)
_square, _within, _mean = sp.symbols("E_Z2 R K", real=True)
#: numbers of members of the blocks
SIZES = sp.IndexedBase("b", integer=True, positive=True)
_i, _j = sp.symbols("i j", integer=True, positive=True)
_NUMBERS = tuple(Range(s, typical=(-2, 2), awkward=(0, 1)) for s in (_square, _within, _mean))
_BLOCKS = Range(n, 1, None, integer=True, typical=(1, 5), awkward=(1,))
_ANY = Domain((*_NUMBERS, _BLOCKS, Range(SIZES.label, 1, None, integer=True, typical=(1, 6), awkward=(1,), shape=(n,))))
DOMAIN = PAIRS.with_ranges(REAL_A, _BLOCKS, Range(rest, 1, None, integer=True, typical=(1, 4), awkward=(1,))).where(
    sp.Le(rest, d), words=by_definition("members of the last orthogonal block in R^d")
)

#: m.
total = sp.Sum(SIZES[_i], (_i, 1, n))


def second_moment() -> sp.Expr:
    """E K_hat^2 from the pairs: those of one projection, of one block, and of two different blocks."""
    within = sp.Sum(SIZES[_i] * _square + SIZES[_i] * (SIZES[_i] - 1) * _within, (_i, 1, n))
    every = sp.Sum(SIZES[_i] * SIZES[_j], (_j, 1, n), (_i, 1, n))
    between = every - sp.Sum(SIZES[_i] ** 2, (_i, 1, n))
    return (within + between * _mean**2) / total**2


_pairs = sp.Sum(SIZES[_i] ** 2, (_i, 1, n)) - total
#: MSE for any sizes.
law = (_square - _mean**2) / total + _pairs / total**2 * (_within - _mean**2)

_full = SampleMean(OrthogonalMean(_FAMILY.kernel_sample(W, PAIR.x, PAIR.y), d, d), n)
_last = OrthogonalMean(_FAMILY.kernel_sample(_LAST, PAIR.x, PAIR.y), rest, d)
#: n full orthogonal blocks of d projections and one of ``rest``, all of one weight.
truncated_estimator = _FAMILY.prefactor(PAIR.x, PAIR.y) * (n * d * _full + rest * _last) / (n * d + rest)


def truncated_law() -> sp.Expr:
    """Its MSE by the moment law."""
    kernel, size = gaussian_kernel(PAIR.x, PAIR.y), n * d + rest
    within = sp.exp(-2 * PAIR.x.square - 2 * PAIR.y.square) * orthogonal_conformity(PAIR.z.square, d)
    pairs = n * d * (d - 1) + rest * (rest - 1)
    square = _FAMILY.real_second_moment(PAIR.x, PAIR.y)
    return (square - kernel**2) / size + pairs / size**2 * (within - kernel**2)


kernel = gaussian_kernel(PAIR.x, PAIR.y)
CLAIMS = (
    claim("any blocks: E K_hat^2 - K^2 for independent blocks of any sizes", eq(second_moment() - _mean**2, law), _ANY),
    claim(
        "orthogonal blocks: the MSE of n full orthogonal blocks and one of r projections, from the definition",
        eq(mean_squared_error(truncated_estimator, kernel), truncated_law()),
    ).drawn(
        # five projections of R^2: two full blocks and one of a single projection
        Coupled(_FAMILY, Orthogonal()),
        "mse",
        {x_norm: sp.Rational(1, 5), y_norm: sp.Rational(1, 4), theta: 1, A: -sp.Rational(1, 8), d: 2, m: 5},
        truncated_law().subs({n: 2, rest: 1, d: 2}),
    ),
    lemma("unbiased: the estimator of several blocks is unbiased", eq(Expectation(truncated_estimator), kernel)),
)
