r"""App. B.2.2 (89), (90): products of k = 3 blocks HD in place of the Haar rotation R, "approximately sampled": how far from it.

With ``R = prod_(i=1)^k H D_i`` a projection is ``w = r u``, u a row of R and r its chi_d length. Over the signs u takes finitely many
values, each with its -u, so that with z = x + y

    E exp(w.z) = sum_u P(u) 1F1(d/2; 1/2; (u.z)^2/2)   instead of   exp(|z|^2/2):

features are biased, and the mean depends on the direction of z. Enumerated exactly for k = 3: at d = 2 a row is ``(+-1, +-1)/sqrt(2)``;
at d = 4 it is ``(+-1, +-1, +-1, +-1)/2`` with probability 3/4 and a unit vector otherwise.

*Decay with k.* There is none at d = 2: rows for k and for k + 2 have one law. At d = 4 one more block turns unit vectors
into rows of the first kind and one half of these into unit vectors: their share goes from p to 1 - p/2, so to 2/3. What remains is
the uniform law on the 24 corners of the 24-cell, and a bias.

*How much.* At d = 2 and z = v e_1 the mean is too small, by at most v^4/24 of it.
"""

from rftheory.proofs.simrf._setting import *
from rftheory.couplings.hadamard_law import row_law
from rftheory.proofs.simrf._draws import positive_at

STATEMENT = statement(
    "claim",
    "App. B.2.2 (89), (90)",
    "Hadamard products in place of Haar rotations: rows of R",
    reading="The paper speaks of accuracies of classification that do 'not substantially change' (`simrf.experiments`), and of a "
    "proxy 'approximately sampled' from Haar measure. Judged: the mean of E exp(w.(x + y)), exp(|x + y|^2/2) for a "
    "Haar rotation, exactly for k = 3 at d = 2 for all inputs and at d = 4 along an axis, w a row of R as in fast ORFs; "
    "and that it is near that, at d = 2. (Rows of S R, fast SimRFs: `simrf.fast`.)",
    notes=(
        "The lengths in (8) are those of Gaussian vectors; their product with a row of finitely many values is not Gaussian.",
    ),
)


_a, _b = sp.symbols("a b", real=True)
_j = sp.Symbol("j", integer=True, nonnegative=True)
_REALS = tuple(Range(c, typical=(-2, 2), awkward=(0, 1, -3)) for c in (_a, _b))
_PLANE, _AXIS = Domain(_REALS), Domain((V,))
DOMAIN = _AXIS
_ZERO = sp.Integer(0)
#: v e_1 in four dimensions
_FIRST = (v, _ZERO, _ZERO, _ZERO)


def length_series(square: sp.Expr, dimension: sp.Expr) -> sp.Expr:
    """``E cosh(r t)`` over the length, term by term, for ``square = t^2``."""
    if square == 0:
        return sp.Integer(1)
    term = chi_moment(2 * _j, dimension) / sp.gamma(2 * _j + 1) * square**_j
    return sp.Sum(term, (_j, 0, sp.oo))


def length_mean(square: sp.Expr, dimension: sp.Expr) -> sp.Expr:
    """The same in closed form."""
    return sp.hyper([sp.sympify(dimension) / 2], [sp.Rational(1, 2)], square / 2)


@cache
def images(z: tuple[sp.Expr, ...], k: int) -> dict[sp.Expr, sp.Rational]:
    """The values of (u.z)^2 with their probabilities, over all signs."""
    found: dict[sp.Expr, sp.Rational] = {}
    law = row_law(len(z), k)
    if any(law[row] != law.get(tuple(-entry for entry in row)) for row in law):
        raise ValueError(f"rows u and -u of {k} blocks HD in dimension {len(z)} are not equally likely")
    for row, probability in law.items():
        image = sp.Add(*(entry * coordinate for entry, coordinate in zip(row, z, strict=True)))
        square = sp.factor(image**2) / sp.Integer(len(z)) ** k
        share = sp.Rational(probability.numerator, probability.denominator)
        found[square] = found.get(square, sp.Integer(0)) + share
    return found


def mean(z: tuple[sp.Expr, ...]) -> sp.Expr:
    """E exp(w.z) from the definition: over the signs, and over the length."""
    dimension = sp.Integer(len(z))
    return sp.Add(*(share * length_series(square, dimension) for square, share in images(z, 3).items()))


def closed_mean(z: tuple[sp.Expr, ...], k: int = 3) -> sp.Expr:
    dimension = sp.Integer(len(z))
    return sp.Add(*(share * length_mean(square, dimension) for square, share in images(z, k).items()))


def _summed(z: tuple[sp.Expr, ...]) -> Chain:
    dimension = sp.Integer(len(z))
    chain = Chain(mean(z))
    for square in images(z, 3):
        if square != 0:
            chain = chain.summed(length_series(square, dimension), length_mean(square, dimension))
    return chain


