"""(2): ``K(x_1, x_2) = E_Omega[phi phi] = E_Psi[(p_Omega/p_Psi) phi phi]`` for every Psi with the support of Omega.

On N points with any positive weights, for any proposal with positive weights; and, for the exponential features of the
Gaussian kernel, with the proposals N(c (x + y), s^2 I_d).
"""

from rftheory.proofs.opt._optima import INPUTS, POINT, law, spread
from rftheory.proofs.opt._setting import FIXED, N, h, k, omega, over_points, psi, u, v
from rftheory.vocabulary import *
from rftheory.inputs.kernels import gaussian_kernel
from rftheory.proofs.opt._cases import PAIRS, W, positive_feature
from rftheory.rules.importance import importance_mean

STATEMENT = statement(
    "identity",
    "(2)",
    "The kernel as a mean over any proposal",
    reading="A law on N points, N, all weights and all features arbitrary, and any Psi with positive weights; "
    "and Gaussian proposals.",
    notes=(
        "Enough of a support is p_Psi > 0 where p_Omega phi phi is not 0. Where the mean over Omega converges absolutely, so "
        "does the one over Psi.",
    ),
)

_CENTER = sp.Symbol("c", real=True)
_SCALE = sp.Symbol("s", positive=True)
DOMAIN = PAIRS.with_ranges(
    Range(_CENTER, typical=(-1, 1), awkward=(0, 1)),
    Range(_SCALE, 0, None, "()", typical=(sp.Rational(1, 2), 2), awkward=(sp.Rational(1, 3), 1, 3)),
    Range(d, 1, None, integer=True, typical=(1, 6), awkward=(1,)),
)

sample = positive_feature(PAIR.x) * positive_feature(PAIR.y)
CLAIMS = (
    claim(
        "points: the weighted mean over Psi is the mean over Omega",
        eq(
            importance_mean(lambda s: omega[s], lambda s: psi[s], lambda s: u[s] * v[s], k, h, N),
            over_points(omega[k] * u[k] * v[k]),
        ),
        FIXED,
    ),
    claim(
        "Gaussian proposals: with w ~ N(c (x + y), s^2 I) the weighted exponential features represent the Gaussian kernel",
        eq(Expectation(weighted_sample(sample, W, PAIR.z * _CENTER, _SCALE, d)), gaussian_kernel(PAIR.x, PAIR.y)),
    ),
)


def simulations() -> list[MomentCheck]:
    """Draws from N(0, (1 + 4 tau^2) I), the proposal that suits data N(0, tau^2 I)."""
    family, data = GeneralizedExponential(A=0, s=1, dimension=POINT[d]), law(POINT[tau], 3)
    point = {**POINT, _CENTER: 0, _SCALE: sp.sqrt(spread(POINT[tau]))}
    drawn, kernel = AtPair(family, data, data, INPUTS), gaussian_kernel(PAIR.x, PAIR.y)
    return [MomentCheck("mean", drawn, "mean", kernel, point, claim="Gaussian proposals")]
