"""(81)-(87): the diagonal complex matrix A with ``A r_i + A^-1 r_j = 0``, entry by entry.

For the entry a = alpha + i beta of A and the entries r_i, r_j (real) of the two centres: (83) ``a r_i + r_j/a =
0``, its real and imaginary parts (85) after multiplication by alpha^2 + beta^2, and the solutions (86), (87) by the
sign of r_i r_j. Entries of the centres may be zero and of any signs beside each other: each has its own entry of A.
"""

from rftheory.vocabulary import *
from rftheory.chains.binding import placed, single_values

STATEMENT = statement(
    "identity",
    "(81)-(87)",
    "The complex diagonal matrix that makes the estimator exact at two centres",
    notes=(
        "Where exactly one of the two entries is zero no invertible A solves (83), as the paper says; its choices make the left side "
        "as small as one likes.",
    ),
    not_drawn="an equation for the entries of A, without an estimator; the estimators of these A are drawn in "
    "hrf.sec-H.2-zero",
)

alpha, beta, center_x, center_y = sp.symbols("alpha beta r_i r_j", real=True)
_SQUARE = alpha**2 + beta**2

CENTER_X = Range(center_x, None, None, typical=(-3, 3), awkward=(sp.Rational(1, 1000), -20))
CENTER_Y = Range(center_y, None, None, typical=(-3, 3), awkward=(-sp.Rational(1, 1000), 20))
CENTERS = Domain(
    (CENTER_X, CENTER_Y),
    (sp.Ne(center_x, 0), sp.Ne(center_y, 0)),
    words=by_definition("follows from the sign of the product"),
)
SAME_SIGN = CENTERS.where(center_x * center_y > 0, words=printed_words("If r_{i,k} r_{j,k} > 0", "before (86)"))
OPPOSITE_SIGN = CENTERS.where(center_x * center_y < 0, words=printed_words("if r_{i,k} r_{j,k} < 0", "before (87)"))
_PARTS = (
    Range(alpha, None, None, typical=(-2, 2), awkward=(0, 5)),
    Range(beta, None, None, typical=(-2, 2), awkward=(0, -5)),
)
_INVERTIBLE_A = printed_words("an invertible (in C^{d×d}) matrix A", "App. H.2, before (81)")
DOMAIN = Domain((CENTER_X, CENTER_Y, *_PARTS), (sp.Ne(_SQUARE, 0),), words=_INVERTIBLE_A)


def same_sign_entry(first: sp.Expr = center_x, second: sp.Expr = center_y) -> sp.Expr:
    """(86), the entry of A for r_i r_j > 0."""
    return sp.I * sp.sqrt(second / first)


def opposite_sign_entry(first: sp.Expr = center_x, second: sp.Expr = center_y) -> sp.Expr:
    """(87), the entry of A for r_i r_j < 0."""
    return sp.sqrt(-second / first)


def _image(entry: sp.Expr) -> sp.Expr:
    """(82), one entry of A r_i + A^-1 r_j."""
    return entry * center_x + center_y / entry


#: The two left sides of (85).
_parts = _SQUARE * alpha * center_x + alpha * center_y, _SQUARE * beta * center_x - beta * center_y

_ZERO_X, _ZERO_Y = (Range(center, 0, 0, typical=(0, 0)) for center in (center_x, center_y))
_BOTH_ZERO = Domain((_ZERO_X, _ZERO_Y))
_ONE_IS_ZERO = printed_words("If r_{i,k} = 0, r_{j,k} ≠ 0 or the opposite", "after (87)")
_ZERO_FIRST, _ZERO_SECOND = (
    Domain((*centers, *_PARTS)).where(sp.Ne(other, 0), words=_ONE_IS_ZERO).where(sp.Ne(_SQUARE, 0), words=_INVERTIBLE_A)
    for centers, other in (((_ZERO_X, CENTER_Y), center_y), ((CENTER_X, _ZERO_Y), center_x))
)
_LARGE = Range(alpha, 0, None, "()", typical=(1, 20), awkward=(1, 100))


def _squared_image(entry: sp.Expr, conjugate: sp.Expr) -> sp.Expr:
    """``|a r_i + r_j/a|^2`` for real r_i and r_j, as a product of conjugates."""
    return _image(entry) * _image(conjugate)


def _unsolved(name: str, says: str, domain: Domain, factors: list[sp.Expr]) -> Claim:
    expr, zero = _squared_image(alpha + sp.I * beta, alpha - sp.I * beta), sp.Integer(0)
    return claim(
        says,
        gt(expr, zero),
        domain,
        Chain(expr).computed(placed, values=single_values(domain)).gt(zero, factors),
        name=name,
        location="after (87)",
    )


def _approached(name: str, says: str, entry: sp.Expr, conjugate: sp.Expr, domain: Domain, point: sp.Expr) -> Claim:
    expr = _squared_image(entry, conjugate)

    def proof() -> Chain:
        return Chain(expr).computed(placed, values=single_values(domain)).limit(alpha, point)

    return claim(
        says,
        tends(expr, alpha, point, 0, "+" if point == 0 else "-"),
        domain,
        proof(),
        name=name,
        location="after (87)",
    )


rationalised = (alpha + sp.I * beta) * center_x + (alpha - sp.I * beta) / _SQUARE * center_y
real, imaginary = _parts
zero = sp.Integer(0)
CLAIMS = (
    claim("(84): (83) with a real denominator", eq(_image(alpha + sp.I * beta), rationalised), location="(83), (84)"),
    claim(
        "(85): the two sides of (85) are the real and imaginary parts of (84), times alpha^2 + beta^2",
        eq(_SQUARE * rationalised, real + sp.I * imaginary),
        location="(85)",
    ),
    claim(
        "(86): alpha = 0, beta = sqrt(r_j/r_i) solves (82) if r_i r_j > 0",
        eq(_image(same_sign_entry()), zero),
        SAME_SIGN,
        location="(86)",
    ),
    claim(
        "(87): alpha = sqrt(-r_j/r_i), beta = 0 solves (82) if r_i r_j < 0",
        eq(_image(opposite_sign_entry()), zero),
        OPPOSITE_SIGN,
        location="(87)",
    ),
    claim(
        "both zero: alpha = beta = 1 solves (82) if r_i = r_j = 0",
        eq(_image(1 + sp.I), zero),
        _BOTH_ZERO,
        location="after (87)",
    ),
    _unsolved(
        "one zero",
        "|a r_i + r_j/a|^2 > 0 for every a != 0 if r_i = 0 and r_j != 0: (82) has no solution",
        _ZERO_FIRST,
        [center_y**2, 1 / _SQUARE],
    ),
    _unsolved(
        "the other zero",
        "|a r_i + r_j/a|^2 > 0 for every a != 0 if r_i != 0 and r_j = 0: (82) has no solution",
        _ZERO_SECOND,
        [center_x**2, _SQUARE],
    ),
    _approached(
        "one zero, approached",
        "if r_i = 0, r_j != 0 the left side of (82) tends to 0 for alpha -> oo, beta = 0",
        alpha,
        alpha,
        Domain((_ZERO_X, CENTER_Y, _LARGE)),
        sp.oo,
    ),
    _approached(
        "the other zero, approached",
        "if r_i != 0, r_j = 0 the left side of (82) tends to 0 for alpha = beta -> 0",
        alpha * (1 + sp.I),
        alpha * (1 - sp.I),
        Domain((CENTER_X, _ZERO_Y, _LARGE)),
        sp.Integer(0),
    ),
)
