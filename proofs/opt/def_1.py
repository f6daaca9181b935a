"""Definition 1: a representation of K is "a symmetric function phi: X x X -> R" with a law Omega and ``K = E_Omega phi phi``, (1).

Symmetric in its two arguments, phi(x, w) = phi(w, x), the features are not that the paper names: the positive ones, and what came
after them. (There are symmetric ones: for the Gaussian kernel GERF with A = -1.) Nor is w always in X: the random-phase
cosine has w and a phase. Nothing rests on either: what is used is that one real function phi(x, w) serves both inputs.
Then K is symmetric and positive semi-definite, as the definition asks.
"""

from rftheory.proofs.opt._optima import PAIRS_IN_D, W
from rftheory.proofs.opt._setting import *
from rftheory.inputs.coordinates import total

STATEMENT = statement(
    "property",
    "Def. 1",
    "Random feature representations",
    reading="The choices of phi that the paper names are representations: (i) positive features satisfy (1), "
    "(ii) they are symmetric, phi(x, w) = phi(w, x). (iii) With (1) the kernel estimator is a mean over "
    "Omega.",
    notes=(
        "Types: w lies in X for positive features; the random-phase cosine has a phase besides, counts are integers. Complex "
        "features are no map to R.",
        "A definition cannot be false; what is judged is whether the examples of the paper fall under it.",
    ),
)

DOMAIN = Domain(PAIRS_IN_D.ranges[:3])
#: numbers c_i, or targets, of the inputs of a data set
_c = sp.IndexedBase("c", real=True)
_DATA = Domain(
    (
        NUMBER_OF_POINTS,
        Range(omega.label, shape=(N,), **WEIGHTS),
        Range(L_1, 1, None, integer=True, typical=(1, 3), awkward=(1,)),
        Range(f.label, shape=(L_1, N), typical=(-2, 2)),
        Range(_c.label, shape=(L_1,), typical=(-2, 2)),
    )
)
_AT_INPUT = _DATA.with_ranges(Range(v.label, shape=(N,), typical=(-2, 2)))


def _positive(x: Vector, w: Vector) -> sp.Expr:
    """phi(x, w) = exp(w.x - |x|^2/2) at a point w."""
    return sp.exp(w.dot(x) - x.square / 2)


def _over_inputs(body: sp.Expr, index: sp.Symbol = i) -> sp.Expr:
    return total(_c[index] * body, index, L_1)


#: sum_ij c_i c_j K(x_i, x_j).
_quadratic_form = _over_inputs(_over_inputs(kernel(f[i, k], f[j, k]), j))


squares = over_points(omega[k] * _over_inputs(f[i, k]) ** 2)
_estimate = _over_inputs(kernel(v[k], f[i, k]))

symmetric = claim(
    "symmetric: positive features are symmetric: phi(x, w) = phi(w, x) at any x and w (the two vectors of the pair)",
    eq(_positive(PAIR.x, PAIR.y), _positive(PAIR.y, PAIR.x)),
    tex=r"\phi: X \times X \to \mathbb{R}, \quad \phi(x, \omega) = \phi(\omega, x)",
    quote="a random feature representation of K is a symmetric function  $\\phi: X \\times X \\to \\mathbb{R}$",
).false(
    at={x_norm: 1, y_norm: 0, theta: 0},
    because="positive features, phi(x, w) = exp(w.x - |x|^2/2), have phi(x, 0) = exp(-1/2) for |x| = 1, and phi(0, x) = 1",
    error="misprint",
    survives="yes, unchanged: no proof uses it; phi is any real function of an input and a point of Omega",
)
CLAIMS = (
    claim(
        "(1): positive features: E_Omega phi(x_1, w) phi(x_2, w) = exp(x_1.x_2)",
        eq(Expectation(Positive().sample(W, PAIR.x, PAIR.y)), softmax_kernel(PAIR.x, PAIR.y)),
        location="(1)",
    ).drawn(Regular(Positive()), "mean", {x_norm: sp.Rational(1, 2), y_norm: sp.Rational(1, 2), theta: sp.pi / 3}),
    symmetric,
    claim(
        "kernel estimator: sum_i K(x, x_i) y_i = E_Omega[phi(x, w) sum_i phi(x_i, w) y_i]",
        eq(_estimate, over_points(omega[k] * v[k] * _over_inputs(f[i, k]))),
        _AT_INPUT,
        location="Sec. 1, after Def. 1",
    ),
    symmetric.corrected(
        "one function of both inputs: if phi(x, w) is any real function, the same for both inputs, sum_ij c_i c_j "
        "K(x_i, x_j), which is E_Omega (sum_i c_i phi(x_i, w))^2, is not negative: K is positive semi-definite",
        ge(_quadratic_form, 0),
        _DATA,
        proof=Chain(_quadratic_form).ge(sp.Integer(0), [squares]),
        tex=r"\phi: X \times \mathcal{W} \to \mathbb{R}, \quad K = \mathbb{E}_{\omega\sim\Omega}\,\phi(x_1, \omega)\phi(x_2, \omega)",
    ),
)
