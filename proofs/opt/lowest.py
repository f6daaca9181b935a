"""Abstract: under the optimal policy the error "is the lowest possible".

True where it is proved: for one law of both inputs no scalar representation, symmetric or not, and no proposal has a
smaller V than ``(E K(x, x))^2 - E K^2``, because ``K(x, x) = E_Omega phi_1 phi_2`` and ``E_x phi_1 phi_2 <= q``. False without
these words: for different laws the error depends on the representation (its least value is in `_least`), several
features per projection do better, and so do draws that depend on each other.
"""

from rftheory.proofs.opt._setting import *
from rftheory.proofs.opt import _cases as cases
from rftheory.proofs.opt import _least as least
from rftheory.proofs.opt._draws import PLACE, OnPoints
from rftheory.proofs.opt.equivalence import per_feature, positive_at_fixed_inputs, several_features
from rftheory.proofs.opt.theorem_1_value import optimal_value

STATEMENT = statement(
    "claim",
    "abstract",
    "The error of the optimal policy is the lowest possible",
    reading="No representation of the kernel and no way to draw its projections has a smaller error per "
    "projection than the value of Theorem 1, judged (i) for scalar features, independent draws and X_1 = "
    "X_2, (ii) for several features per projection, (iv) for different laws of x_1 and x_2.",
    notes=(
        "For different laws the least error over all scalar representations is the squared nuclear norm of K, as an operator "
        "between the two data sets, less E K^2; shown here for two inputs of each law. For "
        "more inputs E q is a fidelity that is minimised over the bases of the features (Fuchs and Caves).",
    ),
)

#: E_x phi_1(x, w) phi_2(x, w) at one point.
diagonal = FIRST.mean(f[i, k] * g[i, k])

_square = (f[i, k] * g[j, k] - f[j, k] * g[i, k]) ** 2
#: E phi_1^2 E phi_2^2 - (E phi_1 phi_2)^2, as a mean of squares over pairs of inputs.
_lagrange = FIRST.mean(OTHER_FEATURES.mean(_square)) / 2

_product = FIRST.second_moment() * OTHER_FEATURES.second_moment()
#: E phi_1^2 E phi_2^2 >= (E phi_1 phi_2)^2 at every point.
_cauchy_schwarz = lemma(
    "at one point: E_x phi_1^2 E_x phi_2^2 is at least (E_x phi_1 phi_2)^2, the gap being a mean of squares",
    ge(_product, diagonal**2),
    AT_ONE_POINT,
    Chain(_product).ge(diagonal**2, [_lagrange]),
)


def _at_one_point() -> Chain:
    """(E phi_1^2 E phi_2^2)^(1/2) >= E phi_1 phi_2, whatever the sign of the right side."""
    root = importance(k, OTHER_FEATURES)
    chain = Chain(omega[k] * root).use(_cauchy_schwarz)
    return chain.ge(omega[k] * diagonal)


#: E K(x, x).
_trace = FIRST.mean(kernel(f[i, k], g[i, k]))

#: E_Omega q >= E K(x, x) for every representation of K by two families of features.
mean_of_q = lemma(
    "mean of q: X_1 = X_2: E_Omega q is at least E K(x, x) for every K = E_Omega phi_1 phi_2",
    ge(mean_importance(OTHER_FEATURES), _trace),
    PAIRED_FEATURES,
    Chain(mean_importance(OTHER_FEATURES)).under(_at_one_point(), POINT, N).eq(_trace),
)

#: a positive semi-definite kernel has K(x, x) >= 0
DOMAIN = PAIRED_PROPOSALS.where(sp.Ge(_trace, 0))

#: V_Psi of Definition 2 for features of their own on each side, x_1 and x_2 independent of one law.
_variance = variance(OTHER_FEATURES)

#: (E K(x, x))^2 - E K(x_1, x_2)^2.
_least = _trace**2 - mean_squared_kernel(OTHER_FEATURES)


def _scalar_chain() -> Chain:
    """V_Psi is at least the value of Theorem 1, and E_Omega q at least the trace."""
    value = optimal_value(OTHER_FEATURES)
    chain = Chain(_variance).ge(value, [excess(lambda at: importance(at, OTHER_FEATURES))])
    chain = chain.use(mean_of_q)
    return chain.ge(_least)


_waves, _positive = (
    cases.least_variance(feature(PAIR.x) * feature(-PAIR.x)) for feature in (cases.wave_feature, cases.positive_feature)
)

several = replace(
    several_features,
    name="(ii) several features",
    says="X_1 = X_2 uniform on x and y: the pair (sin w.u, cos w.u) with w ~ N(0, I) has no smaller error",
    flaw="one sample of the pair is exact where x_1 = x_2; a scalar one cannot be",
    cause="opt.equivalence: (c) several features",
)
different_laws = claim(
    "(iv) different laws: at x_1 = x, x_2 = -x no representation has a smaller error than cos(w.u) + sin(w.u)",
    ge(_positive, _waves),
    cases.INPUTS,
    tex=r"\hat{\mathcal{V}}_\Psi[\phi'] \ge \hat{\mathcal{V}}_\Psi[\phi], \quad \mathcal{X}_1 \ne \mathcal{X}_2",
).false(
    at={x_norm: 1},
    because="exp(w.u - |u|^2) has the error 0 there",
    error="condition missing",
    survives="for X_1 = X_2, as in Corollary 2; for other laws the optimum depends on phi, and the least is another",
    cause="opt.equivalence: (b) different laws",
)
_corrections = [per_feature(several), *least.claims(different_laws)]
CLAIMS = (
    claim(
        "(i) scalar features: X_1 = X_2, E K(x, x) >= 0: every representation by scalar features, symmetric or not, "
        "and every proposal has V_Psi at least (E K(x, x))^2 - E K(x_1, x_2)^2",
        ge(_variance, _least),
        proof=_scalar_chain(),
    ).drawn(
        # V of a proposal and of features of their own on each side, from Definition 2: above the least error
        OnPoints(second=(alpha.label, g.label)),
        "second_moment",
        PLACE,
        optimal_value(OTHER_FEATURES) + excess(lambda at: importance(at, OTHER_FEATURES)),
    ),
    several,
    different_laws,
    *_corrections,
    positive_at_fixed_inputs,
    _cauchy_schwarz,
    mean_of_q,
)
