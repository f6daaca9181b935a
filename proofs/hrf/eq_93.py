"""(93)-(96): the Gaussian coefficient of a pair of centres and its features.

``lambda_ij(x, y) = exp(-|A x + A^-1 y|^2 / (2 tau^2))``, meant to be largest at the centres x = r_i, y = r_j, with
the features ``m^(-1/2) exp(-|Au|^2/tau^2) (exp(+-w_i.Au/tau))_i``, those of y at -y as (99) has them ((94) prints y: hrf.eq-94).
The exponent 1/tau^2 is right: half of it comes from lambda, half from the features of SM(x/tau, -y/tau). But the two wishes
exclude each other. For the complex A of (85) the norm of Ax + A^-1 y contains the cross term with the wrong sign, so that (93)
fails; for real A (93) holds, but A r_i + A^-1 r_j does not vanish where entries of the centres have equal signs, and lambda is larger
elsewhere. With the real A of (88) and the signs ``s_k = sgn(r_ik r_jk)`` moved to y, coordinate by coordinate, both hold: the coefficient
is ``exp(-|Ax - A^-1 Sy|^2 / (2 tau^2))``, S = diag(s), and its features are those of x and of Sy in
place of -y.
"""

from rftheory.proofs.hrf._clusters import *
from rftheory.proofs.hrf._complex import INPUTS, inner
from rftheory.families.complex_exponential import hermitian_square
from rftheory.families.hybrids.clustered import WindowCoefficient
from rftheory.inputs.coordinates import l, total

STATEMENT = statement(
    "identity",
    "(93)-(96)",
    "Gaussian coefficients of a pair of centres",
    reading="For A of (85), judged for i b I at centres r_j = b^2 r_i, and for A of (88): (93) holds, the "
    "features (95), (96) of x and -y estimate lambda without bias, and lambda(x, y) <= lambda(r_i, r_j) "
    "for all x, y. Norms of complex vectors are Euclidean.",
    notes=(
        "With bilinear squares (93) holds for complex A as well, but lambda is then unbounded, and "
        "least at the centres.",
        "The exponent 1/tau^2 in (95), (96), twice that of (93), is no slip: it includes the prefactor "
        "of the softmax features.",
    ),
)

_WIDE = with_size(INPUTS_AND_WIDTH)
_CENTERED = INPUTS_AND_WIDTH.with_ranges(R)


def window(family: ComplexExponential, pair: Pair = PAIR) -> sp.Expr:
    """lambda_ij of (93)."""
    first, second = family.transformed(pair.x, pair.y)
    return sp.exp(-hermitian_square(first + second) / (2 * tau**2))


def _linearised(family: ComplexExponential, pair: Pair, product: sp.Expr) -> sp.Expr:
    """The second line of (93), with SM(x/tau, -y/tau)."""
    norms = sum(hermitian_square(u) for u in family.transformed(pair.x, pair.y))
    return sp.exp(-norms / (2 * tau**2)) * sp.exp(-product / tau**2)


def estimate(family: ComplexExponential, pair: Pair = PAIR) -> sp.Expr:
    """``Psi^tau_A(x).Psi^tau_{A^-1}(-y)`` of (95), (96), m projections."""
    return WindowCoefficient(family).coefficient(T, pair.x, pair.y, m)


_REAL = r"A^{i,j}\ \mathrm{real}:\ "
_FACTORS = (
    r"\lambda_{i,j}(x,y) = e^{-\|A^{i,j}x\|^2/2\tau^2} e^{-\|(A^{i,j})^{-1}y\|^2/2\tau^2}\,\mathrm{SM}(x/\tau, -y/\tau)"
)
_MEAN = r"\mathbb{E}[\Psi^{\tau,m}_{A^{i,j}}(x)^\top\Psi^{\tau,m}_{(A^{i,j})^{-1}}(-y)] = \lambda_{i,j}(x,y)"


def _factorisation(
    name: str, family: ComplexExponential, pair: Pair, product: sp.Expr, domain: Domain, **more: object
) -> Claim:
    return claim(
        "lambda is a product of two norms and SM(x/tau, -y/tau)",
        eq(window(family, pair), _linearised(family, pair, product)),
        domain,
        name=f"(93){name}",
        location="(93)",
        **more,
    )


def _unbiased(name: str, family: ComplexExponential, pair: Pair, domain: Domain, **more: object) -> Claim:
    return claim(
        "the features of (95) and (96), of x and -y, estimate lambda without bias",
        eq(Expectation(estimate(family, pair)), window(family, pair)),
        domain,
        name=f"(95), (96){name}",
        location="(95), (96), (99)",
        **more,
    )


def _at_most_one() -> Chain:
    """``|b x - y/b|^2 = (b |x| - |y|/b)^2 + 4 |x| |y| sin^2(theta/2)``, so that lambda <= 1."""
    distance = (ratio_root * x_norm - y_norm / ratio_root) ** 2 + 4 * x_norm * y_norm * sp.sin(theta / 2) ** 2
    chain = Chain(window(printed))
    return chain.le(sp.Integer(1), [1 - sp.exp(-distance / (2 * tau**2))])


def _maximum(name: str, says: str, family: ComplexExponential, **more: object) -> Claim:
    return claim(
        says, le(window(family, PAIR), window(family, SAME_SIGN)), _CENTERED, name=name, location="before (93)", **more
    )


_ENTRIES = tuple(sp.IndexedBase(name, real=True) for name in ("a_re", "a_im", "c_re", "c_im", "x", "y"))
DOMAIN = Domain(
    (
        Range(d, 1, None, integer=True, typical=(1, 4), awkward=(1,)),
        *(Range(base.label, typical=(-1, 1), shape=(d,)) for base in _ENTRIES),
        TAU,
    )
)

