r"""The pair moment of two-sided positive features, v = |x + y|, at a fixed cosine c of the two directions.

    E Z_1 Z_2 = exp(-|x|^2 - |y|^2) (rho_c(v^2) + rho_(-c)(v^2))/2,   rho_c(t) = E_phi 1F1(d; d/2; (t/2)(1 + c sin phi)).

One sample of the softmax kernel is ``exp(-(|x|^2 + |y|^2)/2) cosh(w.(x + y))``. For the orthogonal coupling the mean is ``1F1(d; d/2;
v^2/2)``, as for one-sided features.
"""

from rftheory.vocabulary import *
from rftheory.proofs.frontier._pairs import W, cosine, pair_claims, pair_draws

STATEMENT = statement(
    "identity",
    "moment law, hyperbolic features",
    "Pair moments of two-sided positive features at a fixed angle",
    reading="The softmax kernel; for the Gaussian kernel times exp(-|x|^2 - |y|^2).",
    cells=(("hyperbolic", "orthogonal"), ("hyperbolic", "simplex")),
)


def moments() -> dict[str, sp.Expr]:
    """The closed forms."""
    front, square = sp.exp(-PAIR.x.square - PAIR.y.square), PAIR.z.square
    return {"angle": front * even_conformity(square, d, cosine), "orthogonal": front * orthogonal_conformity(square, d)}


CLAIMS = pair_claims(Hyperbolic().sample(W, PAIR.x, PAIR.y), moments())


def simulations() -> list[MomentCheck]:
    return pair_draws(Hyperbolic(), moments())
