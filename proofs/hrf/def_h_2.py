"""Definition H.2 (101)-(104): the hybrid zero-one-mixture estimator, read as unbiased.

``sum_ij lambda_ij SM^ij`` with lambda_ij = Psi_i(x) Psi_j(y) the indicators of the clusters of x and y: the one
base estimator of the pair of clusters that x and y belong to. The constraint (102) holds by itself. As printed,
with the complex A of (85) and the norms of (91), (92), that estimator is biased; with bilinear squares, or with
real A as in the experiments, it is not. Each x and each y is in one cluster, so one term of (101) is left.
"""

import numpy as np

from rftheory.proofs.hrf._clusters import CLUSTER_INPUTS, complex_family, point, real_family
from rftheory.proofs.hrf._setting import *
from rftheory.families.hybrids.clustered import ZeroOneMixture
from rftheory.inputs.coordinates import total
from rftheory.montecarlo.estimators.estimator import Variable
from rftheory.proofs.hrf.eq_89 import estimator

STATEMENT = statement(
    "identity",
    "Definition H.2 (101)-(104)",
    "The hybrid zero-one-mixture estimator is unbiased",
    id="hrf.def-H.2",
    reading="For any centres the mean is SM(x, y), judged for two clusters of x, of centres with r_j = b^2 r_i "
    "and r_j = -b^2 r_i, so that A = i b I and A = b I by (86), (87); c is 1 if x belongs to the first "
    "and 0 if to the second.",
    notes=("The experiments use real diagonal A; for them the printed features are right.",),
)

_c = sp.Symbol("c", integer=True)
_MEMBER_X = Range(_c, 0, 1, integer=True, typical=(0, 1), awkward=(0, 1))

#: n_q clusters of x, n_k of y, and the indicators Psi_i(x), Psi_j(y)
_QUERIES, _KEYS, _ROW, _COLUMN = sp.symbols("n_q n_k i j", integer=True, positive=True)
_MEMBERS_X, _MEMBERS_Y = (sp.IndexedBase(name, integer=True) for name in ("Psi_x", "Psi_y"))
DOMAIN = Domain(
    (
        *(Range(s, 1, None, integer=True, typical=(1, 4), awkward=(1,)) for s in (_QUERIES, _KEYS)),
        *(
            Range(base.label, 0, 1, integer=True, typical=(0, 1), shape=(size,))
            for base, size in ((_MEMBERS_X, _QUERIES), (_MEMBERS_Y, _KEYS))
        ),
    )
)


def _mixture(prefactor: str) -> sp.Expr:
    """(101) with two clusters of x and one of y."""
    return _c * estimator(complex_family(prefactor)) + (1 - _c) * estimator(real_family)


def _pair(name: str, says: str, prefactor: str, **more: object) -> Claim:
    proposition = eq(Expectation(_mixture(prefactor)), kernel())
    return claim(says, proposition, CLUSTER_INPUTS.with_ranges(_MEMBER_X), name=name, **more)


_half = sp.Rational(1, 2)
_INPUTS = ((_half, sp.Rational(1, 3)), (_half, -sp.Rational(1, 5)))
_CENTERS = {"centers_x": ((0.5, 0.25), (-0.5, -0.25)), "centers_y": ((0.5, -0.25),)}


def _drawn(claim: Claim, prefactor: str) -> Claim:
    """The real part of the mixture, from its maps, at two inputs of the plane, with two clusters of x and one of y."""
    mixture = ZeroOneMixture(**_CENTERS, prefactor=prefactor)

    def draw(generator: np.random.Generator, replicates: int, x: np.ndarray, y: np.ndarray, size: int) -> np.ndarray:
        projections = Independent().draw(generator, size, len(x), replicates)
        first, second = (mixture.features(u[None], projections, side)[:, 0] for u, side in ((x, "x"), (y, "y")))
        return np.einsum("rf,rf->r", first, second).real

    drawn = Variable(f"{mixture}", draw, _INPUTS)
    return claim.drawn(drawn, "mean", point(m=2), sp.exp(_half**2 - sp.Rational(1, 15)), dimension=2)


unbiased = _pair(
    "unbiased",
    "the mixture of (101) with the printed features has mean SM(x, y)",
    "norm",
    tex=r"\mathbb{E}[\widehat{SM}^{E,\Lambda}(x,y)] = \mathrm{SM}(x,y),\ \Psi\ \mathrm{with}\ \|A^{i,j}x\|^2",
).false(
    at=point(x=1, y=1, theta=0, ratio=1, m=1) | {_c: sp.Integer(1)},
    because="the base estimators (91), (92) are biased for complex A: norms stand for bilinear squares",
    error="misprint",
    survives="yes: with the bilinear squares of (16), and as printed for the real A of the experiments",
    cause="hrf.eq-89: (90)",
)
CLAIMS = (
    _drawn(unbiased, "norm"),
    step(
        "(102): the coefficients sum to (sum of the indicators of x) (sum of those of y), any numbers of clusters: 1 "
        "if each is in one",
        eq(
            total(total(_MEMBERS_X[_ROW] * _MEMBERS_Y[_COLUMN], _COLUMN, _KEYS), _ROW, _QUERIES),
            total(_MEMBERS_X[_ROW], _ROW, _QUERIES) * total(_MEMBERS_Y[_COLUMN], _COLUMN, _KEYS),
        ),
        location="(102), (103)",
    ),
    _drawn(
        unbiased.corrected_by(
            _pair(
                "bilinear squares",
                "with bilinear squares in (91), (92) the mixture has mean SM(x, y)",
                "bilinear",
                tex=r"\mathbb{E}[\widehat{SM}^{E,\Lambda}(x,y)] = \mathrm{SM}(x,y),\ \Psi\ \mathrm{with}\ (A^{i,j}x)^2",
            )
        ),
        "bilinear",
    ),
)