#: the entries of a real diagonal A, those of the centre r_i and two inputs; signs are (-1)^e_k
_DIAGONAL_ENTRIES, _CENTER = sp.IndexedBase("a", positive=True), sp.IndexedBase("r_i", real=True)
_SIGNS = sp.IndexedBase("e", integer=True)
_SIGNED = Domain(
    (
        Range(d, 1, None, integer=True, typical=(1, 4), awkward=(1,)),
        Range(_DIAGONAL_ENTRIES.label, 0, None, "()", typical=(0, 2), shape=(d,)),
        Range(_SIGNS.label, 0, 1, integer=True, typical=(0, 1), shape=(d,)),
        *(Range(base.label, typical=(-1, 1), shape=(d,)) for base in (_CENTER, *_ENTRIES[4:])),
        TAU,
    )
)


def _signed_window(x: sp.Expr, y: sp.Expr) -> sp.Expr:
    """``exp(-|Ax - A^-1 Sy|^2 / (2 tau^2))`` for vectors of these coordinates."""
    a, sign = _DIAGONAL_ENTRIES[l], (-1) ** _SIGNS[l]
    return sp.exp(-total((a * x - sign * y / a) ** 2) / (2 * tau**2))


def _signs_moved(printed: Claim) -> Claim:
    """At the centres of (88), ``r_jk = s_k a_k^2 r_ik``, the exponent is 0, and nowhere is it more."""
    x, y, center = (base[l] for base in (*_ENTRIES[4:], _CENTER))
    left, zero = _signed_window(x, y), sp.Integer(0)
    right = _signed_window(center, (-1) ** _SIGNS[l] * _DIAGONAL_ENTRIES[l] ** 2 * center)

    def proof() -> Chain:
        exponent = Chain(left.args[0]).le(zero)
        return Chain(left).inside(exponent, sp.exp).eq(right, "a_k r_ik = s_k r_jk/a_k, so that no term is left")

    return printed.corrected(
        "maximum, signs moved to y: for A of (88) and s_k = sgn(r_ik r_jk), that is r_jk = s_k a_k^2 r_ik, the coefficient exp(-|Ax - "
        "A^-1 Sy|^2 / (2 tau^2)) is largest, 1, at the centres; any d, any signs",
        le(left, right),
        _SIGNED,
        proof(),
        location="before (93)",
        tex=r"s_k = \mathrm{sgn}(r_{i,k} r_{j,k}):\ \exp(-\|Ax - A^{-1}Sy\|^2/2\tau^2) \le \exp(-\|Ar_i - A^{-1}Sr_j\|^2/2\tau^2) = 1",
    )


printed, real, any_real = complex_family("norm"), real_family, RealMatrix(prefactor_kind="norm")
real_domain = REAL_IMAGES.with_ranges(TAU)
fails = point(x=1, y=1, theta=0, ratio=1, tau=1, m=1)
factorised = _factorisation("", printed, PAIR, PAIR.x.dot(PAIR.y), _WIDE, tex=_FACTORS).false(
    at=fails,
    because="for A = i b I the norm of Ax + A^-1 y is |b x - y/b|: its cross term has the other sign",
    error="condition missing",
    survives="yes: for the real A of the experiments it holds, and with the signs moved to y for centres of equal "
    "signs",
    cause="hrf.eq-89: (90)",
)
unbiased = _unbiased("", printed, PAIR, _WIDE, tex=_MEAN).false(
    at=fails,
    because="for A = i b I neither the norms nor the cross term are those of the bilinear square in E exp(w.u)",
    error="condition missing",
    survives="yes: for the real A of the experiments it holds, and with the signs moved to y for centres of equal "
    "signs",
    cause="hrf.eq-89: (90)",
)
maximum = _maximum(
    "maximum, real A",
    "lambda with A = b I of (88) is largest at the centres r_j = b^2 r_i",
    real,
    tex=r"\text{the Gaussian }\lambda\text{-coefficient estimator that gets it maximum value when } x=r_i, y=r_j",
    quote="We can also take the Gaussian λ-coefficient estimator that gets it maximum value when x = ri,y = rj "
    "as λi,j(x,y).",
).false(
    at={**point(x=1, y=1, ratio=1, tau=1, r=1, m=1), theta: sp.pi},
    because="lambda is 1 wherever Ax = -A^-1 y, and less at centres with r_ik r_jk > 0: for d = 1, r_i = r_j = 1 and tau = 1, so that "
    "A = 1, it is exp(-2) at x = y = 1, and 1 at x = 1, y = -1.",
    error="condition missing",
    survives="yes: it holds for entries of opposite signs, and with the signs moved to y for equal ones",
)
drawn_real = ComplexExponential(scalar=sp.Rational(5, 4), prefactor_kind="norm")
width = {**SMALL_POINT, tau: 2}
CLAIMS = (
    factorised,
    unbiased.drawn(Coefficient(WindowCoefficient(drawn_family("norm"))), "mean", {**width, ratio_root: DRAWN_ROOT}),
    _maximum(
        "maximum, complex A",
        "lambda with A = i b I is largest at the centres r_j = b^2 r_i",
        printed,
        proof=_at_most_one(),
    ),
    maximum,
    factorised.corrected_by(_factorisation(", any real A", any_real, INPUTS, inner, real_domain, tex=_REAL + _FACTORS)),
    unbiased.corrected_by(_unbiased(", any real A", any_real, INPUTS, with_size(real_domain), tex=_REAL + _MEAN)).drawn(
        Coefficient(WindowCoefficient(drawn_real)), "mean", width, window(drawn_real)
    ),
    _signs_moved(maximum),
)
