r"""Power series in u = v^2 of the conformities, and the moments of the angle between the lengths of two projections.

With ``P_k = prod_(i<k) (d + i)/(d + 2i)`` and ``M_k = E (1 + c sin phi)^k``

    exp(u) = sum u^k/k!,   rho_ORF = sum P_k u^k/k!,   rho_SimRF = sum P_k M_k u^k/k!   (c = -1/(d-1)).

Everything about the simplex rests on two properties of M_k: ``k (1 - M_(k+1)) <= (k + 1)(1 - M_k)`` and ``2 P_k M_k - P_(k+1)
M_(k+1) <= P_k (d + 3k)/(d + 2k)``. Both are averages of ``y^k (1 + k x) <= 1`` for ``y = 1 - x`` and ``x = sin(phi)/(d - 1)``.
"""

from rftheory.proofs.crt._orthogonal import k as index
from rftheory.proofs.crt._orthogonal import kummer, share
from rftheory.vocabulary import *
from rftheory.chains.angles import Expansions, angle_moment

W = Projection("w")
#: v^2 as a variable of power series
u = sp.Symbol("u", positive=True)
INDEX = Range(index, 1, None, integer=True, typical=(1, 12), awkward=(1, 2, 40))


def vector_of(square: sp.Expr) -> Vector:
    """x + y with the given square."""
    return Space(f"sum of square {square}", lambda a, b: square, "z").vector("z")


def simplex(square: sp.Expr) -> sp.Expr:
    """rho_SimRF as the expectation over two projections of one simplex block."""
    return AngleExpectation([sp.exp(W.dot(vector_of(square)))] * 2, d, simplex_cosine(d))


def simplex_integral(square: sp.Expr) -> sp.Expr:
    """The same in closed form."""
    return angle_conformity(square, d, simplex_cosine(d))


def moment(order: sp.Expr) -> sp.Integral:
    """M_k."""
    return angle_moment(order, simplex_cosine(d))


def bracket(conformity: sp.Expr, square: sp.Expr) -> sp.Expr:
    """``(exp(2v^2) - exp(v^2)) + (m-1)(rho - exp(v^2))``, the MSE of m projections over ``exp(-2|x|^2 - 2|y|^2)/m``."""
    return sp.exp(2 * square) - sp.exp(square) + (m - 1) * (conformity - sp.exp(square))


def series(square: sp.Expr, variable: sp.Symbol) -> Expansions:
    """The power series of all functions in a bracket."""
    plain = square**index / sp.gamma(index + 1)
    terms = {
        sp.exp(square): plain,
        sp.exp(2 * square): 2**index * plain,
        kummer(square): share * plain,
        simplex_integral(square): share * moment(index) * plain,
    }
    return Expansions(terms, index, variable)


def chain(start: sp.Expr) -> Chain:
    return Chain(start)
