"""Section 2.4 (21): the loss ``l(A) = |A x_i + A^-T y_j|^2`` of a matrix at a pair of centres, and the variance near them.

|z| is the Hermitian norm. The words: if l(A) = 0 the CE estimator makes no error at the centres, "by Equation 17"; and "if sampled
points are close to the centers and l(A) is small, the corresponding variance of the estimator will also be small".

The variance of m samples is exactly ``SM^2 (exp(|Ax + A^-T y|^2) - 1)/m`` (hrf.eq-17). At points x, y the norm is at most
``sqrt(l(A)) + e`` with ``e = |A (x - x_i) + A^-T (y - y_j)|``, so it is small where e and l(A) are. Close means small under A and
A^-T: for A = [a] and centres 0 the variance of one sample at x, y = 0 is exp(a^2 x^2) - 1, large for any x != 0 if a is.
"""

import itertools

from rftheory.proofs.hrf._complex import *
from rftheory.families.complex_exponential import hermitian_square
from rftheory.proofs.hrf.eq_17 import estimator_variance
from rftheory.rules.nodes import variance

STATEMENT = statement(
    "claim",
    "Sec. 2.4 (21)",
    "The loss of a matrix at a pair of centres, and the variance near them",
    reading="(a) If l(A) = 0, E|SM^cexp - SM|^2 = 0 at x = x_i, y = y_j. (b) For a given A the variance of m "
    "samples over SM^2 is at most (exp((sqrt(l(A)) + e)^2) - 1)/m with e = |A (x - x_i) + A^-T (y - "
    "y_j)|, which tends to 0 with l(A) and the distances; at the centres it is (exp(l(A)) - 1)/m.",
    notes=(
        "How close is close depends on A: no distance of x and y to the centres will do for all A at once.",
        "Small is relative to SM^2: the variance is SM^2 times a function of |Ax + A^-T y|.",
    ),
)

# -- z = u + e: u at the centres, e from there to the sampled points ------------------------------------------------------

#: sqrt(l(A)) and e; the squares of the real parts, and the products of the parts of u and e
_LOSS_ROOT, _DISTANCE = sp.symbols("s e", nonnegative=True)
_u11, _e11 = sp.symbols("u11 e11", nonnegative=True)
_u12, _e12, _p, _cross, _first, _second = sp.symbols("u12 e12 u1e1 ue u1e2 u2e1", real=True)
#: ue is the product of u and e in R^2d, ``u1.e1 + u2.e2``
_TABLE = {
    ("u1", "u1"): _u11, ("u1", "u2"): _u12, ("u2", "u2"): _LOSS_ROOT**2 - _u11,
    ("e1", "e1"): _e11, ("e1", "e2"): _e12, ("e2", "e2"): _DISTANCE**2 - _e11,
    ("e1", "u1"): _p, ("e2", "u2"): _cross - _p, ("e2", "u1"): _first, ("e1", "u2"): _second,
}  # fmt: skip
_NAMES = ("u1", "u2", "e1", "e2")
_SPACE = Space("image at the centres and displacement", lambda a, b: _TABLE[min(a, b), max(a, b)], _NAMES)


def _conditions() -> tuple[sp.Basic, ...]:
    """The table is that of real vectors; and u.e <= |u| |e| in R^2d, which follows (Cauchy and Schwarz)."""
    table = _SPACE.table(_NAMES)
    rows = [r for size in (1, 2, 3, 4) for r in itertools.combinations(range(4), size)]
    minors = (sp.expand(table[list(r), list(r)].det()) for r in rows)
    return (*(sp.Ge(minor, 0) for minor in minors if not minor.is_Symbol), sp.Ge(_LOSS_ROOT * _DISTANCE - _cross, 0))


DOMAIN = Domain(
    (
        *(Range(s, 0, None, typical=(2, 3), awkward=(2,)) for s in (_LOSS_ROOT, _DISTANCE)),
        *(Range(s, 0, None, typical=(1, 3), awkward=(1,)) for s in (_u11, _e11)),
        *(Range(s, typical=(-1, 1), awkward=(0,)) for s in (_u12, _e12, _p, _cross, _first, _second)),
        M,
    ),
    _conditions(),
    words=by_definition("the products are those of real vectors: Gram table and Cauchy-Schwarz inequality"),
)


def _image() -> Vector:
    """``A x + A^-T y = u + e``."""
    u1, u2, e1, e2 = (_SPACE.vector(name) for name in _NAMES)
    return u1 + e1 + (u2 + e2) * sp.I


_sample = sp.exp(W.dot(_image()))
_square = Expectation(_sample) * Expectation(sp.conjugate(_sample))
#: The variance of the mean of ``exp(w.z)``, and its bound; a sample of the estimator is a constant times exp(w.z).
near, bound = variance(SampleMean(_sample, m)), _square * (sp.exp((_LOSS_ROOT + _DISTANCE) ** 2) - 1) / m


def _proof() -> Chain:
    left, right = near, bound
    norm, square = hermitian_square(_image()), _image().square
    front = sp.exp(sp.expand((square + sp.conjugate(square)) / 2)) / m
    chain = Chain(left).expectations().eq(front * (sp.exp(norm) - 1))
    gap = 2 * (_LOSS_ROOT * _DISTANCE - _cross)
    chain = chain.le(front * (sp.exp(norm + gap) - 1), words="u.e <= |u| |e|")
    return chain.eq(right)


first, second = (real + imaginary * sp.I for real, imaginary in zip(*opposite_parts(), strict=True))
sample = sp.exp(-(first.square + second.square) / 2) * SampleMean(sp.exp(W.dot(first + second)), m)
error = sample - sp.exp(first.dot(second))
drawn, value = drawn_in_general()
CLAIMS = (
    claim(
        "no error: if l(A) = 0 the estimator is SM at the centres: its mean squared error is zero",
        eq(Expectation(error * sp.conjugate(error)), 0),
        OPPOSITE_IMAGES,
    ).drawn(
        # at one matrix and one pair of inputs, taken as the centres; and at a pair with l(A) = 0
        drawn_where_exact(),
        "mse",
        {m: 2},
        dimension=2,
    ),
    claim(
        "at the centres: the variance at the centres is SM^2 (exp(l(A)) - 1)/m, any A",
        eq(variance(estimator()), estimator_variance),
        IMAGES_AND_SIZE,
    ).drawn(drawn, "mse", {m: 2}, value, dimension=2),
    claim(
        "near the centres: over SM^2 the variance at x, y is at most (exp((sqrt(l(A)) + e)^2) - 1)/m: s = sqrt(l(A)), "
        "Ax + A^-T y = u + e",
        le(near, bound),
        proof=_proof(),
    ),
)
