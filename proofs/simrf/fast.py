r"""Sec. 4.2, App. B.2.2: fast SimRFs, ``W = D S R`` with R a product of k = 3 blocks HD in place of a Haar rotation.

For x + y = v e_1 the images of the rows of S R are ``v S c``, c the first column of R, which takes finitely many values over the signs.
With ``h(t) = E exp(r t)`` over a chi length the estimator with m = d projections has

    E K_hat = exp(-|x|^2 - |y|^2)/m sum_i E h(v (S c)_i),
    E K_hat^2 = exp(-2|x|^2 - 2|y|^2)/m^2 (sum_i E h(2 v (S c)_i) + sum_(i != j) E h(v (S c)_i) h(v (S c)_j)).

At d = 2 the rows are u and -u for u = (+-1, +-1)/sqrt(2). At d = 4 the images of e_1 are, up to order and sign, (1, -1/3, -1/3, -1/3)
sqrt(3)/2 with probability 3/4, (1, 1, -1, -1)/sqrt(3) with 3/16 and zero with 1/16. The mean depends on the direction of x + y, as for
rows of R (`simrf.hd`), and the MSE is another one.
"""

from collections.abc import Callable

from rftheory.proofs.simrf._setting import *
from rftheory.couplings.hadamard_law import rows_law
from rftheory.couplings.simplex import simplex_matrix
from rftheory.inputs.kernels import gaussian_kernel
from rftheory.proofs.simrf._coupled import decay, error, simplex_moment
from rftheory.proofs.simrf._draws import positive_at
from rftheory.proofs.simrf._iid_lengths import DIFFERENCE, INPUTS

STATEMENT = statement(
    "claim",
    "Sec. 4.2, App. B.2.2, Table 3",
    "Fast SimRFs in place of SimRFs",
    reading="The paper speaks of an approximate implementation, of 'excellent experimental performance' and of accuracies of "
    "classification that do 'not substantially change' (`simrf.experiments`). Judged: mean and MSE of the estimator "
    "with m = d projections, exactly for k = 3 blocks HD and x + y along the first axis, at d = 2 and at d = 4.",
    notes=(
        "The paper calls the product 'approximately sampled from the orthogonal group according to Haar measure'.",
        "At v = 1 the mean is too small by 3.4% at d = 2; at d = 4 it is too large by 0.5%.",
    ),
)

DOMAIN = Domain((V, DIFFERENCE))
_k = sp.Symbol("k", integer=True, nonnegative=True)
#: one value of S c up to order, which does not matter
Images = tuple[sp.Expr, ...]


@cache
def images(dimension: int, k: int = 3) -> dict[Images, sp.Rational]:
    """The values of S c with their probabilities over all signs."""
    found: dict[Images, sp.Rational] = {}
    matrix, unit = simplex_matrix(dimension), sp.sqrt(dimension) ** k
    for rows, probability in rows_law(dimension, k, range(dimension)).items():
        column = sp.Matrix([row[0] for row in rows]) / unit
        value = tuple(sorted((sp.radsimp(entry) for entry in matrix * column), key=sp.default_sort_key))
        found[value] = found.get(value, sp.Integer(0)) + sp.Rational(probability.numerator, probability.denominator)
    return found


def _series(rate: sp.Expr, dimension: int, odd: int) -> sp.Expr:
    """``E cosh(r t)``, or ``E sinh(r t)``, term by term."""
    order = 2 * _k + odd
    return sp.Sum(chi_moment(order, sp.Integer(dimension)) / sp.gamma(order + 1) * rate**order, (_k, 0, sp.oo))


def _closed(rate: sp.Expr, dimension: int, odd: int) -> sp.Expr:
    """The same in closed form."""
    half = sp.Rational(dimension, 2)
    if not odd:
        return sp.hyper([half], [sp.Rational(1, 2)], rate**2 / 2)
    front, top, bottom = (
        rate * chi_moment(sp.Integer(1), sp.Integer(dimension)),
        half + sp.Rational(1, 2),
        sp.Rational(3, 2),
    )
    # 1F1(a; a; t), in the plane
    return front * (sp.exp(rate**2 / 2) if top == bottom else sp.hyper([top], [bottom], rate**2 / 2))


Parts = Callable[[sp.Expr, int, int], sp.Expr]


def _over_length(image: sp.Expr, dimension: int, parts: Parts) -> sp.Expr:
    """h(t) at ``t = image``."""
    size = sp.Abs(image / v) * v
    if size == 0:
        return sp.Integer(1)
    return parts(size, dimension, 0) + sp.sign(image / v) * parts(size, dimension, 1)


def _average(dimension: int, function: Callable[[Images], sp.Expr]) -> sp.Expr:
    return sp.Add(*(share * function(tuple(v * c for c in value)) for value, share in images(dimension).items()))


