r"""The pair moment of cosine features with random phases, z = |x - y|, is that of Fourier features, for every coupling of directions.

    E Z_1 Z_2 = exp(-z^2) of independent projections,
    E Z_1 Z_2 = (rho_c(-z^2) + rho_(-c)(-z^2))/2 at a fixed cosine c,   rho_c(t) = E_phi 1F1(d; d/2; (t/2)(1 + c sin phi)).

One sample of the Gaussian kernel is ``2 cos(w.x + b) cos(w.y + b) = cos(w.(x - y)) + cos(w.(x + y) + 2b)``. Every projection has a phase
of its own, uniform on the circle, over which the second cosine averages to 0. A coupling of the directions takes as much off the
variance as with Fourier features, of a larger E Z^2.
"""

from rftheory.proofs.crt._setting import PAIRS as ANY_PAIRS
from rftheory.vocabulary import *
from rftheory.proofs.frontier._pairs import W, cosine, pair_claims, pair_draws

STATEMENT = statement(
    "identity",
    "moment law, cosine features with random phases",
    "Pair moments of cosine features with random phases",
    reading="The Gaussian kernel; phases are independent of each other and of the projections, which are coupled.",
    cells=(("random-phase-cosine", "iid"), ("random-phase-cosine", "orthogonal"), ("random-phase-cosine", "simplex")),
)

_FAMILY = RandomPhaseCosine()
_SQUARE = -PAIR.delta.square

#: The closed forms.
moments = {"angle": even_conformity(_SQUARE, d, cosine), "orthogonal": orthogonal_conformity(_SQUARE, d)}

samples = [_FAMILY.sample(Projection(name), PAIR.x, PAIR.y) for name in ("w_1", "w_2")]
CLAIMS = (
    claim(
        "independent: E Z_1 Z_2 of two independent projections, with phases of their own",
        eq(Expectation(sp.Mul(*samples)), independent_conformity(_SQUARE)),
        ANY_PAIRS,
    ),
    *pair_claims(_FAMILY.sample(W, PAIR.x, PAIR.y), moments),
)


def simulations() -> list[MomentCheck]:
    return pair_draws(_FAMILY, moments)