def _plain(coefficient: sp.Expr | int) -> sp.Expr:
    """A term of a series in v^2 over that of exp(v^2/2)."""
    return coefficient * (v**2 / 2) ** _j / sp.gamma(_j + 1)


_share = sp.sqrt(sp.pi) * sp.gamma(_j + 1) / (2**_j * sp.gamma(_j + sp.Rational(1, 2)))


def _at_most_so_much() -> Claim:
    """exp(v^2/2) (1 - v^4/24) <= 1F1(1; 1/2; v^2/4)."""
    function, share, late = closed_mean((v, _ZERO)), _share, Range(_j, 3, None, integer=True)
    low = sp.exp(v**2 / 2) - v**4 * sp.exp(v**2 / 2) / 24
    coefficient = 1 - _j * (_j - 1) / 6

    def terms() -> Chain:
        return Chain(_plain(coefficient)).lt(_plain(share), [_plain(1), (_j - 3) * (_j + 2) / 6 + share])

    series = {function: _plain(share), sp.exp(v**2 / 2): _plain(1), v**4 * sp.exp(v**2 / 2): _plain(4 * _j * (_j - 1))}
    return claim(
        "approximately: at d = 2 and z = v e_1 the mean is too small by at most v^4/24 of what it should be",
        le(low, function),
        proof=Chain(low).termwise(function, late, series, terms()),
    )


def two_kinds(share: sp.Expr) -> sp.Expr:
    """The mean at z = v e_1 in four dimensions, if rows are (+-1, +-1, +-1, +-1)/2 with this probability, else unit vectors."""
    four = sp.Integer(4)
    return share * length_mean(v**2 / 4, four) + (1 - share) * (length_mean(v**2, four) + 3) / 4


plane, half = (_a, _b), sp.Rational(1, 2)
unbiased_plane, unbiased_axis = sp.exp((_a**2 + _b**2) / 2), sp.exp(v**2 / 2)
printed = length_mean((_a + _b) ** 2 / 2, sp.Integer(2)) * half + length_mean((_a - _b) ** 2 / 2, sp.Integer(2)) * half
CLAIMS = (
    claim(
        "mean, d = 2: E exp(w.z) is the average of 1F1(1; 1/2; (a +- b)^2/4)",
        eq(mean(plane), printed),
        _PLANE,
        _summed(plane),
        tex=r"\mathbb{E}\left[e^{w_i^\top z}\right] = \tfrac12 \sum_\pm {}_1F_1\left(1; \tfrac12; \tfrac{(z_1 \pm z_2)^2}{4}\right)",
    ).drawn(
        positive_at(HadamardProduct(3), (sp.Rational(1, 2), _ZERO)),
        "mean",
        {m: 1},
        sp.exp(-sp.Rational(1, 2)) * closed_mean((v, _ZERO)).subs(v, 1),
        dimension=2,
    ),
    claim(
        "mean, d = 4: E exp(w.z) = 3/4 1F1(2; 1/2; v^2/8) + (3 + 1F1(2; 1/2; v^2/2))/16 for z = v e_1",
        eq(mean(_FIRST), two_kinds(sp.Rational(3, 4))),
        proof=_summed(_FIRST),
        tex=r"\mathbb{E}\left[e^{w_i^\top z}\right] = \tfrac34\, {}_1F_1(2; \tfrac12; \tfrac{v^2}{8}) + \tfrac{1}{16}(3 + {}_1F_1(2; "
        r"\tfrac12; \tfrac{v^2}{2}))",
    ),
    _at_most_so_much(),
    claim(
        "unbiased, d = 2: E exp(w.z) = exp(|z|^2/2) for z = (a, b)",
        eq(mean(plane), unbiased_plane),
        _PLANE,
        tex=r"\mathbb{E}\left[e^{w_i^\top (x + y)}\right] = e^{v^2/2}, \quad W = D \widetilde{R}",
    ).false(
        at={_a: 1, _b: 0},
        because="a row of a product of three blocks HD is (+-1, +-1)/sqrt(2): w is not Gaussian",
        remark=PROXY,
    ),
    claim(
        "unbiased, d = 4: E exp(w.z) = exp(|z|^2/2) for z = v e_1",
        eq(mean(_FIRST), unbiased_axis),
        tex=r"\mathbb{E}\left[e^{w_i^\top (x + y)}\right] = e^{v^2/2}, \quad W = D \widetilde{R}",
    ).false(
        at={v: 1}, because="a row of a product of three blocks HD is one of 24 vectors: w is not Gaussian", remark=PROXY
    ),
    lemma(
        "no decay, k = 3: at d = 2 the mean with k = 3 is that with k = 1",
        eq(mean(plane), closed_mean(plane, 1)),
        _PLANE,
        _summed(plane),
    ),
)
