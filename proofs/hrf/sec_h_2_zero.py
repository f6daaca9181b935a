"""App. H.2, after (92): variance zero at the centres with the complex matrix, "small" with the real one.

At x = r_i, y = r_j a sample of the estimator is a constant times ``exp(w.z)``, ``z = A r_i + A^-1 r_j``. The
complex A of (85) makes z = 0, whatever the signs of the entries, as long as no entry of one centre is zero beside a nonzero
one of the other: there, the paper says before (88), the equation cannot be satisfied, and some variance is left. The real A of (88)
leaves ``|z|^2 = l(A) = 2 sum_k (|r_ik r_jk| + r_ik r_jk)``, the least of all real diagonal A, and the variance of one sample is exactly
``exp(l(A)) - 1`` times the square of the kernel: small where l(A) is, large as soon as large entries of the centres agree in sign.
"""

from rftheory.proofs.hrf._clusters import *
from rftheory.proofs.hrf._complex import INPUTS, OPPOSITE_IMAGES, UNIT, W, inner, opposite_parts
from rftheory.families.complex_exponential import a11, b11, hermitian_square
from rftheory.proofs.hrf.eq_88 import ANY_ENTRY, best_entry, entry, least_loss, loss, loss_gap
from rftheory.proofs.hrf.eq_89 import estimator, mean_as_printed
from rftheory.rules.nodes import variance

STATEMENT = statement(
    "claim",
    "App. H.2, after (92)",
    "Variance of the cluster estimators at the centres",
    id="hrf.sec-H.2-zero",
    reading="At x = r_i, y = r_j: (a) with the complex A of (86), (87) the variance is 0, for centres of which no entry is 0 beside a "
    "nonzero one of the other (those are excepted before (88)); (b) 'small' with the real A of (88): the least that a real diagonal A "
    "attains, a function of l(A) alone that vanishes with it.",
    notes=(
        "The norms printed in (91), (92) do not matter for (a): the estimator is constant, but its "
        "value is wrong (see eq-89).",
    ),
)

DOMAIN = CENTERS


def _variance(family: ComplexExponential, centers: Pair) -> sp.Expr:
    return variance(estimator(family, centers))


def _relative(size: sp.Expr) -> sp.Expr:
    """The variance of one sample over the square of the kernel, for |z|^2 = size."""
    return sp.exp(size) - 1


def _no_real_matrix_is_better() -> Chain:
    least = loss(entry) - loss_gap
    chain = Chain(_relative(loss(best_entry)))
    chain = chain.rewrite(loss(best_entry), least_loss, "the least loss of (88)")
    chain = chain.rewrite(least_loss, least, "the loss exceeds its least value by a square")
    return chain.le(_relative(loss(entry)))


_parts = [(one, other) for one, other in zip(*opposite_parts(), strict=True)]
_images = [one + other * sp.I for one, other in _parts]
#: The estimator at images that cancel, any matrix: the norms of (91), (92) and the mean of ``exp(w.(A r_i + A^-1 r_j))``.
_cancelling_estimator = sp.exp(-sum(hermitian_square(image) for image in _images) / 2) * SampleMean(
    sp.exp(W.dot(_images[0] + _images[1])), m
)

#: in R^1 the centres 0 and r_j = r > 0, and A = [b]
_ONE_ZERO = with_size(Domain((R, RATIO_ROOT)))

_image = UNIT * (r / ratio_root)
_zero_center = variance(sp.exp(-_image.square / 2) * SampleMean(sp.exp(W.dot(_image)), m))

