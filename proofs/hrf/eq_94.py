"""(94) as printed: the Gaussian coefficient of a pair of centres from the features of x and of y.

``exp(-|Ax + A^-1 y|^2 / (2 tau^2)) ~ Psi^tau_A(x).Psi^tau_{A^-1}(y)``. But (96) defines the features of y at -y, and that is what
(99) uses. With y itself they estimate ``exp(-|Ax - A^-1 y|^2 / (2 tau^2))``, for real A. For the complex A of (85) the norms of
(95), (96) are wrong as well; with bilinear squares and -y any complex A will do.
"""

from rftheory.proofs.hrf._clusters import *
from rftheory.proofs.hrf._complex import ARBITRARY, IMAGES_AND_SIZE, INPUTS, inner
from rftheory.families.complex_exponential import a11, b11, hermitian_square
from rftheory.families.hybrids.clustered import WindowCoefficient
from rftheory.proofs.hrf.eq_93 import estimate, window

STATEMENT = statement(
    "identity",
    "App. H.2 (94)",
    "Features of the Gaussian coefficient of a pair of centres, as printed",
    reading="The features (95) of x and (96) of y, for real A and for the complex A of (85) (judged for i b I), "
    "estimate lambda of (93) without bias. Psi^tau(y) is (96), which prints Psi^tau(-y), at -y. Norms of "
    "complex vectors are Euclidean.",
)

_REAL = RealMatrix(prefactor_kind="norm")
DOMAIN = with_size(REAL_IMAGES.with_ranges(TAU))
_COMPLEX_DOMAIN = with_size(INPUTS_AND_WIDTH)


def _estimate_as_printed(family: ComplexExponential, pair: Pair) -> sp.Expr:
    """``Psi^tau_A(x).Psi^tau_{A^-1}(y)``, m projections."""
    first, second = family.transformed(pair.x, pair.y)
    norms = sp.exp(-sp.expand(hermitian_square(first) + hermitian_square(second)) / tau**2)
    return norms * SampleMean(sp.exp(T.dot((first + second) / tau)), m)


_first, _second = ARBITRARY.transformed(INPUTS.x, INPUTS.y)
#: ``exp(-(Ax + A^-1 y)^2 / (2 tau^2))`` with the bilinear square.
_bilinear_window = sp.exp(-(_first + _second).square / (2 * tau**2))

printed = complex_family("norm")
said = r"\mathbb{E}[\Psi^{\tau,m}_{A^{i,j}}(x)^\top\Psi^{\tau,m}_{(A^{i,j})^{-1}}"
printed_94_real_A = claim(
    "(94), real A: the features of x and y estimate lambda without bias, any real A",
    eq(Expectation(_estimate_as_printed(_REAL, INPUTS)), window(_REAL, INPUTS)),
    tex=rf"{said}(y)] = \lambda_{{i,j}}(x,y)",
    quote="≈ Ψτ,m Ai,j (x)>Ψτ,m (Ai,j)−1(y) (94)",
).false(
    at={a11: 1, b11: 1, inner: 1, tau: 1, m: 1},
    because="the features of y must be taken at -y, as in (96) and (99): for d = 1, A = 1, tau = 1 and x = y = 1 the product of features "
    "has the mean exp(-|Ax - A^-1 y|^2/2) = 1, and (93) is exp(-2). (a11 and b11 are |Ax|^2 and |A^-1 y|^2.)",
    error="misprint",
    survives="yes: Definition H.1 has the features at -y",
)
printed_94_complex_A = claim(
    "(94), complex A: the features of x and y estimate lambda without bias, A = i b I",
    eq(Expectation(_estimate_as_printed(printed, PAIR)), window(printed)),
    _COMPLEX_DOMAIN,
    tex=rf"{said}(y)] = \lambda_{{i,j}}(x,y),\ A^{{i,j}} = ibI",
).false(
    at=point(x=1, y=1, theta=0, ratio=1, tau=1, m=1),
    because="the features of y must be taken at -y, and the norms of (95), (96) must be bilinear squares",
    error="misprint",
    survives="yes: the experiments use real A",
    cause="hrf.eq-89: (90)",
)
drawn_real = ComplexExponential(scalar=sp.Rational(5, 4), prefactor_kind="norm")
drawn_at = {**SMALL_POINT, tau: 2, ratio_root: DRAWN_ROOT}
# the coefficient takes its second input at -y
as_printed = Pair(PAIR.x, -PAIR.y)
CLAIMS = (
    printed_94_real_A.drawn(
        # A = (5/4) I and A = i b I, against the printed values, which the draws refuse, and with -y
        Coefficient(WindowCoefficient(drawn_real)),
        "mean",
        drawn_at,
        window(drawn_real),
        pair=as_printed,
    ),
    printed_94_complex_A.drawn(Coefficient(WindowCoefficient(drawn_family("norm"))), "mean", drawn_at, pair=as_printed),
    printed_94_real_A.corrected(
        "(94) with -y, real A: the features of x and -y estimate lambda without bias, any real A",
        eq(Expectation(estimate(_REAL, INPUTS)), window(_REAL, INPUTS)),
        tex=rf"{said}(-y)] = \lambda_{{i,j}}(x,y),\ A^{{i,j}}\ \mathrm{{real}}",
    ).drawn(Coefficient(WindowCoefficient(drawn_real)), "mean", drawn_at, window(drawn_real), pair=PAIR),
    printed_94_complex_A.corrected(
        "(94) with -y and bilinear squares: with bilinear squares the features of x and -y estimate exp(-(Ax + A^-1 "
        "y)^2/(2 tau^2)), any complex A",
        eq(Expectation(estimate(ARBITRARY, INPUTS)), _bilinear_window),
        IMAGES_AND_SIZE.with_ranges(TAU),
        tex=rf"{said}(-y)] = \exp(-(A^{{i,j}}x + (A^{{i,j}})^{{-1}}y)^2/2\tau^2)",
    ),
)
