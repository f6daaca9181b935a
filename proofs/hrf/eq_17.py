"""Equation (17): the variance of the CE estimator is zero if ``x = -A^-1 A^-T y``.

Then ``Ax = -A^-T y``, for matrices of every size; the exponent ``w.(Ax + A^-T y)`` vanishes and every sample is the same
number. The lemma gives the variance for all x and y: it depends on them through SM(x, y) and the Hermitian norm of
``Ax + A^-T y`` alone.
"""

from rftheory.proofs.hrf._complex import *
from rftheory.families.complex_exponential import hermitian_square
from rftheory.montecarlo.estimators.estimator import AtInputs
from rftheory.rules.nodes import variance

STATEMENT = statement(
    "property",
    "Sec. 2.3 (17)",
    "Where a CE estimator makes no error",
    notes=("For real x the condition asks that A^-1 A^-T y be real, which restricts A.",),
)

_first, _second = ARBITRARY.transformed(INPUTS.x, INPUTS.y)
#: ``SM^2 (exp(|Ax + A^-T y|^2) - 1) / m``, with the Hermitian norm.
estimator_variance = sp.exp(2 * inner) * (sp.exp(hermitian_square(_first + _second)) - 1) / m

_INVERTIBLE = printed_words("an invertible (in C^{d×d}) matrix A", "Sec. 2.3, before (14)")


def _line() -> Claim:
    a, b, y = sp.symbols("A_re A_im y_1", real=True)
    matrix, inverse_matrix = a + sp.I * b, (a - sp.I * b) / (a**2 + b**2)
    x = -(inverse_matrix**2) * y
    squares = (matrix * x) ** 2 + (inverse_matrix * y) ** 2
    image = W.dot(UNIT) * (matrix * x + inverse_matrix * y)
    return claim(
        "one dimension: the variance at x = -y/A^2, for every complex number A and every y",
        eq(variance(sp.exp(-squares / 2) * SampleMean(sp.exp(image), m)), 0),
        Domain(
            (*(Range(s, typical=(-2, 2)) for s in (a, b, y)), IMAGES_AND_SIZE.ranges[-1]),
            (sp.Ne(a**2 + b**2, 0),),
            words=_INVERTIBLE,
        ),
    )


first, second = (real + imaginary * sp.I for real, imaginary in zip(*opposite_parts(), strict=True))
sample = sp.exp(-(first.square + second.square) / 2) * SampleMean(sp.exp(W.dot(first + second)), m)
CLAIMS = (
    claim(
        "any dimension: the variance is zero when Ax = -A^-T y, whatever the length and the angle of the two parts of Ax",
        eq(variance(sample), 0),
        OPPOSITE_IMAGES,
    ),
    cancelling_images,
    _line(),
    lemma(
        "variance: the variance for all x and y: SM^2 (exp(|Ax + A^-T y|^2) - 1) / m, Hermitian norm, any dimension",
        eq(variance(estimator()), estimator_variance),
        IMAGES_AND_SIZE,
    ),
)


def simulations() -> list[MomentCheck]:
    """A diagonal A that solves (17) with real x, and the general variance at one matrix and one pair of inputs."""
    size, half = {m: 2}, sp.Rational(1, 2)
    a, b, (first, second) = sp.Rational(3, 4), sp.Rational(5, 4), (half, sp.Rational(1, 3))
    # A = diag(i a, b): -A^-1 A^-T y = (y_1 / a^2, -y_2 / b^2)
    zero = AtInputs(
        Regular(ComplexExponential(((sp.I * a, 0), (0, b)))), ((first / a**2, -second / b**2), (first, second))
    )
    drawn, general = drawn_in_general()
    return [
        MomentCheck("mse where (17) holds", zero, "mse", sp.Integer(0), size, claim="any dimension", dimension=2),
        MomentCheck("mse elsewhere", drawn, "mse", general, size, claim="variance", dimension=2),
    ]