def mean(dimension: int, parts: Parts) -> sp.Expr:
    """The mean of exp(w_i.(x + y)) over the rows of a block."""

    def of_rows(values: Images) -> sp.Expr:
        return sp.Add(*(_over_length(t, dimension, parts) for t in values)) / dimension

    return _average(dimension, of_rows)


def second_moment(dimension: int, parts: Parts) -> sp.Expr:
    """The same of ``(1/m sum_i exp(w_i.(x + y)))^2``."""

    def of_rows(values: Images) -> sp.Expr:
        single = [_over_length(t, dimension, parts) for t in values]
        squares = sp.Add(*(_over_length(2 * t, dimension, parts) for t in values))
        pairs = sp.Add(*(a * b for i, a in enumerate(single) for j, b in enumerate(single) if i != j))
        return (squares + pairs) / dimension**2

    return _average(dimension, of_rows)


def fast_error(dimension: int, parts: Parts) -> sp.Expr:
    """The MSE of fast SimRFs, m = d."""
    kernel, front = gaussian_kernel(INPUTS.x, INPUTS.y), decay(INPUTS)
    cross = 2 * kernel * sp.sqrt(front) * mean(dimension, parts)
    return front * second_moment(dimension, parts) - cross + kernel**2


def _summed(start: sp.Expr, dimension: int, target: sp.Expr) -> Chain:
    chain = Chain(start)
    for node in sorted(start.atoms(sp.Sum), key=sp.default_sort_key):
        rate, odd = _rate_of(node, dimension)
        chain = chain.summed(node, _closed(rate, dimension, odd))
    return chain.eq(target)


def _rate_of(node: sp.Sum, dimension: int) -> tuple[sp.Expr, int]:
    """Which series it is."""
    sizes = {sp.Abs(c) for value in images(dimension) for c in value if c != 0}
    return next(
        (factor * size * v, odd)
        for size in sizes
        for factor in (1, 2)
        for odd in (0, 1)
        if _series(factor * size * v, dimension, odd) == node
    )


#: the corrected means as the paper would write them
_MEANS = {
    2: r"\mathbb{E}\, e^{w_i^\top(x+y)} = {}_1F_1(1; \tfrac12; \tfrac{v^2}{4})",
    4: r"\mathbb{E}\, e^{w_i^\top(x+y)} = \mathbb{E}\, {}_1F_1(2; \tfrac12; \tfrac{v^2}{2} (Sc)_i^2)",
}


def _of_dimension(dimension: int) -> list[Claim]:
    at = f"d = {dimension}"
    unbiased = sp.exp(v**2 / 2)
    regular = error(simplex_moment(INPUTS), INPUTS).subs({m: dimension, d: dimension})
    own, closed = fast_error(dimension, _series), fast_error(dimension, _closed)
    point = {v: sp.Integer(1), DIFFERENCE.symbol: sp.Integer(1)}
    return [
        claim(
            "the mean of exp(w_i.(x + y)) over the rows of a block of fast SimRFs is exp(v^2/2), x + y = v e_1",
            eq(mean(dimension, _series), unbiased),
            name=f"unbiased, {at}",
            tex=r"\mathbb{E}[\phi(x)^\top \phi(y)] = K(x, y), \quad W = D S \widetilde{R}",
        ).false(at=point, because="a row of S R takes finitely many values: w is not Gaussian", remark=PROXY),
        claim(
            "the mean in closed form, over the values of the first column of R",
            eq(mean(dimension, _series), mean(dimension, _closed)),
            proof=_summed(mean(dimension, _series), dimension, mean(dimension, _closed)),
            name=f"mean, {at}",
            tex=_MEANS[dimension],
        ),
        claim(
            "the MSE of fast SimRFs is that of SimRFs, m = d, x + y = v e_1",
            eq(own, regular),
            name=f"error, {at}",
            tex=r"\mathrm{MSE}(\widehat{K}_{\mathrm{fast}}) = \mathrm{MSE}(\widehat{K}_{\mathrm{SimRF}})",
        ).false(at=point, because="bias and pair moments are those of finitely many directions", remark=PROXY),
        claim(
            "the MSE of fast SimRFs, over the values of the first column of R",
            eq(own, closed),
            proof=_summed(own, dimension, closed),
            name=f"error in closed form, {at}",
            tex=r"\mathrm{MSE} = e^{-2x^2-2y^2}\, \mathbb{E}\bar{b}^2 - 2 K e^{-x^2-y^2}\, \mathbb{E}\bar{b} + K^2, \quad "
            r"\bar{b} = \tfrac1m \textstyle\sum_i e^{w_i^\top(x+y)}",
        ).drawn(
            # as they are applied: whole blocks at x = y = v e_1/2
            positive_at(HadamardProduct(3, "simplex"), (sp.Rational(1, 4), *[sp.Integer(0)] * (dimension - 1))),
            "mse",
            {m: dimension, v: sp.Rational(1, 2), DIFFERENCE.symbol: 0},
            dimension=dimension,
        ),
    ]


CLAIMS = tuple(claim for dimension in (2, 4) for claim in _of_dimension(dimension))
