"""(89)-(92): the estimator of a pair of centres, with the norms of complex vectors in its prefactors.

(89) prints ``exp(|Ax|^2/2) exp(|A^-1 y|^2/2) SM(x, y) = E exp(w.(Ax + A^-1 y))`` and (91), (92) the features
``m^(-1/2) exp(-|Au|^2/2) (exp(w_i.Au))_i``, for the diagonal complex A of (85). The identity needs the bilinear
square ``(Au)^2`` of (14), (16): for an imaginary entry of A it is negative where the norm is positive. For real A
the two agree.
"""

from rftheory.proofs.hrf._clusters import *
from rftheory.proofs.hrf._complex import ARBITRARY, IMAGES, INPUTS, inner
from rftheory.proofs.hrf._features import WithoutInputFactors

STATEMENT = statement(
    "identity",
    "(89)-(92)",
    "The complex exponential estimator of a pair of centres",
    reading="For the matrices A = i b I of (85) for centres r_j = b^2 r_i, and the Euclidean norm of complex vectors.",
    notes=(
        "With |u|^2 read as the bilinear sum of squares, as u^2 in (14), (89)-(92) hold for every complex A.",
        "A is diagonal here, so that A^-T is written A^-1.",
    ),
)


def _exponential(family: ComplexExponential, pair: Pair) -> sp.Expr:
    """The right side of (89)."""
    first, second = family.transformed(pair.x, pair.y)
    return Expectation(sp.exp(W.dot(first + second)))


def _weighted_kernel(family: ComplexExponential, pair: Pair, softmax: sp.Expr) -> sp.Expr:
    """The left side of (89): the kernel divided by the prefactors of (91) and (92)."""
    return softmax / family.prefactor(pair.x, pair.y)


def estimator(family: ComplexExponential, pair: Pair = PAIR) -> sp.Expr:
    """``Psi_A(x).Psi_{A^-1}(y)`` of (90), m projections w."""
    return family.estimator(W, pair.x, pair.y, m)


def mean_as_printed(pair: Pair = PAIR) -> sp.Expr:
    """The mean of the estimator of (90)-(92) for A = i b I."""
    norms = ratio_root**2 * pair.x.square + pair.y.square / ratio_root**2
    return kernel(pair) * sp.exp(-norms)


def _both(
    suffix: str,
    domain: Domain,
    family: ComplexExponential,
    pair: Pair,
    softmax: sp.Expr,
    own: tuple[dict[str, object], dict[str, object]] = ({}, {}),
    **more: object,
) -> list[Claim]:
    """(89) and (90)-(92), with what is said of each alone and of both."""
    square = "({})^2" if suffix.startswith(", bilinear") else r"\|{}\|^2"
    first, second = (square.format(image) for image in ("Ax", "A^{-1}y"))
    where = r",\ A\in\mathbb{C}^{d\times d}"
    weights = rf"\exp({first}/2)\exp({second}/2)"
    words = {"(89)": rf"\mathrm{{SM}}(x,y)\,{weights}=\mathbb{{E}}[\exp(\omega^\top(Ax+A^{{-1}}y))]{where}"}
    words["(90)"] = (
        rf"\mathrm{{SM}}(x,y)=\mathbb{{E}}[\Psi_A(x)^\top\Psi_{{A^{{-1}}}}(y)],\ \Psi_A\propto\exp(-{first}/2){where}"
    )
    return [
        claim(
            "the softmax kernel as a mean of exponentials",
            eq(_exponential(family, pair), _weighted_kernel(family, pair, softmax)),
            domain,
            name=f"(89){suffix}",
            location="(89)",
            **{"tex": words["(89)"], **more, **own[0]},
        ),
        claim(
            "the estimator of (90)-(92) is unbiased",
            eq(Expectation(estimator(family, pair)), softmax),
            with_size(domain),
            name=f"(90){suffix}",
            location="(90)-(92)",
            **{"tex": words["(90)"], **more, **own[1]},
        ),
    ]


#: (91) as printed
_FEATURE = (
    r"\Psi^m_{A^{i,j}}(x) = \frac{1}{\sqrt m}\exp\left(-\frac{\|A^{i,j}x\|^2}{2}\right)"
    r"(\exp(\omega_1^\top A^{i,j}x), \ldots, \exp(\omega_m^\top A^{i,j}x))^\top"
)
_QUOTE = "exp(−‖A i,jx‖2 2 )(exp(ω>1 Ai,jx), ..., exp(ω>mAi,jx))> (91)"

printed = complex_family("norm")
_PRINTED = _both(
    "",
    CLUSTER_INPUTS,
    printed,
    PAIR,
    kernel(),
    own=({"cause": "hrf.eq-89: (90)"}, {"tex": _FEATURE, "quote": _QUOTE}),
    error="misprint",
    survives="yes: with the bilinear squares of (16), and as printed for the real A of the experiments",
    flaw="for the complex A of (85), the norms |Au|^2 must be replaced by (Au)^T(Au), without conjugation, as in (14) and (16); for "
    "A = i b I this is -b^2 |u|^2. For d = 1 and r_i = r_j, (86) gives A = i, and at x = y = 1 (90) is exp(-1) for all draws, while "
    "SM = exp(1).",
    counterexample=point(x=1, y=1, theta=0, m=1, ratio=1),
)
_REPAIRED = _both(", bilinear squares, any complex A", IMAGES, ARBITRARY, INPUTS, sp.exp(inner))
CLAIMS = (
    *_PRINTED,
    *(form.corrected_by(repaired) for form, repaired in zip(_PRINTED, _REPAIRED, strict=True)),
    lemma(
        "mean as printed: for A = i b I the printed estimator has mean SM(x, y) exp(-b^2 |x|^2 - |y|^2 / b^2)",
        eq(Expectation(estimator(printed)), mean_as_printed()),
        CLUSTER_INPUTS,
    ),
)


def simulations() -> list[MomentCheck]:
    """A complex diagonal A, and A = i b I at one b with the printed values, which the draws refuse."""
    diagonal = Regular(ComplexExponential(((1j, 0, 0), (0, 0.5j, 0), (0, 0, 0.75))))
    drawn, at = drawn_family("norm"), {**SMALL_POINT, ratio_root: DRAWN_ROOT}
    weighted = _weighted_kernel(printed, PAIR, kernel())
    return [
        MomentCheck(
            "mean, bilinear", diagonal, "mean", kernel(), SMALL_POINT, claim="(90), bilinear squares, any complex A"
        ),
        MomentCheck("mean, (89)", Regular(WithoutInputFactors(drawn)), "mean", weighted, at, claim="(89)"),
        MomentCheck("mean, (90)", Regular(drawn), "mean", kernel(), at, claim="(90)"),
    ]
