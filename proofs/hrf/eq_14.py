"""Equation (14): ``exp((Ax)^2/2) exp((A^-T y)^2/2) SM(x, y) = E exp(w.(Ax + A^-T y))`` with the bilinear square.

For every invertible complex matrix A: Lemma 2.4 at ``Ax + A^-T y``, whose square is ``(Ax)^2 + (A^-T y)^2 + 2 x.y``,
because ``(Ax).(A^-T y) = x^T A^T A^-T y``. Two claims: the product of the images, entry by entry for matrices of every
size; and the identity from the Gram matrix of the real and imaginary parts of images with that product, which may be
parallel or zero (as for A = I, A = i I, real A, d = 1).
"""

from rftheory.proofs.hrf._complex import *
from rftheory.montecarlo.estimators.estimator import AtInputs
from rftheory.proofs.hrf._features import WithoutInputFactors

STATEMENT = statement(
    "identity",
    "Sec. 2.3 (14)",
    "The softmax kernel as a Gaussian exponential of Ax + A^-T y",
    notes=("The product of the images is an identity of entries, without an estimator to draw.",),
)

first, second = ARBITRARY.transformed(INPUTS.x, INPUTS.y)
CLAIMS = (
    claim(
        "any dimension: the printed identity, for the images Ax and A^-T y of an arbitrary invertible A",
        eq(
            Expectation(sp.exp(W.dot(first + second))),
            sp.exp(first.square / 2) * sp.exp(second.square / 2) * sp.exp(inner),
        ),
        IMAGES,
    ),
    same_product(),
)


def simulations() -> list[MomentCheck]:
    """The real part of the mean of ``exp(w.(Ax + A^-T y))`` at one matrix and one pair of inputs."""
    first, second = drawn_images()
    x, y = map(sp.Matrix, DRAWN_INPUTS)
    # the bilinear square is the dot product without conjugate
    expected = sp.re(sp.exp((first.dot(first) + second.dot(second)) / 2 + x.dot(y)))
    drawn = AtInputs(Regular(WithoutInputFactors(ComplexExponential(DRAWN_MATRIX.tolist()))), DRAWN_INPUTS)
    return [MomentCheck("mean", drawn, "mean", expected, {}, claim="any dimension", dimension=2)]
