r"""The pair moment of trigonometric features, z = |x - y|, at a fixed cosine c of the two directions.

    E Z_1 Z_2 = exp(|x|^2 + |y|^2) (rho_c(-z^2) + rho_(-c)(-z^2))/2,   rho_c(t) = E_phi 1F1(d; d/2; (t/2)(1 + c sin phi)).

One sample of the softmax kernel is ``exp((|x|^2 + |y|^2)/2) cos(w.(x - y))``. Of the four products of ``exp(+-i w_1.z)`` and ``exp(+-i
w_2.z)`` two have equal signs and two opposite ones, that is the cosine -c. For the orthogonal coupling both are ``1F1(d; d/2;
-z^2/2)``; for the simplex they are different, and the formula is no function of the conformity alone.
"""

from rftheory.vocabulary import *
from rftheory.proofs.frontier._pairs import W, cosine, pair_claims, pair_draws

STATEMENT = statement(
    "identity",
    "moment law, trigonometric features",
    "Pair moments of trigonometric features at a fixed angle",
    reading="The softmax kernel; for the Gaussian kernel without the factor exp(|x|^2 + |y|^2).",
    cells=(("trigonometric", "orthogonal"), ("trigonometric", "simplex")),
)


def moments() -> dict[str, sp.Expr]:
    """The closed forms."""
    front, square = sp.exp(PAIR.x.square + PAIR.y.square), -PAIR.delta.square
    return {"angle": front * even_conformity(square, d, cosine), "orthogonal": front * orthogonal_conformity(square, d)}


CLAIMS = pair_claims(Trigonometric().sample(W, PAIR.x, PAIR.y), moments())


def simulations() -> list[MomentCheck]:
    return pair_draws(Trigonometric(), moments())
