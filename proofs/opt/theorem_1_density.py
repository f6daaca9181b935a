"""Theorem 1, the density: V_Psi is minimised by ``p_Psi`` proportional to ``p_Omega q``, globally.

With ``rho = p_Omega/p_Psi`` the excess over the value of the theorem is itself a variance (`theorem_1_value`),

    V_Psi - V^ = E_Psi (rho q - E_Omega q)^2 = Var_Psi(rho q) >= 0,

so that no stationary point has to be discussed and the minimum is global; it vanishes only where rho q is constant. Two
conditions are missing. The minimiser has "the same support as Omega" only if q > 0 there: where q vanishes with positive
probability the minimum over these proposals is not attained, V^ is only their infimum. And ``E_Omega q`` must be
finite, or there is no density to speak of.
"""

from rftheory.proofs.opt._setting import *
from rftheory.proofs.opt import _cases as cases
from rftheory.proofs.opt._draws import PLACE, OnPoints
from rftheory.proofs.opt.theorem_1_value import optimal_value, printed_value

STATEMENT = statement(
    "optimum",
    "Theorem 1",
    "The optimal proposal",
    reading="(i) no proposal with the support of Omega has a smaller V than (E_Omega q)^2 - E K^2; (ii) p_Omega "
    "q is the density of such a proposal, (iii) for all laws of the data. For a law on N points, N, "
    "weights and features arbitrary.",
    notes=(
        "That x_1 and x_2 are independent is used: it makes E phi(x_1, w)^2 phi(x_2, w)^2 the product q(w)^2. For dependent "
        "inputs q(w)^2 is that expectation, and the theorem holds with it.",
    ),
)

_EPSILON = sp.Symbol("epsilon", positive=True)
#: q does not vanish everywhere
_MIXED = MOMENTS.with_ranges(
    Range(_EPSILON, 0, 1, "()", typical=(0, 1), awkward=(sp.Rational(1, 1000), sp.Rational(99, 100)))
).where(sp.Gt(over_points(omega[k] * root()), 0))
#: one of the points of Omega
DOMAIN = DATA.with_ranges(POINT).where(sp.Le(k, N))
_ONE = sp.Integer(1)
#: two points of equal weight, at the first of which the one input of X_1 has the feature 0
_VANISHING = {
    N: sp.Integer(2),
    L_1: _ONE,
    L_2: _ONE,
    omega.label: sp.Tuple(1, 1),
    alpha.label: sp.Tuple(1),
    beta.label: sp.Tuple(1),
    f.label: sp.Tuple(sp.Tuple(0, 1)),
    g.label: sp.Tuple(sp.Tuple(1, 1)),
    k: _ONE,
}


def _lower_bound(start: sp.Expr, q: Weights, end: sp.Expr) -> Chain:
    return Chain(start).ge(end, [excess(q)])


_data = optimal_value()
#: V_Psi >= V^ for every proposal, from Definition 2.
lower_bound = claim(
    "no smaller variance: V_Psi of Definition 2 is at least (E_Omega q)^2 - E K^2 for every proposal Psi",
    ge(variance(), _data),
    PROPOSALS,
    _lower_bound(variance(), importance, _data),
)

_mean = over_points(omega[h] * root(h), h)
_chance = (1 - _EPSILON) * omega[k] * root() / _mean + _EPSILON * proposed()
#: V of ``(1 - epsilon) p_Omega q / E q + epsilon p_Psi``, plus E K^2.
_mixture = over_points(omega[k] ** 2 * root() ** 2 / _chance)


def _near_infimum(infimum: sp.Expr) -> Chain:
    mean = over_points(omega[h] * root(h), h)
    chain = Chain(_mixture).le(over_points(omega[k] * root() * mean / (1 - _EPSILON)))
    return chain.eq(infimum)


_at_w, _at_zero = cases.fall_off(PAIR.x)
_optimum = reduced_variance(lambda s: omega[s] * root(s))
_infimum = over_points(omega[k] * root()) ** 2 / (1 - _EPSILON)

same_support = claim(
    "same support: the density p_Omega q is positive at every point of Omega",
    gt(omega[k] * importance(), 0),
    tex=r"p_\Psi(\omega) \propto p_\Omega(\omega) q_\phi(\omega), \quad \mathrm{supp}\,\Psi = \mathrm{supp}\,\Omega",
).false(
    at=_VANISHING,
    because="where all features of one data set vanish, q does, and with it the density",
    remark="where all features of one data set vanish, q does, and with it the density: it has the support of "
    "p_Omega q, not of Omega",
)
existence = claim(
    "existence: the density exists for all data: for positive softmax features and x_1, x_2 ~ N(0, sigma^2 I), "
    "where p_Omega q is a multiple of exp(-c |w|^2), it falls, p_Omega(w) q(w) < p_Omega(0) q(0)",
    lt(_at_w, _at_zero),
    cases.GAUSSIAN_AT_W,
    tex=r"p_\Psi = p_\Omega q_\phi \big/ \textstyle\int p_\Omega q_\phi",
    quote="will be minimized when $$p_{\\Psi}(w) \\propto p_{\\Omega}(w)q_{\\phi}(\\omega)$$",
).false(
    at={sigma: _ONE, d: _ONE, x_norm: _ONE},
    because="for phi(x, w) = exp(w.x - |x|^2/2), w ~ N(0, 1) and x_1, x_2 ~ N(0, 1) E phi(x, w)^2 = 3^(-1/2) exp(2 w^2/3), so "
    "p_Omega q is a multiple of exp(w^2/6), of which no multiple is a density",
    error="condition missing",
    survives="yes: all results hold where E_Omega q is finite, for X_1 = X_2 where E K(x, x) is",
)
CLAIMS = (
    lower_bound.drawn(OnPoints(), "second_moment", PLACE, printed_value),
    same_support,
    existence,
    same_support.corrected(
        "minimum: on the points at which q > 0 no proposal has a smaller V, in the form (3), than the one with density "
        "p_Omega q",
        ge(reduced_variance(), _optimum),
        POSITIVE_MOMENTS,
        proof=_lower_bound(reduced_variance(), root, optimal_variance).eq(_optimum),
        needs=("proposals on the points where q > 0",),
        tex=r"\mathcal{V}_\Psi \ge \hat{\mathcal{V}}_\Psi, \quad \mathrm{supp}\,\Psi = \{\omega : q_\phi(\omega) > 0\}",
    ),
    same_support.corrected(
        "infimum: in general (1 - epsilon) p_Omega q / E q + epsilon p_Psi, which has the support of Omega, has V + E "
        "K^2 at most (E_Omega q)^2 / (1 - epsilon): the infimum is the value of the theorem",
        le(_mixture, _infimum),
        _MIXED,
        proof=_near_infimum(_infimum),
        tex=r"\inf_\Psi \mathcal{V}_\Psi = (\mathbb{E}_{\omega\sim\Omega} q_\phi(\omega))^2 - \mathbb{E}\, K(x_1, x_2)^2",
    ),
    existence.corrected(
        "existence, corrected: for 2 sigma^2 < 1 it falls, and E_Omega q = E K(x, x) is finite (opt.equivalence)",
        lt(_at_w, _at_zero),
        cases.SMALL_AT_W,
        proof=cases.falls(PAIR.x),
        needs=("E_Omega q is finite",),
        tex=r"p_\Psi = p_\Omega q_\phi \big/ \textstyle\int p_\Omega q_\phi \quad\text{if}\quad \int p_\Omega q_\phi < \infty",
    ),
)
