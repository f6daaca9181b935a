r"""Mixed moments over an orthogonal frame are at most products, and Chernoff's bound for its mean.

Let ``Z = exp(a |w|^2 + w.u)``, a < 0, u real, and ``tau_p = p^2 u^2 / (2 (1 - 2 p a))``. Given the lengths,
``sum_i p_i w_i`` has the squared length ``sum_i p_i^2 r_i^2`` and a uniform direction (`rules.orthogonal-frames`), and the
moments of the r_i are known (`rules.chi-moments`). Term by term, with ``h = d/2`` and (h)_n the rising factorial,

    E prod_i Z_i^(p_i) = prod_i (1 - 2 p_i a)^(-h) sum_(j_1, j_2, ...) prod_i (h)_(j_i) tau_i^(j_i) / j_i! / (h)_(sum j_i).

Without the rising factorials this is ``prod_i E Z_i^(p_i)``, and ``prod_i (h)_(j_i) <= (h)_(sum j_i)``: for two
factors by induction over j, for more by induction over their number. All terms are nonnegative. This is written out
here for two members; each further one adds one factor and one index.
"""

from rftheory.vocabulary import *
from rftheory.proofs.rules.chi_moments import STATEMENT as CHI_MOMENTS
from rftheory.proofs.rules.elementary_bounds import exponential_tangent
from rftheory.proofs.rules.elementary_bounds import u as tangent_at
from rftheory.proofs.rules.orthogonal_frames import STATEMENT as FRAMES
from rftheory.rules.orthogonal_tails import chernoff_over_frame

STATEMENT = statement("rule", "rule", "Moments of products over an orthogonal frame, and tails of its mean")

_W = Projection("w")
_a = sp.Symbol("a", negative=True)
_p, _q = sp.symbols("p q", integer=True, positive=True)
_i, _j = sp.symbols("i j", integer=True, nonnegative=True)
_product, _h = sp.symbols("P h", positive=True)
_rate, _excess = sp.symbols("rate excess", nonnegative=True)
_epsilon, _centre = sp.symbols("epsilon mu", positive=True)

_DIMENSION = Range(d, 2, None, integer=True, typical=(2, 9), awkward=(2, 32))
_INDICES = tuple(Range(s, 0, None, integer=True, typical=(0, 9), awkward=(0, 1)) for s in (_i, _j))
_POWERS = tuple(Range(s, 1, None, integer=True, typical=(1, 4), awkward=(1,)) for s in (_p, _q))
_HALF = Range(_h, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 2), 1))
_NORMS = tuple(Range(s, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 1000), 4)) for s in (x_norm, y_norm))
_INPUTS = (*_NORMS, Range(theta, 0, sp.pi, "[]", typical=(0, 3), awkward=(0, sp.pi)))
_CURVATURE = Range(_a, None, 0, "()", typical=(-2, 0), awkward=(-20, sp.Rational(-1, 100)))
DOMAIN = Domain((_DIMENSION, _CURVATURE, *_POWERS, *_INPUTS))


def _sample(power: sp.Expr | int = 1) -> sp.Expr:
    """``Z^p``."""
    return sp.exp(power * _a * _W.squared_length(d) + power * _W.dot(PAIR.z))


def _rising(start: sp.Expr, count: sp.Expr) -> sp.Expr:
    return sp.gamma(start + count) / sp.gamma(start)


@cache
def rising_factorials() -> Claim:
    """(h)_i (h)_j <= (h)_(i+j)."""
    domain = Domain((_HALF, *_INDICES))
    low, high = _rising(_h, _i) * _rising(_h, _j), _rising(_h, _i + _j)
    return lemma(
        "rising factorials: (h)_i (h)_j is at most (h)_(i+j)",
        le(low, high),
        domain,
        Chain(low).induction(_j, high, ratios=(_h + _j, _h + _i + _j)),
    )


def one_more_member() -> Claim:
    """If P <= (h)_i then P (h)_j <= (h)_(i+j)."""
    before = sp.Le(_product, _rising(_h, _i), evaluate=False)
    domain = Domain((Range(_product, 0, None, "()", typical=(0, 1)), _HALF, *_INDICES), (before,))
    low, high = _product * _rising(_h, _j), _rising(_h, _i + _j)

    def proof() -> Chain:
        middle = _rising(_h, _i) * _rising(_h, _j)
        chain = Chain(low).le(middle)
        return chain.use(rising_factorials()).le(high)

    return lemma(
        "one more member: a product of rising factorials that is at most that of the sum stays so with one more factor",
        le(low, high),
        domain,
        proof(),
    )


@cache
def _shares() -> Claim:
    """(h)_i (h)_j / (h)_(i+j) <= 1 with h = d/2."""
    domain = Domain((_DIMENSION, *_INDICES))
    h, rising = d / 2, rising_factorials()
    share = _rising(h, _i) * _rising(h, _j) / _rising(h, _i + _j)

    def proof() -> Chain:
        low, high = (side.subs(_h, h) for side in (rising.proposition.left, rising.proposition.right))
        return Chain(share).use(rising, {_h: h}).le(sp.Integer(1))

    return lemma(
        "shares: the share of a mixed moment in the product of moments, term by term",
        le(share, 1),
        domain,
        proof=proof(),
    )