zero = sp.Integer(0)
real = _variance(real_family, SAME_SIGN)
any_real = _variance(RealMatrix(prefactor_kind="norm"), INPUTS)
complex_one_entry_zero = claim(
    "complex, one entry zero: in R^1 with r_i = 0, r_j != 0 and A = [b], b > 0 large: the variance is zero at the "
    "centres",
    eq(_zero_center, zero),
    _ONE_ZERO,
    tex=r"\mathrm{Var}(\widehat{SM}(r_i, r_j)) = 0",
).false(
    at=point(ratio=100, r=1, m=1),
    because="where one entry is zero and the other is not, (85) has no solution, and any A leaves some variance",
    remark="where one entry is zero and the other is not (85) has no solution, as the paper says before (88)",
)
printed_real = claim(
    "real: with A = b I of (88) the variance of one sample is below SM^2 at the centres r_j = b^2 r_i",
    lt(m * real, pair_kernel(SAME_SIGN) ** 2),
    tex=r"\mathrm{Var}(\widehat{SM}_1(r_i, r_j)) < \mathrm{SM}^2(r_i, r_j)",
).false(
    at=point(r=1, ratio=1, m=1),
    because="the variance of one sample is (exp(l(A)) - 1) SM^2 with l(A) = 4 b^2 r^2, which is unbounded",
    remark="read as below SM^2, which is not printed: the variance of one sample is (exp(4 b^2 r^2) - 1) SM^2, "
    "which is unbounded",
)
# at the centres; the real matrix has l(A) = 1, so that the claim fails by a factor e - 1
at = {ratio_root: DRAWN_ROOT, r: 1 / (2 * DRAWN_ROOT), m: 8}
drawn_complex = Regular(drawn_family("norm"))
drawn_real = Regular(ComplexExponential(scalar=DRAWN_ROOT, prefactor_kind="norm"))
constant, square = mean_as_printed(SAME_SIGN), pair_kernel(SAME_SIGN) ** 2
CLAIMS = (
    claim(
        "complex: if A r_i + A^-1 r_j = 0 the variance is zero at the centres, entries of any signs, prefactors with norms",
        eq(variance(_cancelling_estimator), zero),
        OPPOSITE_IMAGES,
    ),
    claim(
        "complex, same signs: with A = i b I of (86) the variance is zero at the centres r_j = b^2 r_i",
        eq(_variance(complex_family("norm"), SAME_SIGN), zero),
    )
    # a constant: its mean, and the square of it
    .drawn(drawn_complex, "mean", at, constant, pair=SAME_SIGN)
    .drawn(drawn_complex, "second_moment", at, constant**2, pair=SAME_SIGN),
    claim(
        "complex, opposite signs: with A = b I of (87) the variance is zero at the centres r_j = -b^2 r_i",
        eq(_variance(real_family, OPPOSITE_SIGN), zero),
    ).drawn(drawn_real, "mse", at, pair=OPPOSITE_SIGN),
    complex_one_entry_zero,
    # second moments, Var + SM^2, have lighter tails than squared errors; draws that lie above the bound reject every smaller value as well
    printed_real.drawn(drawn_real, "second_moment", at, square * (1 + 1 / m), pair=SAME_SIGN),
    printed_real.corrected(
        "real, exact: with A = b I of (88) and centres r_j = b^2 r_i the variance is (exp(4 b^2 r^2) - 1) SM^2 / m",
        eq(real, _relative(4 * ratio_root**2 * r**2) * pair_kernel(SAME_SIGN) ** 2 / m),
        tex=r"r_j = b^2 r_i:\ \mathrm{Var} = (\exp(4 b^2 \|r_i\|^2) - 1)\,\mathrm{SM}^2/m",
    ).drawn(drawn_real, "second_moment", at, square * (1 + _relative(4 * ratio_root**2 * r**2) / m), pair=SAME_SIGN),
    printed_real.corrected(
        "real, any centres: with any real A the variance is (exp(|A r_i + A^-T r_j|^2) - 1) SM^2 / m",
        eq(any_real, _relative(a11 + b11 + 2 * inner) * sp.exp(2 * inner) / m),
        with_size(REAL_IMAGES),
        tex=r"\mathrm{Var} = (\exp(\|A r_i + A^{-1} r_j\|^2) - 1)\,\mathrm{SM}^2/m",
    ),
    printed_real.corrected(
        "real, best: entry by entry, no real diagonal A has a smaller variance at the centres than (88); A = I is one "
        "of them",
        le(_relative(loss(best_entry)), _relative(loss(entry))),
        ANY_ENTRY,
        proof=_no_real_matrix_is_better(),
        tex=r"\min_A l(A) = 2\sum_k (|r_{i,k} r_{j,k}| + r_{i,k} r_{j,k})",
    ),
)
