r"""The pair moment of generalized exponential features does not depend on A, whatever the angle, for complex A as well.

    E Z_1 Z_2 = exp(-2|x|^2 - 2|y|^2) rho_c(|x + y|^2)                  for s = +1,
    E Z_1 Z_2 = (rho_c(-|x - y|^2) + rho_(-c)(-|x - y|^2))/2            for s = -1,

``rho_c(t) = E_phi 1F1(d; d/2; (t/2)(1 + c sin phi))``, Re(1 - 4A) > 0: the moments of positive and of Fourier features. One sample is
``Re f_1 f_2`` with ``f_1 f_2 = (1-4A)^(d/2) exp(2A |w|^2 + B w.(x + s y) - (1+s)(|x|^2 + |y|^2)/2)``, ``B^2 = s (1 - 4A)``. Under
``exp(2A |w|^2)`` a length is that of a Gaussian vector over ``(1-4A)^(1/2)``, which cancels with B, and the factors cancel; in
``f_1 f_2`` times the conjugate of another one the rates are 2A and 2 conj(A), and the images cancel just so.

So a coupling takes the same amount off the variance for every A, and OPRF gain as much from orthogonal or simplex projections as
positive features do. The sum over pairs is that of positive (s = +1) or Fourier (s = -1) features; only E Z^2 depends on A.
"""

from rftheory.proofs.simrf._setting import D
from rftheory.vocabulary import *
from rftheory.proofs.crt._generalized import COMPLEX, family, sample
from rftheory.proofs.frontier._pairs import PAIRS, cosine, pair_claims, pair_draws

STATEMENT = statement(
    "identity",
    "moment law, GERF and OPRF",
    "Pair moments of generalized exponential features at a fixed angle",
    reading="One sample is the real part of f_1 f_2, for every complex A with Re(1 - 4A) > 0, where the mean exists.",
    cells=(("generalized-exponential", "orthogonal"), ("generalized-exponential", "simplex")),
)


def moments(s: int) -> dict[str, sp.Expr]:
    """The closed forms for the sign s."""
    if s == 1:
        front, square = sp.exp(-2 * PAIR.x.square - 2 * PAIR.y.square), PAIR.z.square
        return {
            "angle": front * angle_conformity(square, d, cosine),
            "orthogonal": front * orthogonal_conformity(square, d),
        }
    square = -PAIR.delta.square
    return {"angle": even_conformity(square, d, cosine), "orthogonal": orthogonal_conformity(square, d)}


_EIGHTH = sp.Rational(1, 8)
DOMAIN = Domain((Range(v2, 0, None, "[)", typical=(0, 4), awkward=(0, 100)), D))


_best = optimal_parameter(v2)
#: 1 - 8A* = 1/rho* > 0.
_least_variance = claim(
    "OPRF: A* of optimal positive features is real and below 1/8: they are the case s = +1, A = A*",
    lt(_best, _EIGHTH),
    proof=Chain(_best).lt(_EIGHTH),
)


domain = COMPLEX.with_ranges(*PAIRS.ranges)
CLAIMS = [
    claim
    for s in (1, -1)
    for claim in pair_claims(sample(family(s, False)), moments(s), domain, f", s = {s:+d}", frame=False)
] + [_least_variance]


def simulations() -> list[MomentCheck]:
    """One positive and bounded feature map; complex parameters have samples whose images are complex."""
    return pair_draws(GeneralizedExponential(-_EIGHTH, 1), moments(1), ", s = +1")
