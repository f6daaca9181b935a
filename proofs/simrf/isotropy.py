r"""App. A.1: "for all couplings we consider, w_i and w_j are marginally isotropic and their resultant w_ij will also be".

The couplings of the paper are rotated as a whole: one Haar rotation R of both gives ``R (w_1 + w_2)`` a uniform direction, whatever the
pair. IID, orthogonal, simplex and simplex+ projections are of that kind.

Beyond them, isotropic w_i and w_j are not enough. Let F flip the first coordinate. For ``w_2 = F w_1`` with w_1 ~ N(0, I_d) both
are Gaussian, but ``w_1 + w_2 = 2 (0, g_2, ..., g_d)`` lies in a hyperplane: with theta the angle of u = x + y with the first axis

    E exp((w_1 + w_2).u) = exp(2 v^2 sin(theta)^2),

which depends on the direction of u, while (10) is ``1F1((d-1)/2; d/2; 2 v^2)`` for this coupling.
"""

import numpy as np

from rftheory.proofs.simrf._setting import *
from rftheory.montecarlo.estimators.estimator import Variable
from rftheory.proofs.rules.sphere import exponential_moment, mean_exponential
from rftheory.proofs.simrf._draws import along_directions
from rftheory.proofs.simrf.def_3_1 import LENGTHS, WITH_ORDER, series, w

STATEMENT = statement(
    "claim",
    "App. A.1, before (31)",
    "Resultants are isotropic, for all couplings that the paper considers",
    reading="Couplings of the paper: w_1 and w_2 are rotated together by one Haar rotation. Isotropic w_1 + w_2: given "
    "its length, E exp((w_1 + w_2).u) does not depend on the direction of u. Def. 3.1 applies: E exp((w_1 + "
    "w_2).(x + y)) is the series (10).",
    notes=(
        "What needs it: Def. 3.1 (10) an isotropic resultant of each pair; Theorem 3.4 and Lemma A.1 an isotropic resultant of each "
        "pair given its lengths; Sec. 4 the law of the lengths |w_i + w_j| besides. Without it (10), and with it Theorem "
        "3.4, speaks of the average of E exp((w_i + w_j).u) over the directions of u: a rotation of the inputs is one of the "
        "projections.",
        "Theorem 3.2 does not need (10); its rho is then the average of E exp((w_i + w_j).(x + y)).",
    ),
)

_W = Projection("w")
_D = Range(d, 2, None, integer=True, typical=(2, 9), awkward=(2, 64))
_THETA = Range(theta, 0, sp.pi, "[]", typical=(0, 3), awkward=(0, sp.pi))
DOMAIN = Domain((_D, V, _THETA))
_k = sp.Symbol("k", integer=True, nonnegative=True)
_FLIPPED = {d: sp.Integer(2), v: sp.Integer(1), theta: sp.Rational(3, 2)}


def _parts(angle: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """The forms of w with the parts of u along the first axis and across it."""
    table = {"aa": (v * sp.cos(angle)) ** 2, "cc": (v * sp.sin(angle)) ** 2, "ac": sp.Integer(0)}
    space = Space(f"along and across the first axis, {angle}", lambda a, b: table["".join(sorted(a + b))], "ac")
    return _W.dot(space.vector("a")), _W.dot(space.vector("c"))


def images(angle: sp.Expr = theta) -> tuple[sp.Expr, sp.Expr]:
    """``w_1.u`` and ``w_2.u = (F w_1).u``."""
    along, across = _parts(angle)
    return along + across, across - along


def resultant_moment(angle: sp.Expr = theta) -> sp.Expr:
    """``E exp((w_1 + w_2).u)`` for w_2 = F w_1."""
    return Expectation(sp.exp(sp.Add(*images(angle))))


_length = 2 ** (2 * _k) * chi_moment(2 * _k, d - 1)
_body = v ** (2 * _k) * _length / (2 ** (2 * _k) * sp.factorial(_k) * sp.gamma(_k + d / 2))
#: (10) for w_2 = F w_1: the resultants have the lengths ``w = 2 |g|``, g ~ N(0, I_(d-1)).
printed_conformity = sp.gamma(d / 2) * sp.Sum(_body, (_k, 0, sp.oo))


def _summed() -> Chain:
    hypergeometric = direction_exponential(v**2 * w**2, d)
    printed = sp.gamma(d / 2) * series(w)
    return Chain(printed).summed(series(w), hypergeometric / sp.gamma(d / 2))


def _image(generator: np.random.Generator, replicates: int, x: np.ndarray, y: np.ndarray, size: int) -> np.ndarray:
    """``exp((w + F w).u)``, F the flip of the first coordinate, w ~ N(0, I_d)."""
    first = generator.standard_normal((len(x), replicates))
    second = first.copy()
    second[0] *= -1
    return np.exp((x + y) @ (first + second))


_HALF = (sp.Rational(3, 20), sp.Rational(1, 5))
hypergeometric, series_form = direction_exponential(v**2 * w**2, d), sp.gamma(d / 2) * series(w)
CLAIMS = (
    claim(
        "jointly isotropic pairs: after one Haar rotation of the pair a resultant of length w has E exp((w_1 + w_2).u) "
        "= 0F1(; d/2; v^2 w^2/4), a function of v = |u|",
        eq(mean_exponential(w * v), hypergeometric),
        WITH_ORDER,
        exponential_moment(w * v),
        tex=r"\mathbb{E}\, e^{(w_1 + w_2)^\top u} = \Gamma(\tfrac{d}{2}) \sum_k \frac{v^{2k} w_{12}^{2k}}{4^k k! \Gamma(k + d/2)}",
    ).drawn(
        # a resultant of length 2 that is rotated, for u = (1, 2, 2)/3
        along_directions(((sp.Integer(2), sp.Integer(1)),), tuple(sp.Rational(c, 6) for c in (1, 2, 2))),
        "mean",
        {v: 1, w: 2, d: 3, m: 2},
        dimension=3,
    ),
    claim(
        "jointly isotropic pairs, series: for jointly isotropic pairs (10) is E exp((w_1 + w_2).(x + y)), for each "
        "length w of the resultant",
        eq(series_form, hypergeometric),
        LENGTHS,
        _summed(),
        tex=r"\rho(x, y) = \mathbb{E}\, e^{(w_1 + w_2)^\top (x + y)}",
    ),
    claim(
        "isotropic resultant: w_2 = F w_1: E exp((w_1 + w_2).u) is the same for u along the first axis and for any other u",
        eq(resultant_moment(), resultant_moment(sp.Integer(0))),
        tex=r"p(w_i + w_j) \text{ is isotropic if } p(w_i), p(w_j) \text{ are}",
    )
    .false(
        at=_FLIPPED,
        because="the sum of w and its mirror image lies in a hyperplane: along the axis the value is 1, across it "
        "exp(2 v^2)",
        remark=BEYOND,
    )
    # pairs in which the second projection mirrors the first: across the axis as along it, where the value is 1
    .drawn(
        Variable("exp of a mirrored pair", _image, (_HALF, _HALF)),
        "mean",
        {v: sp.Rational(1, 2), theta: sp.atan(sp.Rational(4, 3)), d: 2},
        1,
    ),
    claim(
        "Def. 3.1 for every coupling: w_2 = F w_1: E exp((w_1 + w_2).(x + y)) is the series (10)",
        eq(resultant_moment(), printed_conformity),
        tex=r"\rho(x, y) = \mathbb{E}\, e^{(w_i + w_j)^\top (x + y)}",
    ).false(at=_FLIPPED, because="(10) takes the resultant for isotropic", remark=BEYOND),
)
