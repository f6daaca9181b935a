"""Definition 2.1, the words after (6): the two known maps as cases of (4)-(6).

The paper takes ``l = 2``, ``xi = (sin w.u, cos w.u)`` for the trigonometric map (2) of the softmax kernel, and
``xi = 2^(-1/2) (exp(w.u), exp(-w.u))`` for the positive map (3). Both lack the factor that (2) and (3) have,
exp(|u|^2/2) and exp(-|u|^2/2): as printed, (4) gives the kernels ``exp(-|x-y|^2/2)`` and ``exp(|x+y|^2/2)``.
"""

from rftheory.proofs.hrf._setting import *
from rftheory.inputs.kernels import gaussian_kernel
from rftheory.proofs.hrf._features import W, WithoutInputFactors, dot_product, sine_and_cosine, two_exponentials

STATEMENT = statement(
    "identity",
    "Def. 2.1, after (6)",
    "The trigonometric and the positive map as random feature maps of Definition 2.1",
    reading="With the printed xi_1, xi_2 the expectation (4) is the kernel of the maps (2) and (3), SM(x, y).",
)

DOMAIN = Domain((X_NORM, Y_NORM, THETA))
_EQUAL_UNIT = {x_norm: sp.Integer(1), y_norm: sp.Integer(1), theta: sp.Integer(0)}


def _mean(family: Family) -> sp.Expr:
    """(4) with the input factor inside xi."""
    return Expectation(dot_product(*(family.components(W, u) for u in (PAIR.x, PAIR.y))))


printed_trigonometric = claim(
    "trigonometric: xi = (sin w.u, cos w.u) gives the softmax kernel in (4)",
    eq(Expectation(sine_and_cosine()), kernel()),
    tex=r"\mathrm{SM}(x,y)=\mathbb{E}\left[\sin(\omega^\top x)\sin(\omega^\top y)+\cos(\omega^\top x)"
    r"\cos(\omega^\top y)\right]",
    quote="can be encoded as applying l = 2, ξ1(u, ω) = sin(ω>u), ξ2(u, ω) = cos(ω>u).",
).false(
    at=_EQUAL_UNIT,
    because="the factor exp(|u|^2/2) of (2) is missing: the kernel is the Gaussian one. At x = y the sum is sin^2 + cos^2 = 1, and SM is "
    "exp(|x|^2).",
    error="misprint",
    survives="yes: (2) has the factor, and all results use (2)",
)
printed_positive = claim(
    "positive: xi = 2^(-1/2) (exp(w.u), exp(-w.u)) gives the softmax kernel in (4)",
    eq(Expectation(two_exponentials()), kernel()),
    tex=r"\mathrm{SM}(x,y)=\tfrac12\mathbb{E}\left[\exp(\omega^\top(x+y))+\exp(-\omega^\top(x+y))\right]",
).false(
    at=_EQUAL_UNIT,
    because="the factor exp(-|u|^2/2) of (3) is missing: the kernel is exp(|x+y|^2/2)",
    error="misprint",
    survives="yes: (3) has the factor, and all results use (3)",
    cause="hrf.def-2.1: trigonometric",
)
CLAIMS = (
    printed_trigonometric.drawn(Regular(WithoutInputFactors(Trigonometric())), "mean", SMALL_POINT),
    printed_positive.drawn(Regular(WithoutInputFactors(Hyperbolic())), "mean", SMALL_POINT),
    printed_trigonometric.corrected(
        "kernel of the printed sines: the printed trigonometric xi represent the Gaussian kernel",
        eq(Expectation(sine_and_cosine()), gaussian_kernel(PAIR.x, PAIR.y)),
        tex=r"K_{gauss}(x,y)=\mathbb{E}\left[\sin(\omega^\top x)\sin(\omega^\top y)+\cos(\omega^\top x)\cos("
        r"\omega^\top y)\right]",
    ),
    printed_positive.corrected(
        "kernel of the printed exponentials: the printed positive xi represent exp(|x+y|^2/2)",
        eq(Expectation(two_exponentials()), sp.exp(PAIR.z.square / 2)),
        tex=r"\exp(\|x+y\|^2/2)=\tfrac12\mathbb{E}\left[\exp(\omega^\top(x+y))+\exp(-\omega^\top(x+y))\right]",
    ),
    printed_trigonometric.corrected(
        "with xi = exp(|u|^2/2) (sin w.u, cos w.u) the kernel (4) is SM(x, y)",
        eq(_mean(Trigonometric()), kernel()),
        name="trigonometric with factor",
        tex=r"\xi_1(u,\omega)=e^{\|u\|^2/2}\sin(\omega^\top u),\quad\xi_2(u,\omega)=e^{\|u\|^2/2}\cos(\omega^\top u)",
    ).drawn(
        # the printed xi, which the draws refuse, and those with the factor
        Regular(Trigonometric()),
        "mean",
        SMALL_POINT,
    ),
    printed_positive.corrected(
        "with xi = 2^(-1/2) exp(-|u|^2/2) (exp(w.u), exp(-w.u)) the kernel (4) is SM(x, y)",
        eq(_mean(Hyperbolic()), kernel()),
        name="positive with factor",
        tex=r"\xi_{1,2}(u,\omega)=\frac{1}{\sqrt2}e^{-\|u\|^2/2}\exp(\pm\omega^\top u)",
    ).drawn(Regular(Hyperbolic()), "mean", SMALL_POINT),
)