def _spread(power: sp.Expr) -> sp.Expr:
    return 1 - 2 * power * _a


def _scale(power: sp.Expr, square: sp.Expr) -> sp.Expr:
    """tau_p."""
    return power**2 * square / (2 * _spread(power))


def _plain_term(square: sp.Expr) -> sp.Expr:
    """A term of the product of the two moments, without its constant."""
    return _scale(_p, square) ** _i * _scale(_q, square) ** _j / (sp.gamma(_i + 1) * sp.gamma(_j + 1))


_constant = _spread(_p) ** (-d / 2) * _spread(_q) ** (-d / 2)


def _mixed() -> Chain:
    square = PAIR.z.square
    share, limits = _shares().proposition.left, ((_i, 0, sp.oo), (_j, 0, sp.oo))
    written = sp.Sum(share * _plain_term(square), *limits)
    chain = Chain(FrameExpectation([_sample(_p), _sample(_q)], d))
    chain = chain.eq(
        _constant * written,
        f"a uniform direction of the length (p^2 r_1^2 + q^2 r_2^2)^(1/2) ({FRAMES.id}), moments of both lengths under "
        f"exp(p a r_1^2 + q a r_2^2) ({CHI_MOMENTS.id}); nonnegative terms",
    )
    chain = chain.use(_square)
    chain = chain.under(
        Chain(share * _plain_term(square)).use(_shares()).le(_plain_term(square)),
        target=_constant * sp.Sum(_plain_term(square), *limits),
    )
    product = _constant * sp.exp(_scale(_p, square)) * sp.exp(_scale(_q, square))
    chain = chain.eq(product, "a double series of nonnegative terms is the product of two exponential series")
    return chain.eq(Expectation(_sample(_p)) * Expectation(_sample(_q)), "the moments of one sample")


_domain, _apart = Domain(_INPUTS), (x_norm - y_norm) ** 2


#: |x + y|^2 >= 0.
_square = lemma(
    "square: |x + y|^2 is not negative",
    ge(PAIR.z.square, 0),
    _domain,
    Chain(PAIR.z.square).ge(_apart).ge(sp.Integer(0)),
)


_left = FrameExpectation([_sample(_p), _sample(_q)], d)
_right = Expectation(_sample(_p)) * Expectation(_sample(_q))
#: E Z_1^p Z_2^q <= E Z^p E Z^q.
mixed_moments = claim(
    "mixed moments: a mixed moment of two members is at most the product of both moments",
    le(_left, _right),
    proof=_mixed(),
)

_TAILS = Domain(
    (
        _DIMENSION,
        Range(_a, None, 0, "()", typical=(-2, sp.Rational(-1, 2)), awkward=(-20,)),
        *_POWERS,
        *(Range(s, 0, None, "()", typical=(0, 1), awkward=(sp.Rational(1, 1000),)) for s in (x_norm, y_norm)),
        _INPUTS[-1],
        # with the middle value 1: the law of one member is known exactly
        # the probability of one sample has balls, that of several is tried besides
        Range(m, 1, None, integer=True, typical=(1, 1), awkward=(1, 2, 3)),
        Range(_rate, 0, None, typical=(0, 2), awkward=(0,)),
        Range(_epsilon, 0, None, "()", typical=(0, 1), awkward=(sp.Rational(1, 10),)),
        Range(_centre, 0, None, "()", typical=(0, 1)),
        Range(_excess, 0, None, typical=(0, 2)),
    ),
    (sp.Le(m, d),),
    words=by_definition("m members of one orthogonal frame of R^d"),
)


@cache
def _indicator() -> Claim:
    """exp(rate S) >= 1 for S >= 0."""
    domain = Domain(tuple(item for item in _TAILS.ranges if item.symbol in (_rate, _excess)))

    def proof() -> Chain:
        chain = Chain(sp.exp(_rate * _excess)).use(exponential_tangent, {tangent_at: _rate * _excess})
        return chain.ge(1 + _rate * _excess).ge(sp.Integer(1))

    return lemma(
        "indicator: where the event holds the exponential is at least one",
        ge(sp.exp(_rate * _excess), 1),
        domain,
        proof(),
    )


_event = sp.Ge(OrthogonalMean(_sample(), m, d) - _centre, _epsilon, evaluate=False)


def _tail() -> Chain:
    event = _event
    return Chain(Probability(event)).le(
        chernoff_over_frame(event, _rate).bound,
        words="1[S >= 0] <= exp(rate S); the terms of exp(rate sum Z_i) are rate^n E prod Z_i^(p_i) / prod p_i!, p_i >= 0, each at "
        "most that of independent samples (for more than two members by 'one more member')",
    )


bound = chernoff_over_frame(_event, _rate).bound
CLAIMS = (
    rising_factorials(),
    one_more_member(),
    _shares(),
    mixed_moments,
    _indicator(),
    claim(
        "tail: Chernoff's bound for the mean over an orthogonal frame", le(Probability(_event), bound), _TAILS, _tail()
    ),
)
