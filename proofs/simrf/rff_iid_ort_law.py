r"""App. A.8: for iid and orthogonal projections ``w_i + w_j`` and ``w_i - w_j`` have one law, for simplex projections not.

A law on R^d is determined by ``E exp(i s.u)`` for all real u. For independent projections both characteristic functions are
``exp(-|u|^2)``, for two members of an orthogonal frame ``1F1(d; d/2; -|u|^2/2)``: a frame has the same law with -w_j in place
of w_j. At a fixed cosine c of the directions the second moments are ``E |w_i +- w_j|^2 = 2d +- 2c (E |w|)^2``, which are different
unless c = 0; for the simplex c = -1/(d-1).

This is what makes ``E cos(w_i.z) cos(w_j.z)`` a function of the conformity: the product of cosines is the average of ``cos((w_i +
w_j).z)`` and ``cos((w_i - w_j).z)``, for the simplex those at the cosines c and -c.
"""

from rftheory.proofs.crt._orthogonal import PLANE_D, kummer
from rftheory.proofs.simrf._setting import *

STATEMENT = statement(
    "claim",
    "App. A.8",
    "Sums and differences of two projections have one law, unless they are on a simplex",
    reading="The characteristic functions of w_i + w_j and w_i - w_j are equal for every u, for independent "
    "projections and for two of one orthogonal frame, in every dimension d >= 2; for the simplex of R^d "
    "their second moments are different, in every dimension d >= 2.",
    cells=(("trigonometric", "orthogonal"), ("hyperbolic", "orthogonal")),
)

DOMAIN = PAIRS

W, W1, W2 = Projection("w"), Projection("w_1"), Projection("w_2")
#: any direction and length of the argument
_U = PAIR.delta
_SQUARE = _U.square
_D = Domain((PLANE_D,))


def independent_characteristic(sign: int) -> sp.Expr:
    """E exp(i (w_1 +- w_2).u) of independent projections."""
    return Expectation(sp.exp(sp.I * W1.dot(_U)) * sp.exp(sign * sp.I * W2.dot(_U)))


def orthogonal_characteristic(sign: int) -> sp.Expr:
    """The same for two members of one orthogonal frame."""
    return FrameExpectation([sp.exp(sp.I * W.dot(_U)), sp.exp(sign * sp.I * W.dot(_U))], d)


def second_moment(sign: int, cosine: sp.Expr) -> sp.Expr:
    """E |w_1 +- w_2|^2 = E r_1^2 + E r_2^2 +- 2c E r_1 E r_2 for directions at a fixed cosine and independent lengths."""
    return 2 * chi_moment(2, d) + sign * 2 * cosine * chi_moment(1, d) ** 2


cosine = simplex_cosine(d)
smaller, larger = second_moment(1, cosine), second_moment(-1, cosine)
closed = {"cosines": kummer(-_SQUARE), "hyperbolic cosines": kummer(_SQUARE)}
waves = {"cosines": sp.cos(W.dot(_U)), "hyperbolic cosines": sp.cosh(W.dot(_U))}
CLAIMS = (
    claim(
        "iid: w_i + w_j and w_i - w_j have the same characteristic function, for independent projections",
        eq(independent_characteristic(1), independent_characteristic(-1)),
    ),
    claim(
        "orthogonal: w_i + w_j and w_i - w_j have the same characteristic function, for orthogonal projections",
        eq(orthogonal_characteristic(1), orthogonal_characteristic(-1)),
    ).drawn(
        # two orthogonal Fourier features: their error has the pair moment in it
        Coupled(GeneralizedExponential(sp.Integer(0), -1)),
        "mse",
        {x_norm: sp.Rational(3, 2), y_norm: sp.Rational(1, 2), theta: sp.Rational(2), m: 2, d: 3},
        (1 + sp.exp(-2 * _SQUARE)) / 2 / m + (1 - 1 / m) * kummer(-_SQUARE) - sp.exp(-_SQUARE),
    ),
    claim(
        "simplex: E |w_i + w_j|^2 < E |w_i - w_j|^2 for simplex projections, so their laws are different",
        lt(smaller, larger),
        _D,
        Chain(second_moment(1, simplex_cosine(d))).lt(second_moment(-1, simplex_cosine(d))),
    ),
    *(
        lemma(
            f"the mean product of the {name} of two orthogonal projections is that of their sum",
            eq(FrameExpectation([waves[name]] * 2, d), closed[name]),
            name=f"pair moment of {name}",
        )
        for name in closed
    ),
)
